/**
 * Counts what has become due, in whole batches, and keeps the sums: nobody is counted twice, and no
 * learner's call waits for it (docs/decisions/0104).
 */

import { setTimeout as wait } from 'node:timers/promises'
import type { ExperimentDocument, MetricDocument } from '#engine/documents/kinds.ts'
import { BATCH } from '#engine/statistics/contrast.ts'
import { isWhole, type Counted, type Seen } from '#engine/statistics/counted.ts'
import { LONG_MS, type Database, type Tx } from '#server/database/database.ts'
import { takeLong } from '#server/store/contentsummary.ts'
import {
  dueUntil,
  excludedUntil,
  FEW,
  peopleWaiting,
  type Next,
  type Phase,
} from '../store/analysis.ts'
import {
  forgetSums,
  FUNNEL,
  keepSums,
  latestSums,
  mayCount,
  SEEN,
  sumsOf,
  type Stored,
} from '../store/experimentsums.ts'
import {
  MAX_QUESTIONS,
  nextMarked,
  nextSums,
  withAnyRows,
  type Whose,
} from '../store/happenings.ts'
import { nextPeople, type AlikeRow } from '../store/nextpeople.ts'
import {
  answersTo,
  askedBy,
  measuresOf,
  withoutThose,
  type Kept,
  type Measure,
  type Round,
} from './measures.ts'

/**
 * People counted in one transaction. The embedded database does one thing at a time; for the other,
 * reading the facts of everybody is most of the work, so it's done for many at once.
 */
const AT_ONCE = { embedded: 4000, postgres: 1_000_000 } as const

/** Counts everything of an experiment that is due. @param metrics those that it names */
export async function count(
  database: Database,
  tenant: string,
  { arms, state }: Pick<ExperimentDocument, 'arms' | 'state'>,
  metrics: readonly MetricDocument[],
  phase: Phase,
): Promise<void> {
  const measures = measuresOf(arms, metrics)
  for (const measure of measures) {
    for (let isMore = true; isMore;) {
      const began = performance.now()
      isMore = await database.tenant(
        tenant,
        async (tx) => {
          // The embedded database does nothing else meanwhile, so there it stays short.
          if (database.kind === 'postgres') await takeLong(tx, LONG_MS)
          return countSome(tx, phase, measure, measures, AT_ONCE[database.kind], state === 'ended')
        },
        LONG_MS,
      )
      // Waiting requests get the embedded database for at least as long as we had it.
      if (isMore && database.kind === 'embedded')
        await wait(performance.now() - began, undefined, { ref: false })
    }
  }
}

/**
 * Somebody who was counted turned out to have been under age, or has given or taken back the consent
 * that makes them count: then everybody is counted again without them, or with them, from the day on
 * that they are in. Sums of earlier days don’t contain anybody who came later.
 *
 * @param since of people who came earlier, not everything that is counted is kept any more
 */
export function recount(
  database: Database,
  tenant: string,
  phase: Phase,
  since: Date,
): Promise<boolean> {
  return database.tenant(
    tenant,
    async (tx) => {
      if (database.kind === 'postgres') await takeLong(tx, LONG_MS)
      const sums = await sumsOf(tx, phase)
      const days = sums.filter(({ measure }) => measure === SEEN)
      if (days.length === 0 || !(await mayCount(tx, phase))) return false
      const now = await excludedUntil(
        tx,
        phase,
        days.map(({ through }) => through),
      )
      const changed = days.findIndex(
        ({ state }, at) => (state as Seen).excluded.reduce((sum, n) => sum + n, 0) !== now[at],
      )
      if (changed === -1) return false
      const through = days[changed - 1]?.through ?? null
      // Better with somebody too many than without those of whom nothing is kept.
      if ((through ?? days[0]!.through) < since) return false
      await forgetSums(tx, phase, through !== null && canContinue(sums, through) ? through : null)
      return true
    },
    LONG_MS,
  )
}

/** Whether what each measure had counted until this moment is all that it takes to continue. */
function canContinue(sums: readonly Stored[], through: Date): boolean {
  const kept = sums.filter((row) => row.through <= through)
  const last = new Map(kept.map((row) => [row.measure, row]))
  return [...last.values()].every(
    ({ measure, state }) => measure === SEEN || measure === FUNNEL || isWhole(state as Counted),
  )
}

/**
 * Counts a measure, and with it all others that have come as far: reading who saw which arm, and what
 * they did, is most of the work. @returns whether there may be more to count
 */
