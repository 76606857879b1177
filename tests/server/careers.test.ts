/**
 * Careers: matches that Pearson over the data gives, in its order; search, filters, detail
 * (assessments 1; product contract).
 */

import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { CareerDetail, CareerList, CareerSummary } from '#engine/contract/contract.ts'
import type { AccessDocument } from '#engine/documents/kinds.ts'
import { flattenTexts } from '#engine/documents/texts.ts'
import { sqlBuilder } from '#server/database/database.ts'
import { catalog, root } from '#tests/support/documents.ts'
import { buildServer, signUp, type Client, type TestServer } from '#tests/support/server.ts'

const LETTERS = ['R', 'I', 'A', 'S', 'E', 'C'] as const
type Six = Record<(typeof LETTERS)[number], number>
type Facts = {
  code: string
  title: string
  socMajor: string
  jobZone: number
  riasec: Six
  hollandCode: string
  altTitles: string[]
  skills: [string, number][]
  knowledge: [string, number][]
  workStyles: [string, number][]
  tech: string[]
  related: string[]
}
const CAREERS = (
  JSON.parse(readFileSync(join(root, 'content', 'careers.json'), 'utf8')) as { items: Facts[] }
).items

/**
 * Pearson's r by its textbook formula over raw products, unlike the product's, which works on
 * deviations.
 */
function pearson(x: readonly number[], y: readonly number[]): number {
  const n = x.length
  const sum = (values: readonly number[]) => values.reduce((total, value) => total + value, 0)
  const products = sum(x.map((value, index) => value * y[index]!))
  return (
    (n * products - sum(x) * sum(y)) /
    Math.sqrt(
      (n * sum(x.map((value) => value * value)) - sum(x) ** 2) *
        (n * sum(y.map((value) => value * value)) - sum(y) ** 2),
    )
  )
}

function ranked(six: readonly number[]): { facts: Facts; r: number }[] {
  return CAREERS.map((facts) => ({
    facts,
    r: pearson(
      six,
      LETTERS.map((letter) => facts.riasec[letter]),
    ),
  })).sort((a, b) =>
    Math.abs(b.r - a.r) > 1e-12 ? b.r - a.r : a.facts.code < b.facts.code ? -1 : 1,
  )
}

type Words = { code: string; also: string[] } & Record<'en' | 'af', { title: string; does: string }>
const WORDS = new Map(
  (
    JSON.parse(readFileSync(join(root, 'content', 'career-words.json'), 'utf8')) as {
      items: Words[]
    }
  ).items.map((words) => [words.code, words]),
)

let server: TestServer
let client: Client
beforeAll(async () => {
  server = await buildServer()
  ;({ client } = await signUp(server, { workerType: [5, 4, 2, 1, 3, 4] }))
})
afterAll(() => server.close())

/** Gives the user another result, as if they had answered differently. */
async function setSums(six: readonly number[], at: TestServer = server): Promise<void> {
  const metrics = JSON.stringify({
    ...Object.fromEntries(LETTERS.map((letter, index) => [letter, six[index]])),
    code: 'RIA',
    tied: false,
    consistency: 'high',
    range: Math.max(...six) - Math.min(...six),
  })
  await at.context.database.owner(at.tenant.id, (tx) =>
    tx.run({
      compile: () =>
        sql`UPDATE results SET metrics = ${metrics}::jsonb WHERE tenant_id = ${at.tenant.id}`.compile(
          sqlBuilder,
        ),
    }),
  )
}

async function list(path: string, of: Client = client): Promise<CareerList> {
  const { status, body, text } = await of.get(path)
  if (status !== 200) throw new Error(text)
  return body as unknown as CareerList
}

const detail = async (id: string) =>
  (await client.get(`careers/${id}`)).body as unknown as CareerDetail

const PROFILES: readonly (readonly [name: string, six: readonly number[]])[] = [
  ['the worked example', [40, 30, 10, 0, 20, 30]],
  ['a social user', [5, 12, 20, 38, 25, 10]],
  ['an artistic user', [8, 22, 40, 18, 12, 2]],
  ['a flat profile with one peak', [10, 10, 10, 10, 14, 10]],
  ['a user who likes little', [4, 0, 1, 0, 2, 3]],
  ['two peaks on opposite sides', [38, 5, 3, 37, 4, 6]],
]

/** What the report names: of the three highest, those surely above the middle (docs/decisions/0162). */
function liked(six: readonly number[]): (typeof LETTERS)[number][] {
  if (Math.max(...six) - Math.min(...six) <= 8) return []
  return LETTERS.map((letter, index) => ({ letter, value: six[index]!, index }))
    .sort((a, b) => b.value - a.value || a.index - b.index)
    .slice(0, 3)
    .flatMap(({ letter, value }) => (value > 25.6 ? [letter] : []))
}

