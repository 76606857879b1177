/** How answers become metrics. Never sent to a browser. */

import Type from 'typebox'
import { envelope, Id, list, Note, Opt, ref, strict, Text } from './members.ts'

export const ScoringKind = envelope('scoring', {
  assessment: ref('assessment', 'Whose answers it scores.'),
  responseScale: Opt(Type.Object({ min: Type.Integer(), max: Type.Integer() }, strict)),
  scales: list(
    Type.Object(
      {
        id: Id,
        label: Opt(Text),
        aggregate: Type.Enum(['sum', 'mean', 'share'], {
          description: 'share: 100 times the mean of points from 0 to 1.',
        }),
        from: Type.Integer({
          description: 'Subtracted from each answer: 1 makes 1..5 count 0..4.',
        }),
        times: Opt(
          Type.Number({
            exclusiveMinimum: 0,
            description:
              'Multiplies the value, so that forms of different lengths can be compared.',
          }),
        ),
        show: Opt(
          Type.Enum(['value', 'mean-and-score', 'hidden'], {
            description: 'How the metrics name it; default value.',
          }),
        ),
      },
      strict,
    ),
  ),
  items: list(
    Type.Object(
      {
        id: Id,
        scale: Opt(Id),
        reverse: Opt(Type.Boolean()),
        correct: Opt(
          Type.String({
            maxLength: 80,
            description: 'The option that scores 1; any other scores 0.',
          }),
        ),
        weights: Opt(
          list(Type.Object({ id: Id, weight: Type.Number({ minimum: 0, maximum: 1 }) }, strict), {
            maxItems: 8,
            description: 'What each option scores.',
          }),
        ),
        ranks: Opt(
          Type.Literal(true, {
            description:
              'A ranking: the scale named after an option gets one point, and one more for each option ranked below it.',
          }),
        ),
        note: Opt(Note),
      },
      strict,
    ),
  ),
  levels: Opt(
    list(Type.Object({ id: Id, reference: Type.Number({ exclusiveMinimum: 0 }) }, strict), {
      description:
        'For a timed task: what counts as full efficiency, in seconds per answer or cells per second.',
    }),
  ),
  facets: Opt(
    list(Type.Object({ id: Id, scale: Id, items: list(Type.Object({ id: Id }, strict)) }, strict), {
      description: 'Parts of a scale that a report puts into words.',
    }),
  ),
  derive: Opt(
    list(
      Type.Union([
        Type.Object(
          {
            id: Id,
            op: Type.Literal('interest-code'),
            even: Opt(
              Type.Number({
                minimum: 0,
                maximum: 100,
                description:
                  'If the highest and the lowest of the six are fewer points out of 100 apart than this, no order is shown and nothing is matched.',
              }),
            ),
            note: Opt(Note),
          },
          { ...strict, title: 'interest-code' },
        ),
        Type.Object(
          {
            id: Id,
            op: Type.Literal('centre'),
            groups: list(
              Type.Object({ id: Id, scales: list(Type.Object({ id: Id }, strict)) }, strict),
            ),
            note: Opt(Note),
          },
          { ...strict, title: 'centre' },
        ),
        Type.Object(
          {
            id: Id,
            op: Type.Literal('poles'),
            x: Type.Array(Id, { minItems: 2, maxItems: 2 }),
            y: Type.Array(Id, { minItems: 2, maxItems: 2 }),
            balancedBelow: Type.Integer(),
            note: Opt(Note),
          },
          { ...strict, title: 'poles' },
        ),
        Type.Object(
          { id: Id, op: Type.Literal('hit-rates'), note: Opt(Note) },
          { ...strict, title: 'hit-rates' },
        ),
        Type.Object(
          { id: Id, op: Type.Literal('chance'), note: Opt(Note) },
          { ...strict, title: 'chance' },
        ),
      ]),
    ),
  ),
  careers: Opt(
    Type.Object(
      {
        types: ref('list', 'The six types, each with its letter.'),
        strong: Type.Number({
          minimum: -1,
          maximum: 1,
          description: 'From this correlation (r) on, a career is a strong match.',
        }),
        fair: Type.Number({
          minimum: -1,
          maximum: 1,
          description: 'From this correlation (r) on, it is a fair one.',
        }),
        apart: Type.Number({
          minimum: 0,
          maximum: 5,
          description:
            'A type in which person and career differ by more standard deviations than this is named.',
        }),
      },
      {
        ...strict,
        description: 'Careers are compared with these six scores. Only one key may say so.',
      },
    ),
  ),
  quality: Opt(
    Type.Object(
      {
        fastFlagMs: Opt(Type.Integer()),
        fastInvalidMs: Opt(Type.Integer()),
        longstringFlag: Opt(Type.Integer()),
        longstringInvalid: Opt(Type.Integer()),
        irvFlag: Opt(Type.Number()),
        acquiescenceFlag: Opt(
          Type.Number({
            description:
              'If half of the items are reversed: how far the mean of all raw answers may be from the middle.',
          }),
        ),
        identicalInvalid: Opt(
          Type.Integer({
            description: 'More identical answers in a row than this, anywhere, void a result.',
          }),
        ),
        missingShare: Opt(Type.Number()),
        cycleInvalid: Opt(
          Type.Integer({
            minimum: 4,
            description:
              'As many answers in a row that repeat themselves (one answer, two in turn, a cycle of the answers, or up and down the scale) void a result.',
          }),
        ),
        pairs: Opt(
          list(
            Type.Object(
              {
                id: Type.String({ maxLength: 80, description: 'An item.' }),
                like: Type.String({
                  maxLength: 80,
                  description:
                    'Another one that says the same or, if one of the two is reversed, the opposite.',
                }),
              },
              strict,
            ),
          ),
        ),
        pairsFlag: Opt(
          Type.Number({
            description:
              'Mean distance of the pairs, in standard deviations of the person, above which answers contradict each other.',
          }),
        ),
        evenOddFlag: Opt(
          Type.Number({
            minimum: -1,
            maximum: 1,
            description:
              'Correlation of the halves of scales or facets below which answers don’t hang together.',
          }),
        ),
        fit: Opt(
          list(
            Type.Object(
              {
                id: Id,
                mean: Type.Number(),
                sd: Type.Number({ exclusiveMinimum: 0 }),
                r: Type.Number({ minimum: 0, exclusiveMaximum: 1 }),
              },
              {
                ...strict,
                description:
                  'A scale whose items have this mean, deviation and correlation in model people, in standard deviations of a person from that person’s mean.',
              },
            ),
          ),
        ),
        fitInvalid: Opt(
          Type.Number({
            description:
              'Mahalanobis distance from model people, per item, above which a result is void.',
          }),
        ),
        fitLeast: Opt(
          Type.Number({
            minimum: 0,
            maximum: 1,
            description:
              'Mean correlation of the answers of a scale, in a tenant’s own people, below which answers aren’t compared with model people: meant ones can’t be told from careless ones by that.',
          }),
        ),
        chanceFlag: Opt(
          Type.Number({
            minimum: 0,
            maximum: 100,
            description: 'A share of right answers up to which they could be guesses.',
          }),
        ),
        chanceInvalid: Opt(
          Type.Number({
            minimum: 0,
            maximum: 100,
            description:
              'A share of right answers up to which a result is in doubt for that alone.',
          }),
        ),
        note: Opt(Note),
      },
      strict,
    ),
  ),
})
