// @vitest-environment happy-dom
/** The page of coupons: what is typed, what is sent for it, and what the list says. */

import { act } from 'react'
import { describe, expect, it } from 'vitest'
import { couponBody, couponFaults, minorUnits, NEW_COUPON } from '#admin/pages/coupons.ts'
import { Vouchers } from '#admin/pages/Vouchers.tsx'
import type { ConsoleCall, ConsoleResponse } from '#admin/parts/client.ts'
import type { Coupon } from '#engine/contract/coupons.ts'
import { catalog } from '#tests/support/documents.ts'
import { consoleDom } from './inconsole.tsx'
import { typeInto } from './typeinto.ts'

const Page = Vouchers.component
const drawIn = consoleDom()

const COUPON: Coupon = {
  code: 'SPRING',
  percent: 20,
  amount: null,
  currency: null,
  plans: null,
  uses: 10,
  used: 3,
  starts: null,
  expires: null,
}

/** @param answer to what is created. @returns the calls that change something */
async function draw(
  coupons: readonly Coupon[],
  { role = 'owner', answer }: { role?: string; answer?: Partial<ConsoleResponse> } = {},
): Promise<ConsoleCall[]> {
  const changes: ConsoleCall[] = []
  const respond = async (call: ConsoleCall): Promise<ConsoleResponse> => {
    const done = { status: 200, etag: null }
    if (call.method === 'POST' || call.method === 'DELETE') {
      changes.push(call)
      return { ...done, value: { ...COUPON, code: 'NEW-ONE' }, ...answer }
    }
    if (call.path.startsWith('admin/documents'))
      return { ...done, value: { effective: catalog.get('access', 'prices') } }
    const items = coupons
    return { ...done, value: { items, total: items.length, page: 1, pageSize: items.length } }
  }
  await drawIn(
    <Page id="codes" level={1} data={undefined} of="coupons" routeName="home">
      {null}
    </Page>,
    { role, respond },
  )
  return changes
}

const field = (label: string): HTMLInputElement => {
  const found = [...document.querySelectorAll('label')].find(
    ({ textContent }) => textContent === label,
  )
  return document.querySelector<HTMLInputElement>(`#${CSS.escape(found!.htmlFor)}`)!
}
const press = (words: string) =>
  act(async () => {
    const button = [...document.querySelectorAll('button')].find(({ textContent }) =>
      textContent.startsWith(words),
    )
    button!.click()
  })
const saidAt = (label: string): string => {
  const ids = field(label).getAttribute('aria-describedby')?.split(' ').filter(Boolean) ?? []
  return ids.map((id) => document.querySelector(`#${CSS.escape(id)}`)?.textContent).join(' | ')
}

describe('an amount', () => {
  it.each([
    ['49.90', 'ZAR', 4990],
    ['49,9', 'ZAR', 4990],
    [' 50 ', 'ZAR', 5000],
    ['1500', 'UGX', 1500],
    ['1.234', 'KWD', 1234],
    ['1.5', 'UGX', null],
    ['49.999', 'ZAR', null],
    ['0.00', 'ZAR', null],
    ['-5', 'ZAR', null],
    ['1e3', 'ZAR', null],
    ['', 'ZAR', null],
  ])('%s in %s', (written, currency, amount) => {
    expect(minorUnits(written, currency)).toBe(amount)
  })
})

it('is sent with whole days and without what was left empty', () => {
  const typed = { ...NEW_COUPON, code: ' spring ', percent: '20', plans: ['power'] }
  expect(couponFaults(typed)).toEqual({})
  expect(couponBody(typed)).toEqual({ code: 'spring', percent: 20, plans: ['power'], uses: null })
  const days = { ...typed, starts: '2026-12-01', expires: '2026-12-01' }
  expect(couponFaults(days)).toEqual({})
  const { starts, expires } = couponBody(days) as { starts: string; expires: string }
  expect(Date.parse(expires) - Date.parse(starts)).toBe(86_399_000)
  expect(couponFaults({ ...days, expires: '2026-11-30' })).toHaveProperty(['/expires'])
})

it('says at each field what is wrong with it, and sends nothing', async () => {
  const sent = await draw([])
  await act(async () => typeInto(field('Code'), 'a!'))
  await act(async () => typeInto(field('Percent off'), '100'))
  await press('Create coupon')
  expect(sent).toEqual([])
  expect(saidAt('Code')).toContain('Use three or more letters, digits or hyphens.')
  expect(saidAt('Percent off')).toContain('Enter a whole number from 1 to 99.')
  expect(field('Code').getAttribute('aria-invalid')).toBe('true')
  expect(document.activeElement).toBe(field('Code'))
})

it('shows a refusal of the server at the field that it is about', async () => {
  const fields = [{ pointer: '/code', message: 'There’s already a coupon with this code.' }]
  const value = { code: 'coupon/taken', message: 'Taken', fields }
  const sent = await draw([], { answer: { status: 409, value } })
  await act(async () => typeInto(field('Code'), 'SPRING'))
  await act(async () => typeInto(field('Percent off'), '20'))
  await press('Create coupon')
  expect(sent).toHaveLength(1)
  expect(saidAt('Code')).toContain('There’s already a coupon with this code.')
  expect(document.querySelector('[role=alert]')).toBeNull()
})

it('creates an amount in a currency that plans have prices in, and shows its link', async () => {
  const sent = await draw([])
  await act(async () => typeInto(field('Code'), 'NEW-ONE'))
  await act(async () => field('An amount').click())
  await act(async () => typeInto(field('Amount off'), '49,90'))
  expect([...field('Currency').querySelectorAll('option')].map((each) => each.value)).toEqual([
    'ZAR',
    'KES',
    'USD',
  ])
  await press('Create coupon')
  expect(sent).toEqual([
    {
      path: 'admin/coupons',
      method: 'POST',
      body: { code: 'NEW-ONE', amount: 4990, currency: 'ZAR', uses: null },
    },
  ])
  expect(document.querySelector('[role=status]')!.textContent).toContain('/home?coupon=NEW-ONE')
})

it('lists what became of each, and ends one only after asking', async () => {
  const sent = await draw([
    COUPON,
    { ...COUPON, code: 'OVER', expires: '2020-01-01T00:00:00.000Z' },
    { ...COUPON, code: 'GONE', used: 10 },
    { ...COUPON, code: 'SOON', uses: null, starts: '2999-01-01T00:00:00.000Z', plans: ['power'] },
  ])
  const rows = [...document.querySelectorAll('tbody tr')].map((row) =>
    [...row.querySelectorAll('td')].map(({ textContent }) => textContent),
  )
  expect(rows[0]).toEqual(['SPRING', '20 %', 'Any plan', '3 of 10 uses', 'Valid', 'End SPRING'])
  expect(rows[1]![4]).toContain('Ended')
  expect(rows[1]![5]).toBe('')
  expect(rows[2]![4]).toBe('Used up')
  expect(rows[3]!.slice(2, 4)).toEqual(['Commit', '3 uses'])
  expect(rows[3]![4]).toContain('Starts')
  await press('End SPRING')
  expect(sent).toEqual([])
  await press('End the coupon')
  expect(sent).toEqual([{ path: 'admin/coupons/SPRING', method: 'DELETE' }])
})

it('offers nothing to those who may not create any', async () => {
  await draw([COUPON], { role: 'editor' })
  expect(document.querySelector('form')).toBeNull()
  expect(document.body.textContent).toContain('Only an owner can create coupons.')
})