describe('matches', () => {
  it('cover as many careers as the data has', () => {
    expect(CAREERS).toHaveLength(923)
  })

  it.each(PROFILES)(
    'for %s are the twenty that Pearson over the data gives, in its order, with their level',
    async (_name, six) => {
      await setSums(six)
      const best = ranked(six)
      const found = await list('careers/matches')
      expect(found).toMatchObject({
        total: 20,
        page: 1,
        pageSize: 20,
        compared: 923,
        resultDate: expect.any(String),
      })
      expect(found.reason).toBeUndefined()
      expect(found.items.map(({ id }) => id)).toEqual(
        best.slice(0, 20).map(({ facts }) => facts.code),
      )
      expect(found.items.map(({ level }) => level)).toEqual(
        best
          .slice(0, 20)
          .map(({ r }) =>
            r >= 0.729 && liked(six).length > 0 ? 'strong' : r >= 0.347 ? 'fair' : 'low',
          ),
      )
    },
  )

  it('have the level of r on both sides of each limit', async () => {
    const six = PROFILES[0]![1]
    await setSums(six)
    const all = ranked(six)
    for (const [border, above, below] of [
      [0.729, 'strong', 'fair'],
      [0.347, 'fair', 'low'],
    ] as const) {
      const over = all.findLast(({ r }) => r >= border)!
      const under = all.find(({ r }) => r < border)!
      expect(
        [(await detail(over.facts.code)).level, (await detail(under.facts.code)).level],
        `r ${over.r} and ${under.r}`,
      ).toEqual([above, below])
    }
  })

  it('are said to be between two words where r is within its error of a limit', async () => {
    const six = PROFILES[0]![1]
    await setSums(six)
    const mean = six.reduce((sum, each) => sum + each, 0) / 6
    const size = Math.sqrt(six.reduce((sum, each) => sum + (each - mean) ** 2, 0))
    // Eight of forty between two types say how far each may be off, and so how far r may be.
    const half = (r: number) => ((8 / Math.SQRT2) * Math.sqrt(1 - r ** 2)) / size
    const said = (r: number) => {
      const near = [0.729, 0.347].filter((limit) => Math.abs(r - limit) < half(r))
      if (near.length === 0) return r >= 0.729 ? 'strong' : r >= 0.347 ? 'fair' : 'low'
      return near[0] === 0.729 ? 'fair-strong' : 'low-fair'
    }
    const all = ranked(six).map((each) => ({ ...each, said: said(each.r) }))
    expect(all.filter((each) => each.said === 'strong')).toHaveLength(160)
    for (const word of ['strong', 'fair-strong', 'fair', 'low-fair', 'low']) {
      const of = all.filter((each) => each.said === word)
      for (const each of [of[0]!, of.at(-1)!])
        expect((await detail(each.facts.code)).closeness, `${word} r ${each.r}`).toBe(word)
    }
  })

  it('range from strong to low for a profile with a shape: 329 of 923 are strong in the worked example', async () => {
    const r = ranked(PROFILES[0]![1]).map((each) => each.r)
    expect(r.filter((each) => each >= 0.729)).toHaveLength(329)
  })

  it.each([
    [[20, 20, 20, 20, 20, 20], 'undifferentiated'],
    [[23, 20, 20, 20, 20, 20], 'undifferentiated'],
    [[24, 20, 20, 20, 20, 20], undefined],
    [[0, 0, 0, 0, 0, 0], 'undifferentiated'],
  ])('for %j are withheld if the profile has no shape: %s', async (six, reason) => {
    await setSums(six)
    const found = await list('careers/matches')
    expect([found.reason, found.items.length]).toEqual([reason, reason === undefined ? 20 : 0])
    expect((await detail(CAREERS[0]!.code)).level === undefined).toBe(reason !== undefined)
  })

  it('keep their order under a filter, and look beyond the first twenty', async () => {
    const six = PROFILES[1]![1]
    await setSums(six)
    const expected = (wanted: (facts: Facts) => boolean) =>
      ranked(six)
        .filter(({ facts }) => wanted(facts))
        .slice(0, 20)
        .map(({ facts }) => facts.code)
    const ids = async (query: string) =>
      (await list(`careers/matches?${query}`)).items.map(({ id }) => id)
    expect(await ids('direction=47')).toEqual(expected(({ socMajor }) => socMajor === '47'))
    expect(await ids('jobZone=2')).toEqual(expected(({ jobZone }) => jobZone === 2))
    expect(await ids('workerType=builder')).toEqual(
      expected(({ hollandCode }) => hollandCode.includes('R')),
    )
    const nurses = await found('search=nurse')
    expect(nurses.length).toBeGreaterThan(12)
    expect(await ids('search=nurse')).toEqual(expected(({ code }) => nurses.includes(code)))
    expect(await ids('search=no-such-career-anywhere')).toEqual([])
  })
})

