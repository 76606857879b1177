/**
 * Careers are records like all others: a tenant hides, words, schedules and imports its own, and
 * every call that knows careers shows it at once, to that tenant alone.
 */

import { sql, type RawBuilder } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { ConsoleRecord, Page } from '#engine/contract/admincontract.ts'
import type { ImportReport } from '#engine/contract/importcontract.ts'
import type { CareerDetail, CareerList, CatalogueList } from '#engine/contract/contract.ts'
import { CareerBooks, MAX_OWN } from '#server/catalogue/careerbooks.ts'
import { sqlBuilder } from '#server/database/database.ts'
import { catalog } from '#tests/support/documents.ts'
import { buildServer, signUp, type Client, type TestServer } from '#tests/support/server.ts'

const TYPE = [5, 4, 2, 1, 3, 4]
const ATTORNEY = '23-1011.00'
const ELECTRICIAN = '47-2111.00'
let server: TestServer
let other: Awaited<ReturnType<TestServer['another']>>
let editor: Client
let learner: Client
let stranger: Client
beforeAll(async () => {
  server = await buildServer()
  other = await server.another()
  editor = (await signUp(server, { workerType: TYPE })).client
  await asUser(editor, sql`role = 'editor'`)
  learner = (await signUp(server, { workerType: TYPE })).client
  stranger = (await signUp(other, { workerType: TYPE })).client
})
afterAll(() => server.close())

/** Changes what the database knows of a user. */
async function asUser(client: Client, set: RawBuilder<unknown>): Promise<void> {
  const { body } = await client.get('auth/get-user')
  await server.context.database.owner(server.tenant.id, (tx) =>
    tx.run({
      compile: () => sql`UPDATE users SET ${set} WHERE id = ${body['_id']}`.compile(sqlBuilder),
    }),
  )
}

const list = async (path: string, who = learner) => {
  const { status, body, text } = await who.get(path)
  expect(status, text).toBe(200)
  return body as unknown as CareerList
}
const ids = async (path: string, who = learner) => (await list(path, who)).items.map(({ id }) => id)
const total = async (path: string, who = learner) => (await list(path, who)).total
const shared = async (search: string) =>
  (
    (await editor.get(`admin/content/careers?search=${encodeURIComponent(search)}`))
      .body as unknown as Page<ConsoleRecord>
  ).items
const save = async (id: string, body: Record<string, unknown>) => {
  const { status, text } = await editor.put(`admin/content/careers/${id}`, {
    was: null,
    ...body,
  })
  expect(status, text).toBe(200)
}
const takeBack = async (id: string) =>
  expect((await editor.delete(`admin/content/careers/${id}`)).status).toBe(204)
const upload = async (file: string, query = '') => {
  const { status, body, text } = await editor.send(
    'POST',
    `admin/content/careers/import?${query}`,
    file,
    { 'content-type': 'application/octet-stream' },
  )
  expect(status, text).toBe(200)
  return body as unknown as ImportReport
}

describe('the catalogue of careers', () => {
  it('has them all, with the filters of its document, in the language of the request', async () => {
    const all = (await learner.get('catalogue/careers')).body as unknown as CatalogueList
    expect([all.total, Object.keys(all.facets).sort()]).toEqual([
      923,
      ['direction', 'fits', 'road', 'saved', 'seen', 'types'],
    ])
    expect(all.facets['direction']!['23']).toBe(await total('careers?direction=23'))
    expect(all.facets['types']!['A']).toBe(await total('careers?workerType=A'))
    expect((await list('catalogue/careers?road=articles&direction=23')).items).toMatchObject([
      { id: ATTORNEY, title: 'Attorney', onetTitle: 'Lawyers' },
    ])
    expect((await list('catalogue/careers?search=prokureur&lang=af')).items[0]).toMatchObject({
      title: 'Prokureur',
    })
    expect((await list('catalogue/careers?search=footballer')).items.length).toBeGreaterThan(0)
  })

  it('resolves what a career leads to, by the joins of careers', async () => {
    const one = (await learner.get(`catalogue/careers/${ATTORNEY}`)).body
    const page = (await learner.get(`careers/${ATTORNEY}`)).body as unknown as CareerDetail
    expect((one['related'] as { id: string }[]).slice(0, 6).map(({ id }) => id)).toEqual(
      page.related.map(({ id }) => id),
    )
    const { fields } = one['joined'] as CareerDetail['joined']
    expect(fields!.items.map(({ id }) => id)).toEqual(
      page.joined['fields']!.items.map(({ id }) => id),
    )
  })

  it('is closed to a plan without careers', async () => {
    const { client } = await signUp(server, { workerType: TYPE })
    await asUser(client, sql`account_type = 'AssessmentOnly'`)
    const { status, body } = await client.get('catalogue/careers')
    expect([status, body.code, body['feature']]).toEqual([403, 'access/plan', 'CareerExplorer'])
  })
})

