/** Who has which feature (spec 6), and who may call what in the API. */

import { describe, expect, it } from 'vitest'
import {
  featureAccess,
  featuresFor,
  mayDo,
  planThatOpens,
  UPGRADE_PLAN,
} from '#engine/decide/access.ts'
import type { ActionDocument, DocumentOf, FeatureDocument } from '#engine/documents/kinds.ts'
import { buildScope, type Scope } from '#engine/rules/scope.ts'
import plans from '#tests/cases/plans.json' with { type: 'json' }
import {
  catalog,
  config,
  makeUser,
  makeWorld,
  type PersonOptions,
} from '#tests/support/documents.ts'

const scopeOf = (person: PersonOptions | null, more: Parameters<typeof makeWorld>[1] = {}) =>
  buildScope(catalog, makeWorld(person === null ? null : makeUser(person), more))
const DONE = { taken: ['holland_code'] }

describe('what each account type has', () => {
  it('is decided for every feature and plan that the product names, and for no other', () => {
    expect(catalog.features.map(({ id }) => id).sort()).toEqual([...plans.features].sort())
    expect(catalog.plans.map(({ id }) => id).sort()).toEqual(Object.keys(plans.plans).sort())
  })

  it.each(Object.entries(plans.plans))('is as the contract says: %s', (plan, has) => {
    const open = Object.entries(featuresFor(catalog, config, plan, 'ZA')).filter(
      ([, { access }]) => access,
    )
    expect(open.map(([id]) => id).sort()).toEqual(
      [...(has === 'all' ? plans.features : (has as string[]))].sort(),
    )
  })

  it('shows everyone what an upgrade would open', () => {
    for (const [id, state] of Object.entries(featuresFor(catalog, config, 'free', 'ZA')))
      expect(state, id).toEqual({ access: false, visible: true, upgradable: true, why: 'plan' })
  })

  it('is nothing without a user, and nothing for an unknown account type', () => {
    for (const type of [null, 'gold', '__proto__', 'constructor', '']) {
      expect(
        Object.values(featuresFor(catalog, config, type, 'ZA')).filter(({ access }) => access),
      ).toEqual([])
    }
  })
})

describe('one feature', () => {
  const feature: FeatureDocument = {
    id: 'CareerExplorer',
    label: 'feature.CareerExplorer',
    allow: [
      { id: 'starter', countries: ['ZA', 'KE'] },
      { id: 'power', countries: ['ZA'] },
      { id: 'assessmentOnly', countries: ['*'] },
    ],
  }
  const on = { features: {} }
  it.each([
    [
      'open in a country of the list',
      'starter',
      'KE',
      on,
      { access: true, visible: true, upgradable: false, why: null },
    ],
    [
      'open in every country, where the list says so',
      'assessmentOnly',
      'XX',
      on,
      { access: true, visible: true, upgradable: false, why: null },
    ],
    [
      'closed in a country that is not on the list, with nothing to upgrade to there',
      'power',
      'KE',
      on,
      { access: false, visible: false, upgradable: false, why: 'country' },
    ],
    [
      'closed for another account type, open after an upgrade',
      'mini',
      'ZA',
      on,
      { access: false, visible: true, upgradable: true, why: 'plan' },
    ],
    [
      'closed for another account type where the upgrade would not open it',
      'mini',
      'KE',
      on,
      { access: false, visible: false, upgradable: false, why: 'plan' },
    ],
    [
      'closed in this country, though the upgrade would open it',
      'starter',
      'UG',
      on,
      { access: false, visible: false, upgradable: false, why: 'country' },
    ],
    [
      'off in the configuration, whatever the plan',
      'starter',
      'ZA',
      { features: { CareerExplorer: false } },
      { access: false, visible: false, upgradable: false, why: 'off' },
    ],
    [
      'on when the configuration says so',
      'starter',
      'ZA',
      { features: { CareerExplorer: true } },
      { access: true, visible: true, upgradable: false, why: null },
    ],
    [
      'on when the configuration speaks of another',
      'starter',
      'ZA',
      { features: { Cv: false } },
      { access: true, visible: true, upgradable: false, why: null },
    ],
  ])('is %s', (_what, plan, country, settings, expected) => {
    expect(featureAccess(feature, settings, plan, country)).toEqual(expected)
  })

  it('is visible exactly when it is accessible or upgradable', () => {
    for (const each of catalog.features) {
      for (const plan of [null, ...catalog.plans.map(({ id }) => id)]) {
        const { access, visible, upgradable } = featureAccess(each, on, plan, 'ZA')
        expect(visible).toBe(access || upgradable)
        expect(access && upgradable).toBe(false)
      }
    }
  })
})