async function countSome(
  tx: Tx,
  phase: Phase,
  measure: Measure,
  measures: readonly Measure[],
  most: number,
  isOver: boolean,
): Promise<boolean> {
  if (!(await mayCount(tx, phase))) return false
  const latest = await latestSums(tx, phase)
  const last = latest.get(measure.id)
  const from = last?.through ?? null
  const waiting = await peopleWaiting(tx, phase, dueOf(phase, measure, from), FEW + 1)
  // Fewer than two batches are no whole one, or the first sums would be of a few people.
  if (waiting >= 2 * BATCH) {
    const together = measures.filter(
      ({ id, windowDays }) =>
        (latest.get(id)?.through ?? null)?.getTime() === from?.getTime() &&
        windowDays >= measure.windowDays,
    )
    const next = {
      ...dueOf(phase, measure, from),
      people: last?.people ?? 0,
      most,
      few: Math.min(waiting, most) <= FEW,
    }
    const kept = await countTogether(tx, phase, together, latest, next, false)
    if ((kept.get(measure) ?? []).length > 0) {
      for (const [{ id }, days] of kept)
        for (const each of days.filter(({ people }) => people >= BATCH - 1))
          await keepSums(tx, phase, { measure: id, ...each })
      return true
    }
  }
  if (isOver && waiting > 0 && last !== undefined) await countRest(tx, phase, measure, last, most)
  return false
}

/**
 * The last few of an experiment that has ended, once all of them are due. They become part of the
 * last row: one of their own would be about a few people.
 */
async function countRest(
  tx: Tx,
  phase: Phase,
  measure: Measure,
  last: Stored,
  most: number,
): Promise<void> {
  const due = dueOf(phase, measure, last.through)
  const later = { from: due.until, until: phase.now }
  if ((await peopleWaiting(tx, phase, later, 1)) > 0) return
  const next = { ...due, people: last.people, most, few: true }
  const latest = new Map([[measure.id, last]])
  const kept = await countTogether(tx, phase, [measure], latest, next, true)
  const rest = kept.get(measure)?.at(-1)
  if (rest !== undefined) await keepSums(tx, phase, { measure: measure.id, ...rest, day: last.day })
}

function dueOf(phase: Phase, { windowDays }: Measure, from: Date | null) {
  return { from, until: dueUntil(phase, windowDays) }
}

/** @param isLast the last batch is counted too, though it isn't full */
async function countTogether(
  tx: Tx,
  phase: Phase,
  measures: readonly Measure[],
  latest: ReadonlyMap<string, Stored>,
  next: Next,
  isLast: boolean,
): Promise<Map<Measure, Kept[]>> {
  const read = await nextPeople(tx, phase, next, askedBy(measures).slice(0, MAX_QUESTIONS))
  const all = read.people
  const wholes = new Map(
    measures.map((measure) => [
      measure,
      isLast ? all : wholeUntil(all, dueUntil(phase, measure.windowDays)),
    ]),
  )
  const wholeOf = (measure: Measure) => wholes.get(measure) ?? []
  const asks = measures.filter(
    (measure) =>
      wholeOf(measure).length > 0 && (measure.questions.length > 0 || measure.metric !== undefined),
  )
  const most = Math.max(0, ...asks.map((measure) => wholeOf(measure).at(-1)?.batch ?? 0))
  const batches = new Map<number, string>()
  for (const { batch, first } of all)
    if (batch <= most && first < (batches.get(batch) ?? '~')) batches.set(batch, first)
  // Where the batch after the last one begins; those of one that is still growing stay out.
  const after = all.find(({ batch }) => batch > most)?.batch
  const before =
    after === undefined
      ? new Date(next.until.getTime() + 1).toISOString()
      : all.reduce((min, row) => (row.batch === after && row.first < min ? row.first : min), '~')
  const whose: Whose = { from: next.from, few: next.few, batches, before }
  const rounds: Round[] = [{ questions: read.questions, marked: read.marked }]
  let asked = withoutThose(askedBy(asks), read.questions)
  // A search among a million people takes just as long if nobody has ever done it.
  if (!next.few) asked = await withAnyRows(tx, asked)
  for (let at = 0; at < asked.length; at += MAX_QUESTIONS) {
    const questions = asked.slice(at, at + MAX_QUESTIONS)
    rounds.push({ questions, marked: await nextMarked(tx, phase, whose, questions) })
  }
  const kept = new Map<Measure, Kept[]>()
  for (const measure of measures) {
    const people = wholeOf(measure)
    const end = people.at(-1)?.batch ?? -1
    const own = <Row extends { readonly batch: number }>(rows: readonly Row[]) =>
      rows.filter(({ batch }) => batch <= end)
    const isAsked = people.length > 0
    const { metric, questions } = measure
    const sums = isAsked && metric !== undefined ? await nextSums(tx, phase, metric, whose) : []
    const yes = isAsked ? answersTo(questions, rounds).map(own) : []
    const read = { people, yes, sums: own(sums), isLast }
    kept.set(measure, isAsked ? measure.add(read, latest.get(measure.id)) : [])
  }
  return kept
}

/** Those of whole batches: the last may still grow. */
function wholeUntil(people: readonly AlikeRow[], until: Date): AlikeRow[] {
  let last = -1
  for (const { batch, first } of people)
    if (batch > last && Date.parse(first) <= until.getTime()) last = batch
  // They're in the order of their batches.
  const end = people.findIndex(({ batch }) => batch >= last)
  return end === -1 ? [...people] : people.slice(0, end)
}