describe('a career that a tenant hides', () => {
  it('is gone at once from every call, for its learners alone, and comes back', async () => {
    const [first] = await ids('careers/matches')
    const field = `subject-choices/careers?search=electrician`
    expect(await ids(field)).toContain(ELECTRICIAN)
    await learner.put(`users/favourites/careers/${first!}`)
    for (const id of [first!, ELECTRICIAN]) await save(id, { hidden: true })
    expect(await total('careers')).toBe(921)
    expect(await ids('careers/matches')).not.toContain(first)
    expect((await list('careers/matches')).compared).toBe(921)
    expect(await ids('careers/matches?varied=true')).not.toContain(first)
    expect(await ids('careers?search=electrician')).not.toContain(ELECTRICIAN)
    expect(await ids(`careers/compare?ids=${ATTORNEY},${ELECTRICIAN}`)).toEqual([ATTORNEY])
    expect(await ids('careers/favourites')).toEqual([])
    expect(await ids(field)).not.toContain(ELECTRICIAN)
    expect((await learner.get(`careers/${ELECTRICIAN}`)).status).toBe(404)
    expect((await learner.get(`catalogue/careers/${ELECTRICIAN}`)).status).toBe(404)
    expect((await learner.put(`users/favourites/careers/${ELECTRICIAN}`)).status).toBe(404)
    expect([await total('careers', stranger), (await ids('careers/matches', stranger))[0]]).toEqual(
      [923, first],
    )
    expect((await stranger.get(`careers/${ELECTRICIAN}`)).status).toBe(200)
    for (const id of [first!, ELECTRICIAN]) await takeBack(id)
    expect([await total('careers'), (await ids('careers/matches'))[0]]).toEqual([923, first])
    expect(await ids('careers/favourites')).toEqual([first])
  })
})

describe('a career in words of a tenant', () => {
  it('is called and found by them, and keeps its facts and its place', async () => {
    const [record] = await shared('attorney')
    expect(record).toMatchObject({ id: ATTORNEY, own: false, shared: true })
    const before = (await learner.get(`careers/${ATTORNEY}`)).body as unknown as CareerDetail
    const order = await ids('careers/matches')
    await save(ATTORNEY, { cells: { ...record!.cells, name: 'Zaakwaarnemer' } })
    expect(await ids('careers?search=zaakwaarnemer')).toEqual([ATTORNEY])
    expect((await learner.get(`careers/${ATTORNEY}`)).body).toEqual({
      ...before,
      title: 'Zaakwaarnemer',
      slug: 'zaakwaarnemer',
    })
    expect((await list('careers?search=prokureur&lang=af')).items[0]).toMatchObject({
      id: ATTORNEY,
      title: 'Prokureur',
    })
    expect(await ids('careers/matches')).toEqual(order)
    expect(await ids('careers?search=zaakwaarnemer', stranger)).toEqual([])
    await takeBack(ATTORNEY)
    expect((await learner.get(`careers/${ATTORNEY}`)).body).toEqual(before)
  })

  it('begins on its day', async () => {
    const [record] = await shared('attorney')
    const starts = new Date(server.context.now().getTime() + 60_000).toISOString()
    await save(ATTORNEY, { cells: { ...record!.cells, name: 'Zaakwaarnemer' }, starts })
    expect(await ids('careers?search=zaakwaarnemer')).toEqual([])
    server.wait(61)
    expect(await ids('careers?search=zaakwaarnemer')).toEqual([ATTORNEY])
    await takeBack(ATTORNEY)
  })
})

