/** What an experiment says so far, from the sums that are kept; only who came last is counted now. */

import type { ExperimentResults } from '#engine/contract/experimentshapes.ts'
import type { ExperimentDocument, MetricDocument } from '#engine/documents/kinds.ts'
import { nameOf } from '#engine/documents/document.ts'
import { lostArms, phaseOf } from '#engine/experiments/arms.ts'
import { asSettled, GRACE_DAYS } from '#engine/experiments/settled.ts'
import {
  BREAKDOWNS,
  chiSquareOf,
  comparedOf,
  nobodySeen,
  nothingCounted,
  partsOf,
  seeBatch,
  seriesOf,
  type Counted,
  type Funnel,
  type Seen,
} from '#engine/statistics/counted.ts'
import { neededFor } from '#engine/statistics/plan.ts'
import { ALPHA, planOf, resultsOf } from '#engine/statistics/results.ts'
import { groupsBy } from '#server/base/groups.ts'
import type { Tx } from '#server/database/database.ts'
import type { Release } from '#server/release/compose.ts'
import { earlierPeople, FEW, isAnybodyIn, peopleWaiting, type Phase } from '../store/analysis.ts'
import { nextPeople } from '../store/nextpeople.ts'
import { FUNNEL, lastPhase, SEEN, sumsOf, type Stored } from '../store/experimentsums.ts'
import { FUNNEL_STEPS } from './measures.ts'

const POWER = 0.8
/** Of a proportion. */
const WIDEST_SHARE = 0.5
/** Fewer people say little of how much people differ, and of where values end. */
export const MIN_EARLIER = 200
/** Of the last days; more have been counted in the meantime. */
const MAX_RECENT = 200_000

/**
 * How much people can differ at most, while nothing is known of them; null for a ratio, which has no
 * limit: 1 of 20 people may be all that it is divided by.
 */
export function widestOf(
  metric: Pick<MetricDocument, 'measure' | 'windowDays'> | undefined,
): number | null {
  if (metric?.measure.as === 'mean') return metric.measure.cut / 2
  if (metric?.measure.as === 'ratio') return null
  return metric?.measure.as === 'time' ? (metric.windowDays * 24) / 2 : 0.5
}

/** How much people differed in the control of an earlier experiment; null if that isn't known. */
export function spreadOf(
  metric: Pick<MetricDocument, 'measure'> | undefined,
  earlier: Stored | undefined,
): number | null {
  const control = (earlier?.state as Counted | undefined)?.arms[0]
  if (control === undefined || control.n < MIN_EARLIER) return null
  const spread = Math.sqrt(varianceOf(control, metric?.measure.as === 'ratio'))
  return Number.isFinite(spread) && spread > 0 ? spread : null
}

/** Of one person's value; of a ratio, of their part in it (delta method). */
function varianceOf(
  { n, top, below, topSquares, belowSquares, products }: Counted['arms'][number],
  isRatio: boolean,
): number {
  if (!isRatio) return Math.max(0, topSquares / n - (top / n) ** 2)
  const ratio = top / below
  const squares = topSquares - 2 * ratio * products + ratio ** 2 * belowSquares
  return Math.max(0, squares / n) / (below / n) ** 2
}

/**
 * How many people an experiment needs, and how many days: those in which they come, and those in
 * which the last of them is still awaited.
 *
 * @param perDay people a day who would take part
 * @param spread of one person's value within an arm
 * @param windowDays of the metric that decides
 */
export function neededOf(
  { arms, smallestEffect }: Pick<ExperimentDocument, 'arms' | 'smallestEffect'>,
  { perDay, spread, windowDays }: { perDay: number; spread: number; windowDays: number },
) {
  const needed = neededFor({
    spread,
    effect: smallestEffect,
    weights: arms.map(({ weight }) => weight),
    alpha: ALPHA,
    power: POWER,
    perDay,
  })
  return { ...needed, days: needed.days + windowDays + GRACE_DAYS }
}

/**
 * The number of people at which the intervals are narrowest. Settled by the start; an experiment that
 * was started by an earlier version goes by the widest spread.
 */
export function plannedOf(
  experiment: ExperimentDocument,
  primary: MetricDocument | undefined,
): number {
  const spread = widestOf(primary) ?? WIDEST_SHARE
  return (
    experiment.settled?.people ?? neededOf(experiment, { perDay: 0, spread, windowDays: 0 }).people
  )
}

/**
 * The analysis of an experiment. One that has ended keeps what it was counted by, even if its
 * metrics have changed since, or what an analysis depends on.
 */
export async function phaseNow(
  tx: Tx,
  now: Date,
  { config, catalog }: Pick<Release, 'config' | 'catalog'>,
  experiment: ExperimentDocument,
): Promise<Phase> {
  const phase = phaseOf(experiment, (id) => catalog.get('metric', id))
  const { id } = experiment
  const former =
    experiment.state === 'ended' && !(await isAnybodyIn(tx, { experiment: id, phase }))
      ? await lastPhase(tx, id)
      : undefined
  return {
    experiment: id,
    phase: former ?? phase,
    now,
    // The highest of the legal ages of this configuration: anyone who may be under age is left out,
    // unless they have given the consent that the experiment names.
    legalAge: Math.max(config.legalAge, ...Object.values(config.legalAges ?? {})),
    consent: experiment.underAge ?? null,
  }
}

