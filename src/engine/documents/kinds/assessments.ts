/** What an assessment asks, and how it is answered. */

import Type from 'typebox'
import { ANSWER_FORMATS, TASKS } from '../vocabulary.ts'
import { envelope, Id, list, Opt, ref, strict, Text } from './members.ts'

const Answer = Type.Object({ id: Id, value: Type.Integer(), label: Text }, strict)

const Choice = Type.Object({ id: Id, text: Text }, strict)

const Item = Type.Object(
  {
    id: Id,
    text: Text,
    picture: Opt(
      Type.String({
        'x-ref': 'picture',
        maxLength: 60,
        description: 'Name of a drawing, shown above the words.',
      }),
    ),
    options: Opt(
      list(Choice, {
        minItems: 2,
        maxItems: 8,
        description: "Only if they differ from the document's.",
      }),
    ),
  },
  strict,
)

export const AssessmentKind = envelope('assessment', {
  label: Text,
  summary: Opt(Text),
  minutes: Type.Integer({ minimum: 1, maximum: 60 }),
  instrument: Opt(
    Type.Object(
      { version: Type.String(), basis: Text, reliability: Opt(Text), limits: Opt(Text) },
      strict,
    ),
  ),
  feature: Opt(ref('feature', 'Who can take it.')),
  startRoute: Opt(ref('route', 'Where it starts.')),
  quizRoute: Opt(ref('route', 'Where its items are answered.')),
  doneRoute: Opt(ref('route', 'Where people read its result.')),
  built: Opt(
    Type.Boolean({
      description: "False while its items don't exist yet; nobody can start such an assessment.",
    }),
  ),
  researchOnly: Opt(Type.Boolean()),
  resultFirst: Opt(
    Type.Boolean({
      description:
        'Where the configuration puts a result first: may be taken before a plan is asked for, and by a signed-out visitor, who is shown the report that has only this.',
    }),
  ),
  retakeDays: Opt(
    Type.Integer({
      minimum: 1,
      maximum: 365,
      description:
        'Learners may take it again after so many days, a doubted result at once; default at any time.',
    }),
  ),
  followedBy: Opt(Type.Array(ref('assessment', 'Sub-assessments of a research cohort, in order.'))),
  question: Opt(Text),
  order: Opt(Type.Enum(['fixed', 'random'])),
  format: Opt(
    Type.Enum([...ANSWER_FORMATS], { description: 'How an item is answered; default scale.' }),
  ),
  task: Opt(Type.Enum([...TASKS], { description: 'Which timed task, if the format is one.' })),
  options: Opt(
    list(Choice, {
      minItems: 2,
      maxItems: 8,
      description: 'The choices every item is answered with, if it is a choice.',
    }),
  ),
  responseScale: Opt(
    Type.Object(
      {
        min: Type.Integer(),
        max: Type.Integer(),
        look: Type.Enum(['faces', 'stones']),
        options: list(Answer),
      },
      strict,
    ),
  ),
  practice: Opt(list(Item)),
  items: Opt(list(Item)),
})
