/** How a career is compared with the six types of a person, as the API says it. */

import Type from 'typebox'
import { CLOSENESS } from '#engine/scoring/match.ts'
import { Nullable, Opt } from './shapes.ts'

export const Six = Type.Object({
  R: Type.Number(),
  I: Type.Number(),
  A: Type.Number(),
  S: Type.Number(),
  E: Type.Number(),
  C: Type.Number(),
})
const Level = Type.Enum(['low', 'fair', 'strong'])
const Closeness = Type.Enum([...CLOSENESS], {
  description:
    'The level, or the two between which it could be on another day: the six scores have an error',
})
export const LetterT = Type.Enum(['R', 'I', 'A', 'S', 'E', 'C'])

const WhySchema = Type.Object({
  shared: Type.Array(LetterT),
  more: Nullable(LetterT),
  less: Nullable(LetterT),
})

const Hedge = Type.Enum(['rough', 'unsure'], {
  description:
    'Why its place in the order says little: no type stands out, or the result is less certain',
})

/** What a career says of a person's result; empty where nothing can be compared. */
export const FIT = {
  level: Opt(Level),
  closeness: Opt(Closeness),
  why: Opt(WhySchema),
  hedge: Opt(Hedge),
}
