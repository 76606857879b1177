/**
 * Careless answering, simulated: of six kinds of it, how many results are marked as unsure, and how
 * many of people who read and mean it, by how they use the answer scale. The thresholds are those of
 * the shipped keys. They were set on one seed (CALIBRATE=1 prints them) and are reported on another.
 *
 *   npm run bench -- careless     (PEOPLE of each kind, 2000; ONLY=big_5,ipip for some instruments)
 */

import { evenOdd, misfit, ownRatings, pairDistance } from '#engine/scoring/consistency.ts'
import { judgeQuality, NOT_COUNTED } from '#engine/scoring/quality.ts'
import type { ScoringKey } from '#engine/scoring/scoring.ts'
import {
  alphaOf,
  CARELESS,
  carelessPerson,
  modelPerson,
  randomness,
  LITTLE,
  STYLES,
  variance,
  type Answered,
  type Instrument,
} from '#tests/support/simulated.ts'
import { catalog } from '#tests/support/documents.ts'
import { percentile, report, round, type Row } from './support/report.ts'

const PEOPLE = Number(process.env['PEOPLE'] ?? 2000)
const SET_ON = 1
const REPORTED_ON = 2

const instruments: Instrument[] = catalog
  .all('scoring')
  .filter(({ items, quality }) => items.length > 0 && quality !== undefined)
  .filter(({ id }) => process.env['ONLY']?.split(',').includes(id) ?? true)
  .map((key) => ({ key, document: catalog.get('assessment', key.assessment)! }))

function many(make: (random: () => number) => Answered, seed: number): Answered[] {
  const random = randomness(seed)
  return Array.from({ length: PEOPLE }, () => make(random))
}

function isMarked({ key, document }: Instrument, { answers, ms, order }: Answered): boolean {
  return judgeQuality(answers, ms, order, key, document).confidence === 'low'
}

/** Marked, or no better than guesses: counts in no norms. */
function isLeftOut({ key, document }: Instrument, { answers, ms, order }: Answered): boolean {
  const { confidence, flags } = judgeQuality(answers, ms, order, key, document)
  return confidence === 'low' || flags.some((flag) => NOT_COUNTED.includes(flag))
}

/** Of instruments with right answers: how many of those who guess, and of those who don't. */
function leftOutRow(instrument: Instrument): Row {
  const leftOut = (people: readonly Answered[]) =>
    share(people.map((person) => isLeftOut(instrument, person)))
  return {
    what: instrument.key.id,
    random: leftOut(many((random) => carelessPerson(instrument, 'random', random), REPORTED_ON)),
    'model people': leftOut(many((random) => modelPerson(instrument, random), REPORTED_ON)),
  }
}

function share(all: readonly boolean[]): number {
  return round((100 * all.filter(Boolean).length) / all.length)
}

function rowOf(instrument: Instrument): Row {
  const marked = (people: readonly Answered[]) =>
    share(people.map((person) => isMarked(instrument, person)))
  return {
    what: instrument.key.id,
    ...Object.fromEntries(
      CARELESS.map((kind) => [
        kind,
        marked(many((random) => carelessPerson(instrument, kind, random), REPORTED_ON)),
      ]),
    ),
    'model people': marked(many((random) => modelPerson(instrument, random), REPORTED_ON)),
    ...Object.fromEntries(
      STYLES.map((style) => [
        style,
        marked(many((random) => modelPerson(instrument, random, style), REPORTED_ON)),
      ]),
    ),
    // Where the questions of a scale agree less than in the reference sample, and the most of any
    // way of using the scale.
    'alpha .60': marked(
      many((random) => modelPerson(instrument, random, undefined, LITTLE), REPORTED_ON),
    ),
    'alpha .60, most': Math.max(
      ...STYLES.map((style) =>
        marked(many((random) => modelPerson(instrument, random, style, LITTLE), REPORTED_ON)),
      ),
    ),
  }
}

/** Do the model people have the means, spreads and alphas of the reference (assessments 2)? */
function modelRows(instrument: Instrument): Row[] {
  const { key } = instrument
  const people = many((random) => modelPerson(instrument, random), REPORTED_ON)
  const { min, max } = key.responseScale!
  return key.scales.map(({ id }) => {
    const items = key.items.filter(({ scale }) => scale === id)
    const rows = people.map(({ answers }) =>
      items.map((item) => {
        const value = Number(answers[item.id])
        return item.reverse ? min + max - value : value
      }),
    )
    const means = rows.map((row) => row.reduce((sum, value) => sum + value, 0) / row.length)
    return {
      what: `${key.id} ${id}`,
      mean: round(means.reduce((sum, value) => sum + value, 0) / means.length, 2),
      sd: round(Math.sqrt(variance(means)), 2),
      alpha: round(alphaOf(rows), 2),
    }
  })
}

/** At most so many of any kind of people who mean it, in percent, on the seed that limits are set on. */
const MOST = 7
/** Of all of them together. */
const MOST_OF_ALL = 4.5
/** Of two signs that are doubted only together, how often each may be seen beside `misfit`. */
const SOFT = 0.35
/** Halves of scales that don't go together at all are always such a sign. */
const LEAST_HALVES = 0.001