describe("a tenant's own careers", () => {
  const FILE = [
    'id,name,direction,does,interests,also',
    'drone-pilot,Drone pilot,53,Flies drones over farms.,,uav|quadcopter',
    'shadow-boxer,Shadow boxer,27,Boxes.,"{""R"":5,""I"":4,""A"":2,""S"":1,""E"":3,""C"":4}",',
  ].join('\n')

  it('are imported after a look at what would change, and found; without interests not matched', async () => {
    const dry = await upload(FILE, 'dryRun=true&file=own.csv')
    expect(dry).toMatchObject({ done: false, problemCount: 0, new: 2, replaces: 0 })
    expect(await total('careers')).toBe(923)
    expect((await upload(FILE, 'file=own.csv')).done).toBe(true)
    const found = await list('careers?search=quadcopter')
    expect(found.items).toEqual([
      {
        id: 'drone-pilot',
        slug: 'drone-pilot',
        title: 'Drone pilot',
        does: 'Flies drones over farms.',
        direction: '53',
        jobZone: null,
        training: null,
        types: [],
        isco08: null,
        favourite: false,
        notForMe: false,
      },
    ])
    expect(await total('careers')).toBe(925)
    // The other has the very interests of the learner.
    const matches = await list('careers/matches')
    expect([matches.items[0]!.id, matches.compared]).toEqual(['shadow-boxer', 924])
    expect(await ids('careers/matches?search=quadcopter')).toEqual([])
    const page = (await learner.get('careers/drone-pilot')).body
    expect(page).toMatchObject({ interests: null, onetTitle: null, skills: [], related: [] })
    expect(page).not.toHaveProperty('level')
    expect((await learner.put('users/favourites/careers/drone-pilot')).status).toBe(200)
    expect(await ids(`careers/compare?ids=drone-pilot,${ATTORNEY}`)).toEqual([
      'drone-pilot',
      ATTORNEY,
    ])
    expect(await ids('catalogue/careers?search=quadcopter')).toEqual(['drone-pilot'])
    expect(await ids('careers?search=drone%20pilot', stranger)).not.toContain('drone-pilot')
    expect((await stranger.get('careers/drone-pilot')).status).toBe(404)
  })

  it('say what they pay and how many are needed, with where that is from and of which day', async () => {
    const claims = { payBand: 'R8 000 to R12 000 a month', payBandSource: 'Our own survey' }
    const own = async () => (await shared('drone pilot')).find(({ id }) => id === 'drone-pilot')!
    const change = async (cells: Readonly<Record<string, string>>) => {
      const record = await own()
      await save('drone-pilot', { cells: { ...record.cells, ...cells }, was: record.was })
    }
    await change(claims)
    const page = async () => (await learner.get('careers/drone-pilot')).body
    expect(await page(), 'no day, no claim').toMatchObject({ pay: null, demand: null })
    await change({ payBandOn: '2026-03-01' })
    expect(await page()).toMatchObject({
      pay: { text: claims.payBand, source: claims.payBandSource, on: '2026-03-01' },
      demand: null,
    })
    await change({ payBand: '', payBandSource: '', payBandOn: '' })
    expect(await page()).toMatchObject({ pay: null })
    expect((await learner.get(`careers/${ATTORNEY}`)).body, 'nothing is shipped').toMatchObject({
      pay: null,
      demand: null,
    })
  })

  it('are exported as they are imported', async () => {
    const { text } = await editor.get('admin/content/careers/export?format=csv')
    expect(text).toMatch(/drone-pilot,Drone pilot/)
    expect(await upload(text, 'dryRun=true')).toMatchObject({ same: 2, changed: 0 })
  })

  it('are gone at once when the import is undone', async () => {
    expect((await editor.post('admin/content/careers/undo')).status).toBe(204)
    expect(await ids('careers?search=quadcopter')).toEqual([])
    expect([await total('careers'), (await list('careers/matches')).compared]).toEqual([923, 923])
  })
})

describe('books of tenants', () => {
  const type = catalog.get('content-type', 'careers')
  const read = (books: CareerBooks, tenant: string) =>
    books.load({ database: server.context.database, tenant, type, now: server.context.now() })

  it('are one where nothing is changed, and share what is not', async () => {
    const books = new CareerBooks(type)
    const book = await read(books, other.tenant.id)
    expect(await read(books, server.tenant.id)).toBe(book)
    await save(ATTORNEY, { hidden: true })
    books.doubt(server.tenant.id)
    const own = await read(books, server.tenant.id)
    expect([own.get(ATTORNEY), own.compared]).toEqual([undefined, 922])
    expect(own.get(ELECTRICIAN)).toBe(book.get(ELECTRICIAN))
    expect(await read(books, other.tenant.id)).toBe(book)
    await takeBack(ATTORNEY)
  })

  it('know within a second what another server saved', async () => {
    const books = new CareerBooks(type)
    expect((await read(books, server.tenant.id)).get(ATTORNEY)).toBeDefined()
    await save(ATTORNEY, { hidden: true })
    await expect
      .poll(async () => (await read(books, server.tenant.id)).get(ATTORNEY), { timeout: 3000 })
      .toBeUndefined()
    await takeBack(ATTORNEY)
  })

  it('are read once for requests at the same moment', async () => {
    const books = new CareerBooks(type)
    const all = await Promise.all(Array.from({ length: 20 }, () => read(books, other.tenant.id)))
    expect(new Set(all).size).toBe(1)
  })

  it('stop at a number of own careers, which the catalogue has all of', async () => {
    const rows = Array.from({ length: MAX_OWN + 5 }, (_, n) => `own-${n},Own ${n},53`)
    await upload(['id,name,direction', ...rows].join('\n'))
    expect(await total('careers')).toBe(923 + MAX_OWN)
    expect(await total('catalogue/careers')).toBe(923 + MAX_OWN + 5)
    expect((await editor.post('admin/content/careers/undo')).status).toBe(204)
    expect(await total('careers')).toBe(923)
  })
})
