/** An experiment: what differs between its arms, who takes part, and what is measured. */

import Type from 'typebox'
import { envelope, Id, list, Opt, ref, RuleSchema, strict } from './members.ts'
import { At, Operation } from './overlay.ts'

const EXPERIMENT_STATES = ['planned', 'running', 'paused', 'ended'] as const

/** Names that fit into a cookie. */
const Name = Type.String({ pattern: '^[a-z0-9][a-z0-9-]{0,39}$' })
const Share = (description: string) => Type.Number({ minimum: 0, maximum: 1, description })
const Target = {
  kind: Type.String({ maxLength: 40 }),
  document: Type.String({ maxLength: 120 }),
}

const Arm = Type.Object(
  {
    id: Name,
    weight: Share('Its share of those who take part; the weights of all arms add up to 1.'),
    overlays: list(
      Type.Object({ id: Id, ...Target, ops: list(Operation, { maxItems: 200 }) }, strict),
      { maxItems: 20, description: 'How documents differ in this arm; none in the control.' },
    ),
  },
  strict,
)

export const ExperimentKind = envelope('experiment', {
  tenant: Opt(Type.String({ maxLength: 120, description: 'Shipped to this tenant alone.' })),
  state: Type.Enum([...EXPERIMENT_STATES], {
    description:
      'Only a running one has any effect; everybody else sees the documents as they are.',
  }),
  hypothesis: Type.String({ minLength: 1, maxLength: 400 }),
  seed: Opt(
    Type.String({
      ...Id,
      description:
        'What people are divided by; its id, unless an earlier division is to be repeated.',
    }),
  ),
  arms: list(Arm, {
    minItems: 2,
    maxItems: 6,
    description: 'The first is the control, and changes nothing.',
  }),
  scope: list(
    Type.Object({ id: Id, ...Target, paths: list(At, { minItems: 1, maxItems: 40 }) }, strict),
    {
      minItems: 1,
      maxItems: 20,
      description: 'The only places that arms may change; no other experiment changes them.',
    },
  ),
  audience: Opt(RuleSchema),
  coverage: Opt(Share('Share of the audience that takes part; all without it.')),
  namespace: Opt(
    Type.Object(
      { id: Id, from: Share('Begin of its part.'), to: Share('End of its part, exclusive.') },
      { ...strict, description: 'Experiments of one namespace have no person in common.' },
    ),
  ),
  holdout: Opt(
    Type.Object(
      { id: Id, share: Share('People who see no experiment with this holdout.') },
      strict,
    ),
  ),
  exposure: list(
    Type.Object({ id: Id, screen: ref('screen', 'The page that is seen.'), node: Opt(At) }, strict),
    {
      minItems: 1,
      maxItems: 10,
      description: 'Who has seen one of these places counts; each exists in every arm.',
    },
  ),
  metrics: Type.Object(
    {
      primary: Id,
      further: Opt(list(Id, { maxItems: 10 })),
      guardrails: Opt(list(Id, { maxItems: 10 })),
    },
    strict,
  ),
  smallestEffect: Type.Number({
    exclusiveMinimum: 0,
    description: 'The smallest difference of the primary metric that is worth knowing.',
  }),
  plannedDays: Type.Integer({ minimum: 1, maximum: 366 }),
  settled: Opt(
    Type.Object(
      {
        since: Opt(
          Type.String({
            format: 'date-time',
            description: 'When this count began: nobody has seen its arms before.',
          }),
        ),
        people: Opt(
          Type.Integer({
            minimum: 1,
            description: 'People of all arms that the intervals are narrowest at.',
          }),
        ),
        cutAt: Opt(
          list(
            Type.Object(
              { id: Id, cut: Type.Integer({ minimum: 1, maximum: 10_000 }) },
              { ...strict, description: 'Of the mean with this id.' },
            ),
            { maxItems: 21, description: 'Where values of means are cut off.' },
          ),
        ),
      },
      {
        ...strict,
        description:
          'What its start settles, from what people did before; later changes of metrics make no difference.',
      },
    ),
  ),
  underAge: Opt(
    Type.String({
      ...Id,
      description: 'People under age take part too, if this consent was given; nobody without it.',
    }),
  ),
  research: Opt(
    Type.String({
      ...Id,
      description: 'Research users take part too, if this consent was given; nobody without it.',
    }),
  ),
})
