/**
 * Accounts that wait for a guardian in vain are removed after a time that the tenant sets
 * (docs/decisions/0161): only those of which nothing is stored, and only while they still wait.
 */

import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { ConfigDocument } from '#engine/documents/kinds.ts'
import { sqlBuilder } from '#server/database/database.ts'
import { retain } from '#server/start/retention.ts'
import { catalog } from '#tests/support/documents.ts'
import { edit, publishAll, signInAs } from '#tests/support/publisher.ts'
import { buildServer, type Client, type TestServer } from '#tests/support/server.ts'

const CONFIG = catalog.get('config', 'default') as ConfigDocument
const PARENTAL = { ...CONFIG, consent: { ...CONFIG.consent, parental: true } }
const PASSWORD = 'Thaba2024'
/** By the clock of the database, which is today's. */
const yearsAgo = (years: number) => `${new Date().getUTCFullYear() - years}-01-01`
const MINOR = yearsAgo(14)

let server: TestServer
beforeAll(async () => {
  server = await buildServer({ documents: [PARENTAL] })
  server.wait((Date.now() - server.context.now().getTime()) / 1000)
})
afterAll(() => server.close())

const run = (on: TestServer, text: ReturnType<typeof sql>) =>
  on.context.database.owner(on.tenant.id, (tx) =>
    tx.run({ compile: () => text.compile(sqlBuilder) }),
  )

let people = 0
async function signUp(on = server, birthDate: string | null = MINOR) {
  const client = on.client()
  const email = `waiting${++people}@school.test`
  expect((await client.post('auth/signup', { email, password: PASSWORD })).status).toBe(201)
  const saved = birthDate === null ? null : await client.put('users/birth-date', { birthDate })
  expect(saved?.status ?? 200).toBe(200)
  return { client, email }
}

/** As if all of it had happened that long ago. */
async function age(email: string, days: number, on = server): Promise<void> {
  const then = sql`now() - ${days} * interval '1 day'`
  const whose = sql`user_id = (SELECT id FROM users WHERE email = ${email})`
  await run(on, sql`UPDATE sessions SET seen_at = ${then}, created_at = ${then} WHERE ${whose}`)
  await run(
    on,
    sql`UPDATE guardian_requests SET created_at = ${then}, expires_at = ${then}, answered_at = CASE WHEN answered_at IS NULL THEN NULL ELSE ${then} END,
      withdrawn_at = CASE WHEN withdrawn_at IS NULL THEN NULL ELSE ${then} END WHERE ${whose}`,
  )
  await run(on, sql`UPDATE users SET created_at = ${then} WHERE email = ${email}`)
}

async function remove(on = server): Promise<number> {
  await on.context.database.owner(null, (tx) =>
    tx.run({ compile: () => sql`DELETE FROM chores`.compile(sqlBuilder) }),
  )
  return (await retain(on.context))!.waitingAccounts
}

async function isThere(email: string, on = server): Promise<boolean> {
  const found = await on.context.database.owner(on.tenant.id, (tx) =>
    tx.all(sqlBuilder.selectFrom('users').select('id').where('email', '=', email)),
  )
  return found.length === 1
}

async function ask(client: Client, email: string): Promise<string> {
  const guardian = `mother-of-${email}`
  expect((await client.post('guardian/requests', { address: guardian })).status).toBe(201)
  const { body } = await client.get(`demo/outbox?to=${encodeURIComponent(guardian)}`)
  return /\/guardian\/([\w-]+)/.exec((body['items'] as { text: string }[]).at(-1)!.text)![1]!
}
const answer = (token: string, agrees: boolean) =>
  server.client().post(`guardian/requests/${token}/answer`, { agrees, version: 1 })

