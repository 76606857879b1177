/** What is counted of an experiment's people: that they saw an arm, how far they got, and each metric. */

import { GRACE_DAYS } from '#engine/experiments/settled.ts'
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
import { FUNNEL, SEEN, type Stored } from '../store/experimentsums.ts'
import type { Question } from '../store/happenings.ts'
import type { AlikeRow } from '../store/nextpeople.ts'

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
      return keep(batchesOf(people, 0), last, start, (state, { rows, day: today }) => {
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
      const batches = batchesOf(people, FUNNEL_DAYS)
      const days = new Map(batches.map(({ batch, day }) => [batch, day]))
      const reached = FUNNEL_STEPS.flatMap((step, at) =>
        yes[at]!.map(({ batch, arm, n }) => ({ day: days.get(batch), arm, step, n })),
      )
      const steps = groupsBy(reached, ({ day }) => day)
      const all = groupsBy(batches, ({ day }) => day)
      const start = (last?.state as Funnel | undefined) ?? noFunnel(arms)
      let day = ''
      // All of a day at once: the order in which people are added up makes no difference.
      return keep(batches, last, start, (state, { day: today }) => {
        if (today === day) return state
        day = today
        const rows = (all.get(today) ?? []).flatMap((each) => each.rows)
        const people = rows.map(({ arm, n }) => ({ arm, step: '', n }))
        return addToFunnel(state, arms, people.concat(steps.get(today) ?? []))
      })
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
      const own = batchesOf(people, windowDays)
      const days = new Map(own.map(({ batch, day }) => [batch, day]))
      const { batches, parts } = valuesOf(metric, people, did, days)
      const start = (last?.state as Counted | undefined) ?? nothingCounted(arms)
      let day = ''
      return keep(own, last, start, (state, { batch, day: today }) => {
        let now = countBatch(state, arms, batches.get(batch) ?? [])
        if (today === day) return now
        // All of a day at once, and of each, so that any of them can be continued.
        day = today
        const ofDay = parts.filter((part) => part.day === today)
        for (const by of BREAKDOWNS)
          now = countPart(
            now,
            arms,
            by,
            ofDay.filter((part) => part.by === by),
          )
        return now
      })
    },
  }
}

/** Questions that were asked together: each is a bit of the answers. */
export type Round = { readonly questions: readonly Question[]; readonly marked: readonly Marked[] }

/** Answers to each question, whichever round it was asked in. Nobody said yes to the others. */
export function answersTo(
  own: readonly Question[],
  rounds: readonly Round[],
): (Alike & RatioSums)[][] {
  return own.map((question) => {
    for (const { questions, marked } of rounds) {
      const at = questions.findIndex((each) => isSame(each, question))
      if (at !== -1) return saidYes(marked, at)
    }
    return []
  })
}

/** Those that several measures ask are asked once. */
export function askedBy(measures: readonly Measure[]): Question[] {
  const asked: Question[] = []
  for (const question of measures.flatMap(({ questions }) => questions))
    if (!asked.some((each) => isSame(each, question))) asked.push(question)
  return asked
}

/** Those of the questions that aren't among the others. */
export function withoutThose(
  questions: readonly Question[],
  others: readonly Question[],
): Question[] {
  return questions.filter((question) => !others.some((each) => isSame(each, question)))
}

function isSame(one: Question, other: Question): boolean {
  return JSON.stringify(one) === JSON.stringify(other)
}

type BatchOfDay = {
  readonly batch: number
  readonly rows: readonly AlikeRow[]
  readonly through: Date
  /** On which it's due. */
  readonly day: string
}

/** @param people in the order of the batches */
function batchesOf(people: readonly AlikeRow[], windowDays: number): BatchOfDay[] {
  let [at, day] = [0, '']
  return [...groupsBy(people, (row) => row.batch)].map(([batch, rows]) => {
    let { through } = rows[0]!
    for (const row of rows) if (row.through > through) ({ through } = row)
    const due = Math.floor(through.getTime() / DAY_MS) + windowDays + GRACE_DAYS
    if (due !== at) [at, day] = [due, new Date(due * DAY_MS).toISOString().slice(0, 10)]
    return { batch, rows, through, day }
  })
}

/** Batch by batch, and of each day what it was at its end. */
function keep<State>(
  batches: readonly BatchOfDay[],
  last: Pick<Stored, 'people'> | undefined,
  start: State,
  add: (state: State, batch: BatchOfDay) => State,
): Kept[] {
  const days = new Map<string, Kept>()
  let state = start
  let people = last?.people ?? 0
  for (const each of batches) {
    const { day, through, rows } = each
    state = add(state, each)
    for (const { n } of rows) people += n
    days.set(day, { day, through, people, state })
  }
  return [...days.values()]
}
