/** What an experiment says, in words for people who don't do statistics. Pure. */

import type { ExperimentResults, ExperimentView } from '#engine/contract/experimentshapes.ts'
import type { ExperimentDocument, MetricDocument } from '#engine/documents/kinds.ts'
import type { Translate } from '#engine/react/text.tsx'

export type Result = ExperimentResults['metrics'][number]
/** How a metric is told: of 100 people, for each person, or in hours. */
export type Measured = Pick<MetricDocument, 'goal' | 'measure'> &
  Partial<Pick<MetricDocument, 'windowDays'>>
export type Standing =
  | 'planned'
  | 'running'
  | 'hidden'
  | 'harmed'
  | 'lost'
  | 'paused'
  | 'shipped'
  | 'ended'

/** What is told of a metric until its document is here. */
export const UNKNOWN_METRIC: Measured = {
  goal: 'more',
  measure: { as: 'proportion', of: { fact: 'signed-up' } },
}

/** The documents as they are, or the id of an arm as words: `profile-first` -> "profile first". */
export function armName(
  { arms, state }: Pick<ExperimentDocument, 'arms' | 'state'>,
  arm: string,
  t: Translate,
): string {
  if (arm !== arms[0]?.id) return arm.replaceAll('-', ' ')
  // Afterwards a version may be what everyone sees.
  return t(`console.experiments.${state === 'ended' ? 'asThen' : 'asNow'}`)
}

export function isShare({ measure }: Measured): boolean {
  return measure.as === 'proportion' || measure.as === 'ratio'
}

export function unitOf({ measure }: Measured): 'of100' | 'each' | 'hours' {
  if (measure.as === 'mean') return 'each'
  return measure.as === 'time' ? 'hours' : 'of100'
}

/**
 * With one decimal below ten, because the first digit says most. What is almost nothing isn't nothing:
 * "between 0 and 6 better" would say that there may be no difference.
 */
export function figure(
  value: number,
  language: string,
  signDisplay: 'auto' | 'exceptZero' = 'auto',
): string {
  const size = Math.abs(value)
  const isTiny = size > 0 && size < 0.05
  const digits = isTiny
    ? { maximumSignificantDigits: 1 }
    : { maximumFractionDigits: size < 10 ? 1 : 0 }
  return new Intl.NumberFormat(language, { ...digits, signDisplay }).format(value)
}

/** A value of a metric: "61.2" of 100 people, "2.4" for each, "30" hours. */
export function valueOf(value: number, metric: Measured, language: string): string {
  return figure(isShare(metric) ? value * 100 : value, language)
}

/** The smallest difference worth having, as it is told: 3 of 100, or 1.5 for each. */
export function effectIn(
  { smallestEffect }: Pick<ExperimentDocument, 'smallestEffect'>,
  metric: Measured,
  language: string,
): string {
  return figure(smallestEffect * (isShare(metric) ? 100 : 1), language)
}

/** Low and high of a difference as a gain: more is better, in the unit in which it is told. */
export function gainOf(
  { low, high }: { readonly low: number; readonly high: number },
  metric: Measured,
): { readonly low: number; readonly high: number } {
  const scale = isShare(metric) ? 100 : 1
  return metric.goal === 'more'
    ? { low: low * scale, high: high * scale }
    : { low: -high * scale, high: -low * scale }
}

/** "between 1.2 and 6.3 better of 100" */
export function bandOf(
  interval: { readonly low: number; readonly high: number },
  metric: Measured,
  t: Translate,
  language: string,
): string {
  const { low, high } = gainOf(interval, metric)
  const say = (value: number) => figure(Math.abs(value), language)
  const key = `console.experiments.band.${unitOf(metric)}`
  if (low >= 0) return t(`${key}.better`, { low: say(low), high: say(high) })
  if (high <= 0) return t(`${key}.worse`, { low: say(high), high: say(low) })
  return t(`${key}.both`, { low: say(low), high: say(high) })
}

/** "+1.2 to +6.3", for tables, in the direction of the metric itself. */
export function rangeOf(
  { low, high }: { readonly low: number; readonly high: number },
  metric: Measured,
  t: Translate,
  language: string,
): string {
  const scale = isShare(metric) ? 100 : 1
  const say = (value: number) => figure(value * scale, language, 'exceptZero')
  return t('console.experiments.range', { low: say(low), high: say(high) })
}

const STEPS: readonly string[] = ['start', 'pause', 'end', 'harm', 'lost']

/** Where an experiment is, which decides what its page shows. */
export function standingOf(
  view: Pick<ExperimentView, 'state' | 'history'> & { readonly lost?: ExperimentView['lost'] },
  results: Pick<ExperimentResults, 'srm'> | undefined,
): Standing {
  const { state, history } = view
  if (state === 'planned') return 'planned'
  if (state === 'ended')
    return history.some(({ action }) => action === 'ship') ? 'shipped' : 'ended'
  if ((view.lost ?? []).length > 0) return 'lost'
  if (results?.srm.alarm === true) return 'hidden'
  if (state === 'running') return 'running'
  // What was done with it, whatever was changed or noted since.
  const last = history.find(({ action }) => STEPS.includes(action))
  return last?.action === 'harm' ? 'harmed' : 'paused'
}

