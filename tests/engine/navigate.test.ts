/**
 * Who lands where: every user at every path of the specification. The expectation is an independent
 * reading of section 4, written here as plain code; the documents have to agree with it.
 */

import { describe, expect, it } from 'vitest'
import { Catalog } from '#engine/documents/catalog.ts'
import type { AnyDocument, RouteDocument, Stage } from '#engine/documents/kinds.ts'
import { MAX_REDIRECTS, navigate, navigateScope } from '#engine/decide/navigate.ts'
import { matchPath, pathTo, queryText } from '#engine/decide/routes.ts'
import { buildScope, type Onboarding } from '#engine/rules/scope.ts'
import plans from '#tests/cases/plans.json' with { type: 'json' }
import table from '#tests/cases/routes.json' with { type: 'json' }
import { catalog, makeUser, makeWorld, type PersonOptions } from '#tests/support/documents.ts'

type Row = {
  readonly name?: string
  readonly path: string
  readonly class: RouteDocument['class']
  readonly feature?: string
  readonly guard?: string
  readonly leads?: string
  readonly curriculum?: boolean
  readonly assessment?: string
  readonly role?: boolean
}
const ROWS = table.routes as readonly Row[]

/** The path with a value for each of its parameters. */
const pathOf = ({ path }: Row) => (path === '*' ? '/no/such/page' : path.replace(/:\w+/g, 'x'))

/**
 * Pages of questions that the specification's table doesn't name, although its instruments need
 * them.
 */
/** And the pages that the tables don't list (docs/decisions/0064, 0070, 0075, 0085, 0089). */
const QUESTIONS = [
  '/explore',
  '/guardian/:token',
  '/locked/:feature',
  '/navigators/careers/compare',
  '/navigators/funding',
  '/navigators/funding/kinds/:name/:id',
  '/navigators/jobs',
  '/navigators/jobs/:name/:id',
  '/navigators/resources-navigator/:name/:id',
  '/navigators/skillsets/courses/:name/:id',
  '/onboarding/birth-date',
  '/onboarding/guardian',
  '/pay/:token',
  '/pay/demo/:id',
  '/payments/:id',
  '/reports/entrepreneurship/quiz',
  // Games in a study (docs/decisions/0132).
  '/research/assessments/maze',
  '/research/assessments/rock_paper_scissors',
  '/research/assessments/stem_b',
  '/research/assessments/steu_b',
  '/settings/account/upgrade/:country/:plan',
  // A second factor, and passkeys (docs/decisions/0090).
  '/settings/security/:part',
  // A result without an account (docs/decisions/0082).
  '/start',
  '/start/quiz',
  '/start/result',
]

describe('the routes of the specification', () => {
  it.each(ROWS.map((row) => [row.path, row] as const))('%s', (_path, row) => {
    const route = catalog.route(matchPath(catalog.matchers, pathOf(row))!.name)!
    expect(route).toMatchObject({
      path: row.path,
      class: row.class,
      ...(row.name !== undefined && { id: row.name }),
      // The worker type report names its feature for the menu, but isn't guarded by it.
      ...(row.feature !== undefined && { feature: row.feature }),
    })
    expect(route.redirect !== undefined || route.id === 'onboarding').toBe(
      row.leads !== undefined || route.id === 'onboarding',
    )
  })

  it('cover every page except those of the console and of questions, which the specification doesn’t list', () => {
    expect(
      [...catalog.routes.values()]
        .map(({ path }) => path)
        .filter((path) => !path.startsWith('/admin/') && !QUESTIONS.includes(path))
        .sort(),
    ).toEqual(ROWS.map(({ path }) => path).sort())
  })

  it('all show something unless they redirect', () => {
    const empty = [...catalog.routes.values()].filter(
      ({ redirect, screen, screens }) =>
        !redirect && screen === undefined && screens?.at(-1)?.screen === undefined,
    )
    expect(empty.map(({ id }) => id)).toEqual([])
  })
})

type Persona = {
  readonly name: string
  readonly person: PersonOptions | null
  readonly onboarding?: Partial<Onboarding>
  readonly stage: Stage | null
  /** Where onboarding leads this user (spec 4, Onboarding flow). */
  readonly step?: string
}