describe('an account that waits for a guardian', () => {
  it('is removed with all of it after the time that is set, counted from its last sign of life', async () => {
    const [old, young, unborn, asked, refused] = [
      await signUp(),
      await signUp(),
      await signUp(server, null),
      await signUp(),
      await signUp(),
    ]
    await ask(asked.client, asked.email)
    await answer(await ask(refused.client, refused.email), false)
    for (const { email } of [old, unborn, asked, refused]) await age(email, 91)
    await age(young.email, 89)
    expect(await remove()).toBe(4)
    expect(await isThere(young.email)).toBe(true)
    for (const { email } of [old, unborn, asked, refused]) expect(await isThere(email)).toBe(false)
    expect(
      (await old.client.post('auth/login', { email: old.email, password: PASSWORD })).status,
    ).toBe(401)
    // Nothing of them is left anywhere.
    const left = await server.context.database.owner(server.tenant.id, (tx) =>
      tx.one({
        compile: () =>
          sql<{
            n: number
          }>`SELECT ((SELECT count(*) FROM sessions WHERE user_id NOT IN (SELECT id FROM users))
            + (SELECT count(*) FROM guardian_requests WHERE user_id NOT IN (SELECT id FROM users))
            + (SELECT count(*) FROM messages WHERE recipient LIKE ${`%${old.email}`}))::integer AS n`.compile(
            sqlBuilder,
          ),
      }),
    )
    expect(left.n).toBe(0)
  })

  it('stays if anybody did something with it lately', async () => {
    const [seen, asked] = [await signUp(), await signUp()]
    await ask(asked.client, asked.email)
    for (const { email } of [seen, asked]) await age(email, 100)
    const whose = (email: string) => sql`user_id = (SELECT id FROM users WHERE email = ${email})`
    await run(server, sql`UPDATE sessions SET seen_at = now() WHERE ${whose(seen.email)}`)
    await run(
      server,
      sql`UPDATE guardian_requests SET created_at = now() WHERE ${whose(asked.email)}`,
    )
    await remove()
    expect([await isThere(seen.email), await isThere(asked.email)]).toEqual([true, true])
  })

  it('stays once it has come of age, or its guardian has agreed, or anything is stored of it', async () => {
    const adult = await signUp(server, yearsAgo(40))
    const agreed = await signUp()
    const token = await ask(agreed.client, agreed.email)
    await answer(token, true)
    // What was stored before a consent is taken back stays the learner's.
    const withdrawn = await signUp()
    const theirs = await ask(withdrawn.client, withdrawn.email)
    await answer(theirs, true)
    expect(
      (await withdrawn.client.put('users/names', { firstName: 'Naledi', lastName: 'Mokoena' }))
        .status,
    ).toBe(200)
    await server.client().post(`guardian/requests/${theirs}/withdraw`, {})
    const paying = await signUp()
    await run(server, sql`UPDATE users SET account_type = 'power' WHERE email = ${paying.email}`)
    const answering = await signUp()
    await run(
      server,
      sql`INSERT INTO attempts (tenant_id, id, user_id, assessment, document, scoring, items, state, repeat, language, started_at)
        SELECT tenant_id, gen_random_uuid(), id, 'holland_code', '', '', '{}', 'complete', false, 'en', now() FROM users WHERE email = ${answering.email}`,
    )
    const working = await signUp()
    await run(server, sql`UPDATE users SET role = 'viewer' WHERE email = ${working.email}`)
    const all = [adult, agreed, withdrawn, paying, answering, working]
    for (const { email } of all) await age(email, 1000)
    expect(await remove()).toBe(0)
    for (const { email } of all) expect([email, await isThere(email)]).toEqual([email, true])
  })

  it('is told the day on its page', async () => {
    const { client } = await signUp()
    const { keptUntil } = (await client.get('guardian')).body as { keptUntil: string }
    expect((Date.parse(keptUntil) - Date.now()) / 86_400_000).toBeCloseTo(90, 0)
  })
})

describe('what a tenant sets', () => {
  it('decides after how many days, and no account is removed where no guardian is asked', async () => {
    const plain = await buildServer()
    plain.wait((Date.now() - plain.context.now().getTime()) / 1000)
    const { email } = await signUp(plain)
    await age(email, 1000, plain)
    expect(await remove(plain)).toBe(0)
    const owner = await signInAs(plain, 'publisher')
    await edit(
      owner,
      'config/default',
      (document) =>
        void Object.assign(document, {
          consent: PARENTAL.consent,
          retention: { ...CONFIG.retention, waitingAccounts: 300 },
        }),
    )
    await publishAll(owner)
    await age(email, 299, plain)
    expect(await remove(plain)).toBe(0)
    await age(email, 301, plain)
    expect(await remove(plain)).toBe(1)
    expect(await isThere(email, plain)).toBe(false)
    await plain.close()
  }, 120_000)
})
