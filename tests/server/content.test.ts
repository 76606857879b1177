/**
 * The catalogue: records of content types, searched, filtered, counted, saved, and kept apart
 * between tenants.
 */

import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { CatalogueList, CatalogueRecord } from '#engine/contract/contract.ts'
import { nodesOf } from '#engine/documents/nodes.ts'
import { flattenTexts } from '#engine/documents/texts.ts'
import { sqlBuilder } from '#server/database/database.ts'
import { buildServer, signUp, type Client, type TestServer } from '#tests/support/server.ts'
import { catalog } from '#tests/support/documents.ts'

const TYPE = [1, 2, 4, 5, 3, 2]
let server: TestServer
let other: Awaited<ReturnType<TestServer['another']>>
let client: Client
let stranger: Client
beforeAll(async () => {
  server = await buildServer()
  other = await server.another()
  client = (await signUp(server, { workerType: TYPE })).client
  stranger = (await signUp(other, { workerType: TYPE })).client
})
afterAll(() => server.close())

const list = async (path: string, who = client) => {
  const { status, body, text } = await who.get(`catalogue/${path}`)
  expect(status, text).toBe(200)
  return body as unknown as CatalogueList
}
const names = async (path: string, who = client) =>
  (await list(path, who)).items.map(({ title }) => title)
const asTenant = (tenant: string, text: string) =>
  server.context.database.tenant(tenant, (tx) =>
    tx.all({ compile: () => sql.raw(text).compile(sqlBuilder) }),
  )

