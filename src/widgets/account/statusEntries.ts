/**
 * What a user can do or has done, each with its progress and link: reports, parts of the profile, a
 * cohort's assessments. Pure.
 */

import type { Catalog } from '#engine/documents/catalog.ts'
import { listedSections, profileProgress, type Section } from '#engine/decide/progress.ts'
import { researchRoute, researchSteps, type ResearchStep } from '#engine/decide/research.ts'
import { pathTo } from '#engine/decide/routes.ts'
import type { Translate } from '#engine/react/text.tsx'
import type { Scope } from '#engine/rules/scope.ts'
import { TYPES, type WorkerType } from '#widgets/parts/Glyph.tsx'
import {
  isTaken,
  lineOf,
  resultOfSection,
  routeOf,
  type ResultWords,
} from '#widgets/reports/resultLine.ts'
import { iconOf, reportStates, typesOfReport, type ReportState } from '#widgets/reports/results.ts'

/** One line of a list. */
export type Entry = {
  readonly id: string
  /** The text, like the line below it. */
  readonly title: string
  readonly line: string
  readonly done: boolean
  /** Why it's closed: the plan, another one that comes first, or there is no page for it. */
  readonly lock: 'plan' | 'earlier' | 'missing' | null
  /** Its address; null if it has none. */
  readonly to: string | null
  /** The page shows this one. */
  readonly current: boolean
  /** Independent of the one above it. */
  readonly first: boolean
  readonly icon: string | undefined
  /** Tiles that show the result. */
  readonly tiles: readonly WorkerType[]
  /** How many of its parts are done, once it has been started. */
  readonly part: { readonly done: number; readonly all: number } | null
  /** The assessment that may be in progress on this device. */
  readonly assessment: string | null
}

export type Around = {
  readonly t: Translate
  readonly href: (
    route: string,
    params?: Readonly<Record<string, string>>,
    query?: Readonly<Record<string, string>>,
  ) => string
  readonly catalog: Catalog
  readonly scope: Scope
}
/** The texts for parts of a profile, and the page that opens one. */
export type SectionWords = {
  readonly routeName: string
  readonly complete: string
  readonly toDo: string
  readonly nothing: string
}

const PLAIN = {
  current: false,
  first: true,
  icon: undefined,
  tiles: [],
  part: null,
  assessment: null,
} as const

/** The reports that this account may see, in the menu's order. */
export function reportEntries(around: Around, words: ResultWords | undefined): Entry[] {
  const { catalog, scope } = around
  return reportStates(catalog, scope).map((state) => reportEntry(state, around, words))
}

function reportEntry(
  state: ReportState,
  { t, href, catalog, scope }: Around,
  words: ResultWords | undefined,
): Entry {
  const { report, access, done, all } = state
  const types = access ? typesOfReport(report, catalog, scope) : null
  return {
    ...PLAIN,
    id: report.id,
    title: t(report.label),
    line: lineOf(t, catalog, scope, state, words),
    done: isTaken(state),
    lock: access ? null : 'plan',
    to: href(routeOf(state, catalog)),
    icon: iconOf(catalog, report.feature),
    tiles: (types ?? []).flatMap(({ id }) => TYPES.find((type) => type === id) ?? []),
    part: access && done > 0 && done < all ? { done, all } : null,
    assessment: access ? (report.assessments[0] ?? null) : null,
  }
}

/** The parts of the profile that its page lists. */
export function sectionEntries(
  around: Around,
  words: SectionWords,
  results: ResultWords | undefined,
): Entry[] {
  const { catalog, scope } = around
  const { sections } = profileProgress(catalog, scope.user?.profile ?? {})
  return listedSections(catalog).map((section) =>
    sectionEntry(section, sections[section.id] === true, around, words, results),
  )
}

/** A section without fields is complete (spec 5), whatever it shows. */
function sectionEntry(
  section: Section,
  isComplete: boolean,
  { t, href, catalog, scope }: Around,
  words: SectionWords,
  results: ResultWords | undefined,
): Entry {
  const result = resultOfSection(catalog, scope, section)
  const done = section.route === undefined ? isComplete : result !== undefined && isTaken(result)
  const own = {
    ...PLAIN,
    id: section.id,
    title: t(section.label),
    done,
    current: scope.route?.query['section'] === section.id,
  }
  if (result !== undefined)
    return {
      ...own,
      line: lineOf(t, catalog, scope, result, results),
      lock: result.access ? null : 'plan',
      to: href(routeOf(result, catalog)),
    }
  // Choices may have no fields of their own.
  const isFilledIn = section.fields.length > 0 || section.shape === 'choices'
  if (!isFilledIn) return { ...own, line: t(words.nothing), lock: null, to: null }
  return {
    ...own,
    line: t(done ? words.complete : words.toDo),
    lock: null,
    to: href(words.routeName, {}, { section: section.id }),
  }
}

const LOCKS = { done: null, open: null, locked: 'earlier', closed: 'missing' } as const

/** The assessments of a cohort: those listed, each with the ones it unlocks (spec 3 and 4). */
export function researchEntries(around: Around): Entry[] {
  const { catalog, scope } = around
  return researchSteps(catalog, scope.user).map((step) => researchEntry(step, around))
}

function researchEntry({ id, parent, state }: ResearchStep, { t, catalog }: Around): Entry {
  const document = catalog.get('assessment', id)
  const route = researchRoute(catalog, id)
  const minutes = t('card.minutes', { count: document?.minutes ?? 0 })
  const opener = parent === null ? '' : t(catalog.get('assessment', parent)?.label ?? parent)
  return {
    ...PLAIN,
    id,
    title: t(document?.label ?? id),
    line:
      state === 'locked'
        ? t('research.opensAfter', { name: opener, minutes })
        : state === 'closed'
          ? t('research.closed')
          : minutes,
    done: state === 'done',
    lock: LOCKS[state],
    to: state === 'open' && route !== undefined ? pathTo(route) : null,
    first: parent === null,
  }
}
