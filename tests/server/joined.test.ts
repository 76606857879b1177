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
/** The clock of the tests. */
const NOVEMBER = 11
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

  it('lists three of the bursaries that fit, of those without a known date its own field’s first', async () => {
    const { bursaries } = await joined(NURSE)
    expect(bursaries!.items).toHaveLength(3)
    expect(bursaries!.total).toBeGreaterThan(3)
    type Bursary = { fields: string[]; closes?: number[] }
    const undated = (bursaries!.items as unknown as Bursary[]).filter(({ closes }) => !closes)
    expect(undated.length).toBeGreaterThan(0)
    for (const { fields } of undated) expect(fields).toContain('health')
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
      const { total, items, fits } = await list(type, { ...part!.list.query, pageSize: '100' })
      expect([type, part!.list.total, part!.total]).toEqual([type, total, total])
      expect(total).toBeGreaterThan(0)
      // At most a page of each.
      const listed = new Set([
        ...items.map(({ id }) => id),
        ...(total > 100 ? part!.items.map(({ id }) => id) : []),
      ])
      for (const { id } of part!.items) expect([id, listed.has(id)]).toEqual([id, true])
      expect(fits).toMatchObject({ id: NURSE, title: 'Registered nurse' })
    }
  })

  it('gives a comparison and the page of a career the same number', async () => {
    const { body } = await client.get(`careers/compare?ids=${NURSE},${ELECTRICIAN}`)
    for (const { id, joined: parts } of (body as unknown as { items: CareerDetail[] }).items) {
      const { bursaries, places } = await joined(id)
      expect([id, parts['bursaries']!.list]).toEqual([id, bursaries!.list])
      expect([id, parts['places']!.list]).toEqual([id, places!.list])
    }
  })

  it('names the kind of place where its training is offered', async () => {
    const kinds = async (id: string) =>
      (await joined(id))['places']!.items.map((each) => (each as unknown as { type: string }).type)
    expect(new Set(await kinds(NURSE))).toEqual(new Set(['university']))
    expect(new Set(await kinds(ELECTRICIAN))).toEqual(new Set(['tvet-college']))
  })

  it.each([NURSE, ELECTRICIAN, '11-3031.01', '27-2042.00'])(
    'puts bursaries that are open now first, so that NSFAS is seen: %s',
    async (id) => {
      const { bursaries } = await joined(id)
      const ahead = (bursaries!.items as unknown as { closes?: number[] | null }[]).map(
        ({ closes }) => Math.min(...(closes ?? []).map((each) => (each + 12 - NOVEMBER) % 12)),
      )
      expect(ahead[0]).toBeLessThan(12)
      expect(ahead).toEqual(ahead.toSorted((a, b) => (a === b ? 0 : a - b)))
      expect(bursaries!.items.map((each) => each.id)).toContain('nsfas-bursary')
    },
  )

  it.each([
    ['a head chef', '35-1011.00', /Hospitality/],
    ['a motor mechanic', '49-3023.00', /Engineering and Related Design|Mechanical/],
    ['an electrician', ELECTRICIAN, /Electrical/],
    ['a hairdresser', '39-5012.00', /Hair/],
    ['an administrative assistant', '43-6014.00', /Office|Management Assistant/],
    ['a civil engineer', '17-2051.00', /Civil/],
    ['a bookkeeper', '43-3031.00', /Financ/],
    ['a web developer', '15-1254.00', /Web|JavaScript|Front/],
  ])('names first the course that is about the work of %s', async (_who, id, name) => {
    expect(titles((await joined(id))['courses'])?.[0]).toMatch(name)
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
    for (const part of ['fields', 'bursaries', 'places'])
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
  const { items } = record.joined['bursaries']!
  expect((items as unknown as { fields: string[] }[]).flatMap(({ fields }) => fields)).toContain(
    'law',
  )
  const plain = await client.get(
    'catalogue/resources/' + (await list('resources', {})).items[0]!.id,
  )
  expect((plain.body as Record<string, unknown>)['joined']).toBeUndefined()
})