describe('a list', () => {
  it('contains what was imported, sorted by title, a page at a time', async () => {
    const files = readdirSync(join(import.meta.dirname, '..', '..', 'content'))
    const types = catalog.all('content-type').filter(({ id }) => files.includes(`${id}.json`))
    expect(types.length).toBeGreaterThanOrEqual(7)
    for (const { id } of types) {
      const { items: all } = JSON.parse(
        readFileSync(join(import.meta.dirname, '..', '..', 'content', `${id}.json`), 'utf8'),
      ) as { items: unknown[] }
      const { items, total, page, pageSize } = await list(id)
      expect([id, total, items.length, page, pageSize]).toEqual([
        id,
        all.length,
        Math.min(20, all.length),
        1,
        20,
      ])
    }
    const first = await names('institutions')
    const second = await names('institutions?page=2')
    expect(
      [...first, ...second].filter((_, index, both) => both.indexOf(both[index]!) === index),
    ).toHaveLength(40)
    expect((await list('institutions?page=500')).items).toEqual([])
  })

  it.each([
    ['institutions?search=stellenbosch', 'Stellenbosch University'],
    ['institutions?search=UCT', 'University of Cape Town'],
    ['institutions?search=cape%20penin', 'Cape Peninsula University of Technology'],
    ['institutions?search=KWAZULU', 'University of KwaZulu-Natal'],
    ['bursaries?search=nsfas', 'NSFAS Bursary'],
    ['institutions?search=varsity%20kaapstad', 'University of Cape Town'],
    ['institutions?search=kolleges%20kaapstad', 'College of Cape Town for TVET'],
    ['bursaries?search=nsfas%20beurs', 'NSFAS Bursary'],
    ['bursaries?search=nursing', 'KwaZulu-Natal Department of Health Bursary'],
    ['bursaries?search=computers', 'ISFAP Bursary'],
    ['bursaries?lang=af&search=gesondheid', 'ISFAP Bursary'],
    ['skill-providers?search=tale', 'Duolingo'],
    ['upliftment-providers?search=honger', 'FoodForward SA'],
    ['upliftment-providers?search=suicide', 'South African Depression and Anxiety Group'],
    ['upliftment-providers?search=verkragting', 'Childline South Africa'],
    ['bursaries?search=tvet', 'NSFAS Bursary'],
    ['bursaries?search=teacher&first=ZA', 'Funza Lushaka Bursary Programme'],
    ['bursaries?search=disability', 'NSFAS Bursary'],
    ['courses?search=sewing', 'NATED N4-N6 Clothing Production'],
    ['courses?search=hairdressing', 'NATED N4-N6 Hair Care'],
    ['courses?search=excel', 'ICDL Base'],
    ['institutions?search=tuks', 'University of Pretoria'],
    ['institutions?search=agricultural%20college&first=ZA', 'Glen College of Agriculture'],
  ])('finds by %s', async (path, title) => {
    expect(await names(path)).toContain(title)
  })

  it('finds a word despite a typing mistake, and nothing for a non-word', async () => {
    expect(await names('institutions?search=stelenbosh')).toContain('Stellenbosch University')
    expect(await names('institutions?search=xqzvkwj')).toEqual([])
    // Swapped letters in a short word have hardly a trigram in common with what is meant.
    expect(await names('bursaries?search=nfsas')).toContain('NSFAS Bursary')
    expect(await names('bursaries?search=nfsas%20beurs')).toContain('NSFAS Bursary')
    expect(await names('resources?search=matirc')).toEqual(await names('resources?search=matric'))
    expect((await names('resources?search=matric')).length).toBeGreaterThan(0)
  })

  it('says what it found instead of a word that nothing is called, and offers words if it found nothing', async () => {
    const said = async (path: string) => {
      const { body } = await client.get(`catalogue/${path}`)
      const { instead, near, total } = body as unknown as CatalogueList
      return { instead, near, found: total > 0 }
    }
    expect(await said('institutions?search=stelenbosh')).toEqual({
      instead: ['stellenbosch'],
      near: undefined,
      found: true,
    })
    expect((await said('bursaries?search=nfsas%20beurs')).instead).toEqual(['nsfas'])
    // Known words, plurals and synonyms are no mistakes.
    for (const path of [
      'institutions?search=stellenbosch',
      'institutions?search=stellenb',
      'institutions?search=colleges',
      'bursaries?search=beurse',
      'institutions?search=varsity',
    ])
      expect([path, await said(path)]).toEqual([
        path,
        { instead: undefined, near: undefined, found: true },
      ])
    const none = await said('bursaries?search=accoantinck')
    expect(none).toMatchObject({ instead: undefined, found: false })
    expect(none.near).toContain('accounting')
    expect(none.near!.length).toBeLessThanOrEqual(3)
    // Each of them finds something.
    for (const word of none.near!)
      expect([word, (await said(`bursaries?search=${word}`)).found]).toEqual([word, true])
    expect(await said('institutions?search=xqzvkwj')).toEqual({
      instead: undefined,
      near: undefined,
      found: false,
    })
  })

  it('finds something for each word that an empty page suggests, in every language', async () => {
    const suggested = catalog.all('screen').flatMap(({ id, data = {}, children }) =>
      nodesOf(children).flatMap(({ node }) => {
        const {
          data: from,
          type,
          props,
        } = node as {
          data?: string
          type: string
          props?: { empty?: { tries?: { words: string[] } }[] }
        }
        const words =
          type === 'collection'
            ? (props?.empty?.flatMap(({ tries }) => tries?.words ?? []) ?? [])
            : []
        const get = from === undefined ? undefined : data[from]?.get
        return get === undefined ? [] : words.map((key) => ({ id, get, key }))
      }),
    )
    expect(suggested.length).toBeGreaterThan(5)
    const empty: string[] = []
    for (const { id, get, key } of suggested)
      for (const { id: language, texts } of catalog.all('locale')) {
        const search = flattenTexts(texts)[key]!
        const { body } = await client.get(
          `${get}?lang=${language}&search=${encodeURIComponent(search)}`,
        )
        if (!(Number(body['total']) > 0)) empty.push(`${id} in ${language}: ${search}`)
      }
    expect(empty).toEqual([])
  })

  it.each(["'", '\\', ':*', '!', '&|()', '%', 'a & !b', "x'; DROP TABLE content; --", 'é'])(
    'treats %s as plain words',
    async (search) => {
      const { total } = await list(`institutions?search=${encodeURIComponent(search)}`)
      expect(total).toBeLessThanOrEqual(787)
    },
  )

  it('is narrowed by filters and search together, and counts what each other choice would give', async () => {
    const all = await list('institutions')
    const gauteng = await list('institutions?provinces=ZA-GP&type=university')
    expect(gauteng.total).toBe(gauteng.items.filter(({ type }) => type === 'university').length)
    expect(gauteng.items.every((each) => (each['provinces'] as string[]).includes('ZA-GP'))).toBe(
      true,
    )
    expect(gauteng.facets['provinces']!['ZA-GP']).toBe(gauteng.total)
    expect(gauteng.facets['type']!['university']).toBe(gauteng.total)
    // A facet is narrowed by all filters but its own.
    expect(gauteng.facets['provinces']!['ZA-WC']).toBe(
      (await list('institutions?provinces=ZA-WC&type=university')).total,
    )
    expect(Object.values(all.facets['type']!).reduce((sum, n) => sum + n)).toBe(all.total)
    expect((await list('institutions?public=true')).total).toBe(all.facets['public']!['true'])
    expect(await names('institutions?search=cape&type=university')).toEqual(
      expect.arrayContaining(['University of Cape Town', 'University of the Western Cape']),
    )
  })

  it('names every unknown key and every invalid value', async () => {
    const { status, body } = await client.get(
      'catalogue/institutions?provnce=ZA-GP&type=school&page=0&sort=size',
    )
    expect([status, body.code]).toEqual([422, 'request/invalid'])
    const fields = body['fields'] as { pointer: string; message: string }[]
    expect(fields.map(({ pointer }) => pointer).sort()).toEqual([
      '/page',
      '/provnce',
      '/sort',
      '/type',
    ])
    expect(fields.find(({ pointer }) => pointer === '/provnce')!.message).toMatch(
      /provnce.*provinces/,
    )
  })
})

