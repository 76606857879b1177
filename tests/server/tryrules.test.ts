/** Rules tried on imaginary people: with the drafts as they are, and without a page. */

import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { PersonaInput } from '#engine/contract/admincontract.ts'
import type { Json } from '#engine/documents/json.ts'
import type { User } from '#engine/rules/scope.ts'
import { edit, signInAs } from '#tests/support/publisher.ts'
import { buildServer, signUp, type TestServer } from '#tests/support/server.ts'

let server: TestServer
beforeAll(async () => {
  server = await buildServer()
})
afterAll(async () => {
  await server.close()
})
const tenant = async () => ({ context: server.context, ...(await server.another()) })

const some = { plan: 'free', country: 'ZA', language: 'en' } as const
const VISITOR: PersonaInput = { ...some, stage: 'signedOut' }
const BEGINNER: PersonaInput = { ...some, stage: 'onboarding', age: 15 }
const KENYAN: PersonaInput = { ...some, plan: 'power', stage: 'fullAccess', country: 'KE', age: 25 }

const under16 = { '<': [{ or: [{ var: 'facts.age' }, 999] }, 16] }

it('says for each of them whether each rule holds', async () => {
  const viewer = await signInAs(await tenant(), 'viewer')
  const { status, body } = await viewer.post('admin/rules/try', {
    rules: [
      true,
      { var: 'session.signedIn' },
      under16,
      { '==': [{ var: 'facts.country' }, 'KE'] },
      { '==': [{ var: 'user.app.accountType' }, 'power'] },
      { '==': [{ var: 'stage' }, 'fullAccess'] },
      { ref: 'isFree' },
      { '>=': [{ var: 'user.createdAt' }, '2020-01-01'] },
    ],
    personas: [VISITOR, BEGINNER, KENYAN],
  })
  expect(status).toBe(200)
  expect(body['holds']).toEqual([
    [true, false, false, false, false, false, false, false],
    [true, true, true, false, false, false, true, true],
    [true, true, false, true, true, true, false, true],
  ])
})

it('takes named rules as they are in the drafts', async () => {
  const owner = await signInAs(await tenant(), 'owner')
  const ask = async () =>
    (await owner.post('admin/rules/try', { rules: [{ ref: 'isFree' }], personas: [KENYAN] })).body[
      'holds'
    ]
  expect(await ask()).toEqual([[false]])
  await edit(owner, 'rule/isFree', (document: object) => ({ ...document, rule: true }))
  expect(await ask()).toEqual([[true]])
})

it.each<[string, unknown]>([
  ['an operator that there is not', { frobnicate: [1] }],
  ['two operations at once', { '==': [1, 1], '!': [1] }],
  ['a rule that refers to nothing', { ref: 'no-such-rule' }],
  ['a path into the prototype', { var: '__proto__.polluted' }],
  ['nothing at all', {}],
  ['one with too many parts', { or: Array.from({ length: 600 }, () => false) }],
])('says of %s that it can’t tell, and of the others what they are', async (_what, rule) => {
  const viewer = await signInAs(await tenant(), 'viewer')
  const { status, body } = await viewer.post('admin/rules/try', {
    rules: [rule, under16],
    personas: [BEGINNER],
  })
  expect(status).toBe(200)
  expect(body['holds']).toEqual([[null, true]])
})

it.each<[string, object]>([
  ['no rules', { rules: [], personas: [VISITOR] }],
  ['no people', { rules: [true], personas: [] }],
  ['nine people', { rules: [true], personas: Array.from({ length: 9 }, () => VISITOR) }],
  ['41 rules', { rules: Array.from({ length: 41 }, () => true), personas: [VISITOR] }],
  ['somebody from nowhere', { rules: [true], personas: [{ ...VISITOR, country: 'Kenya' }] }],
])('refuses %s', async (_what, sent) => {
  const viewer = await signInAs(await tenant(), 'viewer')
  const { status, body } = await viewer.post('admin/rules/try', sent)
  expect([status, body['code']]).toEqual([422, 'request/invalid'])
})

