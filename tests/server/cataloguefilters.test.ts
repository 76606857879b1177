/**
 * Filters of the catalogue beyond single values: upcoming months, and the features that open a
 * type.
 */

import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { CatalogueList } from '#engine/contract/contract.ts'
import { seedRecords } from '#server/start/demorecords.ts'
import { buildServer, signUp, type Client, type TestServer } from '#tests/support/server.ts'

const TYPE = [1, 2, 4, 5, 3, 2]
let server: TestServer
let client: Client
// The clock of the tests is set to November.
beforeAll(async () => {
  server = await buildServer()
  client = (await signUp(server, { workerType: TYPE })).client
})
afterAll(() => server.close())

const list = async (path: string) => {
  const { status, body, text } = await client.get(`catalogue/${path}`)
  expect(status, text).toBe(200)
  return body as unknown as CatalogueList
}
const monthsOf = ({ items }: CatalogueList) => items.map(({ closes }) => closes as number[])

it('a filter without a value in any record is listed as empty, so that it isn’t shown', async () => {
  const { facets } = await list('institutions?type=university')
  expect(facets['studyFields']).toEqual({})
  expect(facets['provinces']).not.toEqual({})
  expect((await list('institutions?search=nothing-is-called-so')).facets).toEqual({
    saved: {},
    seen: {},
  })
})

describe('bursaries by closing month', () => {
  it('are open now if they close this month or in the next two, but not if the date is unknown', async () => {
    const open = await list('bursaries?closes=now')
    expect(open.total).toBeGreaterThan(2)
    for (const months of monthsOf(open))
      expect(months.some((month) => [11, 12, 1].includes(month))).toBe(true)
    expect(open.items.map(({ id }) => id)).toEqual(
      expect.arrayContaining(['nsfas-bursary', 'funza-lushaka-bursary-programme']),
    )
    expect(open.items.map(({ id }) => id)).not.toContain('rhodes-scholarship')
    expect(open.facets['closes']!['now']).toBe(open.total)
  })

  it('of one month, and those of none, are counted as they are found', async () => {
    const { facets, total } = await list('bursaries')
    const august = await list('bursaries?closes=8')
    expect(monthsOf(august).every((months) => months.includes(8))).toBe(true)
    expect(facets['closes']!['8']).toBe(august.total)
    const unknown = await list('bursaries?closes=unknown&pageSize=100')
    expect(unknown.items.every(({ closes }) => closes === undefined)).toBe(true)
    expect(facets['closes']!['unknown']).toBe(unknown.total)
    expect(unknown.total).toBeLessThan(total)
  })

  it('come with the next to close first, and those with unknown dates last', async () => {
    const months = monthsOf(await list('bursaries?pageSize=100'))
    const wait = months.map((each) =>
      each === undefined ? Infinity : Math.min(...each.map((month) => (month + 1) % 12)),
    )
    expect(wait[0]).toBe(0)
    expect(wait).toEqual([...wait].sort((a, b) => a - b))
    expect((await list('bursaries?search=rhodes')).items[0]!.id).toMatch(/rhodes/)
  })

  it.each(['13', '0', 'soon', '1.5'])('reject a month called %s', async (month) => {
    expect((await client.get(`catalogue/bursaries?closes=${month}`)).status).toBe(422)
  })
})

