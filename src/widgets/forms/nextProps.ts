/**
 * Where a form leads after success, and the message shown there: the page's own text, not the
 * action's.
 */

import Type, { type Static } from 'typebox'

export const next = Type.Optional(
  Type.Object(
    {
      routeName: Type.String({ 'x-ref': 'route' }),
      said: Type.Optional(
        Type.String({ 'x-ref': 'text', description: 'Message shown briefly on that page.' }),
      ),
      show: Type.Optional(
        Type.Boolean({
          description: 'Whether to go there, usually bound to that page’s feature; default true.',
        }),
      ),
    },
    {
      additionalProperties: false,
      description: 'Where it leads after success; without it, the page stays.',
    },
  ),
)
export type Next = Static<typeof next>

/** Does the form lead elsewhere after success? */
export function leadsOn(next: Next | undefined): next is NonNullable<Next> {
  return next !== undefined && next.show !== false
}
