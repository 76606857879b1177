/** The calls of a tenant's own keys. */

import Type from 'typebox'
import type { Calls } from './call.ts'
import { LOGGED } from './consolecalls.ts'
import { OWN_KEY_SERVICES } from './ownkeys.ts'
import { Moment, Nothing, Nullable } from './shapes.ts'

const area = 'console'

const OwnKeySchema = Type.Object(
  {
    service: Type.Enum([...OWN_KEY_SERVICES]),
    used: Type.Enum(['own', 'installation', 'none', 'demo'], {
      description: 'Whose keys are used now; `demo`: none, because a demo takes no real money',
    }),
    setAt: Nullable(Moment),
    setBy: Nullable(
      Type.String({
        description: 'An email address or phone number; empty for an operator, null if it’s gone',
      }),
    ),
    webhook: Nullable(Type.String({ description: 'The address to register with the provider' })),
    failure: Nullable(
      Type.Object({
        at: Moment,
        code: Type.String({ description: 'Of the connection, or of the mail server’s response' }),
      }),
    ),
  },
  { title: 'Keys of a service' },
)

export const keyCalls: Calls = {
  'GET /admin/keys': {
    area,
    summary: 'Whose keys payments and emails are sent with, and since when',
    responses: { 200: Type.Object({ items: Type.Array(OwnKeySchema) }) },
  },
  'PUT /admin/keys/:service': {
    area,
    summary: 'Sets the tenant’s own keys of a service, which can’t be read again',
    description:
      '`paystack`: `secret`. `stripe`: `secret` and `webhook`. `smtp`: `url` and `from`. Every server uses them at once. Payments that began with others are completed with those.',
    responses: { 204: Nothing('Set') },
    errors: [LOGGED],
  },
  'DELETE /admin/keys/:service': {
    area,
    summary: 'Removes the tenant’s own keys of a service',
    description:
      'From now on the installation’s are used, if it has any. Those of a payment provider stay sealed for payments that began with them, 180 days at most.',
    responses: { 204: Nothing('Removed, now or before') },
    errors: [LOGGED],
  },
}
