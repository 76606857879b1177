/**
 * What a tenant can change, in the groups that somebody looks for it in: documents, and pages of the
 * console that change several of them. Nothing else belongs to a group of its own kind.
 */

import type { IconName } from '#engine/documents/icons.ts'
import type { Kind } from '#engine/documents/kinds.ts'

export type ThingGroup = {
  readonly id: string
  readonly icon: IconName
  readonly kinds: readonly Kind[]
  /** Shown first, where the tenant has them: what people look for most. */
  readonly first: readonly string[]
  /** Routes of the console, with their words in the console's menu. */
  readonly pages: readonly (readonly [route: string, words: string])[]
  /** What makes another one. */
  readonly recipe?: string
}

export const THING_GROUPS: readonly ThingGroup[] = [
  {
    id: 'pages',
    icon: 'file',
    kinds: ['screen', 'help', 'guide'],
    first: ['screen/home', 'screen/profile-home', 'screen/explore'],
    pages: [],
    recipe: 'page',
  },
  {
    id: 'menus',
    icon: 'menu',
    kinds: ['menu'],
    first: ['menu/main', 'menu/user', 'menu/footer'],
    pages: [],
  },
  {
    id: 'journey',
    icon: 'branch',
    kinds: ['flow'],
    first: ['flow/onboarding', 'flow/navigation-guard', 'flow/next-up'],
    pages: [],
    recipe: 'redirect',
  },
  {
    id: 'forms',
    icon: 'list',
    kinds: ['profile-section', 'consent-list'],
    first: ['profile-section/initialProfile', 'consent-list/main', 'profile-section/basicInfo'],
    pages: [],
    recipe: 'section',
  },
  {
    id: 'assessments',
    icon: 'bars',
    kinds: ['assessment', 'report'],
    first: ['assessment/holland_code', 'report/worker-type', 'assessment/big_5'],
    pages: [],
    recipe: 'assessment',
  },
  {
    id: 'content',
    icon: 'search',
    kinds: ['content-type', 'curriculum'],
    first: ['content-type/careers', 'content-type/bursaries'],
    pages: [['consoleRecords', 'records']],
    recipe: 'records',
  },
  {
    id: 'words',
    icon: 'globe',
    kinds: ['locale', 'glossary'],
    first: ['glossary/main'],
    pages: [
      ['consoleLanguages', 'languages'],
      ['consoleMessages', 'messages'],
    ],
    recipe: 'language',
  },
  {
    id: 'look',
    icon: 'heart',
    kinds: ['paper'],
    first: [],
    pages: [
      ['consoleBrand', 'brand'],
      ['consolePictures', 'pictures'],
    ],
  },
  {
    id: 'plans',
    icon: 'coins',
    kinds: ['access'],
    first: ['access/plans', 'access/prices'],
    pages: [['consoleFeatures', 'features']],
  },
]

/** What is left: for those who know what it is. */
export const TECHNICAL = 'technical'

const IN_GROUPS: ReadonlySet<string> = new Set(THING_GROUPS.flatMap(({ kinds }) => kinds))

/** The group that a kind is in, or the group of this id. */
export function groupOf(name: string): string {
  if (name === '' || name === TECHNICAL) return name
  return (
    THING_GROUPS.find(({ id, kinds }) => id === name || kinds.some((kind) => kind === name))?.id ??
    TECHNICAL
  )
}

/** Whether a list that is narrowed to a group or a kind holds documents of this kind. */
export function holdsKind(narrowed: string, kind: string): boolean {
  if (narrowed === '') return true
  if (narrowed === TECHNICAL) return !IN_GROUPS.has(kind)
  const group = THING_GROUPS.find(({ id }) => id === narrowed)
  return group === undefined ? kind === narrowed : group.kinds.some((each) => each === kind)
}
