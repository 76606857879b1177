/** The state of a report in one line, and where its card leads. Pure. */

import { planThatOpens } from '#engine/decide/access.ts'
import type { Catalog } from '#engine/documents/catalog.ts'
import type { DocumentOf } from '#engine/documents/kinds.ts'
import type { Translate } from '#engine/react/text.tsx'
import type { Scope } from '#engine/rules/scope.ts'
import { reportStates, typesOfReport, type ReportState } from './results.ts'

/**
 * The result that a profile section shows; undefined if it shows none, or this account may not see
 * it.
 */
export function resultOfSection(
  catalog: Catalog,
  scope: Scope,
  { route }: Pick<DocumentOf<'profile-section'>, 'route'>,
): ReportState | undefined {
  return route === undefined
    ? undefined
    : reportStates(catalog, scope).find((state) => state.route === route)
}

export function isTaken({ all, done }: ReportState): boolean {
  return all > 0 && done === all
}

/**
 * Where a report's card leads: to the report, which begins with its questions, or to whatever
 * unlocks it.
 */
export function routeOf({ access, route = '' }: ReportState, catalog: Catalog): string {
  return access ? route : catalog.upgradeRoute
}

/** Text keys for a report. */
export type ResultWords = {
  /** Taken, and the result isn't a word. */
  readonly read: string
  /** Taken, and nothing stands out. */
  readonly none: string
  /** {{done}} of {{all}}. */
  readonly some: string
  /** {{count}} minutes. */
  readonly take: string
  /** The plan lacks it: who it is for. */
  readonly closed?: string
}

/** The line below a report's name: its result, the minutes that it takes, or what unlocks it. */
export function lineOf(
  t: Translate,
  catalog: Catalog,
  scope: Scope,
  state: ReportState,
  words: ResultWords | undefined,
): string {
  const { report, access, all, done, minutes, built } = state
  if (!access) {
    const plan = planThatOpens(catalog, scope, report.feature)
    return [
      words?.closed !== undefined && t(words.closed),
      t('upgrade.toAccess'),
      plan !== null && t('upgrade.partOf', { plan: t(`plan.${plan}`) }),
    ]
      .filter(Boolean)
      .join(' · ')
  }
  if (isTaken(state)) {
    if (report.result === undefined) return t(words?.read)
    return (
      typesOfReport(report, catalog, scope)
        ?.map(({ id, label }) => t(label) || id)
        .join(', ') ?? t(words?.none)
    )
  }
  if (done > 0) return t(words?.some, { done, all })
  return built ? t(words?.take, { count: minutes }) : t('built.tag')
}
