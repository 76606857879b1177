/**
 * Counts what has become due, in whole batches, and keeps the sums: nobody is counted twice, and no
 * learner's call waits for it (docs/decisions/0104).
 */

import { setTimeout as wait } from 'node:timers/promises'
import type { ExperimentDocument, FactName, MetricDocument } from '#engine/documents/kinds.ts'
import { BATCH } from '#engine/statistics/contrast.ts'
import {
  addToFunnel,
  BREAKDOWNS,
  countBatch,
  countPart,
  noFunnel,
  nobodySeen,
  nothingCounted,
  seeBatch,
  type Cell,
  type Counted,
  type Funnel,
  type Seen,
} from '#engine/statistics/counted.ts'
import { groupsBy } from '#server/base/groups.ts'
import { LONG_MS, type Database, type Tx } from '#server/database/database.ts'
import { takeLong } from '#server/store/contentsummary.ts'
import {
  dueUntil,
  excludedUntil,
  FEW,
  GRACE_DAYS,
  nextFunnel,
  nextSeen,
  nextSums,
  peopleWaiting,
  type CountedRow,
  type Next,
  type Phase,
} from '../store/analysis.ts'
import {
  forgetSums,
  FUNNEL,
  keepSums,
  lastSums,
  mayCount,
  SEEN,
  type Stored,
} from '../store/experimentsums.ts'

/** The way through onboarding, as far as the server knows it. */
export const FUNNEL_STEPS = [
  'signed-up',
  'verified',
  'consented',
  'plan-redeemed',
  'profile-complete',
  'onboarded',
] as const satisfies readonly FactName[]
const FUNNEL_DAYS = 7
/**
 * People counted in one transaction. The embedded database does one thing at a time; for the other,
 * reading the facts of everybody is most of the work, so it's done for many at once.
 */
const AT_ONCE = { embedded: 4000, postgres: 1_000_000 } as const
const DAY_MS = 86_400_000

/** What is kept for a day: the sums of everybody until then. */
type Kept = {
  readonly day: string
  readonly through: Date
  readonly people: number
  readonly state: unknown
}
type Measure = {
  readonly id: string
  readonly windowDays: number
  readonly next: (
    tx: Tx,
    people: Next,
    before: { readonly day: string; readonly state: unknown } | undefined,
  ) => Promise<Kept[]>
}

