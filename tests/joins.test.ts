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

  it('lead from every occupation group that involves study to a field', () => {
    const [byGroup] = partOf('fields').any!
    const groups = new Set(
      content<{ items: readonly { readonly isco08: string }[] }>('careers').items.map(
        ({ isco08 }) => isco08,
      ),
    )
    const lost = [...groups].filter(
      (isco08) =>
        !isco08.startsWith('9') &&
        valuesOf(byGroup!, { isco08 }, new Map(), catalog, SCOPE).length === 0,
    )
    expect(lost).toEqual([])
  })
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
