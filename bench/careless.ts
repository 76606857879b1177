/**
 * Careless answering, simulated: of six kinds of it, how many results are marked as unsure, and how
 * many of people who read and mean it, by how they use the answer scale. The thresholds are those of
 * the shipped keys. They were set on one seed (CALIBRATE=1 prints them) and are reported on another.
 *
 *   npm run bench -- careless     (PEOPLE of each kind, 2000)
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
  SHARED_LITTLE,
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
    // Where the questions of a scale agree less than in the reference sample.
    'alpha .60': marked(
      many((random) => modelPerson(instrument, random, undefined, SHARED_LITTLE), REPORTED_ON),
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

/** What the keys should say, from the answers of the first seed. */
function calibrated(instrument: Instrument): object {
  const { key } = instrument
  const people = many((random) => modelPerson(instrument, random), SET_ON)
  const own = people.map(({ answers }) => ownRatings(answers, key))
  const fit = key.scales.map(({ id }) => {
    const rows = own.map((all) => all.filter(({ scale }) => scale === id).map(({ value }) => value))
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
  const known = (values: readonly (number | null)[]) => values.filter((value) => value !== null)
  const withPairs: ScoringKey = key
  return {
    fit,
    fitInvalid: round(percentile(known(own.map((all) => misfit(all, fit))), 96.5), 3),
    pairsFlag: round(
      percentile(known(own.map((all) => pairDistance(all, withPairs.quality?.pairs ?? []))), 93),
      3,
    ),
    evenOddFlag: round(percentile(known(own.map((all) => evenOdd(all, key))), 7), 3),
  }
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