/** Counts everything of an experiment that is due. @param metrics those that it names */
export async function count(
  database: Database,
  tenant: string,
  { arms, state }: Pick<ExperimentDocument, 'arms' | 'state'>,
  metrics: readonly MetricDocument[],
  phase: Phase,
): Promise<void> {
  for (const measure of measuresOf(arms, metrics, phase)) {
    for (let isMore = true; isMore;) {
      const began = performance.now()
      isMore = await database.tenant(
        tenant,
        async (tx) => {
          // The embedded database does nothing else meanwhile, so there it stays short.
          if (database.kind === 'postgres') await takeLong(tx, LONG_MS)
          return countSome(tx, phase, measure, AT_ONCE[database.kind], state === 'ended')
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
 * Somebody who was counted turned out to have been under age: then everything is counted again
 * without them.
 */
export function recount(database: Database, tenant: string, phase: Phase): Promise<boolean> {
  return database.tenant(
    tenant,
    async (tx) => {
      if (database.kind === 'postgres') await takeLong(tx, LONG_MS)
      const seen = await lastSums(tx, phase, SEEN)
      if (seen === undefined || !(await mayCount(tx, phase))) return false
      const known = (seen.state as Seen).excluded.reduce((sum, n) => sum + n, 0)
      if ((await excludedUntil(tx, phase, seen.through)) === known) return false
      await forgetSums(tx, phase)
      return true
    },
    LONG_MS,
  )
}

/** @returns whether there may be more to count */
async function countSome(
  tx: Tx,
  phase: Phase,
  measure: Measure,
  most: number,
  isOver: boolean,
): Promise<boolean> {
  if (!(await mayCount(tx, phase))) return false
  const last = await lastSums(tx, phase, measure.id)
  const due = { from: last?.through ?? null, until: dueUntil(phase, measure.windowDays) }
  // Fewer than two batches are no whole one, or the first sums would be of a few people.
  const waiting = await peopleWaiting(tx, phase, due, FEW + 1)
  const few = Math.min(waiting, most) <= FEW
  const next = { ...due, people: last?.people ?? 0, most, few }
  const kept = waiting < 2 * BATCH ? [] : await measure.next(tx, next, last)
  for (const each of kept.filter(({ people }) => people >= BATCH - 1))
    await keepSums(tx, phase, { measure: measure.id, ...each })
  if (kept.length > 0) return true
  if (isOver && waiting > 0 && last !== undefined) await countRest(tx, phase, measure, next, last)
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
  next: Next,
  last: Stored,
): Promise<void> {
  const later = { from: next.until, until: phase.now }
  if ((await peopleWaiting(tx, phase, later, 1)) > 0) return
  const rest = (await measure.next(tx, { ...next, isLast: true }, last)).at(-1)
  if (rest !== undefined) await keepSums(tx, phase, { measure: measure.id, ...rest, day: last.day })
}

function measuresOf(
  arms: ExperimentDocument['arms'],
  metrics: readonly MetricDocument[],
  phase: Phase,
): Measure[] {
  return [
    {
      id: SEEN,
      windowDays: 0,
      next: async (tx, people, before) => {
        const start = (before?.state as Seen | undefined) ?? nobodySeen(arms)
        let day = before?.day
        return keep(
          await nextSeen(tx, phase, people, true),
          people.people,
          0,
          start,
          (state, batch, today) => {
            // Days are of their row alone.
            const own = today === day || people.isLast === true ? state : { ...state, days: {} }
            day = today
            return seeBatch(own, arms, batch)
          },
        )
      },
    },
    {
      id: FUNNEL,
      windowDays: FUNNEL_DAYS,
      next: async (tx, people, before) => {
        const found = await nextFunnel(tx, phase, FUNNEL_STEPS, FUNNEL_DAYS, people)
        return keep(
          found.map((row) => ({ ...row, people: row.step === '' ? row.n : 0 })),
          people.people,
          FUNNEL_DAYS,
          (before?.state as Funnel | undefined) ?? noFunnel(arms),
          (state, batch) => addToFunnel(state, arms, batch),
        )
      },
    },
    ...metrics.map((metric): Measure => ({
      id: metric.id,
      windowDays: metric.windowDays,
      next: async (tx, people, before) => {
        const found = await nextSums(tx, phase, metric, people)
        const start = (before?.state as Counted | undefined) ?? nothingCounted(arms)
        const kept = keep(
          found.filter(isCell),
          people.people,
          metric.windowDays,
          start,
          (state, batch) => countBatch(state, arms, batch),
        )
        const last = kept.at(-1)
        if (last === undefined) return kept
        let state = last.state as Counted
        for (const by of BREAKDOWNS)
          state = countPart(
            state,
            arms,
            by,
            found.flatMap(({ part, value, ...row }) =>
              part === by ? [{ ...row, value: value ?? '' }] : [],
            ),
          )
        return [...kept.slice(0, -1), { ...last, state }]
      },
    })),
  ]
}

function isCell(row: CountedRow): row is CountedRow & Cell {
  return row.batch !== null && row.probability !== null
}

/** Batch by batch, and of each day what it was at its end. @param rows in the order of the batches */
function keep<
  State,
  Row extends {
    readonly batch: number
    readonly through: Date
    readonly n: number
    readonly people?: number
  },
>(
  rows: readonly Row[],
  before: number,
  windowDays: number,
  start: State,
  add: (state: State, batch: readonly Row[], day: string) => State,
): Kept[] {
  const days = new Map<string, Kept>()
  let state = start
  let people = before
  for (const batch of groupsBy(rows, (row) => row.batch).values()) {
    const through = new Date(Math.max(...batch.map((row) => row.through.getTime())))
    const dueAt = new Date(through.getTime() + (windowDays + GRACE_DAYS) * DAY_MS)
    const day = dueAt.toISOString().slice(0, 10)
    state = add(state, batch, day)
    people += batch.reduce((sum, row) => sum + (row.people ?? row.n), 0)
    days.set(day, { day, through, people, state })
  }
  return [...days.values()]
}
