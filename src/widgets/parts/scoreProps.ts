/** Properties that the widgets of a report share: which metric a row shows, and on what scale. */

import Type, { type Static } from 'typebox'
import { TYPES } from './Glyph.tsx'

export const Text = Type.String({ 'x-ref': 'text' })
export const Metric = Type.String({
  pattern: '^[a-z0-9_]+(\\.[A-Za-z0-9_]+)+$',
  maxLength: 120,
  description: 'Assessment and path: big_5.extraversion.score.',
})
export const error = Type.String({
  pattern: '^[a-z0-9_]+(\\.[A-Za-z0-9_]+)+$',
  maxLength: 120,
  description: 'A metric that holds the standard error, in points out of 100.',
})
export const Id = Type.String({ maxLength: 80 })
export const IconName = Type.String({ 'x-ref': 'icon' })

export const row = {
  id: Id,
  metric: Metric,
  minus: Type.Optional(
    Type.String({
      pattern: '^[a-z0-9_]+(\\.[A-Za-z0-9_]+)+$',
      maxLength: 120,
      description: 'Subtracted from it: the distance between two that pull against each other.',
    }),
  ),
  turned: Type.Optional(Type.Boolean({ description: 'Counts from the other end of the scale.' })),
  against: Type.Optional(
    Type.String({
      maxLength: 80,
      description:
        'The row that it pulls against. Nothing stands out while all such pairs are level.',
    }),
  ),
}
export const scale = {
  lowest: Type.Optional(Type.Number({ description: 'What the metrics are at least; default 0.' })),
  highest: Type.Optional(Type.Number({ description: 'What they are at most; default 100.' })),
}
/** The same, where the result itself may give it. */
export const ownScale = {
  scale: Type.Optional(
    Type.String({
      pattern: '^[a-z0-9_]+(\\.[A-Za-z0-9_]+)+$',
      maxLength: 120,
      description:
        "A metric that says what the others can be: holland_code.scale. Where a result doesn't say: lowest and highest.",
    }),
  ),
  ...scale,
}
/** What goes with a picture. */
export const pictured = {
  pictureText: Type.Optional(
    Type.String({
      'x-ref': 'text',
      description: "What the picture shows, for people who can't see it.",
    }),
  ),
  decorative: Type.Optional(
    Type.Boolean({ description: 'It only decorates: screen readers pass over it.' }),
  ),
  pixels: Type.Optional(
    Type.String({
      pattern: '^[1-9]\\d{0,4}x[1-9]\\d{0,4}$',
      'x-hidden': true,
      description:
        'Width and height, so that nothing moves when it arrives; known once it is chosen.',
    }),
  ),
}
/** For scores from the person's own mean. */
export const base = {
  base: Type.Optional(
    Type.Object(
      {
        metric: Metric,
        above: Type.Number({ description: 'In units of the metrics.' }),
      },
      {
        additionalProperties: false,
        description:
          'A metric with the mean that was taken off. What isn’t above this with it is never named, however far it is ahead of the rest.',
      },
    ),
  ),
}
/** For lists in order: which of equal scores comes first. */
export const ties = {
  ties: Type.Optional(
    Type.String({
      pattern: '^[a-z0-9_]+(\\.[A-Za-z0-9_]+)+$',
      maxLength: 120,
      description:
        'A metric that spells the order of the highest, a letter each, which is the id of its row: holland_code.code. Default: equal ones in the order of the rows.',
    }),
  ),
}
export const of = Type.String({
  'x-ref': 'text',
  description: 'Words after points: {{most}} is what a score can be at most. Default: none.',
})
export const near = Type.Number({
  minimum: 0,
  maximum: 100,
  description: 'Up to this many points out of 100 apart, two could change places on another day.',
})
export const even = Type.Number({
  minimum: 0,
  maximum: 100,
  description:
    'If highest and lowest are fewer points out of 100 apart than this, nothing stands out.',
})
export const tile = Type.Enum(TYPES, { description: 'Tile of a worker type, instead of an icon.' })
export const cuts = Type.Array(Type.Number({ minimum: 0, maximum: 100 }), {
  minItems: 1,
  maxItems: 4,
  description: 'Where one band ends and the next begins, on 0 to 100; default 33.3 and 66.7.',
})
export const sem = Type.Number({
  minimum: 0,
  maximum: 50,
  description:
    'Standard error in points out of 100: draws the band where the score of another day would be, and says so.',
})
export const percentiles = Type.Boolean({
  description:
    'Says how many of 100 people of the same language and age score lower, once 300 of the tenant’s own have taken it; default false.',
})
export const bands = Type.Array(Text, {
  minItems: 2,
  maxItems: 5,
  description:
    'Words of the bands, lowest first, in lower case; one more than cuts. Default: less like you, in between, more like you.',
})
/** For sentences that rank: what may be named, and what is said if nothing may. */
export const rank = {
  near: Type.Optional(near),
  above: Type.Optional(
    Type.Number({
      minimum: 0,
      maximum: 100,
      description:
        'Only scores higher than this, in points out of 100, are named; default 50, the middle.',
    }),
  ),
}
export const strict = { additionalProperties: false } as const

/** A corner of a hexagon; corners go clockwise from the top, and neighbours have most in common. */
export const corner = {
  id: Id,
  title: Text,
  icon: Type.Optional(IconName),
  tile: Type.Optional(tile),
}
const Corner = Type.Object(corner, strict)
export const Corners = Type.Array(Corner, {
  minItems: 6,
  maxItems: 6,
  description: 'From the top clockwise; neighbours have most in common.',
})
export type Corner = Static<typeof Corner>