/**
 * What the keys should say, from the answers of the first seed: the limits at which as many people
 * who mean it are marked as may be, of the kind of which it is most.
 *
 * How alike the answers of a scale are is half of what it is in model people: limits have to hold for
 * people in whom they agree little, too. `fitLeast` is how alike those people's are.
 */
function calibrated(instrument: Instrument): object {
  const { key, document } = instrument
  const { pairsFlag: _p, evenOddFlag: _e, fitInvalid: _f, ...basic } = key.quality!
  const basicKey: ScoringKey = { ...key, quality: basic }
  const model = many((random) => modelPerson(instrument, random), SET_ON)
  const little = many((random) => modelPerson(instrument, random, undefined, LITTLE), SET_ON)
  const alike = fitOf(little, key).map(({ r }) => r)
  const fit = fitOf(model, key).map((each) => ({ ...each, r: round(each.r / 2, 3) }))
  const kinds = [
    model,
    little,
    ...[undefined, LITTLE].flatMap((alpha) =>
      STYLES.map((style) =>
        many((random) => modelPerson(instrument, random, style, alpha), SET_ON),
      ),
    ),
  ].map((people) =>
    people.map(({ answers, ms, order }) => {
      const own = ownRatings(answers, key)
      return {
        basic: judgeQuality(answers, ms, order, basicKey, document),
        far: misfit(own, fit),
        apart: pairDistance(own, key.quality?.pairs ?? []),
        halves: evenOdd(own, key),
      }
    }),
  )
  type Kind = (typeof kinds)[number]
  const worst = (of: (person: Kind[number]) => number | null, share: number, isLeast = false) => {
    const limits = kinds.flatMap((kind) => {
      const known = kind.map(of).filter((value) => value !== null)
      return known.length === 0 ? [] : [percentile(known, isLeast ? share : 100 - share)]
    })
    return limits.length === 0 ? undefined : round((isLeast ? Math.min : Math.max)(...limits), 3)
  }
  const limitsAt = (share: number) => ({
    fitInvalid: worst(({ far }) => far, share),
    ...(key.quality?.pairs !== undefined && {
      pairsFlag: worst(({ apart }) => apart, SOFT * share),
    }),
    ...(key.quality?.evenOddFlag !== undefined && {
      evenOddFlag: Math.max(
        LEAST_HALVES,
        worst(({ halves }) => halves, SOFT * share, true)!,
      ),
    }),
  })
  const isGood = (share: number) => {
    const limits = limitsAt(share)
    const isDoubted = ({ basic, far, apart, halves }: Kind[number]) =>
      basic.confidence === 'low' ||
      (far ?? 0) > (limits.fitInvalid ?? Infinity) ||
      basic.flags.length +
        ((apart ?? 0) > (limits.pairsFlag ?? Infinity) ? 1 : 0) +
        ((halves ?? 1) < (limits.evenOddFlag ?? -1) ? 1 : 0) >=
        2
    const marked = (kind: Kind) => (100 * kind.filter(isDoubted).length) / kind.length
    return marked(kinds[0]!) <= MOST_OF_ALL && kinds.every((kind) => marked(kind) <= MOST)
  }
  let [good, bad] = [0, 10]
  while (bad - good > 0.02) {
    const share = (good + bad) / 2
    if (isGood(share)) good = share
    else bad = share
  }
  const fitLeast = round((0.95 * alike.reduce((sum, r) => sum + r, 0)) / alike.length, 3)
  return { fit, fitLeast, ...limitsAt(good) }
}

/** Mean, deviation and correlation of each scale's answers, in each person's own measure. */
function fitOf(people: readonly Answered[], key: ScoringKey) {
  const own = people.map(({ answers }) => ownRatings(answers, key))
  return key.scales.map(({ id }) => {
    const rows = own.flatMap((all) => {
      const row = all.filter(({ scale }) => scale === id).map(({ value }) => value)
      return row.length === 0 ? [] : [row]
    })
    const k = rows[0]!.length
    const every = rows.flat()
    const mean = every.reduce((sum, value) => sum + value, 0) / every.length
    const alpha = alphaOf(rows)
    return {
      id,
      mean: round(mean, 3),
      sd: round(Math.sqrt(variance(every)), 3),
      r: Math.max(0, round(alpha / (k - alpha * (k - 1)), 3)),
    }
  })
}

if (process.env['CALIBRATE'] === undefined) {
  const rows = instruments.map(rowOf)
  const models = instruments
    .filter(({ key }) => key.id === 'big_5' || key.id === 'ipip')
    .flatMap(modelRows)
  report('careless: % of results marked as unsure', rows, { people: PEOPLE, rows })
  report('model people', models, { models })
  const leftOut = instruments
    .filter(({ key }) => key.quality?.chanceFlag !== undefined)
    .map(leftOutRow)
  report('guesses: % of results that count in no norms', leftOut, { rows: leftOut })
} else
  process.stdout.write(
    JSON.stringify(
      Object.fromEntries(
        instruments
          .filter(({ key }) => key.responseScale !== undefined)
          .map((instrument) => [instrument.key.id, calibrated(instrument)]),
      ),
    ),
  )