describe('a record', () => {
  it('has the titles of what it refers to, and the records that refer to it', async () => {
    const course = (
      await client.get('catalogue/courses/google-data-analytics-professional-certificate')
    ).body as unknown as CatalogueRecord
    expect(course['provider']).toMatchObject({
      id: 'grow-with-google-career-certificates',
      title: expect.any(String),
    })
    expect(course['studyField']).toMatchObject({ id: '06' })
    const provider = (await client.get('catalogue/skill-providers/freecodecamp')).body
    expect(provider['courses']).toMatchObject({ total: 12 })
    expect((provider['courses'] as CatalogueList).items).toHaveLength(6)
  })

  it('isn’t found if it doesn’t exist', async () => {
    for (const path of ['institutions/hogwarts', 'spells', 'spells/x', 'careers/x'])
      expect([path, (await client.get(`catalogue/${path}`)).status]).toEqual([path, 404])
  })

  it('can be saved under its type and removed again', async () => {
    const at = 'users/favourites/institutions/university-of-cape-town'
    expect((await client.put(at)).body).toEqual(['university-of-cape-town'])
    expect(
      (await client.get('catalogue/institutions/university-of-cape-town')).body['favourite'],
    ).toBe(true)
    const found = await list('institutions?search=university%20of%20cape%20town')
    expect(found.items.filter(({ favourite }) => favourite).map(({ id }) => id)).toEqual([
      'university-of-cape-town',
    ])
    expect(await names('institutions?saved=true')).toEqual(['University of Cape Town'])
    expect((await client.delete(at)).body).toEqual([])
    expect(await names('institutions?saved=true')).toEqual([])
    expect((await client.put('users/favourites/institutions/hogwarts')).status).toBe(404)
    expect((await client.put('users/favourites/spells/lumos')).status).toBe(404)
  })

  it('that were opened are listed newest first, each once, without what the plan closes', async () => {
    const { client: person } = await signUp(server, { plan: 'TEST-COMMIT', workerType: TYPE })
    const open = (type: string, id: string) =>
      person.post('users/interactions', { event: 'opened', type, id })
    const seen = async (as = person) =>
      ((await as.get('users/seen')).body as CatalogueList).items.map((each) => each.id)
    expect(await seen()).toEqual([])
    for (const id of ['university-of-cape-town', 'hogwarts']) await open('institutions', id)
    await open('skill-providers', 'freecodecamp')
    await open('institutions', 'university-of-cape-town')
    expect(await seen()).toEqual(['university-of-cape-town', 'freecodecamp'])
    const { items } = (await person.get('users/seen')).body as CatalogueList
    expect(items[0]).toMatchObject({
      type: 'institutions',
      kind: 'Place to study',
      page: { param: 'id' },
      seen: expect.stringMatching(/^\d{4}-/),
    })
    const lite = (await signUp(server, { plan: 'TEST-LITE', workerType: TYPE })).client
    await lite.post('users/interactions', {
      event: 'opened',
      type: 'institutions',
      id: 'university-of-cape-town',
    })
    expect(await seen(lite)).toEqual([])
  })
})

