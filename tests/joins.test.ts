/**
 * The shipped joins: every value in their tables exists in the other type, and no career is left
 * out.
 */

import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import type { JoinMatch } from '#engine/documents/kinds.ts'
import type { Scope } from '#engine/rules/scope.ts'
import { valuesOf } from '#server/catalogue/joins.ts'
import { catalog, root } from '#tests/support/documents.ts'

const content = <Whole>(name: string) =>
  JSON.parse(readFileSync(join(root, 'content', `${name}.json`), 'utf8')) as Whole
const ids = (name: string) =>
  content<{ items: readonly { readonly id?: string; readonly code?: string }[] }>(name).items.map(
    // O*NET calls its ids codes.
    ({ id, code }) => id ?? code,
  )
const SCOPE = { facts: { country: 'ZA' } } as unknown as Scope

const joins = catalog.all('join')
const matches = joins.flatMap(({ id, parts }) =>
  parts.flatMap((part) =>
    [...(part.any ?? []), ...(part.all ?? [])].map(
      (match) => [`${id}#${part.id}.${match.field}`, part.to, match] as const,
    ),
  ),
)
const partOf = (id: string) =>
  joins
    .flatMap(({ from, parts }) => (from === 'careers' ? parts : []))
    .find((part) => part.id === id)!

const careers = content<{
  items: readonly {
    readonly code: string
    readonly isco08: string
    readonly knowledge: readonly (readonly [area: string, importance: number])[]
  }[]
}>('careers').items
const fields = content<{
  items: readonly {
    readonly id: string
    readonly knowledge: readonly string[]
    readonly kinds: readonly string[]
  }[]
}>('study-fields').items
/** Of a career, what to study first. */
function fieldsOf(code: string): readonly string[] {
  const career = careers.find((each) => each.code === code)!
  const record = { ...career, id: code, knowledge: Object.fromEntries(career.knowledge) }
  return partOf('fields').any!.flatMap((match) => {
    const values = valuesOf(match, record, new Map(), catalog, SCOPE)
    return match.field === 'id'
      ? values
      : values.flatMap((area) =>
          fields.filter(({ knowledge }) => knowledge.includes(area)).map(({ id }) => id),
        )
  })
}

describe('the tables of joins', () => {
  const tables = matches.filter(([, , { table }]) => table !== undefined)

  it.each(tables)(
    '%s name values that records of %s can have',
    (_at, to, { field, table, plus = [] }) => {
      const type = catalog.get('content-type', to)!
      const list = type.fields.find(({ id }) => id === field)?.list
      const known =
        field === 'id' ? ids(to) : (catalog.get('list', list!)?.items.map(({ id }) => id) ?? [])
      expect(
        [...Object.values(table!).flat(), ...plus].filter((value) => !known.includes(value)),
      ).toEqual([])
    },
  )

  it('have a row for every road that involves study', () => {
    const { roads } = content<{ roads: readonly { readonly id: string }[] }>('career-training')
    const studied = partOf('fields').only!.values
    const atWork = ['on_the_job', 'grade12', 'licence']
    expect([...studied, ...atWork].sort()).toEqual(roads.map(({ id }) => id).sort())
    const levels = partOf('bursaries').all!.find(({ path }) => path === 'road')
    expect(Object.keys(levels!.table!).sort()).toEqual([...studied].sort())
  })

  it('lead from every career outside of elementary occupations to a field', () => {
    const lost = careers.filter(
      ({ code, isco08 }) => !isco08.startsWith('9') && fieldsOf(code).length === 0,
    )
    expect(lost).toEqual([])
  })

  it.each([
    ['an investment fund manager', '11-3031.03', '04'],
    ['a supply chain manager', '11-3071.04', '04'],
    ['a land rehabilitation manager', '11-9199.11', '13'],
    ['an engineering manager', '11-9041.00', '08'],
    ['a scientific research manager', '11-9121.00', '13'],
    ['a clinical trial coordinator', '11-9121.01', '09'],
    ['a water resource planner', '11-9121.02', '08'],
    ['a construction manager', '11-9021.00', '02'],
    ['a quantity surveyor', '13-1051.00', '02'],
  ])('send %s to what is studied for it, not to its crosswalk’s group', (_who, code, field) => {
    expect(fieldsOf(code)[0]).toBe(field)
  })
})

it('money and goods aren’t studied in engineering', () => {
  expect(['11-3031.03', '11-3071.04'].flatMap(fieldsOf)).not.toContain('08')
})

describe('a field of study', () => {
  const named = matches.find(([at]) => at === 'study-fields#careers.id')![2].table!

  it.each(Object.entries(named))('%s names careers that are led to it first', (field, codes) => {
    expect(codes.map((code) => [code, fieldsOf(code)[0]])).toEqual(
      codes.map((code) => [code, field]),
    )
  })

  it('names the kinds of place of its national programmes, and no college otherwise', () => {
    const { items: courses } = content<{
      items: readonly { readonly studyField: string; readonly institutionType?: string }[]
    }>('courses')
    const programmes = new Set(
      courses.flatMap(({ studyField, institutionType }) =>
        institutionType === 'tvet-college' ? [studyField] : [],
      ),
    )
    for (const { id, kinds } of fields)
      expect([id, kinds.includes('tvet-college')]).toEqual([id, programmes.has(id)])
  })

  it('has the same bursaries as its courses', () => {
    const [field, course] = ['study-fields', 'courses'].map(
      (from) => matches.find(([at]) => at === `${from}#bursaries.fields`)![2].table,
    )
    expect(course).toEqual(field)
  })
})