const EVERYTHING = catalog.all('assessment').map(({ id }) => id)
const BEGUN = { verified: false, consents: [], profile: {} } as const
const PERSONAS: readonly Persona[] = [
  { name: 'nobody', person: null, stage: null },
  {
    name: 'somebody who just signed up',
    person: { plan: 'free', ...BEGUN },
    stage: 'onboarding',
    step: '/onboarding/consent',
  },
  {
    name: 'a free account, unverified',
    person: { plan: 'free', verified: false },
    stage: 'onboarding',
    step: '/onboarding/verification',
  },
  {
    name: 'a free account, unverified, skipping it',
    person: { plan: 'free', verified: false },
    onboarding: { skipVerification: true },
    stage: 'onboarding',
    step: '/onboarding/redeem-license',
  },
  {
    name: 'a free account, verified',
    person: { plan: 'free' },
    stage: 'onboarding',
    step: '/onboarding/redeem-license',
  },
  {
    name: 'a free account with results',
    person: { plan: 'free', taken: EVERYTHING },
    stage: 'onboarding',
    step: '/onboarding/redeem-license',
  },
  {
    name: 'a free account with a plan chosen',
    person: { plan: 'free' },
    onboarding: { selectedPlan: 'power', country: 'KE' },
    stage: 'onboarding',
    step: '/onboarding/checkout/KE/power',
  },
  {
    name: 'a free account with a plan chosen, unverified',
    person: { plan: 'free', verified: false },
    onboarding: { selectedPlan: 'power' },
    stage: 'onboarding',
    step: '/onboarding/verification',
  },
  ...catalog.plans
    .filter(({ id }) => id !== 'free')
    .flatMap(({ id: plan }): Persona[] => [
      {
        name: `${plan}, no profile`,
        person: { plan, profile: {} },
        stage: 'onboarding',
        step: '/onboarding/profile',
      },
      {
        name: `${plan}, no consent`,
        person: { plan, consents: [] },
        stage: 'onboarding',
        step: '/onboarding/consent',
      },
      {
        name: `${plan}, in a research cohort`,
        person: { plan, research: ['holland_code', 'big_5', 'managing_emotion'] },
        stage: 'research',
      },
      {
        name: `${plan}, in a research cohort, half done`,
        person: { plan, research: ['holland_code', 'big_5'], taken: ['holland_code', 'interests'] },
        stage: 'research',
      },
      {
        name: `${plan}, research done`,
        person: { plan, research: ['holland_code'], taken: EVERYTHING },
        stage: 'fullAccess',
      },
      { name: `${plan}, nothing taken`, person: { plan }, stage: 'workerType' },
      {
        name: `${plan}, worker type taken`,
        person: { plan, taken: ['holland_code'] },
        stage: 'fullAccess',
      },
      {
        name: `${plan}, with a role`,
        person: { plan, taken: ['holland_code'], role: 'editor' },
        stage: 'fullAccess',
      },
    ]),
]

function has(persona: Persona, feature: string): boolean {
  const open = (plans.plans as Readonly<Record<string, 'all' | string[]>>)[persona.person!.plan!]!
  return open === 'all' || open.includes(feature)
}

/** Spec 4, Navigation guard, read independently. */
function expected(persona: Persona, row: Row, path: string): string {
  const at = (to: string): string =>
    expected(
      persona,
      ROWS.find((each) => each.path === to)!,
      to,
    )
  const { person, stage } = persona
  if (row.path === '/onboarding' && person === null) return '/login?redirect=%2Fonboarding'
  if (row.path === '/settings' && person === null) return '/login?redirect=%2Fsettings%2Faccount'
  if (row.path === '/report-redirect/:assessment' && person === null)
    return '/login?redirect=%2Freports%2Fworker-type'
  if (row.leads !== undefined) {
    const [to, query] = row.leads.split('?')
    const landed = at(to!)
    return query !== undefined && person === null ? `${landed}?${query}` : landed
  }
  if (row.class === 'public' || row.class === 'ignoreAuth') return path
  if (person === null)
    return row.class === 'loggedOutOnly' ? path : `/login?redirect=${encodeURIComponent(path)}`
  if (row.role) return person.role === undefined ? '/error/not-allowed' : path
  if (row.class === 'loggedOutOnly') return at('/profile/home')
  if (path.startsWith('/settings')) return path
  if (path.startsWith('/research')) {
    if (person.research === undefined) return at('/profile/home')
    return row.assessment !== undefined && person.taken?.includes(row.assessment)
      ? '/research'
      : path
  }
  if (stage === 'onboarding') return persona.step!
  if (path.startsWith('/onboarding')) return at('/profile/home')
  if (stage === 'research') return '/research'
  if (path.startsWith('/reports/worker-type')) return path
  if (stage === 'workerType') return '/reports/worker-type'
  const guard = row.guard ?? row.feature
  if (guard === undefined || guard === 'none' || has(persona, guard)) return path
  return path.startsWith('/reports/') ? '/reports/worker-type' : `/locked/${guard}`
}

