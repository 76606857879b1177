/**
 * In which language somebody gets a message that others cause: the one they use, if the tenant has
 * it (docs/decisions/0223).
 */

import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { sql } from 'kysely'
import { bodyKey, MESSAGE_NAMES, subjectKey, type MessageName } from '#engine/documents/messages.ts'
import { translate } from '#engine/documents/translate.ts'
import { tellExperimenters } from '#server/accounts/experimentmessages.ts'
import { tell } from '#server/accounts/guardians.ts'
import { languageFor } from '#server/accounts/messages.ts'
import { workOff } from '#server/accounts/payment-tasks.ts'
import { sqlBuilder, type Tx } from '#server/database/database.ts'
import { writeInvitation } from '#server/installation/inviting.ts'
import { userByEmail, type UserRow } from '#server/store/users.ts'
import { edit, publishAll, signInAs } from '#tests/support/publisher.ts'
import { buildServer, signUp, type Client, type TestServer } from '#tests/support/server.ts'

let server: TestServer
beforeAll(async () => {
  server = await buildServer()
})
afterAll(() => server.close())

type Somebody = { readonly client: Client; readonly id: string; readonly email: string }
const inTenant = <Result>(work: (tx: Tx) => Promise<Result>) =>
  server.context.database.tenant(server.tenant.id, work)
const rowOf = (email: string) => inTenant((tx) => userByEmail(tx, email)) as Promise<UserRow>
const live = () => server.context.live(server.tenant)

/** Uses the app in this language, as a browser does that remembers it. */
async function uses(client: Client, language: string): Promise<Somebody> {
  client.cookies.set('language', language)
  const { body } = await client.get('auth/get-user')
  return { client, id: body['_id'] as string, email: body['email'] as string }
}
const colleague = async (role: string, language: string) =>
  uses(await signInAs(server, role), language)
const learner = async (language: string) =>
  uses((await signUp(server, { plan: null, profile: false })).client, language)

async function lastTo(email: string): Promise<{ subject: string; text: string } | undefined> {
  const found = await inTenant((tx) =>
    tx.all<{ subject: string; text: string }>({
      compile: () =>
        sql<{ subject: string; text: string }>`
          SELECT subject, text FROM messages WHERE recipient = ${email} AND channel = 'email'
          ORDER BY created_at DESC, id DESC LIMIT 1`.compile(sqlBuilder),
    }),
  )
  return found[0]
}

/** The longest part of a text in a language that has no value in it. */
async function partOf(key: string, language: string): Promise<string> {
  const { texts, config } = await live()
  const text = translate(texts.get(language) ?? {}, language, key, { app: config.appName })
  const [longest] = text.split(/\{\{[^}]*\}\}/).toSorted((a, b) => b.length - a.length)
  expect(longest!.trim().length).toBeGreaterThan(5)
  return longest!.trim()
}

const LABELS = ['menu.cv', 'menu.settings', 'menu.privacy']
let edits = 0
/** Something to publish, that nobody has published yet. */
async function draft({ client }: Somebody): Promise<void> {
  const label = LABELS[edits++ % LABELS.length]!
  await edit(
    client,
    'menu/main',
    (document) =>
      void ((document as unknown as { items: { label: string }[] }).items[0]!.label = label),
  )
}
async function ask(by: Somebody): Promise<string> {
  await draft(by)
  const made = await by.client.post('admin/approvals', { message: 'Words' })
  expect(made.status, made.text).toBe(201)
  return made.body['id'] as string
}

type Cause = (
  /** Of the message; everybody else uses English. */
  receiver: Somebody,
  other: Somebody,
) => Promise<void>
const done = (answer: { status: number; text: string }) =>
  expect(answer.status, answer.text).toBeLessThan(300)
const told = (name: Parameters<typeof tellExperimenters>[3]): Cause =>
  async function tellThem() {
    const release = await live()
    await inTenant((tx) =>
      tellExperimenters(server.context, tx, release, name, { title: 'A test' }, 'b'),
    )
  }
