/** What the user has taken and what comes next, from the documents and the scope. Pure. */

import type { Catalog } from '#engine/documents/catalog.ts'
import { decide } from '#engine/decide/decide.ts'
import { isDone } from '#engine/decide/facts.ts'
import type { DocumentOf } from '#engine/documents/kinds.ts'
import { isSaidAt, wordAt, type Metrics } from '#engine/scoring/reports.ts'
import { shapeOf } from '#engine/scoring/reportshape.ts'
import type { Scope } from '#engine/rules/scope.ts'

export type Assessment = DocumentOf<'assessment'>
export type Report = DocumentOf<'report'>

/** The assessment that flow/next-up names; null when nothing is left. */
export function nextUp(catalog: Catalog, scope: Scope): Assessment | null {
  const then = decide(catalog, 'next-up', scope)?.then
  return then !== undefined && 'assessment' in then
    ? (catalog.get('assessment', then.assessment) ?? null)
    : null
}

export type ReportState = {
  readonly report: Report
  readonly access: boolean
  /** Assessments of the report: how many, and how many are done. */
  readonly all: number
  readonly done: number
  /** Minutes for what hasn't been taken yet. */
  readonly minutes: number
  /** False if none of the remaining ones has been built yet. */
  readonly built: boolean
  /** Where the result is read. */
  readonly route: string | undefined
}

/** The reports that this account may see, in the order of the menu. */
export function reportStates(catalog: Catalog, scope: Scope): ReportState[] {
  const order = menuItems(catalog).map(({ feature }) => feature)
  const reports = catalog
    .all('report')
    .sort((a, b) => order.indexOf(a.feature) - order.indexOf(b.feature))
  return reports.flatMap((report) => {
    const feature = scope.feature[report.feature]
    if (!feature?.visible) return []
    const assessments = report.assessments.flatMap((id) => catalog.get('assessment', id) ?? [])
    const left = assessments.filter(({ id }) => !isDone(scope.user, id))
    return {
      report,
      access: feature.access,
      all: assessments.length,
      done: assessments.length - left.length,
      minutes: left.reduce((sum, { minutes }) => sum + minutes, 0),
      built: left.length === 0 || left.some(({ built }) => built !== false),
      route: assessments[0]?.doneRoute,
    }
  })
}

export type ResultType = {
  /** Its id in the list: `builder`. */
  readonly id: string
  /** Text key of its name. */
  readonly label: string | undefined
}

/**
 * A report's result in one to three words: the types that its code spells. Null if it spells none,
 * or no score stands out.
 */
export function typesOfReport(report: Report, catalog: Catalog, scope: Scope): ResultType[] | null {
  const taken = Object.entries(scope.user?.assessments ?? {})
  return typesIn(
    report,
    catalog,
    Object.fromEntries(taken.map(([id, { metrics }]) => [id, metrics])),
  )
}

/** The same from the metrics by assessment: a visitor's result is on no account. */
export function typesIn(
  { result }: Report,
  catalog: Catalog,
  metrics: Metrics,
): ResultType[] | null {
  if (result === undefined) return null
  // If the report doesn't rank the types, other pages don't name them either.
  if (result.even !== undefined && isSaidAt(metrics, result.even)) return null
  const items = catalog.get('list', result.names)?.items ?? []
  const types = lettersOf(
    result,
    metrics,
    items.flatMap(({ letter }) => letter ?? []),
  ).flatMap((code) => items.find(({ letter }) => letter === code) ?? [])
  return types.length === 0 ? null : types.map(({ id, label }) => ({ id, label }))
}

/** The letters that the report itself would name, of all that its list has. */
function lettersOf(
  result: NonNullable<Report['result']>,
  metrics: Metrics,
  all: readonly string[],
): readonly string[] {
  const letters = [...(wordAt(metrics, result.code) ?? '')]
  const shape = shapeOf(result, metrics, all, letters.length)
  return shape === null ? letters : shape.named.map(({ row }) => row.id)
}

/** The icon that the menu gives a feature, so that a report looks the same in both places. */
export function iconOf(catalog: Catalog, feature: string): string | undefined {
  return menuItems(catalog).find((item) => item.feature === feature)?.icon
}

/** The feature behind an entry of the menu, by the entry's id. */
export function featureOf(catalog: Catalog, entry: string): string | undefined {
  return menuItems(catalog).find(({ id }) => id === entry)?.feature
}

function menuItems(catalog: Catalog) {
  return catalog.get('menu', 'main')?.items.flatMap((item) => item.items ?? [item]) ?? []
}