describe('the reason why a career matches', () => {
  const scaled = (six: readonly number[]) => {
    const mean = six.reduce((sum, value) => sum + value, 0) / 6
    const sd = Math.sqrt(six.reduce((sum, value) => sum + (value - mean) ** 2, 0) / 6)
    return six.map((value) => (value - mean) / sd)
  }
  const top = (six: readonly number[]) =>
    LETTERS.map((letter, index) => ({ letter, value: six[index]!, index }))
      .sort((a, b) => b.value - a.value || a.index - b.index)
      .slice(0, 3)
      .map(({ letter }) => letter)

  it.each(PROFILES)(
    'for %s: the types that both are high on, and what stands out on either side',
    async (_name, six) => {
      await setSums(six)
      for (const { id, why, hedge } of (await list('careers/matches')).items) {
        expect([why === undefined, hedge]).toEqual(
          liked(six).length === 0 ? [true, 'rough'] : [false, undefined],
        )
        if (why === undefined) continue
        const career = LETTERS.map(
          (letter) => CAREERS.find(({ code }) => code === id)!.riasec[letter],
        )
        const gaps = scaled(career).map((value, index) => value - scaled(six)[index]!)
        const isHigh = (of: readonly number[], letter: (typeof LETTERS)[number]) =>
          of[LETTERS.indexOf(letter)]! > of.reduce((sum, value) => sum + value, 0) / 6
        const shared = top(six).filter(
          (letter) =>
            liked(six).includes(letter) &&
            top(career).includes(letter) &&
            isHigh(six, letter) &&
            isHigh(career, letter),
        )
        // What both are high on isn't also too much or too little.
        const others = gaps.map((gap, index) => (shared.includes(LETTERS[index]!) ? 0 : gap))
        const most = Math.max(...others)
        const least = Math.min(...others)
        const more = LETTERS[others.indexOf(most)]!
        const less = LETTERS[others.indexOf(least)]!
        expect([id, why]).toEqual([
          id,
          {
            shared,
            more: most > 0.9 && top(career).includes(more) ? more : null,
            less: least < -0.9 && liked(six).includes(less) ? less : null,
          },
        ])
      }
    },
  )

  it('names a shared type for every strong match', async () => {
    await setSums(PROFILES[0]![1])
    for (const { level, why } of (await list('careers/matches')).items) {
      expect(level).toBe('strong')
      expect(why!.shared.length).toBeGreaterThan(0)
    }
  })
})

/** The ids that a filter finds, on all pages, in order. */
async function found(query: string): Promise<string[]> {
  const first = await list(`careers?${query}`)
  const ids = first.items.map(({ id }) => id)
  for (let page = 2; page <= Math.ceil(first.total / 20); page++)
    ids.push(...(await list(`careers?${query}&page=${page}`)).items.map(({ id }) => id))
  return ids
}