describe('choices that find others as well', () => {
  type Money = { countries: string[]; levels: string[]; type: string }
  const all = async (query: string) => {
    const found = await list(`bursaries?pageSize=100&${query}`)
    return { ...found, items: found.items as unknown as (Money & { id: string })[] }
  }

  it('a country finds what is for all of Africa too, and counts each record once', async () => {
    const own = await all('countries=ZA&levels=start&type=gift')
    expect(own.total).toBe(own.items.length)
    for (const { countries } of own.items)
      expect(countries.some((each) => ['ZA', 'AFRICA', 'GLOBAL'].includes(each))).toBe(true)
    const wide = own.items.filter(({ countries }) => countries.join() === 'AFRICA')
    expect(wide.length, 'some are for all of Africa').toBeGreaterThan(0)
    const both = (await all('')).items.filter(
      ({ countries }) => countries.includes('ZA') && countries.includes('AFRICA'),
    )
    expect(both.length, 'one names its own country as well').toBeGreaterThan(0)
    for (const country of ['ZA', 'KE', 'BW', 'AFRICA']) {
      const { facets, total } = await all(`countries=${country}`)
      expect([country, facets['countries']![country]]).toEqual([country, total])
    }
    expect((await all('countries=AFRICA')).items.map(({ id }) => id)).not.toContain('nsfas-bursary')
  })

  it('a group finds its members, and what isn’t in it is left out', async () => {
    const { items, facets, total } = await all('levels=start&type=gift')
    for (const { levels, type } of items) {
      expect(levels.some((each) => ['school', 'tvet', 'ug'].includes(each))).toBe(true)
      expect(['loan', 'crowdfunding']).not.toContain(type)
    }
    expect([facets['levels']!['start'], facets['type']!['gift']]).toEqual([total, total])
    expect(items.map(({ id }) => id)).not.toContain('chevening-scholarship')
  })
})

it('public places come first where that is asked for, each part by name', async () => {
  const { items } = await list('institutions?country=ZA&sort=public&pageSize=100')
  const shown = items as unknown as { public: boolean; title: string }[]
  const firstPrivate = shown.findIndex((each) => !each.public)
  expect(firstPrivate).toBeGreaterThan(20)
  expect(shown.slice(firstPrivate).some((each) => each.public)).toBe(false)
  const titles = shown.slice(0, firstPrivate).map(({ title }) => title)
  expect(titles).toEqual(titles.toSorted(new Intl.Collator('en').compare))
})

describe('what is of their own country', () => {
  type Of = { id: string; title: string; country?: string; region?: string; countries?: string[] }
  const all = async (query: string) => (await list(query)).items as unknown as Of[]

  it('comes first in a search, the others after it', async () => {
    const found = await all('institutions?search=university&first=ZA&pageSize=100')
    const countries = found.map(({ country }) => country)
    const own = countries.lastIndexOf('ZA') + 1
    expect(own).toBeGreaterThan(20)
    expect(own).toBeLessThan(100)
    expect(new Set(countries.slice(0, own))).toEqual(new Set(['ZA']))
    const pages = await Promise.all(
      [1, 2, 3].map((page) => all(`institutions?search=university&first=KE&page=${page}`)),
    )
    expect(pages[0]!.every(({ country }) => country === 'KE')).toBe(true)
    const ids = pages.flat().map(({ id }) => id)
    expect(new Set(ids).size, 'no record on two pages').toBe(ids.length)
  })

  it('comes before what is for all of Africa, and that before other countries', async () => {
    const found = await all('upliftment-providers?first=KE&pageSize=100')
    const places = found.map(({ countries = [] }) =>
      countries.includes('KE') ? 0 : countries.some((each) => /AFRICA|GLOBAL/.test(each)) ? 1 : 2,
    )
    expect(places).toEqual(places.toSorted((a, b) => a - b))
    expect(new Set(places)).toEqual(new Set([0, 1, 2]))
    const regions = (await all('resources?first=ZA&pageSize=100')).map(({ region }) => region)
    expect(regions.slice(0, 5)).toEqual(['ZA', 'ZA', 'ZA', 'ZA', 'ZA'])
    expect(regions.lastIndexOf('GLOBAL')).toBeLessThan(regions.indexOf('KE'))
  })

  it('doesn’t come before what is more similar to a mistyped name', async () => {
    expect((await all('institutions?search=makerere+universty&first=ZA'))[0]!.title).toMatch(
      /Makerere/,
    )
  })

  it('is refused if no filter has that choice', async () => {
    expect((await client.get('catalogue/institutions?first=nowhere')).status).toBe(422)
  })
})