describe('a course', () => {
  type Parts = CatalogueRecord & Pick<CareerDetail, 'joined'>
  const record = async (type: string, id: string, who = client) => {
    const { status, body, text } = await who.get(`catalogue/${type}/${id}`)
    expect(status, text).toBe(200)
    return body as unknown as Parts
  }

  it('leads to its provider with a website, or to the kind of college that has it: none is a dead end', async () => {
    const all = [
      ...(await list('courses', { pageSize: '100' })).items,
      ...(await list('courses', { pageSize: '100', page: '2' })).items,
    ]
    expect(all.length).toBeGreaterThan(100)
    const kinds = new Map<string, number>()
    for (const { id } of all) {
      const { joined: parts } = await record('courses', id)
      const [provider] = parts['provider']!.items as unknown as { website: string }[]
      const places = parts['places']!.items.map((each) => (each as { type?: string }).type)
      const paid = parts['bursaries']!.items as unknown as { levels: string[] }[]
      const way = [
        provider === undefined ? 'no provider' : provider.website.slice(0, 6),
        [...new Set(places)].join(),
        paid.length > 0 && paid.every(({ levels }) => levels.includes('tvet')) ? 'paid' : '',
        parts['fields']!.total,
      ].join('|')
      kinds.set(way, (kinds.get(way) ?? 0) + 1)
    }
    expect(Object.fromEntries(kinds)).toEqual({
      'https:|||1': 82,
      'no provider|tvet-college|paid|1': 42,
    })
  })

  it('puts the college first that is nearest to the town that was chosen, and the list has as many', async () => {
    const { client: who } = await signUp(server, { workerType: TYPE })
    await who.post('users/interactions', {
      event: 'filtered',
      type: 'institutions',
      by: { place: 'polokwane' },
    })
    const { joined: parts } = await record(
      'courses',
      'ncv-electrical-infrastructure-construction',
      who,
    )
    expect(titles(parts['places'])?.[0]).toBe('Capricorn TVET College')
    for (const [type, part] of [
      ['institutions', parts['places']],
      ['bursaries', parts['bursaries']],
    ] as const) {
      const { total } = await list(type, part!.list.query)
      expect([type, total]).toEqual([type, part!.total])
    }
  })

  it('leads to a field of study, which names careers and kinds of place', async () => {
    const field = await record('study-fields', '08')
    expect(titles(field.joined['careers'])).toContain('Civil engineer')
    expect(field['kinds']).toEqual(['university', 'university-of-technology', 'tvet-college'])
    expect(field.joined['places']!.total).toBe(
      (await list('institutions', { fits: 'study-fields/08' })).total,
    )
    for (const each of field.joined['places']!.items)
      expect(field['kinds']).toContain((each as { type?: string }).type)
    // Nobody is sent from soldiering to a career that we guessed.
    expect((await record('study-fields', '16')).joined['careers']!.total).toBe(0)
  })

  it('a school subject leads to fields of study', async () => {
    expect(titles((await record('subjects', 'nsc-life-sciences')).joined['fields'])?.[0]).toBe(
      'Life Sciences',
    )
    expect((await record('subjects', 'nsc-mathematics')).joined['fields']!.items).toHaveLength(8)
    expect((await record('subjects', 'nsc-life-orientation')).joined['fields']!.total).toBe(0)
  })
})

it('shows nothing that a plan doesn’t open', async () => {
  const lite = (await signUp(server, { workerType: TYPE, plan: 'TEST-LITE' })).client
  const parts = await joined(NURSE, lite)
  expect(Object.keys(parts)).not.toContain('bursaries')
})

