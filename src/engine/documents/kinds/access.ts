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
          lock: Opt(Lock),
          note: Opt(Note),
        },
        strict,
      ),
    ),
  ),
})
