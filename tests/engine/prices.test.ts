/** Prices: which row counts in a country, and what the check refuses. */

import { describe, expect, it } from 'vitest'
import { Catalog } from '#engine/documents/catalog.ts'
import { MIGRATIONS } from '#engine/documents/migrations.ts'
import { CURRENCIES, digitsOf } from '#engine/documents/currencies.ts'
import type { AccessDocument } from '#engine/documents/kinds.ts'
import { checkDocuments } from '#engine/check/check.ts'
import { priceOf, type PriceRow } from '#engine/decide/prices.ts'
import { catalog, code } from '#tests/support/documents.ts'

const document = catalog.get('access', 'prices')!
const changed = (change: (rows: PriceRow[]) => PriceRow[]): AccessDocument => ({
  ...document,
  prices: change(document.prices!.map((row) => ({ ...row }))),
})

describe('the price of a plan', () => {
  it.each([
    ['ZA', 49_900, 'ZAR'],
    ['KE', 350_000, 'KES'],
    ['BR', 2900, 'USD'],
    ['', 2900, 'USD'],
  ])(
    'in "%s" is that of its own row, else of the row for all others',
    (country, amount, currency) => {
      expect(priceOf(catalog, 'power', country)).toMatchObject({ amount, currency })
    },
  )

  it('is missing for a plan without a row', () => {
    expect(priceOf(catalog, 'free', 'ZA')).toBeUndefined()
    const without = new Catalog([changed((rows) => rows.filter(({ country }) => country === 'ZA'))])
    expect(priceOf(without, 'power', 'KE')).toBeUndefined()
  })

  it('says of itself that it is a sample', () => {
    expect(document.note).toMatch(/^Samples/)
    expect(document.prices!.every(({ note }) => note === 'A sample.')).toBe(true)
  })
})

describe('the check', () => {
  /** Codes and places of what is wrong, for a document with one change. */
  function problemsOf(change: (rows: PriceRow[]) => PriceRow[]): string[] {
    const all = [...catalog.documents()].map((each) => ({
      where: `${each.kind}/${each.id}`,
      value: each === document ? changed(change) : each,
    }))
    return checkDocuments(all, { ...code, migrations: MIGRATIONS }, () => false)
      .problems.filter((problem) => problem.document === 'access/prices')
      .map((problem) => `${problem.code} ${problem.pointer}`)
  }
  const first =
    (values: object) =>
    ([row, ...others]: PriceRow[]): PriceRow[] => [{ ...row!, ...values }, ...others]

  it('accepts the prices that are shipped', () => {
    expect(problemsOf((rows) => rows)).toEqual([])
  })

  it.each<[string, (rows: PriceRow[]) => PriceRow[], string[]]>([
    ['an unknown plan', first({ plan: 'gold' }), ['reference/unknown-plan', 'price/no-fallback']],
    ['a plan that isn’t sold', first({ plan: 'free' }), ['price/unsold', 'price/no-fallback']],
    ['an unknown country', first({ country: 'XX' }), ['reference/unknown-country']],
    ['an unknown currency', first({ currency: 'ABC' }), ['price/currency']],
    ['two rows for one place', first({ country: 'KE' }), ['price/twice']],
    [
      'no row for all other countries',
      (rows) => rows.filter(({ id }) => id !== 'power-else'),
      ['price/no-fallback'],
    ],
    ['a sum with a point', first({ amount: 99.5 }), ['document/type']],
    ['a sum too small for any provider', first({ amount: 99 }), ['document/range']],
  ])('refuses %s', (_what, change, codes) => {
    const found = problemsOf(change).map((each) => each.split(' ')[0])
    expect(found).toEqual(codes)
  })
})

describe('currencies', () => {
  it('are those of ISO 4217, each with its digits', () => {
    expect(new Set(CURRENCIES).size).toBe(CURRENCIES.length)
    expect(CURRENCIES.every((each) => /^[A-Z]{3}$/.test(each))).toBe(true)
    expect(['ZAR', 'KES', 'NGN', 'USD', 'XOF', 'KWD'].map(digitsOf)).toEqual([2, 2, 2, 2, 0, 3])
    for (const each of CURRENCIES)
      expect([
        each,
        new Intl.NumberFormat('en', { style: 'currency', currency: each }).resolvedOptions()
          .currency,
      ]).toEqual([each, each])
  })
})