describe('all careers', () => {
  it('come in pages of twenty that contain each of them once, by title', async () => {
    const items: CareerSummary[] = []
    const pages = Math.ceil(CAREERS.length / 20)
    for (let page = 1; page <= pages; page++) {
      const found = await list(`careers?page=${page}`)
      expect(found).toMatchObject({ total: 923, page, pageSize: 20 })
      items.push(...found.items)
    }
    expect(new Set(items.map(({ id }) => id))).toEqual(new Set(CAREERS.map(({ code }) => code)))
    expect(items).toHaveLength(923)
    expect(items.map(({ title }) => title)).toEqual(
      [...WORDS.values()].map(({ en }) => en.title).sort(new Intl.Collator('en').compare),
    )
    expect(await list(`careers?page=${pages + 1}`)).toEqual({
      items: [],
      total: 923,
      page: pages + 1,
      pageSize: 20,
      facets: { seen: {} },
    })
  })

  it.each<[string, string, (facts: Facts) => boolean]>([
    ['a worker type by name', 'workerType=creator', ({ hollandCode }) => hollandCode.includes('A')],
    ['a worker type by letter', 'workerType=A', ({ hollandCode }) => hollandCode.includes('A')],
    ['a direction', 'direction=15', ({ socMajor }) => socMajor === '15'],
    ['an education level', 'jobZone=1', ({ jobZone }) => jobZone === 1],
    [
      'all of it at once',
      'workerType=thinker&direction=17&jobZone=4',
      (facts) => facts.hollandCode.includes('I') && facts.socMajor === '17' && facts.jobZone === 4,
    ],
    ['empty filters, which filter nothing', 'search=&workerType=&direction=', () => true],
  ])('are found by %s', async (_what, query, wanted) => {
    const expected = CAREERS.filter(wanted).map(({ code }) => code)
    const found = await list(`careers?${query}`)
    expect(found.total).toBe(expected.length)
    for (const { id } of found.items) expect(expected).toContain(id)
    expect(found.items).toHaveLength(Math.min(20, expected.length))
  })

  it.each([
    'workerType=X',
    'workerType=realistic',
    'direction=1',
    'direction=abc',
    'jobZone=0',
    'jobZone=6',
    'jobZone=two',
    'years=-1',
    'years=some',
    'page=0',
    'page=1.5',
    'page=10001',
    `search=${'x'.repeat(101)}`,
    'search=a&search=b',
  ])('refuse an unknown filter: %s', async (query) => {
    const response = await client.get(`careers?${query}`)
    expect([response.status, response.body.code]).toEqual([422, 'request/invalid'])
  })

  it('match as they do everywhere else, and not at all if a profile is flat', async () => {
    await setSums(PROFILES[0]![1])
    const { items } = await list('careers')
    for (const { id, level, why } of items)
      expect({ id, level, why }).toEqual(
        (({ level: there, why: reasons }) => ({ id, level: there, why: reasons }))(
          await detail(id),
        ),
      )
    expect(new Set(items.map(({ level }) => level)).size).toBeGreaterThan(1)
    await setSums([10, 10, 10, 10, 10, 10])
    for (const item of (await list('careers')).items) expect(item).not.toHaveProperty('level')
  })

  it('say what a card needs, and whether it is saved', async () => {
    await setSums(PROFILES[0]![1])
    const { id } = (await list('careers?search=chief%20executive')).items[0]!
    await client.put(`users/favourites/careers/${id}`)
    expect((await list('careers?search=chief%20executive')).items[0]).toEqual({
      id: '11-1011.00',
      slug: 'chief-executive',
      title: 'Chief executive',
      does: WORDS.get(id)!.en.does,
      direction: '11',
      isco08: '1120',
      jobZone: 5,
      training: { road: 'postgraduate', years: 4, step: 4 },
      types: ['E', 'C'],
      favourite: true,
      notForMe: false,
      level: 'low',
      closeness: 'low',
      why: expect.any(Object),
    })
    await client.delete(`users/favourites/careers/${id}`)
  })
})

