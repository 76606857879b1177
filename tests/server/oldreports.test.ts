/**
 * The report of an older result keeps the words of its time, whatever is published or deployed after
 * it (docs/decisions/0164).
 */

import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Written } from '#engine/contract/contract.ts'
import type { AnyDocument } from '#engine/documents/kinds.ts'
import { sqlBuilder } from '#server/database/database.ts'
import { baseManifest, insertBase } from '#server/store/releases.ts'
import { pdftotext } from '#tests/support/pdf.ts'
import type { Tenant } from '#server/store/tenants.ts'
import { edit, publishAll, signInAs } from '#tests/support/publisher.ts'
import { catalog } from '#tests/support/documents.ts'
import {
  buildServer,
  Client,
  signUp,
  takeWorkerType,
  type TestServer,
} from '#tests/support/server.ts'

/** Publishes and PDFs, on a machine that may be busy. */
const SLOW = 120_000
const WORKER_TYPE = [5, 4, 2, 1, 3, 4]
const REPORT = 'reports/worker-type'
const KEY = 'worker.energy.builder'
const NEW = 'Making things that somebody needs.'
type Locale = { texts: { worker: { energy: { builder: string }; try: { any: string } } } }
type Layout = { corrected?: string[]; redrawn?: boolean; children: { id: string; props: object }[] }

const english = catalog.get('locale', 'en') as unknown as Locale
const OLD = english.texts.worker.energy.builder
let server: TestServer
beforeAll(async () => {
  server = await buildServer()
})
afterAll(async () => {
  server.context.papers.close()
  await server.close()
})

/** A tenant whose owner publishes, and a learner with a result before that. */
async function place() {
  const other = await server.another()
  const made = { ...server, ...other }
  const owner = await signInAs(made, 'owner')
  const before = (await signUp(made, { workerType: WORKER_TYPE })).client
  return { ...made, owner, before }
}

const saying = (words: string) =>
  ((document: Locale) => void (document.texts.worker.energy.builder = words)) as never
const changing = (change: (layout: Layout) => void) => change as never

async function writtenFor(client: Client, language = 'en'): Promise<Written | undefined> {
  const { status, body } = await client.get(`${REPORT}?lang=${language}`)
  expect(status).toBe(200)
  return body['written'] as Written | undefined
}

async function paperFor(client: Client): Promise<string> {
  return pdftotext((await client.get(`${REPORT}/file`)).bytes).replace(/\s+/g, ' ')
}

async function setRelease(tenant: Tenant, client: Client, release: string): Promise<void> {
  const user = (await client.get('auth/get-user')).body['_id'] as string
  const done = await server.context.database.owner(tenant.id, (tx) =>
    tx.run({
      compile: () =>
        sql`UPDATE attempts SET release = ${release} WHERE user_id = ${user}::uuid`.compile(
          sqlBuilder,
        ),
    }),
  )
  expect(done).toBe(1)
}

