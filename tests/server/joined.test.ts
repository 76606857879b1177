/**
 * What belongs to a record: a career's fields of study, money and places, as the documents of kind
 * join say.
 */

import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { CareerDetail, CatalogueList, CatalogueRecord } from '#engine/contract/contract.ts'
import { buildServer, signUp, type Client, type TestServer } from '#tests/support/server.ts'

const TYPE = [1, 2, 4, 5, 3, 2]
const NURSE = '29-1141.00'
const ELECTRICIAN = '47-2111.00'
const ATTENDANT = '53-6031.00'
let server: TestServer
let client: Client
beforeAll(async () => {
  server = await buildServer()
  client = (await signUp(server, { workerType: TYPE })).client
})
afterAll(() => server.close())

const joined = async (id: string, who = client) => {
  const { status, body, text } = await who.get(`careers/${id}`)
  expect(status, text).toBe(200)
  return (body as unknown as CareerDetail).joined
}
const titles = (part: CareerDetail['joined'][string] | undefined) =>
  part?.items.map(({ title }) => title)
const list = async (type: string, query: Readonly<Record<string, string>>) =>
  (await client.get(`catalogue/${type}?${new URLSearchParams(query).toString()}`))
    .body as unknown as CatalogueList

describe('what belongs to a career', () => {
  it('leads from the knowledge that it needs to fields of study, its own field first', async () => {
    const { fields } = await joined(NURSE)
    expect(titles(fields)?.[0]).toMatch(/^Health Professions/)
    expect(titles(fields)).toContain('Psychology')
    expect(titles((await joined(ELECTRICIAN))['fields'])?.[0]).toBe('Engineering')
  })

  it('lists three of the bursaries that fit, those for its own field before those for any', async () => {
    const { bursaries } = await joined(NURSE)
    expect(bursaries!.items).toHaveLength(3)
    expect(bursaries!.total).toBeGreaterThan(3)
    const [first] = bursaries!.items as unknown as { fields: string[]; countries: string[] }[]
    expect(first!.fields).toContain('health')
    for (const { countries } of bursaries!.items as unknown as { countries: string[] }[])
      expect(countries.some((country) => country === 'ZA' || country === 'AFRICA')).toBe(true)
  })

  it('counts what the list shows with the filters of the link', async () => {
    const parts = await joined(NURSE)
    for (const [type, part] of [
      ['bursaries', parts['bursaries']],
      ['institutions', parts['places']],
      ['courses', parts['courses']],
    ] as const) {
      expect(Object.keys(part!.list.query).length, type).toBeGreaterThan(0)
      const { total } = await list(type, part!.list.query)
      expect([type, part!.list.total]).toEqual([type, total])
      expect(total).toBeGreaterThan(0)
    }
  })

  it('names the kind of place where its training is offered', async () => {
    const kinds = async (id: string) =>
      (await joined(id))['places']!.items.map((each) => (each as unknown as { type: string }).type)
    expect(new Set(await kinds(NURSE))).toEqual(new Set(['university']))
    expect(new Set(await kinds(ELECTRICIAN))).toEqual(new Set(['tvet-college']))
  })

  it('puts what closes next first among the bursaries that fit equally well', async () => {
    const { bursaries } = await joined(NURSE)
    const month = new Date().getUTCMonth() + 1
    type Bursary = { readonly fields: string[]; readonly closes?: number[] | null }
    const ahead = (bursaries!.items as unknown as Bursary[])
      .filter(({ fields }) => fields.includes('health'))
      .map(({ closes }) => Math.min(...(closes ?? []).map((each) => (each + 12 - month) % 12)))
    expect(ahead.length).toBeGreaterThan(1)
    expect(ahead).toEqual(ahead.toSorted((a, b) => (a === b ? 0 : a - b)))
  })

  it('puts places near the town first that was chosen last, and says how far they are', async () => {
    const { client: there } = await signUp(server, { workerType: TYPE })
    const distances = async () => {
      const { places } = await joined(NURSE, there)
      return {
        query: places!.list.query,
        far: places!.items.map((each) => (each as { distance?: object }).distance),
      }
    }
    const before = await distances()
    expect(before.query).not.toHaveProperty('place')
    expect(before.far).toEqual([undefined, undefined, undefined])
    for (const place of ['cape-town', 'durban'])
      await there.post('users/interactions', {
        event: 'filtered',
        type: 'institutions',
        by: { place },
      })
    const { query, far } = await distances()
    expect(query).toMatchObject({ place: 'durban' })
    const km = far.map((each) => ('here' in each! ? 0 : (each as { km: number }).km))
    expect(km).toEqual(km.toSorted((a, b) => a - b))
    expect(km[0]).toBeLessThan(100)
    // A town that the list doesn't have changes nothing.
    await there.post('users/interactions', {
      event: 'filtered',
      type: 'institutions',
      by: { place: 'no-such-town' },
    })
    expect(await distances()).toEqual(before)
  })

  it('names no place to study if people train on the job', async () => {
    const parts = await joined(ATTENDANT)
    for (const part of ['fields', 'bursaries', 'places', 'courses'])
      expect([part, parts[part]!.total, parts[part]!.items]).toEqual([part, 0, []])
  })

  it('depends on the learner’s country', async () => {
    const { client: abroad } = await signUp(server, { workerType: TYPE })
    expect((await abroad.patch('users/profile', { nationality: 'KE' })).status).toBe(200)
    const { places } = await joined(NURSE, abroad)
    expect(
      new Set(places!.items.map((each) => (each as unknown as { country: string }).country)),
    ).toEqual(new Set(['KE']))
  })
})

it('compares up to three careers in the order in which they were chosen', async () => {
  const compared = async (ids: string) =>
    (
      (await client.get(`careers/compare?ids=${ids}`)).body as unknown as {
        items: CareerDetail[]
      }
    ).items
  const [nurse, electrician] = await compared(`${NURSE},none,${ELECTRICIAN},${NURSE}`)
  expect([nurse!.id, electrician!.id]).toEqual([NURSE, ELECTRICIAN])
  expect(nurse!.joined['fields']).toEqual(await joined(NURSE).then(({ fields }) => fields))
  expect(await compared('')).toEqual([])
  const four = [NURSE, ELECTRICIAN, ATTENDANT, '29-1122.00'].join(',')
  expect((await compared(four)).map(({ id }) => id)).toEqual([NURSE, ELECTRICIAN, ATTENDANT])
})

it('exists for records of content types in the same way', async () => {
  const { body } = await client.get('catalogue/study-fields/12')
  const record = body as unknown as CatalogueRecord & Pick<CareerDetail, 'joined'>
  const [first] = record.joined['bursaries']!.items as unknown as { fields: string[] }[]
  expect(first!.fields).toContain('law')
  const plain = await client.get(
    'catalogue/resources/' + (await list('resources', {})).items[0]!.id,
  )
  expect((plain.body as Record<string, unknown>)['joined']).toBeUndefined()
})

it('shows nothing that a plan doesn’t open', async () => {
  const lite = (await signUp(server, { workerType: TYPE, plan: 'TEST-LITE' })).client
  const parts = await joined(NURSE, lite)
  expect(Object.keys(parts)).not.toContain('bursaries')
})