describe('whether a user has a role in the console', () => {
  it.each([
    [undefined, false],
    ['viewer', true],
    ['owner', true],
    // Runs the installation, and has no part in a tenant's console.
    ['operator', false],
  ] as const)('depends on the role: %s', (role, expected) => {
    expect(scopeOf(role === undefined ? {} : { role }).facts.hasConsoleRole).toBe(expected)
  })
})

describe('the country that features are decided for', () => {
  it('is the nationality, else the country of the instance', () => {
    expect(scopeOf({}).facts.country).toBe('ZA')
    expect(scopeOf({}, { config: { defaultCountry: 'KE' } }).facts.country).toBe('KE')
    expect(scopeOf({ profile: { nationality: 'NG' } }).facts.country).toBe('NG')
    expect(scopeOf({ profile: { nationality: '' } }).facts.country).toBe('ZA')
  })
})

describe('the plan that opens a locked feature', () => {
  it.each([
    ['the smallest that is sold and has it', { plan: 'free' }, 'CareerExplorer', 'mini'],
    [
      'the upgrade, where nothing smaller has it',
      { plan: 'starter', ...DONE },
      'SkillsExplorer',
      'power',
    ],
    ['none, where it is open', { plan: 'power', ...DONE }, 'SkillsExplorer', null],
    ['none, where no such feature exists', { plan: 'free' }, 'SkillExplorer', null],
    ['none, where a name is no feature', { plan: 'free' }, 'constructor', null],
  ])('is %s', (_what, person, feature, expected) => {
    expect(planThatOpens(catalog, scopeOf(person), feature)).toBe(expected)
  })

  it('is none where the feature is switched off', () => {
    expect(
      planThatOpens(
        catalog,
        scopeOf({ plan: 'starter', ...DONE }, { config: { features: { SkillsExplorer: false } } }),
        'SkillsExplorer',
      ),
    ).toBeNull()
  })

  it('falls back to the upgrade if no plan on sale has it in this country', () => {
    const features = structuredClone(catalog.get('access', 'plans')) as DocumentOf<'access'>
    for (const plan of features.plans!) Object.assign(plan, { sold: false })
    expect(
      planThatOpens(catalog.with([features]), scopeOf({ plan: 'free' }), 'CareerExplorer'),
    ).toBe(UPGRADE_PLAN)
  })
})

describe('a call of the API', () => {
  const action = (more: Partial<ActionDocument> = {}): ActionDocument => ({
    id: 'test',
    session: 'user',
    ...more,
  })
  const full = scopeOf({ ...DONE })
  const starter = scopeOf({ plan: 'starter', ...DONE })
  const early = scopeOf({ plan: 'starter' })

  it.each<[string, ActionDocument, Scope, unknown]>([
    ['open without a session', action({ session: 'none' }), scopeOf(null), { allowed: true }],
    [
      'closed without a session',
      action(),
      scopeOf(null),
      { allowed: false, code: 'access/session' },
    ],
    ['open with one', action(), early, { allowed: true }],
    [
      'closed without the role',
      action({ roles: ['owner'] }),
      full,
      { allowed: false, code: 'access/role' },
    ],
    [
      'closed with another role',
      action({ roles: ['owner', 'publisher'] }),
      scopeOf({ role: 'editor' }),
      { allowed: false, code: 'access/role' },
    ],
    [
      'open with one of the roles',
      action({ roles: ['owner', 'publisher'] }),
      scopeOf({ role: 'publisher' }),
      { allowed: true },
    ],
    [
      'closed outside of its stages',
      action({ stages: ['fullAccess'] }),
      early,
      { allowed: false, code: 'access/stage' },
    ],
    [
      'open in one of them',
      action({ stages: ['workerType', 'fullAccess'] }),
      early,
      { allowed: true },
    ],
    [
      'closed where its own rule does not hold',
      action({ when: { ref: 'workerTypeDone' } }),
      early,
      { allowed: false, code: 'access/stage' },
    ],
    ['open where it does', action({ when: { ref: 'workerTypeDone' } }), full, { allowed: true }],
    [
      'closed where its rule asks for what is not there',
      action({ when: { var: 'target.listed' } }),
      full,
      { allowed: false, code: 'access/stage' },
    ],
    [
      'closed outside of the plan, with an upgrade',
      action({ feature: 'SkillsExplorer' }),
      starter,
      { allowed: false, code: 'access/plan', feature: 'SkillsExplorer', upgrade: true },
    ],
    ['open in the plan', action({ feature: 'CareerExplorer' }), starter, { allowed: true }],
    [
      'closed where no such feature exists',
      action({ feature: 'Nothing' }),
      full,
      { allowed: false, code: 'access/off', feature: 'Nothing' },
    ],
    [
      'closed by stage before it is by plan: what opens by itself is no question of money',
      action({ feature: 'SkillsExplorer', stages: ['fullAccess'] }),
      early,
      { allowed: false, code: 'access/stage', feature: 'SkillsExplorer', upgrade: true },
    ],
    [
      'closed by role before it is by stage',
      action({ roles: ['owner'], stages: ['fullAccess'] }),
      early,
      { allowed: false, code: 'access/role' },
    ],
    [
      'closed without a session before anything else',
      action({ roles: ['owner'], feature: 'SkillsExplorer' }),
      scopeOf(null),
      { allowed: false, code: 'access/session' },
    ],
  ])('is %s', (_what, asked, scope, expected) => {
    expect(mayDo(catalog, asked, scope)).toEqual(expected)
  })

  it('is closed if the feature is switched off or isn’t for this country, each with its own code', () => {
    expect(
      mayDo(
        catalog,
        action({ feature: 'SkillsExplorer' }),
        scopeOf(DONE, { config: { features: { SkillsExplorer: false } } }),
      ),
    ).toEqual({
      allowed: false,
      code: 'access/off',
      feature: 'SkillsExplorer',
    })
    const features = structuredClone(catalog.get('access', 'features')) as DocumentOf<'access'>
    for (const feature of features.features!)
      for (const row of feature.allow) Object.assign(row, { countries: ['KE'] })
    const abroad = catalog.with([features])
    expect(
      mayDo(
        abroad,
        action({ feature: 'SkillsExplorer' }),
        buildScope(abroad, makeWorld(makeUser(DONE))),
      ),
    ).toEqual({ allowed: false, code: 'access/country', feature: 'SkillsExplorer' })
  })
})