it('what is called exactly as it was typed comes first', async () => {
  const { items } = await list('institutions?search=University+of+cape+town')
  expect(items.map(({ id }) => id)[0]).toBe('university-of-cape-town')
  expect(items.length).toBeGreaterThan(1)
})

describe('places by their distance from a town', () => {
  const far = ({ items }: CatalogueList) =>
    items.map(({ distance }) => distance as { km?: number; here?: string; unknown?: string })

  it('come nearest first, and those without a town last, with an unknown distance', async () => {
    const near = 'institutions?place=polokwane&country=ZA&pageSize=100'
    const both = [...far(await list(near)), ...far(await list(`${near}&page=2`))]
    const km = both.map((each) => (each.unknown ? Infinity : (each.km ?? 0)))
    expect(km).toEqual([...km].sort((a, b) => a - b))
    expect(km.some((each) => each < 100)).toBe(true)
    expect(km.at(-1)).toBe(Infinity)
    expect(
      far(await list('institutions?place=cape-town&search=University+of+Cape+Town'))[0],
    ).toEqual({ here: 'here' })
    // As the crow flies it is 1,262 km.
    const other = await list('institutions?place=johannesburg&search=University+of+Cape+Town')
    expect(far(other)[0]!.km).toBeGreaterThan(1240)
    expect(far(other)[0]!.km).toBeLessThan(1280)
  })

  it('are as far as the nearest town that a campus names, if the record has no point of its own', async () => {
    const from = async (place: string, id: string) => {
      const { items } = await list(`institutions?place=${place}&country=ZA&pageSize=100`)
      return items.find((each) => each.id === id)?.['distance']
    }
    // Campuses in Cape Town and in Durban, among others.
    for (const place of ['cape-town', 'durban'])
      expect([place, await from(place, 'mancosa')]).toEqual([place, { here: 'here' }])
    // Its only campus is in Stellenbosch, about 40 km from Cape Town.
    const { km } = (await from('cape-town', 'stellenbosch-academy-of-design-and-photography')) as {
      km: number
    }
    expect(km).toBeGreaterThan(25)
    expect(km).toBeLessThan(55)
    // Suburbs that the list of towns doesn't have are no town.
    const { items } = await list('institutions?place=cape-town&search=Villioti')
    expect(items[0]!['distance']).toEqual({ unknown: 'unknown' })
    // 55 private colleges name one.
    const all = await list(
      'institutions?place=pretoria&type=private-college&country=ZA&pageSize=100',
    )
    const known = far(all).filter((each) => each.unknown === undefined)
    expect(known.length).toBeGreaterThan(50)
  })

  it('are as far away on their own pages as in the list that was last filtered', async () => {
    const { items } = await list('institutions?place=durban&pageSize=30&page=2')
    await client.post('users/interactions', {
      event: 'filtered',
      type: 'institutions',
      by: { place: 'durban' },
    })
    for (const { id, distance } of items)
      expect((await client.get(`catalogue/institutions/${id}`)).body['distance']).toEqual(distance)
  })

  it('come nearest to the town that was chosen last if the list asks for that, public ones first', async () => {
    const { client: person } = await signUp(server, { workerType: TYPE })
    const read = async (query: string) =>
      (await person.get(`catalogue/institutions?${query}&sort=public&pageSize=20`))
        .body as unknown as {
        chosen?: unknown
        items: { id: string; public: boolean; distance?: { km?: number; here?: string } }[]
      }
    const choose = (place: string) =>
      person.post('users/interactions', { event: 'filtered', type: 'institutions', by: { place } })
    const first = await read('place=last')
    expect(first.chosen).toBeUndefined()
    expect(first.items[0]).not.toHaveProperty('distance')
    await choose('polokwane')
    const near = await read('place=last')
    expect(near.chosen).toEqual({ place: 'polokwane' })
    expect(near.items).toEqual((await read('place=polokwane')).items)
    const here = near.items.filter(({ distance }) => distance?.here !== undefined)
    const flags = here.map((each) => each.public)
    expect(flags.length).toBeGreaterThan(2)
    expect(flags).toEqual(flags.toSorted((a, b) => Number(b) - Number(a)))
    await choose('all')
    expect(await read('place=last')).toEqual(first)
  })

  it('don’t mention distance if no town was chosen, and reject a town that isn’t listed', async () => {
    expect((await list('institutions')).items[0]).not.toHaveProperty('distance')
    expect((await client.get('catalogue/institutions?place=atlantis-lost')).status).toBe(422)
  })
})

