/** What somebody has taken and what comes next, read from the documents and the scope. Pure. */

import type { Catalog } from '#engine/documents/catalog.ts'
import { decide } from '#engine/decide/decide.ts'
import { isDone } from '#engine/decide/facts.ts'
import type { DocumentOf } from '#engine/documents/kinds.ts'
import { isFlat } from '#engine/scoring/match.ts'
import type { Scope } from '#engine/rules/scope.ts'
import { TYPE_OF_LETTER, type WorkerType } from '#widgets/parts/Glyph.tsx'

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
  /** Minutes of what is still to take. */
  readonly minutes: number
  /** False while none of what is left exists yet. */
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

/** The types of a Holland code, most liked first; null where no code stands out or none is known. */
export function typesOf(scope: Scope): WorkerType[] | null {
  const metrics = scope.user?.assessments['holland_code']?.metrics
  if (typeof metrics !== 'object' || metrics === null || !('code' in metrics)) return null
  const { code, range } = metrics as { code: unknown; range?: unknown }
  if (typeof code !== 'string' || code === '') return null
  // What the report will not put in order is named nowhere else either. Where the range is unknown, the code stands.
  if (typeof range === 'number' && isFlat({ code, range })) return null
  const types = [...code].flatMap((letter) =>
    Object.hasOwn(TYPE_OF_LETTER, letter)
      ? [TYPE_OF_LETTER[letter as keyof typeof TYPE_OF_LETTER]]
      : [],
  )
  return types.length === 0 ? null : types
}

/** The same, for the one report that is about types. */
export function typesOfReport({ assessments }: Report, scope: Scope): WorkerType[] | null {
  return assessments[0] === 'holland_code' ? typesOf(scope) : null
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