/** The documents that have changed below an arm, by their titles. */
export function lostIn(
  { lost }: Pick<ExperimentView, 'lost'>,
  titleOf: (name: string) => string,
): string {
  return [...new Set(lost.map(({ document }) => titleOf(document)))].join(', ')
}

/** What to say of it: every version fits, but is compared with something new, or one no longer fits. */
export function lostText({ lost }: Pick<ExperimentView, 'lost'>): string {
  const isMoved = lost.every(({ code }) => code === 'base-changed')
  return `console.experiments.lost.${isMoved ? 'movedText' : 'text'}`
}

/** The arm to speak of first: one that is surely better, else one that is surely worse. */
export function leadOf(metrics: readonly Result[]): Result | undefined {
  const primary = metrics.filter(({ role }) => role === 'primary')
  return (
    primary
      .filter(({ verdict }) => verdict === 'better')
      .sort((a, b) => Math.abs(b.estimate ?? 0) - Math.abs(a.estimate ?? 0))[0] ??
    primary.find(({ verdict }) => verdict === 'worse') ??
    primary[0]
  )
}

/** Has an arm surely made worse what must not get worse? */
export function doesHarm(metrics: readonly Result[], arm: string): boolean {
  return metrics.some((each) => each.arm === arm && each.harmed)
}

/** Who is surely better, so that it may be shipped. */
export function winnersOf(metrics: readonly Result[]): Result[] {
  return metrics.filter(({ role, verdict }) => role === 'primary' && verdict === 'better')
}

/** Days since the first exposure, the first being day 1; 0 before it. */
export function dayOf(days: ExperimentResults['days'], now: Date): number {
  const first = days.map(({ day }) => day).sort()[0]
  if (first === undefined) return 0
  return Math.max(1, Math.floor((now.getTime() - Date.parse(first)) / 86_400_000) + 1)
}

/** How many people, in the digits of the language. */
export function count(value: number, language: string): string {
  return new Intl.NumberFormat(language).format(value)
}

const YEAR = 365
/** Told in years from here on. */
function isLong(days: number | null): boolean {
  return days !== null && days > 2 * YEAR
}

/** What can be said before the start. */
export function powerOf(
  { people, perDay, days, decidable }: Omit<ExperimentView['plan'], 'cuts'>,
  t: Translate,
  language: string,
): { readonly lead: string; readonly rest: string } {
  const say = (value: number | null) => count(Math.ceil(value ?? 0), language)
  const key = 'console.experiments.power'
  const lead = t(people === null ? `${key}.peopleUnknown` : `${key}.people`, {
    people: say(people),
  })
  if (perDay === null) return { lead, rest: t(`${key}.noTraffic`) }
  if (people === null) return { lead, rest: t(`${key}.decidableText`, { perDay: say(perDay) }) }
  if (decidable === false || days === null)
    return {
      lead: t(`${key}.undecidable`),
      rest: t(`${key}.${isLong(days) ? 'undecidableYears' : 'undecidableText'}`, {
        perDay: say(perDay),
        days: say(days),
        years: say((days ?? 0) / YEAR),
        people: say(people),
      }),
    }
  return {
    lead: t(`${key}.decidable`, { people: say(people), days: say(days) }),
    rest: t(`${key}.decidableText`, { perDay: say(perDay) }),
  }
}

/** How a metric stands. That no harm has been seen isn't the same as being fine. */
export function standOf({ harmed, role, verdict }: Result, isShown: boolean) {
  if (!isShown) return { look: 'off', state: 'early' } as const
  if (harmed) return { look: 'bad', state: 'harmed' } as const
  if (verdict === 'open')
    return { look: 'off', state: role === 'guardrail' ? 'noHarm' : 'open' } as const
  if (verdict === 'worse') return { look: 'bad', state: 'worse' } as const
  return { look: 'ok', state: role === 'guardrail' ? 'fine' : verdict } as const
}

/**
 * The steps in the order in which people take them, which depends on the documents. Those that nobody
 * took although people are further on were taken before the experiment was seen, or aren't there.
 */
export function stepsOf(funnel: ExperimentResults['funnel']): string[] {
  const sums = new Map<string, number>()
  for (const { step, n } of funnel) sums.set(step, (sums.get(step) ?? 0) + n)
  const steps = [...sums]
  const last = steps.findLastIndex(([, n]) => n > 0)
  return steps
    .filter(([, n], at) => n > 0 || at > last)
    .sort(([, one], [, other]) => other - one)
    .map(([step]) => step)
}