describe('a search', () => {
  const titles = async (search: string, language = 'en') =>
    (await list(`careers?search=${encodeURIComponent(search)}&lang=${language}`)).items.map(
      ({ title }) => title,
    )

  it.each<[string, string, string]>([
    ['the word that people say', 'doctor', 'Family doctor'],
    ['a word of the street', 'footballer', 'Professional sportsperson'],
    ['the title', 'boilermaker', 'Boilermaker'],
    ['the title in capitals', 'BOILERMAKER', 'Boilermaker'],
    ['its plural', 'boilermakers', 'Boilermaker'],
    ['its words in another order, with spaces', '  teacher   primary ', 'Primary school teacher'],
    ['the American title', 'Registered Nurses', 'Registered nurse'],
    ['an alternative title', 'CEO', 'Chief executive'],
    ['the Afrikaans title', 'prokureur', 'Attorney'],
    ['an Afrikaans word inside a longer one', 'werktuigkundige', 'Motor mechanic'],
    ['Afrikaans without its accents', 'vlieenier', 'Airline pilot'],
    ['the beginning of a word', 'boilerm', 'Boilermaker'],
    ['a letter too few', 'footbaler', 'Professional sportsperson'],
    ['two letters swapped', 'electricain', 'Electrician'],
    ['two mistakes in a long word', 'elektrisien', 'Electrician'],
    ['what somebody wants to be', 'soldier', 'Police officer'],
    ['a word of tradition', 'sangoma', 'Naturopath'],
    ['what people repair', 'fix fridges', 'Appliance repairer'],
    ['one word in two', 'make up artist', 'Makeup artist'],
    ['two words for one', 'business owner', 'General manager'],
  ])('by %s finds it first: %s', async (_what, search, first) => {
    expect((await titles(search))[0]).toBe(first)
  })

  it('says what was found instead of a word that no career has, and offers words if none was', async () => {
    const said = async (search: string) => {
      const { body } = await client.get(`careers?search=${encodeURIComponent(search)}`)
      const { instead, near, total } = body as unknown as CareerList
      return { instead, near, found: total > 0 }
    }
    expect(await said('electricain')).toEqual({
      instead: ['electrician'],
      near: undefined,
      found: true,
    })
    for (const search of ['doctor', 'boilermakers', 'boilerm', 'Registered Nurses', 'prokureur'])
      expect([search, await said(search)]).toEqual([
        search,
        { instead: undefined, near: undefined, found: true },
      ])
    const { near, ...none } = await said('farmasists')
    expect(none).toEqual({ instead: undefined, found: false })
    expect(near).toContain('pharmacist')
    expect((await said(near![0]!)).found).toBe(true)
    expect((await said('xqzvkwj')).near).toEqual([])
  })

  it('says it of matches and of favourites too', async () => {
    await setSums([20, 27, 4, 34, 9, 26])
    const said = async (path: string) => {
      const { body } = await client.get(path)
      const { items, instead, near } = body as unknown as CareerList
      return { first: items[0]?.title, instead, near }
    }
    expect(await said('careers/matches?search=registred')).toMatchObject({
      first: expect.stringMatching(/nurse/i),
      instead: ['registered'],
    })
    expect((await said('careers/matches?search=nurse')).instead).toBeUndefined()
    expect((await said('careers/matches?varied=true&search=farmasists')).near).toContain(
      'pharmacist',
    )
    await client.put('users/favourites/careers/29-1141.00')
    expect(await said('careers/favourites?search=registred')).toMatchObject({
      first: 'Registered nurse',
      instead: ['registered'],
    })
  })

  it('puts family doctors before those with another kind of doctor’s title', async () => {
    const all = await found('search=doctor')
    const place = (title: string) =>
      all.indexOf([...WORDS.values()].find(({ en }) => en.title === title)!.code)
    expect(place('Acupuncturist')).toBeGreaterThan(place('Emergency doctor'))
    expect(place('Emergency doctor')).toBeGreaterThan(place('Family doctor'))
  })

  it('needs every word', async () => {
    expect(await titles('primary boilermaker')).toEqual([])
    expect(await titles('.*%_(')).toHaveLength(20)
    expect(await titles('xqzzvw')).toEqual([])
  })

  it('responds in the language of the request, and sorts by it if nothing is searched for', async () => {
    const [first] = (await list('careers?search=attorney&lang=af')).items
    expect(first).toMatchObject({ ...WORDS.get('23-1011.00')!.af, id: '23-1011.00' })
    const all = (await list('careers?lang=af')).items.map(({ title }) => title)
    expect(all).toEqual([...all].sort(new Intl.Collator('af').compare))
    expect((await client.get('careers/23-1011.00?lang=af')).body).toMatchObject({
      title: 'Prokureur',
      onetTitle: 'Lawyers',
    })
    const words = [...WORDS.values()].map(({ af }) => af.title)
    for (const { title } of (await list('careers/matches?lang=af')).items)
      expect(words).toContain(title)
  })
})

describe('careers like others', () => {
  const facts = new Map(
    (
      JSON.parse(readFileSync(join(root, 'content', 'careers.json'), 'utf8')) as {
        items: { code: string; isco08: string; socMajor: string }[]
      }
    ).items.map((each) => [each.code, each]),
  )
  /** 3 of the same unit group, 2 of a minor group, 1 of a job family. */
  const nearness = (id: string, model: string) => {
    const [one, other] = [facts.get(id)!, facts.get(model)!]
    if (one.isco08 === other.isco08) return 3
    if (one.isco08.slice(0, 3) === other.isco08.slice(0, 3)) return 2
    return one.socMajor === other.socMajor ? 1 : 0
  }

  it('are of the same kind of work, the nearest first, without these themselves', async () => {
    const nurse = '29-1141.00'
    const { items, total, like } = await list(`careers?like=${nurse}`)
    expect(like).toEqual({ title: 'Registered nurse' })
    const ids = items.map(({ id }) => id)
    expect(ids).not.toContain(nurse)
    const near = ids.map((id) => nearness(id, nurse))
    expect(near).toEqual([...near].sort((a, b) => b - a))
    expect(near[0]).toBe(3)
    const all = [...facts.keys()].filter((id) => id !== nurse && nearness(id, nurse) > 0)
    expect(total).toBe(all.length)
  })

  it('are like any of several, can be narrowed, and are none of what isn’t known', async () => {
    const two = ['29-1141.00', '47-2111.00']
    const both = await list(`careers?like=${two.join(',')}&lang=af`)
    expect(both.like?.title).toMatch(/ en /)
    const all = [...facts.keys()].filter(
      (id) => !two.includes(id) && two.some((each) => nearness(id, each) >= 2),
    )
    expect(both.total, 'by their groups alone').toBe(all.length)
    const three = await list(`careers?like=${two.join(',')},17-1012.00`)
    expect(three.like?.title).toBe('Registered nurse, Electrician …')
    const short = await list(`careers?like=${two.join(',')}&years=3`)
    expect(short.total).toBeGreaterThan(0)
    expect(short.total).toBeLessThan(both.total)
    expect((await list('careers?like=no-such-career')).total).toBe(0)
  })
})

