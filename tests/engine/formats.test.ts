/** Formats of texts that users type: both sides of every limit. */

import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { FORMATS } from '#engine/forms/formats.ts'
import { catalog } from '#tests/support/documents.ts'

const TABLE: Readonly<
  Record<string, { readonly good: readonly string[]; readonly bad: readonly string[] }>
> = {
  email: {
    good: ['a@b.co', 'naledi.mokoena+cv@school.ac.za', 'x@a-b.test', `${'a'.repeat(64)}@b.co`],
    bad: [
      '',
      'a',
      '@b.co',
      'a@',
      'a@b',
      'a@b.',
      'a@.co',
      'a b@c.co',
      'a@b@c.co',
      'a@b..co',
      '<a@b.co>',
      '"a"@b.co',
      'a@b.co\n',
      `${'a'.repeat(65)}@b.co`,
      `a@${'b'.repeat(250)}.co`,
    ],
  },
  phone: {
    good: [
      '+27821234567',
      '082 123 4567',
      '(082) 123-4567',
      '1234567',
      '123456789012345',
      '+1 (415) 555.0100',
    ],
    bad: [
      '',
      '123456',
      '1234567890123456',
      '+',
      '082-CALL-ME',
      '++27821234567',
      '27+821234567',
      '1234567\n',
      '+210 555 0148',
      '+0715550148',
      '+999 555 0148',
    ],
  },
  month: {
    good: ['2026-11', '1950-01', '2199-12'],
    bad: ['', '2026-13', '2026-00', '2026-', '-05', '2026-1', '1899-01', '2026-11-01', '2026-11\n'],
  },
  'past-month': { good: ['2026-11', '1990-02'], bad: ['2026-12', '2027-01', ''] },
  date: {
    good: ['2026-11-21', '2024-02-29', '2000-02-29', '0001-01-01'],
    bad: [
      '',
      '2026-11-31',
      '2025-02-29',
      '1900-02-29',
      '2026-13-01',
      '2026-00-10',
      '2026-1-1',
      '21-11-2026',
      '2026-11-21T00:00:00Z',
      '2026-11-21\n',
      'today',
    ],
  },
  'past-date': {
    good: ['1900-01-01', '2006-05-19', '2026-11-21'],
    bad: ['1899-12-31', '2026-11-22', '2025-02-29', ''],
  },
  // Made up: a date of birth, a serial and a Luhn check digit.
  'za-id': {
    good: ['8001015009087', '0605190001087', '9912315000080', '0002290010087'],
    // Four of them have a valid check digit, but an impossible month or day.
    bad: [
      '',
      '8001015009086',
      '8001015009078',
      '800101500908',
      '80010150090871',
      '8013015009082',
      '8001325009082',
      '8000015009089',
      '8001005009089',
      '80010150090 87',
      '800101500908a',
    ],
  },
}

describe.each(Object.entries(TABLE))('%s', (name, { good, bad }) => {
  beforeEach(
    () => void vi.useFakeTimers({ now: new Date('2026-11-21T23:59:59Z'), toFake: ['Date'] }),
  )
  afterEach(() => void vi.useRealTimers())

  it.each(good.map((value) => [value]))('accepts %j', (value) =>
    expect(FORMATS[name]!(value)).toBe(true),
  )
  it.each(bad.map((value) => [value]))('refuses %j', (value) =>
    expect(FORMATS[name]!(value)).toBe(false),
  )
})

it('knows the calling code of every country in the list', () => {
  const codes = catalog
    .get('list', 'countries')!
    .items.flatMap(({ callingCode }) => callingCode ?? [])
  expect(codes.length).toBeGreaterThan(200)
  expect(codes.filter((code) => !FORMATS['phone']!(`+${code} 555 0148`))).toEqual([])
  // No unassigned codes: three digits that neither are a code nor begin with one.
  const known = (digits: string) => codes.some((code) => digits.startsWith(code))
  const others = Array.from({ length: 1000 }, (_, at) => String(at).padStart(3, '0')).filter(
    (digits) => !known(digits),
  )
  expect(others.filter((digits) => FORMATS['phone']!(`+${digits} 555 0148`))).toEqual([
    '247',
    '379',
  ])
})

it('every format has a test', () =>
  expect(Object.keys(TABLE).sort()).toEqual(Object.keys(FORMATS).sort()))

it('no format takes longer for hostile texts than for others', () => {
  // A pattern that backtracks needs hours for these; one that doesn't is done in no time.
  const hostile = [
    'a@'.repeat(5000),
    `a@${'a.'.repeat(5000)}`,
    `a@${'-'.repeat(10_000)}!`,
    '(('.repeat(5000),
    '9'.repeat(10_000),
    '9 '.repeat(5000),
  ]
  for (const check of Object.values(FORMATS))
    expect(hostile.map(check)).toEqual(hostile.map(() => false))
})