describe('every user at every path lands where section 4 says', () => {
  it.each(PERSONAS.map((persona) => [persona.name, persona] as const))('%s', (_name, persona) => {
    const world = makeWorld(persona.person === null ? null : makeUser(persona.person), {
      ...(persona.onboarding && { onboarding: persona.onboarding }),
      ...(persona.onboarding?.skipVerification && { config: { skipVerification: true } }),
    })
    const scope = buildScope(catalog, world)
    expect(scope.stage).toBe(persona.stage)
    const landed = ROWS.map((row) => {
      const { outcome, path, query, decision } = navigateScope(catalog, scope, {
        path: pathOf(row),
        query: {},
      })
      // A page is shown because a row allows it; a flow's step, because the user is already on it.
      expect(decision, row.path).not.toBeNull()
      return `${pathOf(row)}: ${outcome === 'page' ? path + queryText(query) : outcome}`
    })
    expect(landed).toEqual(
      ROWS.map((row) => `${pathOf(row)}: ${expected(persona, row, pathOf(row))}`),
    )
  })
})

describe('the curriculum', () => {
  const subjects = ROWS.filter(({ curriculum }) => curriculum)
  const profile = { firstName: 'A', lastName: 'B', birthDate: '2000-01-01' }
  const land = (row: Row, chosen: object, curricula: string[] | null) =>
    navigate(
      catalog,
      makeWorld(makeUser({ taken: ['holland_code'], profile: { ...profile, ...chosen } }), {
        curricula,
      }),
      { path: pathOf(row), query: {} },
    ).path

  it('is asked for before every subject page except the selection', () => {
    expect(subjects).toHaveLength(6)
    for (const row of subjects) {
      expect(land(row, {}, ['nsc'])).toBe('/navigators/subject-choices/select-curriculum')
      expect(land(row, { schoolCurriculum: 'gone' }, ['nsc'])).toBe(
        '/navigators/subject-choices/select-curriculum',
      )
      expect(land(row, { schoolCurriculum: 'nsc' }, [])).toBe(
        '/navigators/subject-choices/select-curriculum',
      )
      expect(land(row, { schoolCurriculum: 'nsc' }, ['nsc', 'ib'])).toBe(pathOf(row))
      expect(land(row, {}, null)).toBe(pathOf(row))
    }
  })

  it('is asked for nowhere else', () => {
    for (const row of ROWS.filter(
      ({ feature, curriculum }) => feature !== undefined && !curriculum,
    ))
      expect(land(row, {}, ['nsc']), row.path).toBe(pathOf(row))
  })
})