describe('the first dozen', () => {
  const dozen = async (of: Client = client, query = '') =>
    (await list(`careers/matches?varied=true${query}`, of)).items

  /** Ten users by their sums, 0 to 40, and each one's occupation. */
  const PEOPLE: readonly (readonly [who: string, six: readonly number[], own: string])[] = [
    ['a mechanic', [36, 20, 6, 10, 14, 20], '49-3023.00'],
    ['a nurse', [20, 27, 4, 34, 9, 26], '29-1141.00'],
    ['an artist', [16, 12, 40, 8, 10, 4], '27-1013.00'],
    ['an accountant', [6, 16, 4, 8, 24, 38], '13-2011.00'],
    ['a farmer', [34, 14, 6, 8, 28, 20], '11-9013.00'],
    ['a coder', [20, 36, 12, 4, 6, 32], '15-1252.00'],
    ['a teacher', [8, 12, 15, 40, 9, 15], '25-2031.00'],
    ['a social worker', [4, 18, 14, 40, 18, 12], '21-1021.00'],
    ['an entrepreneur', [8, 8, 2, 16, 38, 27], '11-1021.00'],
    ['a scientist', [20, 40, 14, 8, 6, 14], '19-1021.00'],
  ]
  const ISCO = new Map(
    (
      JSON.parse(readFileSync(join(root, 'content', 'careers.json'), 'utf8')) as {
        items: { code: string; isco08: string }[]
      }
    ).items.map(({ code, isco08 }) => [code, isco08]),
  )
  const most = (keys: readonly string[]) =>
    Math.max(...keys.map((key) => keys.filter((each) => each === key).length))

  it.each(PEOPLE)(
    'for %s contains their occupation or its unit group, and varies',
    async (_who, six, own) => {
      await setSums(six)
      const items = await dozen()
      const groups = items.map(({ id }) => ISCO.get(id)!)
      const families = items.map(({ direction }) => direction)
      expect(items).toHaveLength(12)
      expect(items.map(({ level }) => level)).not.toContain('low')
      expect(groups).toContain(ISCO.get(own))
      expect(most(groups)).toBeLessThanOrEqual(2)
      expect(most(families)).toBeLessThanOrEqual(3)
      expect(new Set(families).size).toBeGreaterThanOrEqual(5)
      const long = items.filter(({ training }) => training !== null && training.years > 4)
      expect(long.length, 'that take more than four years').toBeLessThanOrEqual(4)
      const order = ranked(six).map(({ facts }) => facts.code)
      const places = items.map(({ id }) => order.indexOf(id))
      expect(places).toEqual([...places].sort((a, b) => a - b))
      expect(places[0]).toBe(0)
    },
  )

  it('is of one family if that is asked for, and still varies', async () => {
    await setSums(PEOPLE[0]![1])
    const items = await dozen(client, '&direction=47')
    expect(items).toHaveLength(12)
    expect(most(items.map(({ id }) => ISCO.get(id)!))).toBeLessThanOrEqual(2)
  })

  it('never has a low match, even if a filter leaves few others', async () => {
    await setSums(PEOPLE[0]![1])
    for (const { id: direction } of catalog.get('list', 'job-families')!.items) {
      const levels = (await dozen(client, `&direction=${direction}`)).map(({ level }) => level)
      expect([direction, ...levels]).not.toContain('low')
    }
  })

  it('leaves out what a user marked as not for them, until they undo it', async () => {
    const { client: person } = await signUp(server, { workerType: [5, 4, 2, 1, 3, 4] })
    const [first, second] = await dozen(person)
    expect(first!.notForMe).toBe(false)
    const say = (event: string, type = 'careers') =>
      person.post('users/interactions', { event, type, id: first!.id })
    await say('not-for-me', 'bursaries')
    expect((await dozen(person))[0]!.id).toBe(first!.id)
    expect((await say('not-for-me')).status).toBe(201)
    const without = await dozen(person)
    expect(without).toHaveLength(12)
    expect(without.map(({ id }) => id)).not.toContain(first!.id)
    expect(without[0]!.id).toBe(second!.id)
    // The searchable list, and the API's own order, still have it.
    expect((await list('careers/matches', person)).items[0]).toMatchObject({
      id: first!.id,
      notForMe: true,
    })
    expect((await dozen())[0]).toBeDefined()
    // They can be looked at again, to take one back.
    const out = 'careers/matches?varied=true&leftOut=true'
    expect(await list(out, person)).toMatchObject({
      items: [{ id: first!.id, notForMe: true }],
      total: 1,
      facets: { leftOut: { true: 1 } },
    })
    await say('for-me')
    expect((await dozen(person))[0]!.id).toBe(first!.id)
    expect(await list(out, person)).toMatchObject({ items: [], facets: { leftOut: {} } })
  })
})

