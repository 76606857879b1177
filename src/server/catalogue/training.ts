/**
 * How long people study or train for a career here, and in what way (content/career-training.json,
 * docs/decisions/0065).
 *
 * O*NET's own education data are American: next to ours, they would contradict them.
 */

import type { CareerFacts, Training } from '#server/store/careers.ts'

export type TrainingTable = {
  readonly version: number
  /** `years` until a person can do the work. */
  readonly roads: readonly { readonly id: string; readonly years: number }[]
  /** The first row that matches decides; a row without a condition matches every career. */
  readonly rows: readonly TrainingRow[]
}

type TrainingRow = {
  readonly id: string
  readonly road: string
  /** Prefixes of O*NET codes, of ISCO-08 codes. */
  readonly codes?: readonly string[]
  readonly isco?: readonly string[]
  readonly zones?: readonly number[]
  /** Categories of the survey, and how many of 100 must have named this one. */
  readonly modes?: readonly number[]
  readonly atLeast?: number
}

/** Upper limits of the steps, in years: no study, one, three, four; the fifth step has no limit. */
const STEPS = [0, 1, 3, 4] as const

/** @throws if no row matches or a row names no training path: an error in the file */
export function trainingOf(career: CareerFacts, { roads, rows }: TrainingTable): Training {
  const row = rows.find((each) => fits(each, career))
  const road = roads.find(({ id }) => id === row?.road)
  if (road === undefined)
    throw new Error(`career-training.json: no road for ${career.code} (row ${row?.id ?? 'none'})`)
  return { road: road.id, years: road.years, step: stepOf(road.years) }
}

function fits(
  { codes, isco, zones, modes, atLeast = 0 }: TrainingRow,
  career: CareerFacts,
): boolean {
  const begins = (text: string | null, starts: readonly string[]) =>
    starts.some((start) => text?.startsWith(start) === true)
  return (
    (codes === undefined || begins(career.code, codes)) &&
    (isco === undefined || begins(career.isco08, isco)) &&
    (zones === undefined || zones.includes(career.jobZone)) &&
    (modes === undefined || (career.education !== null && modes.includes(career.education.mode))) &&
    (career.education?.pct ?? 0) >= atLeast
  )
}

/** The step of five that so many years make. */
export function stepOf(years: number): number {
  const step = STEPS.findIndex((most) => years <= most)
  return step === -1 ? STEPS.length + 1 : step + 1
}

/**
 * South Africa's texts for a training path if the user is South African, otherwise general ones;
 * null if no path is known.
 */
export function trainingFor(
  { training }: { readonly training: Training | null },
  country: string | null,
): Training | null {
  if (training === null) return null
  return country === 'ZA' ? training : { ...training, road: `general_${training.road}` }
}

const WAYS = ['shorter', 'same', 'longer'] as const
export type Way = (typeof WAYS)[number]

/** @returns how long another career's training is beside this one's; null if either isn't known */
export function wayBeside(own: Training | null, other: Training | null): Way | null {
  if (own === null || other === null) return null
  const more = other.years - own.years
  return more < 0 ? 'shorter' : more > 0 ? 'longer' : 'same'
}

/** Shortest first, those that aren't known last. */
export function placeOfWay(way: Way | null): number {
  return way === null ? WAYS.length : WAYS.indexOf(way)
}