describe('a chain of redirects', () => {
  const document = (kind: string, id: string, more: object) =>
    ({ kind, id, v: 1, title: id, source: 'test', ...more }) as AnyDocument
  const redirect = (to: string, more: object = {}) => ({ go: 'redirect', to, ...more })
  const route = (id: string, more: object = {}) => ({
    id,
    path: `/${id}`,
    class: 'public',
    ...more,
  })
  const small = (
    routes: object[],
    rows: object[] = [{ id: 'allowed', when: true, then: { go: 'allow' } }],
    more: AnyDocument[] = [],
  ) =>
    new Catalog([
      document('route-group', 'all', {
        routes: [...routes, { id: 'unknown', path: '*', class: 'public', screen: 'x' }],
      }),
      document('flow', 'navigation-guard', { rows }),
      ...more,
    ])
  const go = (documents: Catalog, path: string, query = {}, trace = false) =>
    navigate(documents, makeWorld(null), { path, query }, { trace })
  const chain = (length: number) =>
    Array.from({ length: length + 1 }, (_, index) =>
      route(
        `p${index}`,
        index === length ? { screen: 'x' } : { redirect: redirect(`p${index + 1}`) },
      ),
    )

  it('is followed to its end', () => {
    expect(go(small(chain(MAX_REDIRECTS)), '/p0')).toMatchObject({
      outcome: 'page',
      path: `/p${MAX_REDIRECTS}`,
    })
  })

  it('counts as a loop if it is one longer', () => {
    expect(go(small(chain(MAX_REDIRECTS + 1)), '/p0')).toMatchObject({ outcome: 'loop' })
  })

  it('that loops ends, with every page that it passed', () => {
    const round = go(
      small([route('a', { redirect: redirect('b') }), route('b', { redirect: redirect('a') })]),
      '/a',
    )
    expect(round.outcome).toBe('loop')
    expect(round.hops.map(({ from }) => from)).toEqual(['a', 'b', 'a', 'b', 'a', 'b'])
  })

  it('to the current page means stay if a flow names the step, and a loop if the guard does', () => {
    const rows = [{ id: 'here', when: true, then: redirect('a') }]
    // In the guard, it would let every user past the rows below it.
    expect(go(small([route('a', { screen: 'x' })], rows), '/a').outcome).toBe('loop')
  })

  it('to the same page with another parameter is a step, not a stay', () => {
    const pages = [route('a', { path: '/a/:step', screen: 'x' })]
    const rows = [
      {
        id: 'on',
        when: { '!=': [{ var: 'route.params.step' }, 'two'] },
        then: redirect('a', { params: { step: 'two' } }),
      },
    ]
    expect(go(small(pages, rows), '/a/one')).toMatchObject({ outcome: 'page', path: '/a/two' })
    expect(go(small(pages, rows), '/a/two')).toMatchObject({
      outcome: 'page',
      path: '/a/two',
      hops: [],
    })
  })

  it.each([
    ['all of it', true, { a: '1', b: '2' }],
    ['what it names', ['b', 'c'], { b: '2' }],
    ['nothing', false, {}],
    ['nothing by itself', undefined, {}],
  ])('keeps this part of the query: %s', (_what, keepQuery, expected) => {
    const pages = [
      route('a', { redirect: redirect('b', keepQuery === undefined ? {} : { keepQuery }) }),
      route('b', { screen: 'x' }),
    ]
    expect(go(small(pages), '/a', { a: '1', b: '2' }).query).toEqual(expected)
  })

  it('adds to the query, and what it adds wins', () => {
    const pages = [
      route('a', {
        redirect: redirect('b', {
          keepQuery: true,
          query: {
            a: 'new',
            from: { bind: { var: 'route.href' } },
            none: { bind: { var: 'route.query.none' } },
          },
        }),
      }),
      route('b', { screen: 'x' }),
    ]
    expect(go(small(pages), '/a', { a: 'old' }).query).toEqual({ a: 'new', from: '/a?a=old' })
  })

  it('gives the last reason', () => {
    const pages = [
      route('a', { redirect: redirect('b', { reason: 'first' }) }),
      route('b', { redirect: redirect('c', { reason: 'second' }) }),
      route('c', { redirect: redirect('d') }),
      route('d', { screen: 'x' }),
    ]
    expect(go(small(pages), '/a').reason).toBe('second')
    expect(go(small(pages), '/c').reason).toBeNull()
  })

  it('can hand over from table to table, but not for ever', () => {
    const handing = (to: string) => [{ id: 'on', when: true, then: { go: 'flow', flow: to } }]
    const end = document('flow', 'end', { rows: [{ id: 'last', when: true, then: redirect('b') }] })
    const pages = [route('a', { screen: 'x' }), route('b', { screen: 'x' })]
    expect(go(small(pages, handing('end'), [end]), '/a')).toMatchObject({
      outcome: 'page',
      path: '/b',
      by: [{ flow: 'navigation-guard', row: 'on' }],
    })
    expect(go(small(pages, handing('navigation-guard')), '/a')).toMatchObject({
      outcome: 'page',
      path: '/a',
      decision: null,
    })
  })

  it('allows if no row matches, or if the page that it leads to doesn’t exist', () => {
    const pages = [route('a', { screen: 'x' })]
    expect(go(small(pages, []), '/a')).toMatchObject({
      outcome: 'page',
      path: '/a',
      decision: null,
    })
    expect(
      go(small(pages, [{ id: 'gone', when: true, then: redirect('nowhere') }]), '/a'),
    ).toMatchObject({ outcome: 'page', path: '/a' })
  })

  it('ends with the page itself in its trace, or else has only the redirects', () => {
    const documents = small(chain(1))
    expect(go(documents, '/p0').hops.map(({ from }) => from)).toEqual(['p0'])
    expect(go(documents, '/p0', {}, true).hops.map(({ from }) => from)).toEqual(['p0', 'p1'])
  })

  it('can’t begin if no route matches at all', () => {
    const documents = new Catalog([document('route-group', 'all', { routes: [route('a')] })])
    expect(() => go(documents, '/b')).toThrow('no route matches /b')
  })
})

