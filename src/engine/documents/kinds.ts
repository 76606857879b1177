/**
 * The contract of every kind of document, as TypeBox: JSON Schema at run time, types at compile
 * time. Each group of kinds has a file in `kinds/`; this one lists them in the order in which they
 * are documented.
 *
 * The annotation `x-ref` says what a value refers to (a text, a route, a feature, a rule ...).
 * Reference checks, the editor's completion and the texts that a page needs are all derived from
 * it; nothing else lists them again.
 */

import type { Static } from 'typebox'
import { AccessKind } from './kinds/access.ts'
import { AssessmentKind } from './kinds/assessments.ts'
import { ConfigKind, TenantKind } from './kinds/config.ts'
import {
  ContentTypeKind,
  CurriculumKind,
  HelpKind,
  ListKind,
  LocaleKind,
  type ContentField as ContentFieldSchema,
} from './kinds/content.ts'
import { ExperimentKind } from './kinds/experiments.ts'
import { FlowKind, RuleKind, type Redirect, type Then } from './kinds/flows.ts'
import { GlossaryKind } from './kinds/glossary.ts'
import { GuideKind } from './kinds/guides.ts'
import { JoinKind, type JoinMatch as JoinMatchSchema } from './kinds/joins.ts'
import { OverlayKind } from './kinds/overlay.ts'
import { PaperKind } from './kinds/papers.ts'
import { MetricKind } from './kinds/metrics.ts'
import { MenuKind, RouteGroupKind, type MenuItem, type Route } from './kinds/routes.ts'
import { ScoringKind } from './kinds/scoring.ts'
import { ReportKind, ScreenKind } from './kinds/screens.ts'
import { ConsentListKind, ProfileSectionKind, type Field } from './kinds/sections.ts'
import type { STAGES } from './vocabulary.ts'

export { RETENTION_DAYS, type FactorRule } from './kinds/config.ts'
export { CONTENT_FIELD_TYPES, RESERVED_FIELDS } from './kinds/content.ts'
export { RuleSchema, type RefTarget } from './kinds/members.ts'
export { NodeSchema } from './kinds/screens.ts'
export { LAYOUTS, ROUTE_CLASSES, STAGES } from './vocabulary.ts'

export const KINDS = {
  'route-group': RouteGroupKind,
  menu: MenuKind,
  screen: ScreenKind,
  report: ReportKind,
  'profile-section': ProfileSectionKind,
  flow: FlowKind,
  rule: RuleKind,
  assessment: AssessmentKind,
  scoring: ScoringKind,
  access: AccessKind,
  list: ListKind,
  'consent-list': ConsentListKind,
  'content-type': ContentTypeKind,
  join: JoinKind,
  curriculum: CurriculumKind,
  paper: PaperKind,
  guide: GuideKind,
  help: HelpKind,
  config: ConfigKind,
  locale: LocaleKind,
  glossary: GlossaryKind,
  tenant: TenantKind,
  overlay: OverlayKind,
  experiment: ExperimentKind,
  metric: MetricKind,
} as const

export type Kind = keyof typeof KINDS
export type DocumentOf<K extends Kind> = Static<(typeof KINDS)[K]>
export type AnyDocument = { [K in Kind]: DocumentOf<K> }[Kind]

export type RouteDocument = Static<typeof Route>
export type MenuItemDocument = Static<typeof MenuItem>
export type FlowDocument = DocumentOf<'flow'>
export type Verdict = Static<typeof Then>
export type RedirectVerdict = Static<typeof Redirect>
export type FieldDocument = Static<typeof Field>
export type AccessDocument = DocumentOf<'access'>
export type ActionDocument = NonNullable<AccessDocument['actions']>[number]
export type FeatureDocument = NonNullable<AccessDocument['features']>[number]
export type ConfigDocument = DocumentOf<'config'>
export type ContentType = DocumentOf<'content-type'>
export type ContentField = Static<typeof ContentFieldSchema>
export type ListDocument = DocumentOf<'list'>
export type JoinDocument = DocumentOf<'join'>
export type GlossaryDocument = DocumentOf<'glossary'>
export type PaperDocument = DocumentOf<'paper'>
export type ExperimentDocument = DocumentOf<'experiment'>
export type MetricDocument = DocumentOf<'metric'>
export { type FactName } from './kinds/metrics.ts'
export type JoinMatch = Static<typeof JoinMatchSchema>
export type NodeDocument = {
  readonly id: string
  readonly type: string
  readonly level?: number
  readonly props?: Readonly<Record<string, unknown>>
  readonly data?: string
  readonly show?: unknown
  readonly children?: readonly NodeDocument[]
  readonly fallback?: NodeDocument
}
export type Stage = (typeof STAGES)[number]

/** Documents that never leave the server but for the console: scoring keys, tenants, experiments. */
export const SERVER_ONLY: ReadonlySet<Kind> = new Set<Kind>([
  'scoring',
  'tenant',
  'config',
  'overlay',
  'experiment',
  'metric',
  'glossary',
])
