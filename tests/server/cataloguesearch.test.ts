/** One search over every explorer that a plan opens. */

import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { FoundList } from '#engine/contract/found.ts'
import { buildServer, signUp, type Client, type TestServer } from '#tests/support/server.ts'
import { catalog, root } from '#tests/support/documents.ts'

const TYPE = [1, 2, 4, 5, 3, 2]
let server: TestServer
let power: Client
let starter: Client
beforeAll(async () => {
  server = await buildServer()
  power = (await signUp(server, { workerType: TYPE })).client
  starter = (await signUp(server, { plan: 'TEST-LITE', workerType: TYPE })).client
})
afterAll(() => server.close())

async function find(search: string, who = power, language = 'en'): Promise<FoundList> {
  const { status, body, text } = await who.get(
    `catalogue?search=${encodeURIComponent(search)}&lang=${language}`,
  )
  expect(status, text).toBe(200)
  return body as unknown as FoundList
}
const kinds = ({ groups }: FoundList) => groups.map(({ id }) => id)
const group = ({ groups }: FoundList, type: string) => groups.find(({ id }) => id === type)

describe('a search over everything', () => {
  it('finds a few of each kind, says how many there are and where all of them are', async () => {
    const found = await find('teacher')
    const careers = group(found, 'careers')!
    expect(careers.kind).toBe('Careers')
    expect(careers.total).toBeGreaterThan(careers.items.length)
    expect(careers.items).toHaveLength(3)
    expect(catalog.route(careers.list!)?.path).toBe('/navigators/careers/all')
    expect(found.total).toBe(found.groups.reduce((sum, { total }) => sum + total, 0))
    const list = await power.get('careers?search=teacher')
    expect(careers.total, 'as the list itself says').toBe(list.body['total'])
  })

  it('names each and leads to its page', async () => {
    const [first] = group(await find('nsfas'), 'bursaries')!.items
    expect(first).toEqual({
      id: 'nsfas-bursary',
      name: 'NSFAS Bursary',
      title: 'NSFAS Bursary',
      about: 'National Student Financial Aid Scheme',
      page: { routeName: 'bursaryDetailPage', param: 'id' },
    })
    const [place] = group(await find('stellenbosch university'), 'institutions')!.items
    expect(place?.about, 'its kind in words').toBe('University')
  })

  it('puts first the kind that is called so', async () => {
    expect(kinds(await find('umalusi'))[0]).toBe('resources')
    expect(kinds(await find('nsfas bursary'))[0]).toBe('bursaries')
  })

  it('forgives a typing mistake only if nothing is written like that', async () => {
    expect(group(await find('stelenbosh'), 'institutions')?.items[0]?.title).toBe(
      'Stellenbosch University',
    )
    expect(group(await find('registred nurse'), 'careers')?.items[0]?.title).toBe(
      'Registered nurse',
    )
    expect(kinds(await find('chevening')), 'nothing that is only similar').toEqual(['bursaries'])
  })

  it('speaks the language of the request', async () => {
    const found = await find('wiskunde', power, 'af')
    expect(group(found, 'subjects')).toMatchObject({ kind: 'Vakke' })
    expect(group(found, 'subjects')!.items[0]!.title).toMatch(/Wiskunde/)
  })

  it('shows nothing that the plan doesn’t open', async () => {
    expect(kinds(await find('university')).length).toBeGreaterThan(2)
    const few = await find('university', starter)
    expect(kinds(few).filter((id) => !['careers', 'resources'].includes(id))).toEqual([])
  })

  it.each(['', '   ', '!?', ':*'])('finds nothing for “%s”', async (search) => {
    expect(await find(search)).toEqual({ groups: [], total: 0 })
  })

  it.each(["'", '&|()', '%', "x'; DROP TABLE content; --", 'xqzvkwj'])(
    'takes “%s” as words',
    async (search) => {
      expect(Array.isArray((await find(search)).groups)).toBe(true)
    },
  )
})

describe('the samples of the demo', () => {
  const { items } = JSON.parse(
    readFileSync(join(root, 'content', 'demo', 'records.json'), 'utf8'),
  ) as { items: Record<string, Record<string, unknown>[]> }

  it('say everything in Afrikaans too', () => {
    for (const [id, records] of Object.entries(items)) {
      const { fields } = catalog.get('content-type', id)!
      const translated = fields.flatMap(({ id: field, of, language }) =>
        of !== undefined && language === 'af' ? [{ field, of }] : [],
      )
      expect(translated.length).toBeGreaterThan(4)
      for (const record of records)
        for (const { field, of } of translated)
          expect(
            [record['id'], field, typeof record[field]],
            `${String(record['id'])} ${field}`,
          ).toEqual([record['id'], field, typeof record[of]])
    }
  })
})
