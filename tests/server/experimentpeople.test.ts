/** Who takes part in an experiment, and what they see of it (docs/decisions/0099). */

import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { expect, it, onTestFinished } from 'vitest'
import type { ExperimentDocument } from '#engine/documents/kinds.ts'
import { sqlBuilder } from '#server/database/database.ts'
import { catalog } from '#tests/support/documents.ts'
import { buildServer, signUp, type Client, type TestServer } from '#tests/support/server.ts'

const { tenant: _tenant, ...shipped } = catalog.get('experiment', 'home-action')!
const HOME: ExperimentDocument = { ...shipped, state: 'running' }

async function place(...documents: ExperimentDocument[]): Promise<TestServer> {
  const made = await buildServer({ documents })
  onTestFinished(() => made.close())
  return made
}

type Configuration = {
  experiments?: Record<string, string>
  documents: Record<string, string>
}
const configurationOf = async (client: Client) =>
  (await client.get('app-configuration')).body as unknown as Configuration

/** An arm that changes two documents. */
const arm = (
  id: string,
  weight: number,
  button: string,
  label: string,
): ExperimentDocument['arms'][number] => ({
  id,
  weight,
  overlays: [
    {
      id: 'home',
      kind: 'screen',
      document: 'home',
      ops: [{ op: 'set', at: '/children/hero/props/buttonText', value: button }],
    },
    {
      id: 'menu',
      kind: 'menu',
      document: 'main',
      ops: [{ op: 'set', at: '/items/reports/label', value: label }],
    },
  ],
})
const CONTROL = { id: 'control', overlays: [] }

/** What an arm changes, as this client is served it. */
async function seenBy(client: Client): Promise<[button: unknown, label: unknown]> {
  const { documents } = await configurationOf(client)
  const read = async <Body>(name: string) =>
    (await client.get(`documents/${documents[name]}.json`)).body as unknown as Body
  const home = await read<{ children: { id: string; props?: { buttonText?: string } }[] }>(
    'screen/home',
  )
  const menu = await read<{ items: { id: string; label: string }[] }>('menu/main')
  return [
    home.children.find(({ id }) => id === 'hero')!.props!.buttonText,
    menu.items.find(({ id }) => id === 'reports')!.label,
  ]
}

it('two experiments of a namespace have nobody in common, and each arm has all of its documents', async () => {
  const shared = { audience: true, holdout: { id: 'nobody', share: 0.2 } } as const
  const server = await place(
    {
      ...HOME,
      ...shared,
      id: 'three',
      arms: [
        { ...CONTROL, weight: 0.4 },
        arm('outcome', 0.3, 'home.startOutcome', 'menu.home'),
        arm('account', 0.3, 'home.create', 'menu.navigators'),
      ],
      namespace: { id: 'first-page', from: 0, to: 0.6 },
    },
    {
      ...HOME,
      ...shared,
      id: 'two',
      arms: [{ ...CONTROL, weight: 0.5 }, arm('known', 0.5, 'home.haveAccount', 'menu.actions')],
      namespace: { id: 'first-page', from: 0.6, to: 1 },
    },
  )
  const people = new Map<string, Client[]>()
  for (let visitor = 0; visitor < 300; visitor++) {
    const client = server.client()
    const arms = Object.entries((await configurationOf(client)).experiments ?? {})
    expect(arms.length).toBeLessThan(2)
    const name = arms.map((each) => each.join(':')).join()
    people.set(name, [...(people.get(name) ?? []), client])
  }
  const before = await seenBy((await place()).client())
  const expected: Record<string, [share: number, seen: unknown[]]> = {
    '': [0.2, before],
    'three:control': [0.8 * 0.6 * 0.4, before],
    'three:outcome': [0.8 * 0.6 * 0.3, ['home.startOutcome', 'menu.home']],
    'three:account': [0.8 * 0.6 * 0.3, ['home.create', 'menu.navigators']],
    'two:control': [0.8 * 0.4 * 0.5, before],
    'two:known': [0.8 * 0.4 * 0.5, ['home.haveAccount', 'menu.actions']],
  }
  expect([...people.keys()].sort()).toEqual(Object.keys(expected).sort())
  for (const [name, [share, seen]] of Object.entries(expected)) {
    const clients = people.get(name)!
    // Within five standard deviations: wrong once in a million runs.
    const sd = Math.sqrt(300 * share * (1 - share))
    expect(Math.abs(clients.length - 300 * share), name).toBeLessThan(5 * sd)
    expect(await seenBy(clients[0]!), name).toEqual(seen)
  }
}, 120_000)

it('somebody gets in with the call that lets them into the audience, and stays when they leave it', async () => {
  const server = await place({
    ...HOME,
    audience: {
      and: [{ var: 'session.signedIn' }, { '==': [{ var: 'user.app.accountType' }, 'powerPlus'] }],
    },
  })
  const armOf = async (client: Client) => (await configurationOf(client)).experiments?.[HOME.id]
  expect(await armOf(server.client())).toBeUndefined()
  const other = await signUp(server, { plan: 'TEST-COMMIT' })
  expect(await armOf(other.client)).toBeUndefined()

  const { client, email } = await signUp(server, { plan: null })
  expect(await armOf(client)).toBeUndefined()
  expect(client.cookies.get('unit')).not.toContain(HOME.id)
  expect((await client.post('plans/redeem', { code: 'TEST-PLUS' })).status).toBe(200)
  // Nothing else was asked for in between.
  expect(client.cookies.get('unit')).toContain(HOME.id)
  const arm = await armOf(client)
  expect(['control', 'outcome']).toContain(arm)

  await server.context.database.owner(server.tenant.id, (tx) =>
    tx.run({
      compile: () =>
        sql`UPDATE users SET account_type = 'power' WHERE email = ${email}`.compile(sqlBuilder),
    }),
  )
  expect(await armOf(client)).toBe(arm)
  // On a second phone too, once they have seen it.
  const seen = {
    id: randomUUID(),
    name: 'exposure',
    at: '2026-11-21T07:59:00.000Z',
    props: { experiment: HOME.id, variant: arm, page: 'home' },
  }
  const told = await client.post('events', { device: randomUUID(), events: [seen] })
  expect(told.body).toMatchObject({ stored: 1, refused: [] })
  const second = server.client()
  expect((await second.post('auth/login', { email, password: 'Thaba2024' })).status).toBe(200)
  expect(await armOf(second)).toBe(arm)
})