describe('access', () => {
  it('is what the type’s document says: its feature, and full access', async () => {
    const lite = (await signUp(server, { plan: 'TEST-LITE', workerType: TYPE })).client
    for (const path of [
      'catalogue/institutions',
      'catalogue/institutions/university-of-cape-town',
    ]) {
      const refused = await lite.get(path)
      expect([refused.status, refused.body]).toMatchObject([
        403,
        { code: 'access/plan', feature: 'TertiaryInstitutionExplorer', upgrade: true },
      ])
    }
    expect((await lite.put('users/favourites/institutions/university-of-cape-town')).status).toBe(
      403,
    )
    expect((await lite.get('catalogue/resources')).status).toBe(200)
    const early = (await signUp(server)).client
    expect((await early.get('catalogue/resources')).body.code).toBe('access/stage')
    expect((await server.client().get('catalogue/resources')).status).toBe(401)
  })
})

describe('a tenant’s own record', () => {
  const insert = (id: string, title: string, more = '') =>
    `INSERT INTO content (tenant_id, type, id, title, order_by, data, words, search${more && ', '}${more.split('=')[0] ?? ''})
     VALUES ('${server.tenant.id}', 'resources', '${id}', '${title}', '${title.toLowerCase()}', '{"name":"${title}","category":"jobs"}', '${title.toLowerCase()}', to_tsvector('simple', '${title}')${more && ', '}${more.split('=')[1] ?? ''})`

  /** Like everything that writes records: counts are then outdated. */
  const write = async (text: string) => {
    await asTenant(server.tenant.id, text)
    await asTenant(
      server.tenant.id,
      `INSERT INTO content_sets (tenant_id, type) VALUES ('${server.tenant.id}', 'resources')
       ON CONFLICT (tenant_id, type) DO UPDATE SET changes = content_sets.changes + 1`,
    )
  }

  it('is found by the tenant’s users, along with shared records, and by no other tenant’s', async () => {
    await write(insert('zwakala', 'Zwakala Centre'))
    for (const search of ['zwakala', 'zwakalla']) {
      expect(await names(`resources?search=${search}`)).toEqual(['Zwakala Centre'])
      expect(await names(`resources?search=${search}`, stranger)).toEqual([])
    }
    expect((await client.get('catalogue/resources/zwakala')).status).toBe(200)
    expect((await stranger.get('catalogue/resources/zwakala')).status).toBe(404)
    expect((await list('resources')).total).toBe((await list('resources', stranger)).total + 1)
  })

  it('replaces a shared one, or hides it', async () => {
    const [shared, gone] = (await list('resources', stranger)).items
    await write(insert(shared!.id, 'Our Own Words'))
    await write(insert(gone!.id, 'Gone', "state='hidden'"))
    const total = (await list('resources', stranger)).total
    expect((await list('resources')).total).toBe(total)
    expect((await client.get(`catalogue/resources/${shared!.id}`)).body['title']).toBe(
      'Our Own Words',
    )
    expect((await client.get(`catalogue/resources/${gone!.id}`)).status).toBe(404)
    expect(await names(`resources?search=${encodeURIComponent(gone!.title)}`)).not.toContain(
      gone!.title,
    )
    expect(await names(`resources?search=${encodeURIComponent(gone!.title)}`, stranger)).toContain(
      gone!.title,
    )
  })

  it('leaves all lists when it is over, and says so when it is opened', async () => {
    await write(insert('past', 'Past Thing', "ends='2026-11-01'"))
    expect(await names('resources?search=past')).not.toContain('Past Thing')
    expect((await client.get('catalogue/resources/past')).body['expired']).toBe(true)
  })
})