describe('the training for a career', () => {
  it('is a filter of the list and of matches: no longer than the years that the user would study', async () => {
    await setSums(PROFILES[1]![1])
    const all = await found('years=20')
    expect(all).toHaveLength(923)
    for (const years of [0, 1, 3, 4]) {
      const ids = await found(`years=${years}`)
      expect(ids.length).toBeGreaterThan(50)
      for (const { training } of (await list(`careers/matches?years=${years}`)).items)
        expect(training!.years).toBeLessThanOrEqual(years)
    }
    expect(await found('years=3')).not.toContain('29-1215.00')
    expect(await found('years=3')).toContain('47-2011.00')
  })

  it('is described in general words to a user from another country', async () => {
    const { client: person } = await signUp(server, { workerType: [5, 4, 2, 1, 3, 4] })
    expect((await person.get('careers/47-2011.00')).body).toMatchObject({
      training: { road: 'trade', years: 3, step: 3 },
    })
    await person.patch('users/profile', { nationality: 'KE' })
    expect((await person.get('careers/47-2011.00')).body).toMatchObject({
      training: { road: 'general_trade', years: 3, step: 3 },
    })
  })
})

describe('favourites', () => {
  it('come in the order in which they were saved, with level and why, and can be filtered', async () => {
    await setSums(PROFILES[0]![1])
    const { client: person } = await signUp(server, { workerType: [5, 4, 2, 1, 3, 4] })
    const ids = ['29-1141.00', '11-1011.00', '47-2111.00']
    for (const id of ids) await person.put(`users/favourites/careers/${id}`)
    const all = await list('careers/favourites', person)
    expect([all.items.map(({ id }) => id), all.total]).toEqual([ids, 3])
    for (const item of all.items)
      expect(item).toMatchObject({
        favourite: true,
        level: expect.any(String),
        why: expect.any(Object),
      })
    expect(
      (await list('careers/favourites?direction=47', person)).items.map(({ id }) => id),
    ).toEqual(['47-2111.00'])
  })
})

describe('a career', () => {
  it('has the facts from the data and nothing else', async () => {
    await setSums(PROFILES[0]![1])
    for (const facts of [
      CAREERS[0]!,
      CAREERS.find(({ code }) => code === '47-2111.00')!,
      CAREERS.at(-1)!,
    ]) {
      const found = await detail(facts.code)
      expect(found).toMatchObject({
        id: facts.code,
        ...WORDS.get(facts.code)!.en,
        onetTitle: facts.title,
        direction: facts.socMajor,
        jobZone: facts.jobZone,
        types: [...facts.hollandCode],
        favourite: false,
        interests: facts.riasec,
        person: { R: 40, I: 30, A: 10, S: 0, E: 20, C: 30 },
        skills: facts.skills.map(([id, importance]) => ({ id, importance })),
        knowledge: facts.knowledge.map(([id, importance]) => ({ id, importance })),
        workStyles: facts.workStyles.map(([id, importance]) => ({ id, importance })),
        otherTitles: facts.altTitles,
      })
      expect(facts.tech).toEqual(expect.arrayContaining(found.technologies))
      expect(found.technologies).not.toContain('Microsoft Excel')
      expect(found.related.map(({ id }) => id).sort()).toEqual(
        facts.related
          .filter((id) => CAREERS.some(({ code }) => code === id))
          .slice(0, 6)
          .sort(),
      )
      // The shortest way in first, as the years of each say.
      const ways = { shorter: -1, same: 0, longer: 1 }
      expect(
        found.related.map(({ way }) => ways[way!]),
        facts.code,
      ).toEqual(
        found.related.map(({ training }) => Math.sign(training!.years - found.training!.years)),
      )
      const order = found.related.map(({ way }) => ways[way!])
      expect(order).toEqual(order.toSorted((one, other) => one - other))
      expect(found.attribution).toMatch(
        /O\*NET 29\.3 Database.*CC BY 4\.0.*USDOL\/ETA has not approved/,
      )
    }
  })

  it('credits its sources in the language of the request, in the words of the pages', async () => {
    const said = async (language: string) =>
      ((await client.get(`careers/11-1011.00?lang=${language}`)).body as unknown as CareerDetail)
        .attribution
    for (const language of ['en', 'af'])
      expect(await said(language)).toBe(
        flattenTexts(catalog.get('locale', language)!.texts)['attribution.onet'],
      )
    expect(await said('af')).not.toBe(await said('en'))
  })

  it.each([
    '99-9999.00',
    '11-1011',
    'chief-executives',
    '__proto__',
    'constructor',
    "11-1011.00'--",
    '%E2%82%AC',
  ])('that doesn’t exist isn’t found: %s', async (id) => {
    const response = await client.get(`careers/${id}`)
    expect([response.status, response.body.code]).toEqual([404, 'request/not-found'])
  })
})

