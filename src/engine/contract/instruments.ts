/** Instruments in the console: which there are, and how they work for a tenant's own people. */

import type { FROM } from '#engine/psychometrics/groups.ts'
import type { InstrumentHealth } from '#engine/psychometrics/health.ts'

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
