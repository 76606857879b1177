/**
 * A few hostile documents, through the console's calls (risks.md B3): saved or refused by name,
 * opened, checked, previewed, discarded, with nothing left. `npm run torture -- documents` does it
 * with thousands.
 */

import { afterAll, beforeAll, expect, it } from 'vitest'
import type { DocumentSummary } from '#engine/contract/admincontract.ts'
import { LARGE_BODY } from '#server/workspace/draftbody.ts'
import { dice } from '#tests/support/dice.ts'
import { sources } from '#tests/support/documents.ts'
import { asking, harm, HARM_NAMES } from '#tests/support/harm.ts'
import { signInAs } from '#tests/support/publisher.ts'
import { buildServer, type Client, type TestServer } from '#tests/support/server.ts'

/** Two of each kind of attack. */
const MUTATIONS = 2 * HARM_NAMES.length
const TOGETHER = 9
const PERSONA = { plan: 'power', stage: 'fullAccess', country: 'ZA', language: 'en' }

let server: TestServer
let owner: Client
beforeAll(async () => {
  server = await buildServer()
  owner = await signInAs(server, 'owner')
})
afterAll(async () => {
  await server.close()
})

type Named = { readonly kind: string; readonly id: string }
const named = new Map(
  sources.map(({ value }) => [`${(value as Named).kind}/${(value as Named).id}`, value]),
)
const shipped = async () =>
  new Set(
    ((await owner.get('admin/documents')).body['items'] as DocumentSummary[])
      .map(({ kind, id }) => `${kind}/${id}`)
      .filter((name) => !/^(?:tenant|overlay)\//.test(name)),
  )

async function save(name: string, document: string): Promise<number> {
  const { headers } = await owner.get(`admin/documents/${name}`)
  return (
    await owner.send('PUT', `admin/drafts/${name}`, `{"document":${document}}`, {
      'if-match': String(headers.etag),
    })
  ).status
}

/** Views all drafts in every possible way, and discards them. */
async function lookAndDiscard(): Promise<void> {
  const answers = [
    await owner.post('admin/check'),
    await owner.post('admin/previews', { persona: PERSONA }),
    await owner.post('admin/explain', { path: '/profile/home', persona: PERSONA, drafts: true }),
    await owner.post('admin/rules/try', { rules: [{ ref: 'isFree' }], personas: [PERSONA] }),
    await owner.get('admin/names'),
    await owner.get('admin/changes'),
  ]
  for (const { status, text } of answers) expect([200, 201, 422], text).toContain(status)
  expect(answers[0]!.text).not.toContain('check/stopped')
  const items = (await owner.get('admin/documents')).body['items'] as DocumentSummary[]
  for (const { kind, id, etag } of items.filter(({ draft }) => draft)) {
    const path = `admin/drafts/${kind}/${id}`
    const { status } = await owner.send('DELETE', path, undefined, { 'if-match': etag! })
    expect(status).toBe(204)
  }
}

it(
  'are stored or refused, and checked without an error, a crash or anything left behind',
  { timeout: 120_000 },
  async () => {
    const roll = dice(9)
    const names = [...(await shipped())].filter((name) => named.has(name))
    const before = (await server.client().get('app-configuration')).text
    const lost = server.context.documentWorkers.lost
    const prototype = Object.getOwnPropertyNames(Object.prototype).sort()
    const seen: Record<number, number> = {}
    for (let made = 1; made <= MUTATIONS; made++) {
      const name = names[roll(names.length)]!
      const { text, harm: what } = harm(named.get(name), roll, HARM_NAMES[made % HARM_NAMES.length])
      const status = await save(name, text)
      expect([200, 400, 413, 422], `${what} of ${name}`).toContain(status)
      seen[status] = (seen[status] ?? 0) + 1
      if (made % TOGETHER === 0) await lookAndDiscard()
    }
    expect(seen[200]).toBeGreaterThan(MUTATIONS / 3)
    expect(seen[422]).toBeGreaterThan(5)
    expect(server.context.documentWorkers.lost, 'processes that did not come to their end').toBe(
      lost,
    )
    expect((await server.client().get('app-configuration')).text).toBe(before)
    expect(Object.getOwnPropertyNames(Object.prototype).sort()).toEqual(prototype)
    expect(({} as { polluted?: unknown }).polluted).toBeUndefined()
  },
)

it('can be two rules that refer to each other, which the check names', async () => {
  expect(await save('rule/isFree', asking(named.get('rule/isFree'), 'manyLanguages'))).toBe(200)
  expect(await save('rule/manyLanguages', asking(named.get('rule/manyLanguages'), 'isFree'))).toBe(
    200,
  )
  const { problems } = (await owner.post('admin/check')).body as unknown as {
    problems: { document: string; severity: string }[]
  }
  expect(
    problems.filter(({ severity }) => severity === 'error').map(({ document }) => document),
  ).toContain('rule/isFree')
  await lookAndDiscard()
})

it('are parsed in another process above a certain size, and refused in the same words', async () => {
  const reads: number[] = []
  const { documentWorkers } = server.context
  const ask = documentWorkers.ask.bind(documentWorkers)
  documentWorkers.ask = ((task: 'read', ...rest: [never, never]) => {
    if (task === 'read') reads.push((rest[0] as { body: string }).body.length)
    return ask(task, ...rest)
  }) as typeof documentWorkers.ask
  const filler = ' '.repeat(LARGE_BODY)
  const put = async (body: string) => {
    const { status, body: answer } = await owner.send('PUT', 'admin/drafts/menu/own', body, {
      'if-match': '"0-none"',
    })
    return [status, answer.code, answer['fields'] ?? answer['problems']]
  }
  for (const body of [
    '{"document":',
    '[]',
    '{}',
    '{"document":1}',
    '{"document":{},"more":1}',
    `{"document":{"x":${'['.repeat(100)}${']'.repeat(100)}}}`,
  ]) {
    reads.length = 0
    const small = await put(body)
    expect(reads, body).toEqual([])
    expect(await put(filler + body), body).toEqual(small)
    expect(reads, body).toHaveLength(1)
    expect(small[0], body).toBeGreaterThanOrEqual(400)
  }
  documentWorkers.ask = ask
  expect(
    await put(
      `${filler}{"document":{"kind":"menu","id":"own","v":1,"title":"x","source":"a test","items":[]}}`,
    ),
  ).toEqual([200, undefined, []])
  await lookAndDiscard()
})