describe('a record in another language', () => {
  it('is listed, opened and found in that language, and in the original one by everyone else', async () => {
    const english = await list('lessons')
    const afrikaans = await list('lessons?lang=af')
    expect(afrikaans.items.map(({ id }) => id)).toEqual(english.items.map(({ id }) => id))
    expect([english.items[0]!.title, afrikaans.items[0]!.title]).toEqual([
      'Maths or Maths Lit?',
      'Wiskunde of Wiskundige Geletterdheid?',
    ])
    const one = (await client.get('catalogue/lessons/how-nsfas-works?lang=af'))
      .body as unknown as CatalogueRecord
    expect(one['task']).toMatch(/^Maak/)
    expect(Object.keys(one).filter((name) => name.endsWith('Af'))).toEqual([])
    expect(await names('lessons?search=geletterdheid')).toContain('Maths or Maths Lit?')
  })

  it('is in the order of its titles in that language, a page at a time', async () => {
    const all = 'subjects?lang=af&sort=name&curriculum=nsc'
    const whole = await names(`${all}&pageSize=100`)
    expect(whole.length).toBeGreaterThan(40)
    expect(whole).toEqual(whole.toSorted(new Intl.Collator('af').compare))
    expect(whole).not.toEqual(
      (await list('subjects?sort=name&curriculum=nsc&pageSize=100')).items.map(
        ({ title }) => title,
      ),
    )
    const paged: string[] = []
    for (let cursor: string | null = ''; cursor !== null;) {
      const page: CatalogueList = await list(`${all}&pageSize=9&cursor=${cursor}`)
      paged.push(...page.items.map(({ title }) => title))
      cursor = page.cursor
    }
    expect(paged).toEqual(whole)
    expect(await names('study-fields?lang=af'), 'twenty of them on one page').toEqual(
      (await names('study-fields?lang=af')).toSorted(new Intl.Collator('af').compare),
    )
  })

  it('has the titles of what it refers to in that language', async () => {
    const course = async (language: string) =>
      (
        await client.get(
          `catalogue/courses/google-data-analytics-professional-certificate?lang=${language}`,
        )
      ).body['studyField'] as { title: string }
    expect((await course('af')).title).not.toBe((await course('en')).title)
    expect(await names('study-fields?lang=af')).toContain((await course('af')).title)
  })

  it('keeps its original texts if it hasn’t been translated', async () => {
    expect(await names('subjects?lang=af&curriculum=ib&search=film')).toEqual(['Film'])
    expect(await names('subjects?lang=af&curriculum=nsc&search=lewens')).toContain(
      'Lewenswetenskappe',
    )
  })
})

describe('what a user has done', () => {
  it('is stored as a whole list in their profile, and refused if it isn’t a list', async () => {
    const done = [{ lesson: 'how-nsfas-works' }, { lesson: 'when-to-apply' }]
    expect((await client.put('users/lessons', { lessonsDone: done })).status).toBe(200)
    const profile = async () =>
      (await client.get('auth/get-user')).body['profile'] as Record<string, unknown>
    expect((await profile())['lessonsDone']).toEqual(done)
    for (const wrong of ['x', [{}], [{ lesson: 3 }], [{ lesson: 'x', more: 1 }]])
      expect((await client.put('users/lessons', { lessonsDone: wrong })).status).toBe(422)
    expect((await client.put('users/lessons', { lessonsDone: [] })).status).toBe(200)
    // An empty list isn't stored.
    expect((await profile())['lessonsDone']).toBeNull()
    const chosen = [{ subject: 'ib-film', level: 'HL' }]
    expect((await client.put('users/subjects', { subjectSet: chosen })).status).toBe(200)
    expect((await profile())['subjectSet']).toEqual(chosen)
    expect(
      (await client.put('users/subjects', { subjectSet: [{ subject: 'ib-film', level: 'XL' }] }))
        .status,
    ).toBe(422)
  })
})