const guardian = (name: MessageName): Cause =>
  async function tellWard({ email }) {
    const [release, user] = [await live(), await rowOf(email)]
    // They asked their guardian in another language, some time ago.
    const row = { language: 'en' } as Parameters<typeof tell>[4]
    await inTenant((tx) => tell(server.context, tx, release, user, row, name))
  }

/** Each message that others cause: the role of the one who gets it, and what causes it. */
const CAUSED: readonly (readonly [MessageName, string | null, Cause])[] = [
  [
    'receipt',
    null,
    async ({ client }) => {
      const { body } = await client.post('plans/checkout', { plan: 'power', country: 'ZA' })
      await inTenant((tx) =>
        tx.run({ compile: () => sql`UPDATE payments SET language = 'en'`.compile(sqlBuilder) }),
      )
      done(await client.post(`demo/payments/${String(body['id'])}`, { outcome: 'paid' }))
      await workOff(server.context)
    },
  ],
  [
    'factorOff',
    'viewer',
    async ({ id }, { client }) =>
      done(await client.send('DELETE', `admin/users/${id}/second-factor`, { reason: 'Lost it' })),
  ],
  [
    'birthDate',
    null,
    async ({ id }, { client }) =>
      done(
        await client.put(`admin/users/${id}/birth-date`, {
          birthDate: '2001-02-03',
          reason: 'Wrong',
        }),
      ),
  ],
  [
    'colleague',
    null,
    async ({ email }, { client }) =>
      done(await client.post('admin/users', { email, role: 'viewer' })),
  ],
  [
    'invite',
    null,
    async ({ email }) => {
      const invited = { email, role: 'owner', baseUrl: 'http://localhost' } as const
      const release = await live()
      await inTenant((tx) => writeInvitation(server.context, tx, release, invited, true))
    },
  ],
  [
    'approvalAsked',
    'publisher',
    async (_receiver, other) => {
      const id = await ask(other)
      done(await other.client.delete(`admin/approvals/${id}`))
    },
  ],
  [
    'approvalGiven',
    'editor',
    async (receiver, { client }) =>
      done(await client.post(`admin/approvals/${await ask(receiver)}/approve`)),
  ],
  [
    'approvalReturned',
    'editor',
    async (receiver, { client }) =>
      done(await client.post(`admin/approvals/${await ask(receiver)}/return`, { comment: 'No' })),
  ],
  [
    'draftCommented',
    'editor',
    async (receiver, { client }) => {
      await draft(receiver)
      done(await client.post('admin/comments/menu/main', { text: 'Why?' }))
    },
  ],
  ['experimentPaused', 'experimenter', told('experimentPaused')],
  ['experimentLost', 'experimenter', told('experimentLost')],
  ['experimentSplit', 'experimenter', told('experimentSplit')],
  ['guardianAgreed', null, guardian('guardianAgreed')],
  ['guardianRefused', null, guardian('guardianRefused')],
  ['guardianWithdrawn', null, guardian('guardianWithdrawn')],
  ['guardianErased', null, guardian('guardianErased')],
]

/** Others answer what the receiver has just done, or go to somebody without an account. */
const ANSWERS: readonly MessageName[] = [
  'code',
  'recover',
  'changed',
  'moved',
  'linked',
  'factorOn',
  'passkey',
  'passkeyGone',
  'guardian',
  'guardianStopped',
]