describe('what has a closing date', () => {
  it('is in the list on its last day and gone on the next, and an old link says so', async () => {
    const types = server.context.options.base.catalog.all('content-type')
    await server.context.database.owner(server.tenant.id, (tx) =>
      seedRecords(tx, server.context.options.contentDir, types, server.context.now()),
    )
    const path = 'opportunities?kind=learnership'
    const { items, total } = await list(path)
    expect([total, items[0]!['mark']]).toEqual([1, 'sample'])
    const one = () => client.get(`catalogue/opportunities/${items[0]!.id}`)
    expect((await one()).body).not.toHaveProperty('expired')
    server.wait(5 * 86_400)
    expect((await list(path)).total).toBe(1)
    server.wait(86_400)
    expect((await list(path)).total).toBe(0)
    expect((await one()).body).toMatchObject({ expired: true })
  })
})

it('a report of a wrong record is stored with the user who sent it', async () => {
  const report = {
    event: 'report',
    type: 'bursaries',
    id: 'nsfas-bursary',
    reason: 'link',
    text: '',
  }
  expect((await client.post('users/interactions', report)).status).toBe(201)
  const { interactions } = (await client.get('auth/get-user')).body as { interactions?: object[] }
  expect(interactions).toContainEqual(expect.objectContaining(report))
})

describe('records that were opened lately', () => {
  const open = (type: string, id: string) =>
    client.post('users/interactions', { event: 'opened', type, id })
  const ids = async (path: string) => (await list(path)).items.map(({ id }) => id)

  it('are a filter of every type, the last one first, each once, without records that are gone', async () => {
    expect(await ids('institutions?seen=true')).toEqual([])
    // Pages offer the two filters only to somebody who has any.
    expect((await list('institutions')).facets).toMatchObject({ saved: {}, seen: {} })
    for (const id of [
      'university-of-cape-town',
      'stellenbosch-university',
      'no-such-place',
      'university-of-pretoria',
      'university-of-cape-town',
    ])
      expect((await open('institutions', id)).status).toBe(201)
    await open('bursaries', 'nsfas-bursary')
    expect(await ids('institutions?seen=true')).toEqual([
      'university-of-cape-town',
      'university-of-pretoria',
      'stellenbosch-university',
    ])
    expect(await ids('institutions?seen=true&provinces=ZA-GP')).toEqual(['university-of-pretoria'])
    expect(await ids('bursaries?seen=true')).toEqual(['nsfas-bursary'])
    await client.put('users/favourites/institutions/stellenbosch-university')
    expect(await ids('institutions?seen=true&saved=true')).toEqual(['stellenbosch-university'])
    expect((await list('institutions?provinces=ZA-GP')).facets).toMatchObject({
      saved: { true: 1 },
      seen: { true: 4 },
    })
  })

  it('include careers too', async () => {
    const { body } = await client.get('careers')
    expect(body['facets']).toEqual({ seen: {} })
    const [first, second] = (body as unknown as CatalogueList).items.map(({ id }) => id)
    await open('careers', second!)
    await open('careers', first!)
    const seen = (await client.get('careers?seen=true')).body as unknown as CatalogueList
    expect(seen.items.map(({ id }) => id)).toEqual([first, second])
    expect([seen.total, seen.facets]).toEqual([2, { seen: { true: 2 } }])
  })

  it('are never shared with other users', async () => {
    const { client: other } = await signUp(server, { workerType: TYPE })
    expect((await other.get('catalogue/institutions?seen=true')).body).toMatchObject({ items: [] })
  })
})