describe('careers are closed', () => {
  const CALLS = [
    'careers',
    'careers/matches',
    'careers/favourites',
    'careers/compare',
    'careers/11-1011.00',
  ]

  async function codes(of: Client): Promise<unknown[]> {
    const answers = []
    for (const path of CALLS) {
      const { status, body } = await of.get(path)
      const { code, feature, upgrade } = body
      answers.push([status, code, feature, upgrade])
    }
    return answers
  }
  const everywhere = (status: number, code: string, upgrade?: true) =>
    CALLS.map((path) => [
      status,
      code,
      path === 'careers/matches' ? 'CareerMatches' : 'CareerExplorer',
      upgrade,
    ])

  async function withPlan(plan: string, at: TestServer = server): Promise<Client> {
    const { client: person, email } = await signUp(at, { workerType: [5, 4, 2, 1, 3, 4] })
    await at.context.database.owner(at.tenant.id, (tx) =>
      tx.run({
        compile: () =>
          sql`UPDATE users SET account_type = ${plan} WHERE tenant_id = ${at.tenant.id} AND email = ${email}`.compile(
            sqlBuilder,
          ),
      }),
    )
    return person
  }

  it('to a signed-out visitor', async () => {
    expect(await codes(server.client())).toEqual(
      CALLS.map(() => [401, 'access/session', undefined, undefined]),
    )
  })

  it('before the worker type is taken', async () => {
    expect(await codes((await signUp(server)).client)).toEqual(everywhere(403, 'access/stage'))
  })

  it('to a user in onboarding', async () => {
    const { client: person } = await signUp(server, { plan: null, profile: false })
    expect((await codes(person)).map((each) => (each as unknown[]).slice(0, 2))).toEqual(
      // A free account lacks the plan first, wherever it is.
      CALLS.map(() => [403, 'access/plan']),
    )
  })

  it.each(['AssessmentOnly', 'AssessmentOnlyBehaviour', 'AssessmentOnlyBehaviourPlus'])(
    'to the plan %s, which can upgrade',
    async (plan) => {
      expect(await codes(await withPlan(plan))).toEqual(everywhere(403, 'access/plan', true))
    },
  )

  it.each(['mini', 'starter', 'power', 'powerPlus'])('not to the plan %s', async (plan) => {
    expect((await codes(await withPlan(plan))).map((each) => (each as unknown[])[0])).toEqual([
      200, 200, 200, 200, 200,
    ])
  })

  it('if the tenant has switched them off, and then no upgrade opens them', async () => {
    const off = await buildServer({
      documents: [
        {
          ...catalog.get('config', 'default')!,
          features: { CareerExplorer: false, CareerMatches: false },
        },
      ],
    })
    expect(await codes(await withPlan('power', off))).toEqual(everywhere(403, 'access/off'))
    await off.close()
  })

  it('in a country where the plan doesn’t have them', async () => {
    const features = catalog.get('access', 'features') as AccessDocument
    const abroad = await buildServer({
      documents: [
        {
          ...features,
          features: features.features!.map((feature) =>
            feature.id.startsWith('Career')
              ? { ...feature, allow: feature.allow.map((row) => ({ ...row, countries: ['KE'] })) }
              : feature,
          ),
        },
      ],
    })
    const person = await withPlan('power', abroad)
    expect(await codes(person)).toEqual(everywhere(403, 'access/country'))
    await person.patch('users/profile', { nationality: 'KE' })
    expect((await codes(person)).map((each) => (each as unknown[])[0])).toEqual([
      200, 200, 200, 200, 200,
    ])
    await abroad.close()
  })
})
