/**
 * Careless answering, simulated: of six kinds of it, how many results are marked as unsure, and how
 * many of people who read and mean it, by how they use the answer scale and by how well the questions
 * of a scale agree in them. The thresholds are those of the shipped keys. They were set on one seed
 * (CALIBRATE=1 prints them) and are reported on another.
 *
 *   npm run bench -- careless     (PEOPLE of each kind, 2000; ONLY some instruments)
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
  STYLES,
  variance,
  type Answered,
  type Instrument,
  type Style,
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
    // Where the questions of a scale agree less than in the reference sample: all, and the worst style.
    'alpha .60': marked(
      many((random) => modelPerson(instrument, random, undefined, 'less'), REPORTED_ON),
    ),
    '.60, worst': Math.max(
      ...STYLES.map((style) =>
        marked(many((random) => modelPerson(instrument, random, style, 'less'), REPORTED_ON)),
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

/** Of people who mean it, at most so many of 100 of any kind are marked on the first seed; of all, fewer. */
const MOST = { kind: 6.7, all: 4.5 } as const
/** Two softer signs together are enough, so each alone is rare in people whose questions agree less. */
const SOFT = 2
/** Of answers at random, so many of 100 are found even if more of those who mean it are marked. */
const FOUND: Readonly<Record<string, number>> = { ipip: 91 }

/** What the keys should say, from the answers of the first seed. */
function calibrated(instrument: Instrument): object {
  const { key, document } = instrument
  const meant = (style: Style | undefined, agreeing: 'usual' | 'less') =>
    many((random) => modelPerson(instrument, random, style, agreeing), SET_ON)
  const all = meant(undefined, 'usual')
  const less = meant(undefined, 'less')
  const ratings = (people: readonly Answered[]) =>
    people.map(({ answers }) => ownRatings(answers, key))
  // Halfway between the two groups: neither is what careless answers are compared with alone.
  const fit = fitOf(key, ratings([...all, ...less]))
  const own = ratings(less)
  const known = (values: readonly (number | null)[]) => values.filter((value) => value !== null)
  const pairs = known(own.map((each) => pairDistance(each, key.quality?.pairs ?? [])))
  const halves = known(own.map((each) => evenOdd(each, key)))
  const limits = {
    fit,
    ...(pairs.length > 0 && { pairsFlag: round(percentile(pairs, 100 - SOFT), 3) }),
    ...(halves.length > 0 && { evenOddFlag: round(percentile(halves, SOFT), 3) }),
  }
  const others: ScoringKey = {
    ...key,
    quality: { ...key.quality, ...limits, fitInvalid: Number.MAX_VALUE },
  }
  const kinds = [
    { most: MOST.all, people: all },
    { most: MOST.kind, people: less },
    ...STYLES.flatMap((style) => [
      { most: MOST.kind, people: meant(style, 'usual') },
      { most: MOST.kind, people: meant(style, 'less') },
    ]),
  ]
  // Those whom another sign marks are marked whatever the limit is.
  const limitFor = (people: readonly Answered[], most: number) =>
    people
      .map(({ answers, ms, order }) =>
        judgeQuality(answers, ms, order, others, document).confidence === 'low'
          ? Infinity
          : (misfit(ownRatings(answers, key), fit) ?? 0),
      )
      .sort((a, b) => b - a)[Math.floor((people.length * most) / 100)]!
  const fair = Math.max(...kinds.map(({ most, people }) => limitFor(people, most)))
  const found = FOUND[key.id]
  const random = many((each) => carelessPerson(instrument, 'random', each), SET_ON)
  const useful = found === undefined ? Infinity : limitFor(random, found)
  return { ...limits, fitInvalid: round(Math.min(fair, useful) + 0.0005, 3) }
}

function fitOf({ scales }: ScoringKey, own: readonly ReturnType<typeof ownRatings>[]) {
  return scales.map(({ id }) => {
    const rows = own
      .map((all) => all.filter(({ scale }) => scale === id).map(({ value }) => value))
      .filter(({ length }) => length > 0)
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
