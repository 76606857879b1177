/** What earlier people say about a scale, and what a result keeps of it. */

import { describe, expect, it } from 'vitest'
import { momentsOf, covariances, total } from '#engine/psychometrics/moments.ts'
import {
  normsOf,
  normsOfAge,
  percentileOf,
  rowsForNorms,
  totalAt,
  type Norms,
} from '#engine/psychometrics/norms.ts'
import { alphaOf, errorOf } from '#engine/psychometrics/reliability.ts'
import { countedItems } from '#engine/psychometrics/sums.ts'
import { ownError, percentileAt, ranked } from '#engine/scoring/bands.ts'
import { misfit, ownRatings } from '#engine/scoring/consistency.ts'
import { closeRuns } from '#engine/scoring/closeness.ts'
import { fittedKey, withNorms } from '#engine/psychometrics/own.ts'
import { strengthsOf } from '#engine/scoring/reports.ts'
import { score } from '#engine/scoring/scoring.ts'
import { lowestOf, standingOf } from '#engine/scoring/standing.ts'
import { catalog } from '#tests/support/documents.ts'
import { instrument, peopleOf, pointsOf, sumsOf } from '#tests/support/simulatedsums.ts'
import { randomness, variance, type Answered } from '#tests/support/simulated.ts'

describe('norms', () => {
  const people = peopleOf('big_5', 320)
  const items = countedItems(instrument('big_5').key)
  const sums = sumsOf('big_5', people, '18-20')
  const norms = normsOf(items, sums, 320)

  it('have the standard error of a sum, as alpha and spread give it', () => {
    const moments = momentsOf(pointsOf('big_5', 'extraversion', people))
    const spread = Math.sqrt(total(covariances(moments)))
    expect(norms.errors['extraversion']).toBeCloseTo(errorOf(spread, alphaOf(moments)!).value, 8)
  })

  it('have how many people had which total, of everybody and of an age', () => {
    const sumsOfPeople = pointsOf('big_5', 'extraversion', people).map((row) =>
      row.reduce((all, value) => all + value, 0),
    )
    const ofAge = normsOfAge(items, sums, '18-20')
    for (const { totals } of [norms, ofAge]) {
      const known = totals['extraversion']!
      expect(known.reduce((all, [, count]) => all + count, 0)).toBe(320)
      for (const [at, count] of known)
        expect(count).toBe(sumsOfPeople.filter((each) => each === at).length)
    }
    expect(normsOfAge(items, sums, '21-25').totals).toEqual({})
  })

  it('know what meant answers look like, as the misfit of the same people shows', () => {
    const own = people.map(({ answers }) =>
      misfit(ownRatings(answers, instrument('big_5').key), norms.fit)!,
    )
    // On average each answer is as far away as the covariance says: 1.
    expect(own.reduce((sum, each) => sum + each, 0) / own.length).toBeCloseTo(1, 1)
    expect(norms.fit).toHaveLength(5)
  })

  it('start with 200 people for errors, and with 300 for totals and fit', () => {
    const few = (n: number) => normsOf(items, sumsOf('big_5', people.slice(0, n)), n)
    expect(few(199)).toMatchObject({ errors: {}, totals: {}, fit: [] })
    expect(Object.keys(few(200).errors)).toHaveLength(5)
    expect(few(299)).toMatchObject({ totals: {}, fit: [] })
    expect(Object.keys(few(300).totals)).toHaveLength(5)
  })

  it('need a few rows of the sums, and no others', () => {
    const starts = rowsForNorms(items)
    const some = Object.fromEntries(
      Object.entries(sums).filter(([name]) => starts.some((start) => name.startsWith(start))),
    )
    expect(normsOf(items, some, 320)).toEqual(norms)
    expect(Object.keys(some).length).toBeLessThan(Object.keys(sums).length / 5)
  })

  it('give percentiles at the middle of a rank', () => {
    const totals = [
      [10, 1],
      [12, 2],
      [15, 1],
    ] as const
    expect([9, 10, 11, 12, 15, 16].map((at) => percentileOf(at, totals))).toEqual([
      0, 12.5, 25, 50, 87.5, 100,
    ])
    expect([0.1, 0.5, 0.75, 0.9].map((share) => totalAt(share, totals))).toEqual([10, 12, 12, 15])
  })
})