it('a school subject names every field of which a curriculum says that it needs it', () => {
  const [match] = joins.find(({ from }) => from === 'subjects')!.parts[0]!.any!
  const { items } = content<{
    items: readonly { readonly id: string; readonly knowledge?: readonly string[] }[]
  }>('subjects')
  const needed = catalog
    .all('curriculum')
    .flatMap(({ opens = [] }) =>
      opens.flatMap(({ id, needs }) =>
        needs
          .filter(({ any }) => any.length === 1)
          .map(({ any: [subject] }) => [subject!.split(':')[0]!, id] as const),
      ),
    )
  expect(needed.length).toBeGreaterThan(20)
  const unnamed = needed.filter(([subject, field]) => {
    const knowledge = items.find(({ id }) => id === subject)?.knowledge
    return !valuesOf(match!, { knowledge }, new Map(), catalog, SCOPE).includes(field)
  })
  expect(unnamed).toEqual([])
})

describe('school subjects that help with a career', () => {
  const { any = [], all = [] } = partOf('subjects')
  const subjects = new Map(
    content<{ items: readonly { readonly id: string; readonly curriculum: string }[] }>(
      'subjects',
    ).items.map(({ id, curriculum }) => [id, curriculum]),
  )
  const helping = (isco08: string, curriculum: string) =>
    any
      .flatMap((match) => valuesOf(match, { isco08 }, new Map(), catalog, SCOPE))
      .filter((id) => subjects.get(id) === curriculum)

  it.each([
    ['kcse', 'kcse-'],
    ['cambridge-igcse', 'cambridge-igcse-'],
    ['cambridge-as-a', 'cambridge-as-a-'],
    ['ib', 'ib-'],
  ])('are those of the curriculum, the nearest to those of the NSC: %s', (curriculum, start) => {
    for (const [isco08, subject] of [
      ['2142', 'physics'],
      ['2221', 'biology'],
      ['2512', 'comput'],
      ['2652', 'music'],
    ] as const) {
      expect(helping(isco08, 'nsc').length, isco08).toBeGreaterThan(0)
      const found = helping(isco08, curriculum)
      expect(
        found.some((id) => id.startsWith(`${start}${subject}`)),
        `${isco08}: ${found.join(', ')}`,
      ).toBe(true)
      expect(found.length, isco08).toBeLessThanOrEqual(4)
    }
  })

  it('are none where nothing is chosen at school yet', () => {
    expect([helping('2142', 'pre-ib'), helping('2142', 'cambridge')]).toEqual([[], []])
  })

  it('are those of one’s own country until one has chosen a curriculum', () => {
    const curriculum = (country: string, schoolCurriculum?: string) =>
      valuesOf(all[0]!, {}, new Map(), catalog, {
        facts: { country },
        user: { profile: { schoolCurriculum } },
      } as unknown as Scope)
    expect([curriculum('ZA'), curriculum('KE'), curriculum('NG')]).toEqual([['nsc'], ['kcse'], []])
    expect(curriculum('KE', 'ib')).toEqual(['ib'])
  })
})

describe('the values of a condition', () => {
  const values = (match: Omit<JoinMatch, 'field'>, record: object = {}) =>
    valuesOf(
      { field: 'x', ...match },
      record as Readonly<Record<string, unknown>>,
      new Map([['first', ['a', 'b']]]),
      catalog,
      SCOPE,
    )

  it('come from the record, an earlier part, the user or the document', () => {
    expect(values({ path: 'a.b' }, { a: { b: ['x', 7, { id: 'y' }, null] } })).toEqual([
      'x',
      '7',
      'y',
    ])
    expect(values({ part: 'first' })).toEqual(['a', 'b'])
    expect(values({ rule: { var: 'facts.country' } })).toEqual(['ZA'])
    expect(values({ values: ['q'] })).toEqual(['q'])
    expect(values({ path: 'nothing', plus: ['all'] })).toEqual([])
  })

  it('count from a minimum weight, heaviest first', () => {
    const least = { by: 'importance', from: 3.5 }
    const knows = [
      { id: 'a', importance: 3.49 },
      { id: 'b', importance: 3.5 },
      { id: 'c', importance: 5 },
    ]
    expect(values({ path: 'knows', least }, { knows })).toEqual(['c', 'b'])
    expect(values({ path: 'knows', least, except: ['c'] }, { knows })).toEqual(['b'])
  })

  it('are translated to the codes of the other type, by the longest matching prefix', () => {
    const table = { '2': ['x'], '22': ['y', 'z'], '221': [] }
    expect(values({ values: ['2330', '2240'], table, starts: true })).toEqual(['x', 'y', 'z'])
    expect(values({ values: ['2212'], table, starts: true })).toEqual([])
    expect(values({ values: ['2330'], table })).toEqual([])
    expect(values({ values: ['22'], table, plus: ['all', 'y'] })).toEqual(['y', 'z', 'all'])
  })
})