describe('a message that others cause', { timeout: 120_000 }, () => {
  let other: Somebody
  beforeAll(async () => {
    other = await colleague('owner', 'en')
    await edit(
      other.client,
      'config/default',
      (document) => void Object.assign(document, { approval: true }),
    )
    await publishAll(other.client)
  }, 120_000)

  it('is one of these, and each other one answers its receiver', () => {
    const caused = CAUSED.map(([name]) => name)
    expect([...new Set([...caused, ...ANSWERS])].sort()).toEqual([...MESSAGE_NAMES].sort())
    expect(caused.filter((name) => ANSWERS.includes(name))).toEqual([])
  })

  it.each(CAUSED)('%s is in the language of the one who gets it', async (name, role, cause) => {
    const receiver = await (role === null ? learner('af') : colleague(role, 'af'))
    await cause(receiver, other)
    const said = await lastTo(receiver.email)
    expect(said?.subject).toContain(await partOf(subjectKey(name), 'af'))
    expect(said?.text).toContain(await partOf(bodyKey(name, 'email'), 'af'))
    expect(await partOf(bodyKey(name, 'email'), 'af')).not.toBe(
      await partOf(bodyKey(name, 'email'), 'en'),
    )
  })

  it('is in the default language for a colleague who isn’t here yet', async () => {
    other.client.cookies.set('language', 'af')
    const email = 'new.colleague@school.test'
    done(await other.client.post('admin/users', { email, role: 'viewer' }))
    other.client.cookies.set('language', 'en')
    expect((await lastTo(email))?.subject).toContain(await partOf(subjectKey('colleague'), 'en'))
  })
})

it.each([
  ['af', ['en', 'af'], 'en', 'af'],
  ['af-ZA', ['en', 'af'], 'en', 'af'],
  ['af', ['en'], 'en', 'en'],
  [null, ['en', 'af'], 'af', 'af'],
  ['fr', ['en', 'af'], 'af', 'af'],
])(
  'somebody who uses %s in a tenant with %j (%s) is written to in %s',
  (language, available, fallback, expected) => {
    const config = { locales: { available, default: fallback } } as Parameters<
      typeof languageFor
    >[0]['config']
    expect(languageFor({ config }, { language })).toBe(expected)
  },
)

describe('the language that somebody uses', () => {
  const languageOf = async (email: string) => (await rowOf(email)).language
  let people = 0
  const made = async (headers: Record<string, string>, cookie?: string) => {
    const client = server.client()
    if (cookie !== undefined) client.cookies.set('language', cookie)
    const email = `speaker${++people}@school.test`
    const sent = await client.send('POST', 'auth/signup', { email, password: 'Thaba2024' }, headers)
    expect(sent.status, sent.text).toBe(201)
    return { client, email }
  }

  it.each([
    ['the page’s', { 'accept-language': 'en' }, 'af', 'af'],
    ['what a program names', { 'accept-language': 'fr, af-ZA;q=0.8' }, undefined, 'af'],
    ['none, if they name none', {}, undefined, null],
    ['none, if the tenant doesn’t have it', { 'accept-language': 'fr' }, 'pt', null],
  ] as const)('is stored at sign-up: %s', async (_what, headers, cookie, expected) => {
    expect(await languageOf((await made(headers, cookie)).email)).toBe(expected)
  })

  it('is stored when it changes, and not at each request', async () => {
    const { client, email } = await made({}, 'en')
    const get = async (language: string, path = 'auth/get-user') => {
      client.cookies.set('language', language)
      expect((await client.get(path)).status).toBe(200)
      return languageOf(email)
    }
    expect(await get('af'), 'within the minute').toBe('en')
    server.wait(61)
    expect(await get('en')).toBe('en')
    server.wait(61)
    expect(await get('af')).toBe('af')
    expect(await get('en'), 'at most once a minute').toBe('af')
    // One call in another language (`?lang`) isn't a choice.
    server.wait(61)
    expect(await get('af', 'auth/get-user?lang=en')).toBe('af')
    // Another device says its own; the first one, where nothing changes, doesn't take it back.
    const second = server.client()
    second.cookies.set('language', 'en')
    expect((await second.post('auth/login', { email, password: 'Thaba2024' })).status).toBe(200)
    expect(await languageOf(email)).toBe('en')
    server.wait(61)
    expect(await get('af')).toBe('en')
  })

  it('is told in the export, and gone with the account', async () => {
    const { client, email } = await made({}, 'af')
    const { body } = await client.get('users/me/export')
    expect(body['account']).toMatchObject({ language: 'af' })
    expect(body['sessions']).toMatchObject([{ language: 'af' }])
    expect((await client.delete('users/me')).status).toBe(204)
    expect(await rowOf(email)).toBeUndefined()
  })
})
