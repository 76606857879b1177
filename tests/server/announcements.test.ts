/**
 * What servers announce to each other: received while listening, and found by polling otherwise.
 * Only PostgreSQL has several servers.
 */

import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, expect, inject, it } from 'vitest'
import { Announcements } from '#server/release/announcements.ts'
import { Database } from '#server/database/database.ts'
import { announceRelease } from '#server/store/releases.ts'
import { ensureTenant, type Tenant } from '#server/store/tenants.ts'
import { folderOf, Wire } from '#tests/support/wire.ts'

const given = inject('database')
let database: Database
let wire: Wire
let tenant: Tenant
let announcements: Announcements
/** By tenant; null if anything may have been missed. */
let heard: (string | null)[]

beforeAll(async () => {
  database = new Database({ kind: 'postgres', connection: given.connection })
  wire = await Wire.to(folderOf(given.connection))
  tenant = await database.owner(null, (tx) =>
    ensureTenant(tx, {
      id: randomUUID(),
      slug: `announced-${randomUUID().slice(0, 8)}`,
      config: 'default',
    }),
  )
})
afterAll(async () => {
  await database.close()
  await wire.close()
})
beforeEach(() => void (heard = []))

const begin = async (listenUrl: string | null) => {
  announcements = await Announcements.begin({
    database,
    listenUrl,
    heard: (of) => void heard.push(of),
    report: () => undefined,
  })
}
const announce = () => database.tenant(tenant.id, announceRelease)

it('reach listeners at once', async () => {
  await begin(given.connection.connectionString!)
  expect([heard, announcements.isListening]).toEqual([[null], true])
  await announce()
  await expect.poll(() => heard).toEqual([null, tenant.id])
  await announcements.close()
})

it('are read once each if listening isn’t possible', async () => {
  await begin(null)
  expect(announcements.isListening).toBe(false)
  await expect.poll(() => heard, { timeout: 5000 }).toEqual([null])
  await announce()
  await expect.poll(() => heard, { timeout: 5000 }).toEqual([null, tenant.id])
  await announce()
  await expect.poll(() => heard, { timeout: 5000 }).toEqual([null, tenant.id, tenant.id])
  await announcements.close()
})

it('are read while a listener’s connection is broken, and received again afterwards', async () => {
  await begin(wire.url)
  wire.down = true
  await expect.poll(() => announcements.isListening).toBe(false)
  // From now on they're read, starting with all of them.
  heard = []
  await expect.poll(() => heard, { timeout: 5000 }).toEqual([null])
  await announce()
  await expect.poll(() => heard, { timeout: 5000 }).toEqual([null, tenant.id])
  wire.down = false
  await expect.poll(() => announcements.isListening, { timeout: 10_000 }).toBe(true)
  heard = []
  await announce()
  await expect.poll(() => heard).toEqual([tenant.id])
  await announcements.close()
})

it('aren’t started if the database refuses the listener', async () => {
  await expect(begin('postgresql://postgres@localhost/postgres?host=/nosuch')).rejects.toThrow(
    'ENOENT',
  )
})
