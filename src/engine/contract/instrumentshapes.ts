/** How instruments work, as the console's call answers it. */

import Type from 'typebox'
import { Anything } from './shapes.ts'

const Estimate = Type.Object(
  { value: Type.Number(), low: Type.Number(), high: Type.Number() },
  { title: 'Figure with its 95 % interval' },
)
const MaybeEstimate = Type.Union([Estimate, Type.Null()])
const MaybeCount = Type.Union([Type.Integer(), Type.Null()])
export const InstrumentHealthSchema = Type.Object(
  {
    id: Type.String(),
    title: Type.String(),
    version: Type.String(),
    versions: Type.Array(Type.String()),
    language: Type.Union([Type.String(), Type.Null()], { description: 'Null: all languages' }),
    people: MaybeCount,
    began: MaybeCount,
    finished: MaybeEstimate,
    careless: MaybeEstimate,
    completed: Type.Union([Type.Integer(), Type.Null()], {
      description: 'Attempts that `careless` is a share of',
    }),
    staying: Type.Union([Type.Array(Type.Number()), Type.Null()], {
      description:
        'Share still answering after so many questions, from none, in steps of ten people or more',
    }),
    stop: Type.Union([Type.Object({ answered: Type.Integer(), share: Estimate }), Type.Null()]),
    minutes: Type.Union([
      Type.Object({
        median: Estimate,
        promised: Type.Number(),
        bars: Type.Array(Type.Object({ from: Type.Integer(), people: MaybeCount })),
      }),
      Type.Null(),
    ]),
    scales: Type.Array(
      Type.Object({
        id: Type.String(),
        items: Type.Integer(),
        mean: Estimate,
        spread: Estimate,
        alpha: MaybeEstimate,
        omega: MaybeEstimate,
        error: MaybeEstimate,
        again: Type.Array(
          Type.Object({ days: Type.Integer(), n: Type.Integer(), r: MaybeEstimate }),
        ),
        norms: Type.Union(
          [Type.Array(Type.Object({ share: Type.Integer(), total: Estimate })), Type.Null()],
          { description: 'Totals that so many of 100 people don’t pass, from 300 people' },
        ),
        reading: Type.Union([
          Type.Literal('good'),
          Type.Literal('fair'),
          Type.Literal('look'),
          Type.Null(),
        ]),
      }),
    ),
    items: Type.Array(
      Type.Object({
        id: Type.String(),
        scale: Type.Union([Type.String(), Type.Null()]),
        best: Type.Union([Type.String(), Type.Null()], {
          description: 'The answer that counts most; null for ratings',
        }),
        mean: MaybeEstimate,
        spread: MaybeEstimate,
        shares: Type.Array(Type.Object({ value: Type.String(), share: MaybeEstimate })),
        fit: MaybeEstimate,
        seconds: MaybeEstimate,
        different: Type.Array(Anything, {
          description:
            'Groups for whom it works differently from the largest of their kind, by logistic regression',
        }),
      }),
    ),
    circle: Type.Union([
      Type.Object({ p: Type.Number(), near: Estimate, next: Estimate, opposite: Estimate }),
      Type.Null(),
    ]),
    norms: Type.Boolean(),
    languages: Type.Array(
      Type.Object({
        language: Type.String(),
        people: MaybeCount,
        began: MaybeCount,
        finished: MaybeEstimate,
        minutes: MaybeEstimate,
        alpha: MaybeEstimate,
      }),
    ),
    compared: Type.Array(
      Type.Object({
        by: Type.String({ description: 'language, or a column of the background' }),
        groups: Type.Array(Type.Object({ group: Type.String(), people: MaybeCount })),
        than: Type.Union([Type.String(), Type.Null()], {
          description: 'The group that others are compared with; null if too few people',
        }),
      }),
    ),
    groupNames: Type.Record(
      Type.String(),
      Type.Object({ name: Type.String(), groups: Type.Record(Type.String(), Type.String()) }),
    ),
    names: Type.Record(Type.String(), Type.String(), { description: 'Item -> its words' }),
    scaleNames: Type.Record(Type.String(), Type.String()),
    options: Type.Record(Type.String(), Type.Record(Type.String(), Type.String()), {
      description: 'Item -> answer -> its words, where answers have words of their own',
    }),
    from: Type.Record(Type.String(), Type.Integer()),
    lowFit: Type.Number(),
  },
  { title: 'Health of an instrument' },
)

export const InstrumentPanelSchema = Type.Object(
  {
    kind: Type.Union([Type.Literal('right'), Type.Literal('weights'), Type.Null()], {
      description: 'One answer is right, or answers are weighed; null for ratings',
    }),
    cohorts: Type.Array(Type.Object({ name: Type.String(), people: MaybeCount })),
    people: MaybeCount,
    needed: Type.Union([
      Type.Object({
        people: Type.Integer(),
        share: Type.Union([Type.Number(), Type.Null()]),
      }),
      Type.Null(),
    ]),
    items: Type.Array(
      Type.Object({
        id: Type.String(),
        best: Type.String(),
        shares: Type.Array(
          Type.Object({ value: Type.String(), share: Estimate, points: Type.Number() }),
        ),
        kept: Type.Union([Type.Boolean(), Type.Null()], {
          description: 'Enough raters chose the right answer; null with too few raters',
        }),
      }),
    ),
    names: Type.Record(Type.String(), Type.String()),
    options: Type.Record(Type.String(), Type.Record(Type.String(), Type.String())),
  },
  { title: 'Panel of raters' },
)
