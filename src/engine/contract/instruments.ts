/** Instruments in the console: which there are, and how they work for a tenant's own people. */

import type { FROM } from '#engine/psychometrics/groups.ts'
import type { InstrumentHealth } from '#engine/psychometrics/health.ts'
import type { PanelItem, PanelKind } from '#engine/psychometrics/panel.ts'

export type InstrumentSummary = { readonly id: string; readonly title: string }

/** `GET admin/instruments/{id}/health`; figures of too few people are null. */
export type InstrumentView = InstrumentHealth & {
  readonly title: string
  /** Item -> its words, in the language of the caller. */
  readonly names: Readonly<Record<string, string>>
  /** Column of the background -> its words, and those of its groups. */
  readonly groupNames: Readonly<
    Record<string, { readonly name: string; readonly groups: Readonly<Record<string, string>> }>
  >
  readonly scaleNames: Readonly<Record<string, string>>
  /** Item -> answer -> its words. */
  readonly options: Readonly<Record<string, Readonly<Record<string, string>>>>
  /** People from whom each kind of figure is shown. */
  readonly from: typeof FROM
  /** Below this correlation with the rest of its scale, a question measures something else. */
  readonly lowFit: number
}

/** `GET admin/instruments/{id}/panel`: what the people of one cohort chose, who judge questions. */
export type InstrumentPanel = {
  /** What is judged; null: ratings, which have no right answer. */
  readonly kind: PanelKind | null
  /** Cohorts with people who finished it; null: fewer than ten. */
  readonly cohorts: readonly { readonly name: string; readonly people: number | null }[]
  /** Of the cohort that was asked for; null: none was, or it has fewer than ten. */
  readonly people: number | null
  /** Raters that it takes, and the share of them that must choose the right answer. */
  readonly needed: { readonly people: number; readonly share: number | null } | null
  readonly items: readonly PanelItem[]
  /** Item -> its words. */
  readonly names: Readonly<Record<string, string>>
  /** Item -> answer -> its words. */
  readonly options: Readonly<Record<string, Readonly<Record<string, string>>>>
}