describe('a list of what fits', () => {
  const saves = async (...ids: readonly string[]) => {
    const { client: who } = await signUp(server, { workerType: TYPE })
    for (const id of ids) await who.put(`users/favourites/careers/${id}`)
    return who
  }
  const listOf = async (who: Client, query: Readonly<Record<string, string>>) => {
    const { status, body, text } = await who.get(
      `catalogue/bursaries?${new URLSearchParams({ pageSize: '100', ...query }).toString()}`,
    )
    expect(status, text).toBe(200)
    return body as unknown as CatalogueList
  }
  const idsIn = ({ items }: CatalogueList) => new Set(items.map(({ id }) => id))

  it('has what belongs to any of the careers that a user saved, and marks it in other lists', async () => {
    const who = await saves(NURSE, ELECTRICIAN)
    const [saved, nurse, electrician, all] = [
      await listOf(who, { fits: 'careers' }),
      await listOf(who, { fits: `careers/${NURSE}` }),
      await listOf(who, { fits: `careers/${ELECTRICIAN}` }),
      await listOf(who, {}),
    ]
    expect(idsIn(saved)).toEqual(new Set([...idsIn(nurse), ...idsIn(electrician)]))
    expect(saved.total).toBeLessThan(all.total)
    expect(saved.items.filter(({ fits }) => fits !== undefined)).toEqual([])
    expect(all.facets['fits']).toEqual({ careers: saved.total })
    const marked = all.items.filter(({ fits }) => fits !== undefined).map(({ id }) => id)
    expect(marked.length).toBeGreaterThan(0)
    for (const { id } of all.items)
      expect([id, marked.includes(id)]).toEqual([id, idsIn(saved).has(id)])
  })

  it('is narrowed further by other filters, and each counts the other', async () => {
    const who = await saves(NURSE)
    const health = await listOf(who, { fits: 'careers', fields: 'health' })
    expect(health.total).toBeGreaterThan(0)
    for (const each of health.items) expect(each['fields']).toContain('health')
    const saved = await listOf(who, { fits: 'careers' })
    expect(saved.facets['fields']!['health']).toBe(health.total)
    expect(health.facets['fits']).toEqual({ careers: health.total })
  })

  it('offers nothing to a user who saved no career, and changes with what is saved', async () => {
    const who = await saves()
    expect((await listOf(who, {})).facets['fits']).toEqual({})
    expect((await listOf(who, { fits: 'careers' })).total).toBe(0)
    await who.put(`users/favourites/careers/${NURSE}`)
    const { total } = await listOf(who, { fits: 'careers' })
    expect(total).toBe((await listOf(who, { fits: `careers/${NURSE}` })).total)
    await who.delete(`users/favourites/careers/${NURSE}`)
    expect((await listOf(who, { fits: 'careers' })).total).toBe(0)
  })

  it('says of which type something was saved, and doesn’t mix them', async () => {
    const who = await saves(NURSE)
    await who.put('users/favourites/study-fields/12')
    const [all, careers, fields] = [
      await listOf(who, {}),
      await listOf(who, { fits: 'careers' }),
      await listOf(who, { fits: 'study-fields' }),
    ]
    expect(all.facets['fits']).toEqual({ careers: careers.total, 'study-fields': fields.total })
    expect(fields.items.some(({ fields: of }) => (of as string[]).includes('law'))).toBe(true)
    const lawyers = all.items.filter(({ fields: of }) => String(of) === 'law')
    for (const { fits } of lawyers) expect(fits).toEqual({ 'study-fields': 'study-fields' })
  })

  it('follows from records of any type, and refuses what isn’t one', async () => {
    const law = await listOf(client, { fits: 'study-fields/12' })
    expect(law.fits).toMatchObject({ id: '12' })
    for (const fits of ['careers/no-such', 'study-fields/no-such', 'resources/12', 'other'])
      expect([fits, (await client.get(`catalogue/bursaries?fits=${fits}`)).status]).toEqual([
        fits,
        422,
      ])
    // Nothing leads to this type.
    expect((await client.get('catalogue/resources?fits=careers')).status).toBe(422)
  })
})

it('says on the page of a place what is taught there, what pays for it, and how far it is', async () => {
  const { client: who } = await signUp(server, { workerType: TYPE })
  await who.post('users/interactions', {
    event: 'filtered',
    type: 'institutions',
    by: { place: 'polokwane' },
  })
  const near = (await who.get('catalogue/institutions?place=polokwane'))
    .body as unknown as CatalogueList
  const placed = near.items.filter(({ distance }) => 'km' in (distance as object)).slice(0, 3)
  expect(placed.length).toBe(3)
  for (const { id, distance } of placed) {
    const { body } = await who.get(`catalogue/institutions/${id}`)
    expect([id, (body as unknown as CatalogueRecord)['distance']]).toEqual([id, distance])
  }
  const college = (await who.get('catalogue/institutions/capricorn-tvet-college'))
    .body as unknown as CatalogueRecord & Pick<CareerDetail, 'joined'>
  expect(college['distance']).toEqual({ here: 'here' })
  const { courses, bursaries } = college.joined
  for (const each of courses!.items as unknown as { institutionType: string }[])
    expect(each.institutionType).toBe('tvet-college')
  for (const each of bursaries!.items as unknown as { levels: string[] }[])
    expect(each.levels).toContain('tvet')
  expect((await list('courses', courses!.list.query)).total).toBe(courses!.total)
  // Nobody who chose no town is told a distance.
  expect(
    (
      (await client.get('catalogue/institutions/capricorn-tvet-college'))
        .body as unknown as CatalogueRecord
    )['distance'],
  ).toBeUndefined()
})