describe('paths', () => {
  it.each([
    [
      '/navigators/careers/careers/engineer/17-2051.00',
      'careerDetailPage',
      { slug: 'engineer', id: '17-2051.00' },
    ],
    ['/navigators/careers/all', 'occupationsNavigatorCareers', {}],
    ['/navigators/careers/all/', 'occupationsNavigatorCareers', {}],
    ['//navigators//careers/all', 'occupationsNavigatorCareers', {}],
    [
      '/navigators/subject-choices/subjects/a%2Fb%20c',
      'subjectChoiceNavigatorSubjectDetailPage',
      { id: 'a/b c' },
    ],
    ['/theme/colors', 'themeSettingsPage', { section: 'colors' }],
    ['/theme/colors/more', 'unknown', {}],
    ['/navigators/subject-choices/subjects/%E0%A4%A', 'unknown', {}],
    ['/Privacy', 'unknown', {}],
    ['/cv/names', 'unknown', {}],
    ['', 'root', {}],
    ['/', 'root', {}],
    ['/__proto__', 'unknown', {}],
  ])('%j is %s', (path, name, params) => {
    expect(matchPath(catalog.matchers, path)).toEqual({ name, params })
  })

  it('are built so that they parse back to the same parameters, whatever these contain', () => {
    const route = catalog.route('careerDetailPage')!
    for (const id of ['17-2051.00', 'a b', 'a/b', '?x=1', '#', '%', '..x', 'é', '‮'])
      expect(matchPath(catalog.matchers, pathTo(route, { slug: 'x', id }))).toEqual({
        name: 'careerDetailPage',
        params: { slug: 'x', id },
      })
  })

  it('end before a parameter that is missing, and leave out an empty query', () => {
    expect(pathTo({ path: '/theme/:section?' })).toBe('/theme')
    expect(pathTo({ path: '/theme/:section?' }, { section: 'nav' }, { a: '1', b: '' })).toBe(
      '/theme/nav?a=1',
    )
    expect(queryText({ 'a&b': 'c=d e' })).toBe('?a%26b=c%3Dd%20e')
    expect(queryText({})).toBe('')
  })

  it('prefer a fixed segment to a parameter, in whatever order the routes are', () => {
    const names = (routes: { id: string; path: string }[]) =>
      new Catalog([
        {
          kind: 'route-group',
          id: 'g',
          v: 1,
          title: 'g',
          source: 'test',
          routes: routes.map((each) => ({ ...each, class: 'public' })),
        },
      ]).matchers
    const routes = [
      { id: 'any', path: '*' },
      { id: 'param', path: '/a/:b' },
      { id: 'fixed', path: '/a/b' },
    ]
    for (const order of [routes, [...routes].reverse()]) {
      expect(matchPath(names(order), '/a/b')?.name).toBe('fixed')
      expect(matchPath(names(order), '/a/c')?.name).toBe('param')
      expect(matchPath(names(order), '/x')?.name).toBe('any')
    }
  })
})
