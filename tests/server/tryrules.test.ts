/** Rules tried on imaginary people: with the drafts as they are, and without a page. */

import { afterAll, beforeAll, expect, it } from 'vitest'
import type { PersonaInput } from '#engine/contract/admincontract.ts'
import { edit, signInAs } from '#tests/support/publisher.ts'
import { buildServer, type TestServer } from '#tests/support/server.ts'

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
