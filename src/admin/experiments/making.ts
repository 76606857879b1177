/** A new experiment as a document. Pure. */

import type { Json } from '#engine/documents/json.ts'
import type { Op } from '#engine/overlay/ops.ts'

export type Wanted = {
  readonly title: string
  readonly hypothesis: string
  readonly metric: string
  /** Out of 100 people, or in the metric's own unit. */ readonly effect: string
  readonly days: string
  /** Of 100 people who take part. */ readonly share: string
  /** Of 100 people, how many take part at all. */ readonly coverage: string
  /** Metrics that must not get worse. */ readonly guardrails: readonly string[]
  /** Metrics that are counted, but don't decide. */ readonly further: readonly string[]
  /** `kind/id` of the document that the new version changes. */ readonly changes: string
  /** The page on which people see the difference. */ readonly page: string
}

export const NOTHING: Wanted = {
  title: '',
  hypothesis: '',
  metric: '',
  effect: '3',
  days: '28',
  share: '50',
  coverage: '100',
  guardrails: [],
  further: [],
  changes: '',
  page: '',
}

/** Letters and digits that fit into a cookie and an address. */
export function idFrom(title: string): string {
  return title
    .normalize('NFD')
    .replaceAll(/\p{M}/gu, '')
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '-')
    .replaceAll(/^-+|-+$/g, '')
    .slice(0, 40)
    .replace(/-+$/, '')
}

/** The first thing that is missing or out of bounds. */
export function missingIn(wanted: Wanted, ops: readonly Op[]): keyof Wanted | 'change' | null {
  const within = (text: string, low: number, high: number) => {
    const value = Number(text.replace(',', '.'))
    return text.trim() !== '' && value >= low && value <= high
  }
  if (idFrom(wanted.title) === '') return 'title'
  if (wanted.hypothesis.trim() === '') return 'hypothesis'
  if (wanted.metric === '') return 'metric'
  if (!within(wanted.effect, 0.1, 100)) return 'effect'
  if (!within(wanted.days, 1, 366) || !Number.isInteger(Number(wanted.days))) return 'days'
  if (!within(wanted.share, 1, 99)) return 'share'
  if (!within(wanted.coverage, 1, 100)) return 'coverage'
  if (wanted.changes === '') return 'changes'
  if (wanted.page === '') return 'page'
  return ops.length === 0 ? 'change' : null
}

/** A metric has one role: what decides isn't also what must not get worse. */
function rolesOf({ metric, guardrails, further }: Wanted): Json {
  const guarding = guardrails.filter((id) => id !== metric)
  const others = further.filter((id) => id !== metric && !guarding.includes(id))
  return {
    primary: metric,
    ...(others.length > 0 && { further: others }),
    ...(guarding.length > 0 && { guardrails: guarding }),
  }
}

/**
 * @param ops how the new version differs; its scope is exactly the places of these
 * @param isShare whether what decides is told of 100 people; otherwise the difference is in its own
 *   unit
 */
export function experimentFrom(wanted: Wanted, ops: readonly Op[], isShare = true): Json {
  const number = (text: string) => Number(text.replace(',', '.'))
  const share = Math.round(number(wanted.share) * 100) / 10_000
  const coverage = Math.round(number(wanted.coverage) * 100) / 10_000
  const at = wanted.changes.indexOf('/')
  const target = { kind: wanted.changes.slice(0, at), document: wanted.changes.slice(at + 1) }
  return {
    kind: 'experiment',
    id: idFrom(wanted.title),
    v: 1,
    title: wanted.title.trim(),
    source: 'console',
    state: 'planned',
    hypothesis: wanted.hypothesis.trim(),
    arms: [
      { id: 'control', weight: Math.round((1 - share) * 10_000) / 10_000, overlays: [] },
      {
        id: 'new',
        weight: share,
        overlays: [{ id: 'change', ...target, ops: [...ops] as unknown as Json[] }],
      },
    ],
    scope: [{ id: 'change', ...target, paths: [...new Set(ops.map((op) => op.at))] }],
    exposure: [{ id: 'page', screen: wanted.page }],
    ...(coverage < 1 && { coverage }),
    metrics: rolesOf(wanted),
    smallestEffect: number(wanted.effect) / (isShare ? 100 : 1),
    plannedDays: Number(wanted.days),
  }
}