describe('a result', () => {
  const normsFor = (id: string): Norms =>
    normsOf(countedItems(instrument(id).key), sumsOf(id, peopleOf(id, 400)), 400)
  const taken = (id: string, alike = false) => {
    const { key } = instrument(id)
    const [person] = peopleOf(id, 1, 99) as [Answered]
    const all = normsFor(id)
    const metrics = withNorms(score(person.answers, key), person.answers, key, {
      all,
      ...(alike && { alike: { ...all, language: 'en', age: '18-20' } }),
    })
    return { metrics: { [id]: metrics }, all, key, person }
  }

  it('is as it was where nothing is known', () => {
    const { key } = instrument('big_5')
    const [{ answers }] = peopleOf('big_5', 1) as [Answered]
    const metrics = score(answers, key)
    expect(withNorms(metrics, answers, key, undefined)).toBe(metrics)
    expect(fittedKey(key, undefined)).toBe(key)
  })

  it('has errors in the points of its metrics', () => {
    const sums = taken('holland_code')
    const row = { id: 'R', metric: 'holland_code.R' }
    expect(ownError(sums.metrics, row, { lowest: 0, highest: 40 })).toBeCloseTo(
      (100 * sums.all.errors['R']!) / 40,
      8,
    )
    const means = taken('big_5')
    expect(ownError(means.metrics, { id: 'e', metric: 'big_5.extraversion.score' })).toBeCloseTo(
      (100 * means.all.errors['extraversion']!) / 12 / 4,
      8,
    )
    const shares = taken('understanding_emotion')
    expect(
      ownError(shares.metrics, { id: 'u', metric: 'understanding_emotion.score' }),
    ).toBeCloseTo((100 * shares.all.errors['score']!) / 19, 8)
    const corrected = taken('managing_emotion')
    const of = (metric: string) => ownError(corrected.metrics, { id: 'm', metric })!
    expect(of('managing_emotion.corrected')).toBeGreaterThan(of('managing_emotion.score'))
  })

  it('has the errors of centred values that repeated answering shows', () => {
    const { metrics, key, all } = taken('value_scales')
    // The same person again and again: true means, and errors as large as the norms say.
    const random = randomness(3)
    const normal = () => Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random())
    const often = Array.from({ length: 20_000 }, () => {
      const means = key.scales.map(({ id }) => (all.errors[id]! / 4) * normal())
      const mrat = means.reduce((sum, each) => sum + each, 0) / means.length
      return means[0]! - mrat
    })
    const { id } = key.scales[0]!
    const error = ownError(metrics, { id, metric: `value_scales.values.${id}` }, { highest: 100 })!
    expect(error / Math.sqrt(variance(often))).toBeCloseTo(1, 1)
    const strengths = strengthsOf(catalog.get('report', 'value-scales')!, metrics)
    expect(strengths.every(({ own }) => own !== undefined && own > 0)).toBe(true)
  })

  it('has percentiles of people of the same language and age, and of nobody else', () => {
    const alone = taken('big_5')
    const row = { id: 'e', metric: 'big_5.extraversion.score' }
    expect(percentileAt(alone.metrics, row)).toBeNull()
    const { metrics, all, person } = taken('big_5', true)
    const [points] = pointsOf('big_5', 'extraversion', [person])
    const below = percentileOf(
      points!.reduce((sum, each) => sum + each, 0),
      all.totals['extraversion']!,
    )
    expect(percentileAt(metrics, row)).toBe(Math.round(below))
    expect(percentileAt(metrics, { ...row, turned: true })).toBe(Math.round(100 - below))
  })

  it('is compared with what the tenant’s own people answer on average, by the limits of the key', () => {
    const { all, key } = taken('big_5')
    const expected = key.quality!.fit!
    const alike = (r: number) => ({ all: { ...all, fit: all.fit.map((each) => ({ ...each, r })) } })
    const least = key.quality!.fitLeast!
    for (const own of [{ all }, alike(0.9), alike(least + 0.001)])
      expect(fittedKey(key, own).quality).toEqual({
        ...key.quality,
        fit: expected.map((each) => ({
          ...each,
          mean: all.fit.find(({ id }) => id === each.id)!.mean,
        })),
      })
    // Less alike than the key knows of: all other signs stay.
    const { fit: _fit, fitInvalid: _limit, ...others } = key.quality!
    expect(fittedKey(key, alike(least - 0.001)).quality).toEqual(others)
    expect(fittedKey(key, { all: { ...all, fit: all.fit.slice(1) } })).toBe(key)
  })

  it('ranks by its own errors instead of borrowed ones', () => {
    const rows = ['R', 'I', 'A'].map((id) => ({ id, metric: `holland_code.${id}` }))
    const metrics = (errors?: Record<string, number>) => ({
      holland_code: { R: 36, I: 29, A: 6, ...(errors && { errors }) },
    })
    const all = (errors?: Record<string, number>) =>
      ranked(metrics(errors), rows, { lowest: 0, highest: 40 })
    // Seven points apart: within the borrowed eight, beyond what exact scores can differ by.
    const said = (errors?: Record<string, number>) =>
      standingOf(all(errors), { count: 1, near: 20 }).isClear
    expect(said()).toBe(false)
    expect(said({ R: 2, I: 2, A: 2 })).toBe(true)
    expect(said({ R: 4, I: 4, A: 4 })).toBe(false)
    // An error of one alone says nothing about a difference.
    expect(said({ R: 2 })).toBe(false)
    expect(closeRuns(all(), 20)).toHaveLength(1)
    expect(closeRuns(all({ R: 2, I: 2, A: 2 }), 20)).toHaveLength(0)
    expect(lowestOf(all({ R: 9, I: 9, A: 9 }), { near: 20 })).toEqual([])
  })

  it('names a trait where its own error leaves the middle', () => {
    const rows = [
      { id: 'a', metric: 'big_5.a.score' },
      { id: 'b', metric: 'big_5.b.score' },
    ]
    const named = (error?: number) =>
      standingOf(
        ranked(
          {
            big_5: {
              a: { score: 62 },
              b: { score: 20 },
              ...(error !== undefined && { errors: { a: { score: error }, b: { score: error } } }),
            },
          },
          rows,
        ),
        { near: 21, above: 64.7 },
      ).named.map(({ row }) => row.id)
    expect([named(), named(6), named(6.2)]).toEqual([[], ['a'], []])
  })
})
