/** Pages and reports: trees of widgets. */

import Type from 'typebox'
import { LAYOUTS } from '../vocabulary.ts'
import {
  BindableText,
  envelope,
  Id,
  list,
  Lock,
  Metric,
  Note,
  Opt,
  ref,
  RuleSchema,
  strict,
  Text,
} from './members.ts'

export const NodeSchema = Type.Cyclic(
  {
    Node: Type.Object(
      {
        id: Id,
        type: Type.String({ 'x-ref': 'widget', maxLength: 60 }),
        level: Opt(Type.Integer({ minimum: 1, maximum: 4 })),
        props: Opt(Type.Record(Type.String(), Type.Unknown(), { 'x-props': true })),
        data: Opt(Type.String({ description: 'Name of a data source of this screen.' })),
        show: Opt(RuleSchema),
        children: Opt(Type.Array(Type.Ref('Node'), { maxItems: 200 })),
        fallback: Opt(Type.Ref('Node')),
        lock: Opt(Lock),
        note: Opt(Note),
      },
      strict,
    ),
  },
  'Node',
)

const DataSource = Type.Object(
  {
    get: Type.String({
      pattern: '^[a-z][A-Za-z0-9/_{}.-]*$',
      description: 'Path under /api; {name} is taken from the route.',
    }),
    query: Opt(Type.Record(Type.String(), BindableText)),
    when: Opt(RuleSchema),
  },
  strict,
)

export const ScreenKind = envelope('screen', {
  layout: Opt(Type.Enum([...LAYOUTS])),
  data: Opt(Type.Record(Type.String(), DataSource)),
  children: Type.Array(NodeSchema, { maxItems: 200 }),
})

export const ReportKind = envelope('report', {
  label: Text,
  assessments: Type.Array(ref('assessment', 'Which results it needs.'), { minItems: 1 }),
  feature: ref('feature', 'Who can read it.'),
  open: Opt(
    Type.Boolean({
      description: 'Can be read by everyone who may take its assessments, whatever their plan.',
    }),
  ),
  careers: Opt(
    Type.Object(
      {
        most: Type.Integer({ minimum: 1, maximum: 12 }),
        when: Opt({ ...RuleSchema, description: 'For whom; default everyone who can read it.' }),
      },
      {
        ...strict,
        description:
          'Careers that are in the report itself, close to the result and unlike each other.',
      },
    ),
  ),
  result: Opt(
    Type.Object(
      {
        code: {
          ...Metric,
          description:
            'A metric that spells the result, a letter for each type: holland_code.code.',
        },
        even: Opt({
          ...Metric,
          description: 'A metric that says that the result has no clear shape: holland_code.even.',
        }),
        near: Opt(
          Type.Number({
            minimum: 0,
            maximum: 100,
            description:
              'Up to this many points out of 100 apart, types can’t be told apart. With it, only types above the middle are named, and none if all are that close.',
          }),
        ),
        above: Opt(
          Type.Number({
            minimum: 0,
            maximum: 100,
            description:
              'Only types higher than this, in points out of 100, are named; default 50, the middle.',
          }),
        ),
        within: Opt(
          Type.Number({
            minimum: 0,
            maximum: 100,
            description:
              'If highest and lowest are fewer points out of 100 apart than this, nothing stands out.',
          }),
        ),
        names: ref('list', 'What the letters are called.'),
      },
      { ...strict, description: 'The result in one line, on cards that lead to the report.' },
    ),
  ),
  strengths: Opt(
    list(
      Type.Object(
        {
          id: Id,
          label: Text,
          from: list(
            Type.Object(
              {
                id: Id,
                metric: Metric,
                lowest: Type.Number(),
                highest: Type.Number(),
                scale: Opt({
                  ...Metric,
                  description:
                    'A metric that says what the others can be: holland_code.scale. Default, and where a result does not say: lowest and highest.',
                }),
                weight: Type.Number({ exclusiveMinimum: 0 }),
              },
              strict,
            ),
            { minItems: 1 },
          ),
          note: Opt(Note),
        },
        strict,
      ),
      {
        description:
          'Preparation strengths and values: each is the weighted mean of the named metrics, scaled to 0 to 100.',
      },
    ),
  ),
  corrected: Opt(
    Type.Array(Text, {
      maxItems: 200,
      description:
        'Texts in which a mistake was corrected, or something taken out that harmed. The report of an older result otherwise keeps the words of its time; these it says as they are today.',
    }),
  ),
  redrawn: Opt(
    Type.Boolean({
      description:
        'The reports of older results are drawn as today, words and all: for a mistake that isn’t in a text alone.',
    }),
  ),
  children: Type.Array(NodeSchema, { maxItems: 200 }),
})
