/** Decision tables and named rules: who goes where. */

import Type from 'typebox'
import { STAGES } from '../vocabulary.ts'
import {
  BindableText,
  envelope,
  Id,
  list,
  Lock,
  Note,
  Opt,
  ref,
  RuleSchema,
  strict,
  Text,
} from './members.ts'

export const Redirect = Type.Object(
  {
    go: Type.Literal('redirect'),
    to: ref('route', 'Name of a route.'),
    params: Opt(Type.Record(Type.String(), BindableText)),
    query: Opt(Type.Record(Type.String(), BindableText)),
    keepQuery: Opt(Type.Union([Type.Boolean(), Type.Array(Type.String())])),
    reason: Opt(Text),
  },
  { ...strict, title: 'redirect' },
)

export const Then = Type.Union([
  Type.Object({ go: Type.Literal('allow') }, { ...strict, title: 'allow' }),
  Redirect,
  Type.Object(
    { go: Type.Literal('flow'), flow: ref('flow', 'The flow that decides instead.') },
    { ...strict, title: 'flow' },
  ),
  Type.Object({ stage: Type.Enum([...STAGES]) }, { ...strict, title: 'stage' }),
  Type.Object(
    { assessment: ref('assessment', 'The assessment that comes next.') },
    { ...strict, title: 'assessment' },
  ),
])

export const FlowKind = envelope('flow', {
  steps: Opt(
    list(
      Type.Object(
        {
          id: ref('route', 'The page of this step.'),
          label: Text,
          before: Type.Record(Type.String(), Type.Unknown(), {
            description:
              'What is true for someone who still has this step to do: variable -> value.',
          }),
          after: Type.Record(Type.String(), Type.Unknown(), {
            description: 'The same once they have done it.',
          }),
        },
        strict,
      ),
      {
        maxItems: 8,
        // Their order shows nowhere: the rows decide.
        'x-order': false,
        description:
          'The steps the flow leads through, for the trail that shows them, in the order of the rows.',
      },
    ),
  ),
  rows: list(
    Type.Object(
      {
        id: Id,
        when: RuleSchema,
        then: Then,
        lock: Opt(Lock),
        note: Opt(Note),
        source: Opt(Type.String()),
      },
      strict,
    ),
  ),
})

export const RuleKind = envelope('rule', { rule: RuleSchema, lock: Opt(Lock) })