describe('with what is supposed of them', () => {
  const cohort = {
    institution: 'Karoo College',
    name: 'Class of 2027',
    assessments: ['holland_code'],
  }
  const about = (name: string, from: string, level: string) => ({
    and: [
      { '==': [{ var: 'route.name' }, 'cv'] },
      { '==': [{ var: 'user.app.cohort.name' }, name] },
      { '>=': [{ var: 'user.createdAt' }, from] },
      { '==': [{ var: 'user.profile.educationLevel' }, level] },
    ],
  })
  const GUARDS = [
    about('Class of 2027', '2020-01-01', 'grade_12'),
    about('Class of 2028', '2020-01-01', 'grade_12'),
    about('Class of 2027', '2099-01-01', 'grade_12'),
    about('Class of 2027', '2020-01-01', 'grade_11'),
  ]

  it('says of a guard what a real person gets', async () => {
    const place = await tenant()
    const owner = await signInAs(place, 'owner')
    const { client, email } = await signUp(place)
    expect((await client.patch('users/profile', { educationLevel: 'grade_12' })).status).toBe(200)
    const { _id, createdAt } = (await client.get('auth/get-user')).body as unknown as User
    expect((await owner.put(`admin/users/${_id}/cohort`, { cohort })).status).toBe(204)
    const supposed = {
      page: 'cv',
      values: {
        'user.app.cohort.name': cohort.name,
        'user.createdAt': createdAt.slice(0, 10),
        'user.profile.educationLevel': 'grade_12',
      },
    }
    const tried = await owner.post('admin/rules/try', {
      rules: GUARDS,
      personas: [KENYAN, VISITOR],
      supposed,
    })
    expect(tried.status, tried.text).toBe(200)
    const [persona, visitor] = tried.body['holds'] as boolean[][]
    const real: boolean[] = []
    for (const when of GUARDS) {
      await edit(owner, 'flow/navigation-guard', (guard: object) => {
        const others = (guard as { rows: { id: string }[] }).rows.filter(({ id }) => id !== 'tried')
        const row = { id: 'tried', when, then: { go: 'redirect', to: 'profileHomePage' } }
        return { ...guard, rows: [row, ...others] }
      })
      const { body } = await owner.post('admin/explain', { path: '/cv', user: email, drafts: true })
      real.push((body['hops'] as { row: string }[])[0]!.row === 'tried')
    }
    expect(real).toEqual([true, false, false, false])
    expect(persona).toEqual(real)
    expect(visitor, 'nobody is signed in').toEqual(real.map(() => false))
    expect(tried.body['reads']).toEqual([
      'route.name',
      'user.app.cohort.name',
      'user.createdAt',
      'user.profile.educationLevel',
    ])
  })

  it('says what a page and a day make of a rule, named ones included', async () => {
    const viewer = await signInAs(await tenant(), 'viewer')
    const rules = [
      { '==': [{ var: 'route.query.from' }, 'mail'] },
      { var: 'route.access' },
      under16,
    ]
    const ask = async (supposed: object) =>
      (await viewer.post('admin/rules/try', { rules, personas: [BEGINNER, KENYAN], supposed }))
        .body['holds']
    expect(await ask({ page: 'cv' })).toEqual([
      [false, false, true],
      [false, true, false],
    ])
    expect(
      await ask({ page: 'cv', date: '2040-01-01', values: { 'route.query.from': 'mail' } }),
    ).toEqual([
      [true, false, false],
      [true, true, false],
    ])
    const { body } = await viewer.post('admin/rules/try', {
      rules: [{ ref: 'isFree' }],
      personas: [BEGINNER],
    })
    expect(body['reads']).toEqual(['user.app.accountType'])
  })

  it('reads in a form what the form reads', async () => {
    const viewer = await signInAs(await tenant(), 'viewer')
    const ask = async (document: string, at: string, rule: Json, values: object) => {
      const { body } = await viewer.post('admin/rules/try', {
        rules: [rule],
        personas: [BEGINNER],
        place: { document, at },
        supposed: { values },
      })
      return body['holds'] ?? body['fields']
    }
    const jobs = 'profile-section/experiences'
    const end = '/checks/end-after-start/rule'
    const after = { '>=': [{ var: 'value.endDate' }, { var: 'value.startDate' }] }
    const day = { 'value.startDate': '2026-02' }
    expect(await ask(jobs, '/fields/endDate/when', { '!': { var: 'value.current' } }, {})).toEqual([
      [true],
    ])
    expect(await ask(jobs, end, after, { ...day, 'value.endDate': '2026-01' })).toEqual([[false]])
    expect(await ask(jobs, end, after, { ...day, 'value.endDate': '2026-03' })).toEqual([[true]])
    expect(await ask(jobs, end, after, day), 'not asked without an end').toEqual([[null]])
    expect(
      await ask(
        'guide/about',
        '/hints/id-number-about/when',
        { var: 'measure.idNumber' },
        {
          'value.about': 'I am 0001010000081',
        },
      ),
    ).toEqual([[true]])
    expect(
      await ask('consent-list/main', '/items/parent/asked', { '<': [{ var: 'age' }, 18] }, {}),
    ).toEqual([[true]])
    expect(await ask(jobs, '/fields/place/show', { var: 'config.signup' }, {})).toEqual([[true]])
  })

  it.each<[string, object, string]>([
    ['a page', { supposed: { page: 'no-such' } }, '/supposed/page'],
    ['a day', { supposed: { date: '2026-02-31' } }, '/supposed/date'],
    ['a variable', { supposed: { values: { 'user.profile.shoe': 1 } } }, 'user.profile.shoe'],
    ['a fact', { supposed: { values: { 'facts.age': 12 } } }, 'facts.age'],
    ['a plan', { supposed: { values: { 'user.app.accountType': 'power' } } }, 'accountType'],
    [
      'an answer',
      { supposed: { values: { 'user.profile.educationLevel': 'grade_99' } } },
      'educationLevel',
    ],
    ['a type', { supposed: { values: { 'user.createdAt': 12 } } }, 'user.createdAt'],
    ['the prototype', { supposed: { values: { 'data.__proto__.x': 1 } } }, 'data.__proto__.x'],
    [
      'a field of another form',
      {
        place: { document: 'profile-section/names', at: '/fields/lastName/when' },
        supposed: { values: { 'value.about': 'x' } },
      },
      'value.about',
    ],
    ['a document', { place: { document: 'guide/no-such', at: '/x' } }, '/place/document'],
    ['a list in a list', { supposed: { values: { 'data.x': [[1]] } } }, ''],
  ])('refuses %s that there is not', async (_what, sent, at) => {
    const viewer = await signInAs(await tenant(), 'viewer')
    const body = { rules: [true], personas: [BEGINNER], ...sent }
    const refused = await viewer.post('admin/rules/try', body)
    expect([refused.status, refused.body['code']]).toEqual([422, 'request/invalid'])
    expect(JSON.stringify(refused.body['fields'] ?? '')).toContain(at)
  })
})

it('offers the names of cohorts to owners', async () => {
  const place = await tenant()
  const owner = await signInAs(place, 'owner')
  const names = async () =>
    ((await owner.get('admin/cohorts')).body['items'] as { name: string }[]).map(({ name }) => name)
  expect(await names()).toEqual([])
  const { client } = await signUp(place)
  const { _id: id } = (await client.get('auth/get-user')).body as unknown as User
  const of = (name: string) => ({ institution: 'College', name, assessments: ['holland_code'] })
  await owner.put(`admin/users/${id}/cohort`, { cohort: of('2027 B') })
  const batch = { plan: 'power', count: 2, uses: 1, cohort: of('2027 A') }
  expect((await owner.post('admin/vouchers', batch)).status).toBe(201)
  expect(await names()).toEqual(['2027 A', '2027 B'])
  expect((await (await signInAs(place, 'editor')).get('admin/cohorts')).status).toBe(403)
})