describe('after a publish', () => {
  it(
    'an old result has the old words and layout, and a new one the new, on the page and on paper',
    async () => {
      const { owner, before, client } = await place()
      expect(await writtenFor(before)).toBeUndefined()
      await edit(owner, 'locale/en', saying(NEW))
      await edit(
        owner,
        'report/worker-type',
        changing((layout) => {
          layout.children = layout.children.filter(({ id }) => id !== 'try-any')
        }),
      )
      await publishAll(owner)
      const after = (await signUp({ client }, { workerType: WORKER_TYPE })).client

      const written = (await writtenFor(before))!
      // What today's layout doesn't say any more isn't on today's page, so it comes along.
      const { any } = english.texts.worker.try
      expect(written.texts).toEqual({ [KEY]: OLD, 'worker.try.any': any })
      expect(written.documents).toEqual([
        expect.objectContaining({ kind: 'report', id: 'worker-type' }),
      ])
      const [layout] = written.documents as unknown as Layout[]
      expect(layout!.children.map(({ id }) => id)).toContain('try-any')
      expect(await writtenFor(after)).toBeUndefined()
      // Nothing of Afrikaans was changed but the layout.
      expect(await writtenFor(before, 'af')).toEqual({
        documents: written.documents,
        texts: { 'worker.try.any': expect.any(String) as unknown },
      })

      const [older, newer] = [await paperFor(before), await paperFor(after)]
      expect([older.includes(OLD), older.includes(NEW)]).toEqual([true, false])
      expect([newer.includes(OLD), newer.includes(NEW)]).toEqual([false, true])
    },
    SLOW,
  )

  it('what was corrected is said as today, and a report that is redrawn is today’s', async () => {
    const { owner, before } = await place()
    await edit(owner, 'locale/en', saying(NEW))
    await edit(owner, 'locale/af', saying('Maak dinge wat iemand nodig het.'))
    await publishAll(owner)
    expect((await writtenFor(before, 'af'))!.texts).toHaveProperty([KEY])
    await edit(
      owner,
      'report/worker-type',
      changing((layout) => {
        layout.corrected = [KEY]
        layout.children = layout.children.filter(({ id }) => id !== 'try-any')
      }),
    )
    await publishAll(owner)
    const written = (await writtenFor(before))!
    expect(Object.keys(written.texts)).toEqual(['worker.try.any'])
    expect(written.documents).toHaveLength(1)
    expect(Object.keys((await writtenFor(before, 'af'))!.texts)).toEqual(['worker.try.any'])
    expect(await paperFor(before)).toContain(NEW)
    await edit(
      owner,
      'report/worker-type',
      changing((layout) => void (layout.redrawn = true)),
    )
    await publishAll(owner)
    expect(await writtenFor(before)).toBeUndefined()
  })

  it('a layout that today’s rules can’t draw, or a release that isn’t known, is today’s', async () => {
    const { owner, before, tenant } = await place()
    await edit(owner, 'locale/en', saying(NEW))
    await publishAll(owner)
    expect(await writtenFor(before)).toBeDefined()
    for (const unknown of ['base-000000000000', '00000000-0000-7000-8000-000000000009']) {
      await setRelease(tenant, before, unknown)
      expect(await writtenFor(before)).toBeUndefined()
      expect(await paperFor(before)).toContain(NEW)
    }
    // Of a time without Afrikaans, and with a layout that asks a rule which is gone.
    const { database } = server.context
    const base = server.context.releases.bases.of(tenant)
    const manifest = (await database.shared((tx) => baseManifest(tx, base.id)))!
    const { 'locale/af': _af, ...others } = manifest
    await database.shared((tx) => insertBase(tx, 'base-without-af', others))
    await setRelease(tenant, before, 'base-without-af')
    expect((await writtenFor(before))!.texts).toEqual({ [KEY]: OLD })
    expect(await writtenFor(before, 'af')).toBeUndefined()
    await database.shared(async (tx) => {
      const { body } = (await tx.first({
        compile: () =>
          sql<{
            body: string
          }>`SELECT body FROM blobs WHERE sha = ${manifest['report/worker-type']}`.compile(
            sqlBuilder,
          ),
      }))!
      const asking = body.replaceAll('"resultFirst"', '"noSuchRule"')
      expect(asking).not.toBe(body)
      for (const [sha, text] of [
        ['asking', asking],
        ['unreadable', '{"kind":"report","id":"worker-type","v":99}'],
      ])
        await tx.run({
          compile: () =>
            sql`INSERT INTO blobs (sha, body) VALUES (${sha}, ${text}) ON CONFLICT DO NOTHING`.compile(
              sqlBuilder,
            ),
        })
    })
    for (const sha of ['asking', 'unreadable', 'gone']) {
      const id = `base-${sha}`
      await database.shared((tx) => insertBase(tx, id, { ...manifest, 'report/worker-type': sha }))
      await setRelease(tenant, before, id)
      expect(await writtenFor(before)).toBeUndefined()
    }
  })
})

it('a result that was made under what an earlier version shipped keeps its words after the upgrade', async () => {
  const shipped = structuredClone(english)
  shipped.texts.worker.energy.builder = 'What we used to say.'
  const older = await buildServer({ documents: [shipped as unknown as AnyDocument] })
  try {
    const { client } = await signUp(older, { workerType: WORKER_TYPE })
    expect(await writtenFor(client)).toBeUndefined()
    const upgraded = new Client(server.app, client.host)
    for (const [name, value] of client.cookies) upgraded.cookies.set(name, value)
    expect((await writtenFor(upgraded))!.texts).toEqual({ [KEY]: 'What we used to say.' })
    const { client: fresh } = await signUp(
      { client: () => new Client(server.app, client.host) },
      { workerType: WORKER_TYPE },
    )
    expect(await writtenFor(fresh)).toBeUndefined()
  } finally {
    await older.close()
  }
})

// The last one, because it moves the clock of the server.
it(
  'words are kept in their turn, until the result is a new one',
  async () => {
    const { owner, client, wait } = await place()
    await edit(owner, 'locale/en', saying(NEW))
    await publishAll(owner)
    const { client: again, ...account } = await signUp({ client }, { workerType: WORKER_TYPE })
    await edit(owner, 'locale/en', saying('Something else.'))
    await publishAll(owner)
    expect((await writtenFor(again))!.texts).toEqual({ [KEY]: NEW })
    wait(15 * 86_400)
    await again.post('auth/login', account)
    expect((await writtenFor(again))!.texts).toEqual({ [KEY]: NEW })
    expect((await takeWorkerType(again, WORKER_TYPE)).status).toBe(200)
    expect(await writtenFor(again)).toBeUndefined()
  },
  SLOW,
)