describe('the actions of the product', () => {
  type Target = { readonly id: string; readonly listed: boolean }
  const may = (id: string, person: PersonOptions | null, target?: Target) => {
    const permission = mayDo(catalog, catalog.actions.get(id)!, {
      ...scopeOf(person),
      ...(target && { target }),
    })
    return permission.allowed ? 'open' : permission.code
  }
  const FREE = { plan: 'free' }
  const NEW = {}
  const RESEARCH = { research: ['holland_code', 'big_5'] }
  const ONLY = { plan: 'AssessmentOnly', ...DONE }

  it.each<[string, PersonOptions | null, Target | undefined, string]>([
    ['career.read', null, undefined, 'access/session'],
    ['career.read', FREE, undefined, 'access/stage'],
    ['career.read', NEW, undefined, 'access/stage'],
    ['career.read', RESEARCH, undefined, 'access/stage'],
    ['career.read', ONLY, undefined, 'access/plan'],
    ['career.read', { plan: 'starter', ...DONE }, undefined, 'open'],
    ['career.match', ONLY, undefined, 'access/plan'],
    ['career.match', { plan: 'mini', ...DONE }, undefined, 'open'],
    ['cv.write', NEW, undefined, 'access/stage'],
    ['cv.write', ONLY, undefined, 'access/plan'],
    ['cv.write', DONE, undefined, 'open'],
    ['profile.write', FREE, undefined, 'open'],
    ['consent.write', FREE, undefined, 'open'],
    ['consent.write', null, undefined, 'access/session'],
    ['favourite.write', NEW, undefined, 'access/stage'],
    ['favourite.write', DONE, undefined, 'open'],
    ['voucher.redeem', FREE, undefined, 'open'],
    ['public.read', null, undefined, 'open'],
    ['assessment.take', FREE, { id: 'holland_code', listed: false }, 'access/stage'],
    ['assessment.take', NEW, { id: 'holland_code', listed: false }, 'open'],
    ['assessment.take', NEW, { id: 'big_5', listed: false }, 'access/stage'],
    ['assessment.take', RESEARCH, { id: 'big_5', listed: true }, 'open'],
    ['assessment.take', RESEARCH, { id: 'value_scales', listed: false }, 'access/stage'],
    ['assessment.take', DONE, { id: 'big_5', listed: false }, 'open'],
    ['assessment.answer', FREE, undefined, 'open'],
    ['report.read', NEW, { id: 'worker-type', listed: false }, 'open'],
    ['report.read', NEW, { id: 'personality-guide', listed: false }, 'access/stage'],
    ['report.read', RESEARCH, { id: 'worker-type', listed: false }, 'access/stage'],
    ['report.read', DONE, { id: 'personality-guide', listed: false }, 'open'],
  ])('%s for %j about %j: %s', (id, person, target, expected) => {
    expect(may(id, person, target)).toBe(expected)
  })

  it('need a session, except those that say why not', () => {
    expect(
      [...catalog.actions.values()].filter(({ session }) => session === 'none').map(({ id }) => id),
    ).toEqual([
      'public.read',
      'session.open',
      'event.record',
      'assessment.try',
      'plan.pay',
      'payment.receive',
      'guardian.answer',
    ])
  })
})
