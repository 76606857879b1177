/** What is counted of an experiment's people: that they saw an arm, how far they got, and each metric. */

import type { ExperimentDocument, FactName, MetricDocument } from '#engine/documents/kinds.ts'
import { saidYes, valuesOf, type Alike, type Marked } from '#engine/statistics/alike.ts'
import {
  addToFunnel,
  BREAKDOWNS,
  countBatch,
  countPart,
  noFunnel,
  nobodySeen,
  nothingCounted,
  seeBatch,
  type Counted,
  type Funnel,
  type Seen,
} from '#engine/statistics/counted.ts'
import type { RatioSums } from '#engine/statistics/ratio.ts'
import { groupsBy } from '#server/base/groups.ts'
import { GRACE_DAYS, type AlikeRow } from '../store/analysis.ts'
import { FUNNEL, SEEN, type Stored } from '../store/experimentsums.ts'
import type { Question } from '../store/happenings.ts'

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
const DAY_MS = 86_400_000

/** What is kept for a day: the sums of everybody until then. */
export type Kept = Pick<Stored, 'day' | 'through' | 'people' | 'state'>

/** People in whole batches, and what is known of them. */
export type Read = {
  readonly people: readonly AlikeRow[]
  /** Answers to the measure's own questions, in their order. */
  readonly yes: readonly (readonly (Alike & RatioSums)[])[]
  /** Of a metric that asks for more than yes or no. */
  readonly sums: readonly (Alike & RatioSums)[]
  /** Nobody comes after them. */
  readonly isLast: boolean
}

export type Measure = {
  readonly id: string
  readonly windowDays: number
  /** What each person is asked, with yes or no for an answer. */
  readonly questions: readonly Question[]
  /** Asks for more than that. */
  readonly metric?: MetricDocument
  /** Continues what was kept last. */
  readonly add: (read: Read, last: Stored | undefined) => Kept[]
}

export function measuresOf(
  arms: ExperimentDocument['arms'],
  metrics: readonly MetricDocument[],
): Measure[] {
  return [seenMeasure(arms), funnelMeasure(arms), ...metrics.map((each) => measureOf(arms, each))]
}

function seenMeasure(arms: ExperimentDocument['arms']): Measure {
  return {
    id: SEEN,
    windowDays: 0,
    questions: [],
    add: ({ people, isLast }, last) => {
      const start = (last?.state as Seen | undefined) ?? nobodySeen(arms)
      let day = last?.day
      return keep(people, last, 0, start, (state, _batch, rows, today) => {
        // Days are of their row alone.
        const own = today === day || isLast ? state : { ...state, days: {} }
        day = today
        return seeBatch(own, arms, rows)
      })
    },
  }
}

function funnelMeasure(arms: ExperimentDocument['arms']): Measure {
  return {
    id: FUNNEL,
    windowDays: FUNNEL_DAYS,
    questions: FUNNEL_STEPS.map((fact) => ({ source: { fact }, windowDays: FUNNEL_DAYS })),
    add: ({ people, yes }, last) => {
      const reached = FUNNEL_STEPS.flatMap((step, at) =>
        yes[at]!.map(({ batch, arm, n }) => ({ batch, arm, step, n })),
      )
      const steps = groupsBy(reached, ({ batch }) => batch)
      const start = (last?.state as Funnel | undefined) ?? noFunnel(arms)
      return keep(people, last, FUNNEL_DAYS, start, (state, batch, rows) =>
        addToFunnel(state, arms, [
          ...rows.map(({ arm, n }) => ({ arm, step: '', n })),
          ...(steps.get(batch) ?? []),
        ]),
      )
    },
  }
}

function measureOf(arms: ExperimentDocument['arms'], metric: MetricDocument): Measure {
  const { id, measure, windowDays } = metric
  const isQuestion = measure.as === 'proportion'
  return {
    id,
    windowDays,
    questions: isQuestion ? [{ source: measure.of, windowDays }] : [],
    ...(!isQuestion && { metric }),
    add: ({ people, yes, sums }, last) => {
      const did = isQuestion ? yes[0]! : sums
      const { batches, parts } = valuesOf(measure, windowDays, people, did)
      const start = (last?.state as Counted | undefined) ?? nothingCounted(arms)
      const kept = keep(people, last, windowDays, start, (state, batch) =>
        countBatch(state, arms, batches.get(batch) ?? []),
      )
      const latest = kept.at(-1)
      if (latest === undefined) return kept
      let state = latest.state as Counted
      for (const by of BREAKDOWNS) {
        const own = parts.filter((part) => part.by === by)
        state = countPart(state, arms, by, own)
      }
      return [...kept.slice(0, -1), { ...latest, state }]
    },
  }
}

/** Answers of each question of those that were asked together. */
export function answersTo(
  own: readonly Question[],
  asked: readonly Question[],
  marked: readonly (readonly Marked[])[],
  most: number,
): (Alike & RatioSums)[][] {
  return own.map((question) => {
    const at = asked.findIndex((each) => isSame(each, question))
    return saidYes(marked[Math.floor(at / most)]!, at % most)
  })
}

/** Those that several measures ask are asked once. */
export function askedBy(measures: readonly Measure[]): Question[] {
  const asked: Question[] = []
  for (const question of measures.flatMap(({ questions }) => questions))
    if (!asked.some((each) => isSame(each, question))) asked.push(question)
  return asked
}

function isSame(one: Question, other: Question): boolean {
  return JSON.stringify(one) === JSON.stringify(other)
}

/** Batch by batch, and of each day what it was at its end. @param people in the order of the batches */
function keep<State>(
  people: readonly AlikeRow[],
  last: Pick<Stored, 'people'> | undefined,
  windowDays: number,
  start: State,
  add: (state: State, batch: number, rows: readonly AlikeRow[], day: string) => State,
): Kept[] {
  const days = new Map<string, Kept>()
  let state = start
  let n = last?.people ?? 0
  for (const [batch, rows] of groupsBy(people, (row) => row.batch)) {
    const through = new Date(Math.max(...rows.map((row) => row.through.getTime())))
    const dueAt = new Date(through.getTime() + (windowDays + GRACE_DAYS) * DAY_MS)
    const day = dueAt.toISOString().slice(0, 10)
    state = add(state, batch, rows, day)
    n += rows.reduce((sum, row) => sum + row.n, 0)
    days.set(day, { day, through, people: n, state })
  }
  return [...days.values()]
}
