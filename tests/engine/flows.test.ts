/** The decision tables of the specification, as tables of cases: both sides of every row. */

import { describe, expect, it } from 'vitest'
import { decide } from '#engine/decide/decide.ts'
import { navigate } from '#engine/decide/navigate.ts'
import { queryText } from '#engine/decide/routes.ts'
import { buildScope } from '#engine/rules/scope.ts'
import stages from '#tests/cases/app-stage.json' with { type: 'json' }
import guards from '#tests/cases/navigation-guard.json' with { type: 'json' }
import paths from '#tests/cases/every-path.json' with { type: 'json' }
import results from '#tests/cases/result-first.json' with { type: 'json' }
import steps from '#tests/cases/onboarding.json' with { type: 'json' }
import reports from '#tests/cases/report-redirect.json' with { type: 'json' }
import { bothWays, worldOf, type Case, type FirstCase } from '#tests/support/cases.ts'
import { catalog, makeUser, makeWorld, type PersonOptions } from '#tests/support/documents.ts'

describe('app stage', () => {
  it.each(stages.cases as Case[])('$description', (given) => {
    expect(buildScope(catalog, worldOf(given)).stage).toBe(given.expect)
  })

  it('is undefined without a user', () => {
    expect(buildScope(catalog, makeWorld(null)).stage).toBeNull()
  })
})

describe('navigation guard and report redirect', () => {
  it.each([
    ...(guards.cases as Case[]),
    ...(reports.cases as Case[]),
    ...bothWays(results.cases as FirstCase[]),
    ...bothWays(paths.cases as FirstCase[]),
  ])('$description', (given) => {
    const [path, search = ''] = given.path!.split('?')
    const landing = navigate(catalog, worldOf(given), {
      path: path!,
      query: Object.fromEntries(new URLSearchParams(search)),
    })
    expect(landing.outcome).toBe('page')
    expect(landing.path + queryText(landing.query)).toBe(given.expect)
    expect(landing).toMatchObject({
      ...(given.row !== undefined && { decision: { row: given.row } }),
      ...(given.reason !== undefined && { reason: given.reason }),
    })
  })

  it('shows the introduction before the worker type is taken and the report afterwards, at one address', () => {
    const at = (taken: string[]) =>
      navigate(catalog, makeWorld(makeUser({ taken })), { path: '/reports/worker-type', query: {} })
    expect(at([])).toMatchObject({ screen: 'worker-type-start', layout: 'focus' })
    expect(at(['holland_code'])).toMatchObject({
      screen: 'worker-type-report',
      layout: 'authenticated',
    })
  })

  it('shows another home page where the instance key is pluggedin', () => {
    const at = (instanceKey: string) =>
      navigate(catalog, makeWorld(null, { config: { instanceKey } }), { path: '/home', query: {} })
        .screen
    expect(at('pluggedin')).toBe('home-pluggedin')
    expect(at('anything')).toBe('home')
  })

  it('reports what each redirect wrote into the address, even if the last one drops it', () => {
    const landing = navigate(catalog, makeWorld(makeUser({ plan: 'free' })), {
      path: '/purchase/starter',
      query: { coupon: 'SPRING' },
    })
    expect(landing).toMatchObject({ path: '/onboarding/redeem-license', query: {} })
    expect(
      landing.hops.map(({ from, query }) => [from, query['selectedPlan']]).slice(0, 3),
    ).toEqual([
      ['purchaseStarter', undefined],
      ['signup', 'starter'],
      ['home', 'starter'],
    ])
  })

  it('traces every row that was tried and every variable that mattered', () => {
    const { hops } = navigate(
      catalog,
      makeWorld(makeUser({ plan: 'free' })),
      { path: '/cv', query: {} },
      { trace: true },
    )
    expect(hops[0]!.decision).toMatchObject({ flow: 'navigation-guard', row: 'to-onboarding' })
    expect(hops[0]!.decision!.because).toContainEqual(
      expect.objectContaining({ var: 'stage', value: 'onboarding' }),
    )
    expect(hops[0]!.decision!.tried.map(({ row }) => row)).toContain('public')
    expect(hops.at(-1)!.decision).toMatchObject({ flow: 'onboarding', row: 'redeem' })
  })
})

describe('a result before the plan', () => {
  it('stays in the stage of onboarding, whatever was taken', () => {
    for (const taken of [[], ['holland_code']])
      expect(buildScope(catalog, makeWorld(makeUser({ plan: 'free', taken }))).stage).toBe(
        'onboarding',
      )
  })

  it('is by the letter in the second tenant', () => {
    expect(catalog.get('config', 'default')).toMatchObject({ resultFirst: true })
    expect(catalog.get('config', 'pluggedin')).toMatchObject({ resultFirst: false })
  })
})

describe('onboarding flow', () => {
  it.each(steps.cases as Case[])('$description', (given) => {
    const scope = buildScope(catalog, worldOf(given))
    const then = decide(catalog, 'onboarding', scope)?.then
    const to = then && 'go' in then && then.go === 'redirect' ? then.to : null
    expect(
      given.expect === null ? to === 'profileHomePage' : to === given.expect,
      `it led to ${to}`,
    ).toBe(true)
  })

  it('carries country and plan into the checkout', () => {
    const world = makeWorld(makeUser({ plan: 'free' }), {
      onboarding: { selectedPlan: 'starter', country: 'KE' },
    })
    expect(navigate(catalog, world, { path: '/profile/home', query: {} }).path).toBe(
      '/onboarding/checkout/KE/starter',
    )
    const unknown = makeWorld(makeUser({ plan: 'free' }), {
      onboarding: { selectedPlan: 'starter' },
    })
    expect(navigate(catalog, unknown, { path: '/profile/home', query: {} }).path).toBe(
      '/onboarding/checkout/ZA/starter',
    )
  })
})

describe('next up', () => {
  const next = (person: PersonOptions) =>
    decide(catalog, 'next-up', buildScope(catalog, makeWorld(makeUser(person))))?.then
  it('starts with the worker type', () => expect(next({})).toEqual({ assessment: 'holland_code' }))
  it('continues with what the plan has', () =>
    expect(next({ taken: ['holland_code'] })).toEqual({ assessment: 'entrepreneurial_intent' }))
  it('skips what the plan doesn’t have', () =>
    expect(next({ plan: 'starter', taken: ['holland_code'] })).toBeUndefined())
  it('ends when everything is taken', () =>
    expect(next({ taken: catalog.all('assessment').map(({ id }) => id) })).toBeUndefined())
})
