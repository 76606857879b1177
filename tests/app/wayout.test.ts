/**
 * The close button of a single-task page always leads to a different page that the user may open.
 */

import { expect, it } from 'vitest'
import { queryAbove, wayOut } from '#app/wayout.ts'
import { navigate } from '#engine/decide/navigate.ts'
import { pathTo } from '#engine/decide/routes.ts'
import { catalog, makeUser, makeWorld, type PersonOptions } from '#tests/support/documents.ts'

const all = catalog.all('assessment').map(({ id }) => id)
const PEOPLE: readonly PersonOptions[] = [
  {},
  { taken: ['holland_code'] },
  { taken: all },
  { plan: 'AssessmentOnlyBehaviourPlus', taken: ['holland_code'] },
  { research: ['holland_code', 'big_5', 'managing_emotion'] },
]

function visit(person: PersonOptions, path: string) {
  return navigate(catalog, makeWorld(makeUser(person)), { path, query: {} })
}

it('leads from every page of a task to another page that its user may open', () => {
  let crosses = 0
  for (const person of PEOPLE) {
    for (const route of catalog.routes.values()) {
      const landing = visit(person, pathTo(route))
      if (landing.layout !== 'focus') continue
      const out = wayOut(landing, catalog)
      if (out === null) continue
      crosses++
      const end = visit(person, pathTo(catalog.route(out)!))
      expect(end.hops.length, `${landing.path} leads to ${out}`).toBe(0)
      expect(end.path).not.toBe(landing.path)
      expect(
        end.route.group,
        'a user who leaves a task doesn’t land next to "Delete my account"',
      ).not.toBe('settings')
    }
  }
  expect(crosses).toBeGreaterThan(40)
})

it.each([
  ['/reports/worker-type', {}, null],
  ['/reports/worker-type/quiz', {}, 'hollandCodeReportPage'],
  ['/reports/worker-type/quiz-practice', {}, 'hollandCodeReportPage'],
  ['/reports/learning-styles', { taken: ['holland_code'] }, 'profileHomePage'],
  [
    '/reports/emotional-intelligence/managing-emotions/quiz',
    { taken: ['holland_code'] },
    'managingEmotionsPage',
  ],
  [
    '/reports/emotional-intelligence/managing-emotions',
    { taken: ['holland_code'] },
    'emotionalIntelligenceReportPage',
  ],
  [
    '/reports/personality-guide/areas-of-development',
    { taken: ['holland_code'] },
    'profileHomePage',
  ],
  ['/research/assessments/personality-traits/quiz', { research: ['big_5'] }, 'researchDashboard'],
] satisfies [string, PersonOptions, string | null][])(
  'leads from %s of %o to %s',
  (path, person, out) => {
    expect(wayOut(visit(person, path), catalog)).toBe(out)
  },
)

it.each([
  ['/cv', {}, null],
  ['/cv', { section: 'about' }, {}],
  ['/cv', { section: 'experiences', item: 'new' }, { section: 'experiences' }],
  ['/cv', { section: 'experiences', item: '' }, {}],
  [
    '/cv',
    { section: 'experiences', item: 'new', from: 'mail' },
    { section: 'experiences', from: 'mail' },
  ],
  ['/reports/worker-type/quiz', { section: 'about' }, null],
] satisfies [string, Record<string, string>, Record<string, string> | null][])(
  'leads from the part of %s that %o opens to what is above it: %o',
  (path, query, above) => {
    const landing = visit({ taken: ['holland_code'] }, path)
    expect(queryAbove({ route: landing.route, query })).toEqual(above)
  },
)

it('is on every part of the CV, which has its page to itself', () => {
  const world = makeWorld(makeUser({ taken: ['holland_code'] }))
  const layoutOf = (query: Record<string, string>) =>
    navigate(catalog, world, { path: '/cv', query }).layout
  expect(layoutOf({ section: 'about' })).toBe('focus')
  expect(layoutOf({ section: 'experiences', item: 'new' })).toBe('focus')
  expect(layoutOf({})).toBe('authenticated')
  expect(layoutOf({ view: 'files' })).toBe('authenticated')
})
