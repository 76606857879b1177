import { describe, expect, it } from 'vitest'
import { boxOf, countriesIn, switched, tick } from '#admin/pages/features.ts'
import type { AccessDocument } from '#engine/documents/kinds.ts'

const ORDER = ['free', 'mini', 'power', 'powerPlus']
const lists = (...allow: { id: string; countries: string[] }[]): AccessDocument => ({
  kind: 'access',
  id: 'features',
  v: 1,
  title: 'Features',
  source: 'own',
  features: [
    { id: 'Cv', label: 'feature.Cv', allow },
    { id: 'Profile', label: 'feature.Profile', allow: [] },
  ],
})
const cv = (document: AccessDocument) => document.features![0]!

describe('a box', () => {
  const document = lists({ id: 'mini', countries: ['ZA'] }, { id: 'power', countries: ['*'] })
  it.each([
    ['mini', 'ZA', 'open'],
    ['mini', 'NA', 'shut'],
    ['mini', '*', 'shut'],
    ['power', 'ZA', 'covered'],
    ['power', '*', 'open'],
    ['free', '*', 'shut'],
  ])('of %s in %s is %s', (plan, country, expected) => {
    expect(boxOf(cv(document), plan, country)).toBe(expected)
  })
})

describe('ticking', () => {
  it('adds a plan in its place among the others', () => {
    const ticked = tick(
      lists({ id: 'mini', countries: ['*'] }, { id: 'powerPlus', countries: ['*'] }),
      'Cv',
      'power',
      'ZA',
      true,
      ORDER,
    )
    expect(cv(ticked).allow.map(({ id }) => id)).toEqual(['mini', 'power', 'powerPlus'])
    expect(boxOf(cv(ticked), 'power', 'ZA')).toBe('open')
  })

  it('adds a country to the others, and drops the list once a feature is on everywhere', () => {
    const two = tick(lists({ id: 'mini', countries: ['ZA'] }), 'Cv', 'mini', 'NA', true, ORDER)
    expect(cv(two).allow).toEqual([{ id: 'mini', countries: ['ZA', 'NA'] }])
    expect(cv(tick(two, 'Cv', 'mini', '*', true, ORDER)).allow).toEqual([
      { id: 'mini', countries: ['*'] },
    ])
  })

  it('removes a plan with its last country', () => {
    const none = tick(lists({ id: 'mini', countries: ['ZA'] }), 'Cv', 'mini', 'ZA', false, ORDER)
    expect(cv(none).allow).toEqual([])
  })

  it('leaves other features and unchanged values as they are', () => {
    const document = lists({ id: 'mini', countries: ['ZA'] })
    expect(tick(document, 'Cv', 'power', 'ZA', false, ORDER)).toEqual(document)
    expect(tick(document, 'Cv', 'power', 'ZA', true, ORDER).features![1]).toBe(
      document.features![1],
    )
  })
})

it('stores only what is switched off', () => {
  expect(switched({ features: { Cv: false } }, 'Cv', true)).toEqual({ features: {} })
  expect(switched({ features: {} }, 'Cv', false)).toEqual({ features: { Cv: false } })
})

it('lists each named country once', () => {
  expect(
    countriesIn(
      lists({ id: 'mini', countries: ['ZA', 'NA'] }, { id: 'power', countries: ['*', 'ZA'] }),
    ),
  ).toEqual(['NA', 'ZA'])
})
