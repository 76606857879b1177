/**
 * How well careers match a user's interests, by the instrument whose key says that careers are
 * compared with it.
 */

import type { Catalog } from '#engine/documents/catalog.ts'
import type { CareerDetail, CareerSummary } from '#engine/contract/contract.ts'
import { isObject } from '#engine/documents/json.ts'
import type { User } from '#engine/rules/scope.ts'
import { REACH } from '#engine/scoring/bands.ts'
import {
  closenessOf,
  correlate,
  errorOfMatch,
  explainMatch,
  levelOf,
  type Closeness,
  type MatchCuts,
  type MatchLevel,
  type Six,
} from '#engine/scoring/match.ts'
import { shapeOf } from '#engine/scoring/reportshape.ts'
import { evenWithin, HEXAGON, isTooEven, rangeOf, type Range } from '#engine/scoring/scoring.ts'

/** As many as a report names. */
const MAX_LIKED = 3

/** A user's six scores. */
export type Person = {
  readonly six: Six
  readonly scale: Range
  /** Standard errors of the six; 0 where nothing says how exact they are. */
  readonly errors: Six
  /** The six are so alike that a comparison would be meaningless. */
  readonly even: boolean
  readonly resultDate: string
  readonly cuts: MatchCuts
  /** What the report itself names; null if it names nothing, so that no match is a strong one. */
  readonly liked: readonly string[] | null
  /** Signs that the answers were careless. */
  readonly unsure: boolean
}

/** The key whose scores careers are compared with; undefined if the tenant has none. */
function keyOf(catalog: Catalog) {
  return catalog.all('scoring').find(({ careers }) => careers !== undefined)
}

/** Null before the instrument is taken, and if a result lacks one of the six. */
export function personOf(catalog: Catalog, user: Pick<User, 'assessments'>): Person | null {
  const key = keyOf(catalog)
  const result = key && user.assessments[key.assessment]
  if (key?.careers === undefined || result === undefined || !isObject(result.metrics)) return null
  const { metrics } = result
  if (HEXAGON.some((letter) => typeof metrics[letter] !== 'number')) return null
  const { R, I, A, S, E, C } = metrics as Six
  const six = { R, I, A, S, E, C }
  // A server of the previous version may still be running, and stores results without these.
  const scale = isRange(metrics['scale']) ? metrics['scale'] : rangeOf(HEXAGON[0], key)
  const { even = isTooEven(spreadOf(six), scale, evenWithin(key)) } = metrics
  return {
    six,
    scale,
    errors: errorsOf(catalog, key.assessment, metrics, scale),
    even: even === true,
    resultDate: result.updatedAt,
    cuts: key.careers,
    liked: likedBy(catalog, key.assessment, metrics, six, scale),
    unsure: isObject(result.quality) && result.quality['confidence'] === 'low',
  }
}

/** The types that the report of the instrument names: one rule for both. */
function likedBy(
  catalog: Catalog,
  assessment: string,
  metrics: Readonly<Record<string, unknown>>,
  six: Six,
  scale: Range,
): readonly string[] | null {
  const own = resultIn(catalog, assessment)
  // A result that doesn't say what its scores can be gets the scale of the key.
  const shape = own && shapeOf(own, { [assessment]: { ...metrics, scale } }, HEXAGON, MAX_LIKED)
  if (shape) return shape.shape === 'led' ? shape.named.map(({ row }) => row.id) : null
  const high = HEXAGON.filter((letter) => six[letter] > (scale.lowest + scale.highest) / 2)
  return high.length === 0 ? null : high
}

/** What the report of the instrument says of its result. */
function resultIn(catalog: Catalog, assessment: string) {
  return catalog
    .all('report')
    .find(({ assessments, result }) => result !== undefined && assessments.includes(assessment))
    ?.result
}

/** The result's own, otherwise those behind the report's limit for two scores that may swap. */
function errorsOf(
  catalog: Catalog,
  assessment: string,
  metrics: Readonly<Record<string, unknown>>,
  { lowest, highest }: Range,
): Six {
  const own = isObject(metrics['errors']) ? metrics['errors'] : {}
  const near = resultIn(catalog, assessment)?.near ?? 0
  const borrowed = ((near / 100) * (highest - lowest)) / (REACH * Math.SQRT2)
  const errors = HEXAGON.map((letter) => {
    const each = own[letter]
    return [letter, typeof each === 'number' ? each : borrowed] as const
  })
  return Object.fromEntries(errors) as Six
}

/** The word for how near a career is; where no type stands out, none is a strong match. */
function nearLevel(r: number, { cuts, liked }: Pick<Person, 'cuts' | 'liked'>): MatchLevel {
  const level = levelOf(r, cuts)
  return level === 'strong' && liked === null ? 'fair' : level
}

/** The same, in the words that may be said of it near a limit. */
function saidOf(person: Person, career: Six, r: number): Closeness {
  const said = closenessOf(r, errorOfMatch(person.six, career, person.errors), person.cuts)
  const isStrong = said === 'strong' || said === 'fair-strong'
  return isStrong && person.liked === null ? 'fair' : said
}

function spreadOf(six: Six): number {
  const values = Object.values(six)
  return Math.max(...values) - Math.min(...values)
}

function isRange(value: unknown): value is Range {
  return (
    isObject(value) && typeof value['lowest'] === 'number' && typeof value['highest'] === 'number'
  )
}

/** Pearson's r; null if a comparison isn't possible. */
export function nearness({ six, even }: Person, career: Six | null): number | null {
  return even || career === null ? null : correlate(six, career)
}

/** Careers that a comparison is possible with, nearest first. */
export function rankedFor<Career extends { readonly id: string; readonly interests: Six | null }>(
  person: Person,
  careers: readonly Career[],
): { readonly row: Career; readonly r: number }[] {
  return careers
    .flatMap((row) => {
      const r = row.interests === null ? null : (nearness(person, row.interests) ?? -1)
      return r === null ? [] : [{ row, r }]
    })
    .sort((a, b) => b.r - a.r || (a.row.id < b.row.id ? -1 : 1))
}

/** The word for the match and the reasons; empty if a comparison isn't possible. */
export function fitOf(
  person: Person | null,
  career: Six | null,
): Pick<CareerSummary, 'level' | 'closeness' | 'why' | 'hedge'> {
  const r = person === null ? null : nearness(person, career)
  if (person === null || career === null || r === null) return {}
  const level = nearLevel(r, person)
  const closeness = saidOf(person, career, r)
  if (person.liked === null) return { level, closeness, hedge: 'rough' }
  const { shared, more, less } = explainMatch(person.six, career, person.cuts, person.liked)
  return {
    level,
    closeness,
    why: { shared: [...shared], more, less },
    ...(person.unsure && { hedge: 'unsure' as const }),
  }
}

/** The user's side of a comparison with one career. */
export function sideOf(person: Person | null): Pick<CareerDetail, 'person' | 'personScale'> {
  return { person: person?.six ?? null, personScale: person?.scale ?? null }
}

/**
 * The name of a type in the careers' data, from its id or its letter; undefined if there is no such
 * type.
 */
export function letterOf(catalog: Catalog, type: string): string | undefined {
  const list = catalog.get('list', keyOf(catalog)?.careers?.types ?? '')
  return list?.items.find(({ id, letter }) => id === type || letter === type)?.letter
}
