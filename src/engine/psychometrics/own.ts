/**
 * What a result says about itself from the answers of earlier people: the error of each score, and
 * the share of people who scored lower. It is stored with the result, so that a report never changes
 * because somebody else answered (docs/decisions/0146). Pure.
 */

import { percentileOf, type Norms } from './norms.ts'
import { countedItems } from './sums.ts'
import { chanceOf, type Centre } from '#engine/scoring/derive.ts'
import type { Answers, ScoringKey } from '#engine/scoring/scoring.ts'

export type OwnNorms = {
  /** Of everybody in the language of the attempt or, if they are too few, in any. */
  readonly all: Norms
  /** Of people of the same language and age; undefined if there are too few. */
  readonly alike?: Norms & { readonly language: string; readonly age: string }
}

type Numbers = Readonly<Record<string, number>>
type Nested = { [name: string]: number | Nested }

/**
 * The key with what meant answers look like among the tenant's own people, once enough are known:
 * what they answer on average. How far answers are spread, and how alike those of a scale are, stays
 * that of the key, because its limit was set for that: norms leave out people who were marked, so their
 * own spread is narrower, and would mark more people each time. Where answers are less alike than the
 * limit holds for (`fitLeast`), this sign isn't looked at.
 */
export function fittedKey(key: ScoringKey, own: OwnNorms | undefined): ScoringKey {
  const { quality } = key
  const expected = quality?.fit ?? []
  const known = expected.flatMap((each) => {
    const theirs = own?.all.fit.find(({ id }) => id === each.id)
    return theirs === undefined ? [] : [{ each, theirs }]
  })
  if (quality === undefined || known.length === 0 || known.length < expected.length) return key
  const alike = known.reduce((sum, { theirs }) => sum + theirs.r, 0) / known.length
  if (alike < (quality.fitLeast ?? 0)) {
    const { fit: _fit, fitInvalid: _limit, ...others } = quality
    return { ...key, quality: others }
  }
  const fit = known.map(({ each, theirs }) => ({ ...each, mean: theirs.mean }))
  return { ...key, quality: { ...quality, fit } }
}

/** @returns the metrics, and `errors` and `norms` in the same shape, as far as they are known */
export function withNorms(
  metrics: Record<string, unknown>,
  answers: Answers,
  key: ScoringKey,
  own: OwnNorms | undefined,
): Record<string, unknown> {
  if (own === undefined) return metrics
  const errors = errorsOf(key, own.all.errors)
  const { alike } = own
  const percentiles = alike === undefined ? {} : percentilesOf(answers, key, alike)
  return {
    ...metrics,
    ...(Object.keys(errors).length > 0 && { errors }),
    ...(alike !== undefined &&
      Object.keys(percentiles).length > 0 && {
        norms: {
          people: alike.people,
          language: alike.language,
          age: alike.age,
          percentiles,
        },
      }),
  }
}

/** @param errors scale -> standard error of a sum of points */
function errorsOf(key: ScoringKey, errors: Numbers): Nested {
  const shown = key.scales.flatMap((scale): [string, number | Nested][] => {
    const error = errors[scale.id]
    if (error === undefined || scale.show === 'hidden') return []
    const own = error * unitOf(scale, key)
    return [[scale.id, scale.show === 'mean-and-score' ? both(own, key) : own]]
  })
  const derived = (key.derive ?? []).map((row): Nested => {
    if (row.op === 'centre') return centred(row, key, errors)
    if (row.op !== 'chance') return {}
    const [error] = Object.values(errors)
    const { best, blind } = chanceOf(key)
    return error === undefined || best === blind
      ? {}
      : { corrected: (100 * error) / (best - blind) }
  })
  return Object.assign(Object.fromEntries(shown), ...derived) as Nested
}

/** What a point of the sum is in the metric. */
function unitOf({ id, aggregate, times = 1 }: ScoringKey['scales'][number], key: ScoringKey) {
  const size = sizeOf(id, key)
  return times * (aggregate === 'sum' ? 1 : aggregate === 'share' ? 100 / size : 1 / size)
}

function both(mean: number, { responseScale }: ScoringKey): Nested {
  const { min, max } = responseScale!
  return { mean, score: (100 * mean) / (max - min) }
}

function sizeOf(scale: string, key: ScoringKey): number {
  return key.items.filter((item) => item.scale === scale).length
}

/** Each mean less the mean of all answers, whose errors are those of all scales. */
function centred({ groups }: Centre, key: ScoringKey, errors: Numbers): Nested {
  const ids = key.scales.map(({ id }) => id)
  if (ids.some((id) => errors[id] === undefined)) return {}
  const means = ids.map((id) => ({ id, error: errors[id]! / sizeOf(id, key) }))
  const weight = (id: string) => sizeOf(id, key) / key.items.length
  const errorOf = (within: readonly string[]) =>
    Math.hypot(
      ...means.map(
        ({ id, error }) => ((within.includes(id) ? 1 / within.length : 0) - weight(id)) * error,
      ),
    )
  return {
    values: Object.fromEntries(ids.map((id) => [id, errorOf([id])])),
    groups: Object.fromEntries(
      groups.map(({ id, scales }) => [id, errorOf(scales.map((each) => each.id))]),
    ),
  }
}

/** Of scales that are shown as they are; priorities of one person can't be compared with others'. */
function percentilesOf(answers: Answers, key: ScoringKey, { totals }: Norms): Nested {
  const items = countedItems(key)
  return Object.fromEntries(
    key.scales.flatMap((scale): [string, number | Nested][] => {
      const known = totals[scale.id]
      if (known === undefined || scale.show === 'hidden') return []
      const points = items
        .filter((item) => item.scale === scale.id)
        .map(({ item, points: of }) =>
          answers[item] === undefined ? null : (of[String(answers[item])] ?? 0),
        )
      if (points.some((each) => each === null)) return []
      const total = Math.round(points.reduce((sum: number, each) => sum + each!, 0))
      const percentile = percentileOf(total, known)
      return [
        [
          scale.id,
          scale.show === 'mean-and-score' ? { mean: percentile, score: percentile } : percentile,
        ],
      ]
    }),
  )
}
