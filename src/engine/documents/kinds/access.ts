/** Plans, features and calls: what each account may use. */

import Type from 'typebox'
import { STAGES } from '../vocabulary.ts'
import { envelope, Id, list, Lock, Note, Opt, ref, RuleSchema, strict, Text } from './members.ts'

export const AccessKind = envelope('access', {
  upgrade: Opt(ref('route', 'The page on which plans are upgraded and vouchers are redeemed.')),
  plans: Opt(
    list(
      Type.Object(
        {
          id: Id,
          label: Text,
          order: Type.Integer(),
          sold: Opt(Type.Boolean()),
          lock: Opt(Lock),
          note: Opt(Note),
        },
        strict,
      ),
    ),
  ),
  prices: Opt(
    list(
      Type.Object(
        {
          id: Id,
          plan: ref('plan', 'A plan that is sold.'),
          country: Type.String({
            pattern: '^(\\*|[A-Z]{2})$',
            description: 'Two letters (ISO 3166), or * for every country without a row of its own.',
          }),
          currency: Type.String({
            pattern: '^[A-Z]{3}$',
            description: 'Three letters (ISO 4217): ZAR, KES, USD.',
          }),
          amount: Type.Integer({
            minimum: 100,
            maximum: 1_000_000_000,
            description: 'In minor units, without a point: 19900 is R 199.00.',
          }),
          note: Opt(Note),
        },
        strict,
      ),
      { description: 'What each plan costs. Only for plans that are sold.' },
    ),
  ),
  features: Opt(
    list(
      Type.Object(
        {
          id: Id,
          label: Text,
          allow: list(
            Type.Object(
              {
                id: Id,
                countries: Type.Array(Type.String({ pattern: '^(\\*|[A-Z]{2})$' }), {
                  minItems: 1,
                }),
              },
              strict,
            ),
            {
              description: 'Account type (id) and the countries where it has the feature.',
            },
          ),
          note: Opt(Note),
        },
        strict,
      ),
    ),
  ),
  actions: Opt(
    list(
      Type.Object(
        {
          id: Id,
          session: Type.Enum(['none', 'user']),
          feature: Opt(ref('feature', 'The feature that the call belongs to.')),
          stages: Opt(Type.Array(Type.Enum([...STAGES]))),
          roles: Opt(Type.Array(Type.String())),
          when: Opt(RuleSchema),
          beforeGuardian: Opt(
            Type.Boolean({
              description:
                'May be done while the consent of a guardian is awaited, because nothing personal is stored. Default: false.',
            }),
          ),
          lock: Opt(Lock),
          note: Opt(Note),
        },
        strict,
      ),
    ),
  ),
})
