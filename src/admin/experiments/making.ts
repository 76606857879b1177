/** A new experiment as a document. Pure. */

import type { Json } from '#engine/documents/json.ts'
import type { Op } from '#engine/overlay/ops.ts'

export type Wanted = {
  readonly title: string
  readonly hypothesis: string
  readonly metric: string
  /** Out of 100 people. */ readonly effect: string
  readonly days: string
  /** Of 100 people who take part. */ readonly share: string
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
  if (wanted.changes === '') return 'changes'
  if (wanted.page === '') return 'page'
  return ops.length === 0 ? 'change' : null
}

/** @param ops how the new version differs; its scope is exactly the places of these */
export function experimentFrom(wanted: Wanted, ops: readonly Op[]): Json {
  const number = (text: string) => Number(text.replace(',', '.'))
  const share = Math.round(number(wanted.share) * 100) / 10_000
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
    metrics: { primary: wanted.metric },
    smallestEffect: number(wanted.effect) / 100,
    plannedDays: Number(wanted.days),
  }
}