/** What no longer fits the documents below it: to be decided before it can continue. */
export function lostOf(
  { catalog }: Pick<Release, 'catalog'>,
  experiment: ExperimentDocument,
): ReturnType<typeof lostArms> {
  if (experiment.state === 'ended') return []
  const documents = new Map([...catalog.documents()].map((each) => [nameOf(each), each]))
  return lostArms(experiment, (name) => documents.get(name))
}

/** The metrics of an experiment that there are, as it counts them. */
export function metricsOf(
  { catalog }: Pick<Release, 'catalog'>,
  experiment: ExperimentDocument,
): MetricDocument[] {
  const { primary, further = [], guardrails = [] } = experiment.metrics
  return [...new Set([primary, ...further, ...guardrails])].flatMap((id) => {
    const metric = catalog.get('metric', id)
    return metric === undefined ? [] : [asSettled(experiment, metric)]
  })
}

/**
 * @param judged `all`: the metrics also while a wrong split hides them, which nobody may read; harm is
 *   stopped all the same, and it may be what makes people of one arm stay away
 */
export async function resultsNow(
  tx: Tx,
  release: Pick<Release, 'catalog'>,
  experiment: ExperimentDocument,
  phase: Phase,
  judged: 'shown' | 'all' = 'shown',
): Promise<ExperimentResults> {
  const { arms } = experiment
  const stored = groupsBy(await sumsOf(tx, phase), ({ measure }) => measure)
  const rows = stored.get(SEEN) ?? []
  const documents = new Map(metricsOf(release, experiment).map((metric) => [metric.id, metric]))
  // Not by what is known meanwhile: the width of the sequence is settled before the start.
  const planned = plannedOf(experiment, documents.get(experiment.metrics.primary))
  const { counts, excluded, p, alarm, days, chiSquare } = await seenNow(
    tx,
    experiment,
    phase,
    rows,
    planned,
  )
  const earlier = await earlierPeople(tx, phase)
  const plan = planOf(arms.length, planned)
  // Without the planned shares no difference means anything.
  const counted = (alarm && judged === 'shown' ? [] : [...documents.values()]).map((metric) => {
    const states = statesOf(stored.get(metric.id) ?? [])
    return { metric, states, last: states.at(-1)?.state ?? nothingCounted(arms) }
  })
  const compared = new Map(
    counted.map(({ metric, last }) => [metric.id, comparedOf(arms, metric, last)]),
  )
  const funnel = stored.get(FUNNEL)?.at(-1)?.state as Funnel | undefined
  return {
    n: sumOf(counts),
    arms: arms.map(({ id }, at) => ({
      id,
      n: counts[at]!,
      excluded: excluded[at]!,
      earlier: earlier.get(id) ?? 0,
    })),
    srm: { p, alarm, chiSquare },
    metrics: resultsOf(experiment, documents, compared, planned),
    days: [...days].flatMap(([day, each]) =>
      arms.map(({ id }, at) => ({ day, arm: id, n: each[at]! })),
    ),
    series: counted.flatMap(({ metric, states }) =>
      seriesOf(arms, metric, states, plan).map((each) => ({
        metric: metric.id,
        ...each,
      })),
    ),
    funnel:
      alarm || funnel === undefined
        ? []
        : FUNNEL_STEPS.flatMap((step) =>
            arms.map(({ id }, at) => ({
              step,
              arm: id,
              n: funnel.reached[step]?.[at] ?? 0,
              of: funnel.of[at]!,
            })),
          ),
    breakdowns: counted.flatMap(({ metric, last }) =>
      BREAKDOWNS.flatMap((by) =>
        partsOf(arms, by, last, plan).map((each) => ({ metric: metric.id, ...each })),
      ),
    ),
    at: phase.now.toISOString(),
  }
}

function statesOf(rows: readonly Stored[]): { day: string; state: Counted }[] {
  return rows.map(({ day, state }) => ({ day, state: state as Counted }))
}

/**
 * Everybody until this moment: those of the last days are not in the sums yet.
 *
 * @returns `chiSquare`: of the first sums that had the planned number of people, null before that
 */
async function seenNow(
  tx: Tx,
  { arms }: Pick<ExperimentDocument, 'arms'>,
  phase: Phase,
  rows: readonly Stored[],
  planned: number,
) {
  const last = rows.at(-1)
  const due = { from: last?.through ?? null, until: phase.now }
  const few = (await peopleWaiting(tx, phase, due, FEW + 1)) <= FEW
  const next = { ...due, people: last?.people ?? 0, most: MAX_RECENT, few }
  const { people: recent } = await nextPeople(tx, phase, next)
  let state: Seen = { ...((last?.state as Seen | undefined) ?? nobodySeen(arms)), days: {} }
  let atPlanned = rows.map((row) => row.state as Seen).find((each) => isReached(each, planned))
  for (const batch of groupsBy(recent, (row) => row.batch).values()) {
    state = seeBatch(state, arms, batch)
    if (isReached(state, planned)) atPlanned ??= state
  }
  const days = new Map<string, number[]>()
  for (const part of [...rows.map((row) => row.state as Seen), state])
    for (const [day, counts] of Object.entries(part.days)) {
      const before = days.get(day)
      days.set(day, before === undefined ? [...counts] : before.map((n, at) => n + counts[at]!))
    }
  const chiSquare =
    atPlanned === undefined
      ? null
      : { p: chiSquareOf(atPlanned, arms), people: sumOf(atPlanned.counts) }
  return { ...state, days, chiSquare }
}

function isReached({ counts }: Seen, planned: number): boolean {
  return sumOf(counts) >= planned
}

function sumOf(counts: readonly number[]): number {
  return counts.reduce((sum, n) => sum + n, 0)
}
