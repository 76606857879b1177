/**
 * How close a user's interests are to a career's: Pearson over the six types, with three words for
 * it (assessments 1).
 */

import { REACH } from './bands.ts'
import { HEXAGON, type Letter } from './scoring.ts'

export type Six = Readonly<Record<Letter, number>>
export type MatchLevel = 'low' | 'fair' | 'strong'
/** Between two where either could be true. */
export const CLOSENESS = ['low', 'low-fair', 'fair', 'fair-strong', 'strong'] as const
export type Closeness = (typeof CLOSENESS)[number]

/** How an instrument's key compares its scores with those of careers. */
export type MatchCuts = {
  /** Pearson's r from which a career is a strong match, and from which a fair one. */
  readonly strong: number
  readonly fair: number
  /** By how many standard deviations a type must differ to be mentioned. */
  readonly apart: number
}

/** Pearson's r over the six types; null if either side is flat. */
export function correlate(a: Six, b: Six): number | null {
  // Compares the values themselves: the mean of six equal fractions may differ from them in the
  // last digit.
  if (isLevel(a) || isLevel(b)) return null
  const meanA = HEXAGON.reduce((sum, letter) => sum + a[letter], 0) / 6
  const meanB = HEXAGON.reduce((sum, letter) => sum + b[letter], 0) / 6
  let both = 0
  let onlyA = 0
  let onlyB = 0
  for (const letter of HEXAGON) {
    const da = a[letter] - meanA
    const db = b[letter] - meanB
    both += da * db
    onlyA += da * da
    onlyB += db * db
  }
  return Math.max(-1, Math.min(1, both / Math.sqrt(onlyA * onlyB)))
}

function isLevel(six: Six): boolean {
  return HEXAGON.every((letter) => six[letter] === six.R)
}

export function levelOf(r: number, { strong, fair }: MatchCuts): MatchLevel {
  if (r >= strong) return 'strong'
  return r >= fair ? 'fair' : 'low'
}

/**
 * What may be said of r: its level or, where another day could give the next one, both. Where even
 * three are possible, its own and the one that is nearer.
 *
 * @param error standard error of r
 */
export function closenessOf(r: number, error: number, cuts: MatchCuts): Closeness {
  const mayBe = (cut: number) => Math.abs(r - cut) < REACH * error
  const [isStrong, isFair] = [mayBe(cuts.strong), mayBe(cuts.fair)]
  if (!isStrong && !isFair) return levelOf(r, cuts)
  if (isStrong && isFair) return r >= (cuts.strong + cuts.fair) / 2 ? 'fair-strong' : 'low-fair'
  return isStrong ? 'fair-strong' : 'low-fair'
}

/**
 * The standard error of r, by the delta method. What careers are like is taken as known.
 *
 * @param errors standard errors of the person's scores
 */
export function errorOfMatch(person: Six, career: Six, errors: Six): number {
  const r = correlate(person, career)
  if (r === null) return 0
  const [own, other] = [standardised(person), standardised(career)]
  const parts = HEXAGON.map((letter) => errors[letter] * (other[letter] - r * own[letter]))
  return Math.hypot(...parts) / (6 * spreadOf(person))
}

/** The types in which a profile is highest; equal values in the hexagon's order. */
export function topTypes(six: Six, count: number): Letter[] {
  return [...HEXAGON]
    .sort((a, b) => six[b] - six[a] || HEXAGON.indexOf(a) - HEXAGON.indexOf(b))
    .slice(0, count)
}

export type Why = {
  /** Among the top three and above the mean of both, in the user's order. */
  readonly shared: readonly Letter[]
  /**
   * The career asks for much more of this than the user likes; null if there is no clear
   * difference. Never one of `shared`, and neither is `less`.
   */
  readonly more: Letter | null
  /** The user likes much more of this than the career has. */
  readonly less: Letter | null
}

/**
 * Why a career fits, from the facts alone. Both profiles are compared on their own scale, in
 * standard deviations; what is liked is on the person's answer scale.
 *
 * @param liked what the person's own report would name
 */
export function explainMatch(
  person: Six,
  career: Six,
  { apart }: MatchCuts,
  liked: readonly string[],
): Why {
  const a = standardised(person)
  const b = standardised(career)
  const shared = topTypes(person, 3).filter(
    (letter) =>
      liked.includes(letter) &&
      topTypes(career, 3).includes(letter) &&
      a[letter] > 0 &&
      b[letter] > 0,
  )
  // What is said to fit isn't also too much or too little.
  const gaps = HEXAGON.filter((letter) => !shared.includes(letter)).map((letter) => ({
    letter,
    gap: b[letter] - a[letter],
  }))
  const most = gaps.reduce((best, each) => (each.gap > best.gap ? each : best))
  const least = gaps.reduce((best, each) => (each.gap < best.gap ? each : best))
  return {
    shared,
    more: most.gap > apart && topTypes(career, 3).includes(most.letter) ? most.letter : null,
    less: least.gap < -apart && liked.includes(least.letter) ? least.letter : null,
  }
}

function standardised(six: Six): Record<Letter, number> {
  const mean = meanOf(six)
  const sd = spreadOf(six) || 1
  return Object.fromEntries(HEXAGON.map((letter) => [letter, (six[letter] - mean) / sd])) as Record<
    Letter,
    number
  >
}

function meanOf(six: Six): number {
  return HEXAGON.reduce((sum, letter) => sum + six[letter], 0) / 6
}

/** Standard deviation of the six. */
function spreadOf(six: Six): number {
  const mean = meanOf(six)
  return Math.sqrt(HEXAGON.reduce((sum, letter) => sum + (six[letter] - mean) ** 2, 0) / 6)
}
