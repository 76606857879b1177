/** Vouchers as a file, and as squares that a phone's camera reads. */

import { createHash } from 'node:crypto'
import { expect, it } from 'vitest'
import type { VoucherBatchView } from '#engine/contract/vouchers.ts'
import { csvOf } from '#admin/pages/VoucherBatch.tsx'
import { squareOf } from '#widgets/parts/qr.ts'

const BATCH: VoucherBatchView = {
  id: '0198a000-0000-7000-8000-000000000000',
  plan: 'power',
  note: '',
  count: 2,
  uses: 2,
  redeemed: 2,
  expires: null,
  cohort: null,
  created: '2026-11-20T10:00:00.000Z',
  withdrawn: null,
  codes: [
    { code: 'AAAA-BBBB-CCCC', used: 2 },
    { code: 'DDDD-EEEE-FFFF', used: 0 },
  ],
  redemptions: [
    { code: 'AAAA-BBBB-CCCC', at: '2026-11-21T10:00:00.000Z', by: '=cmd@school.test' },
    { code: 'AAAA-BBBB-CCCC', at: '2026-11-20T11:00:00.000Z', by: '+27820000000' },
  ],
}

it('has a line for each redemption and each unused code, and nothing that a spreadsheet runs', () => {
  expect(csvOf(BATCH).split('\r\n')).toEqual([
    '\uFEFFcode,used,redeemed at,redeemed by',
    "AAAA-BBBB-CCCC,2,2026-11-21T10:00:00.000Z,'=cmd@school.test",
    "AAAA-BBBB-CCCC,2,2026-11-20T11:00:00.000Z,'+27820000000",
    'DDDD-EEEE-FFFF,0,,',
    '',
  ])
})

it('has the three corners of a QR code, and a quiet zone around it', () => {
  const { size, path } = squareOf('https://tsela.example/signup/redeem?code=AAAA-BBBB-CCCC')
  const dark = new Set([...path.matchAll(/M(\d+) (\d+)h/g)].map(([, x, y]) => `${x},${y}`))
  const corner = (left: number, top: number) =>
    Array.from({ length: 7 }, (_, y) =>
      Array.from({ length: 7 }, (_, x) => (dark.has(`${left + x},${top + y}`) ? '#' : '.')).join(
        '',
      ),
    )
  const FINDER = ['#######', '#.....#', '#.###.#', '#.###.#', '#.###.#', '#.....#', '#######']
  const far = size - 4 - 7
  for (const [left, top] of [
    [4, 4],
    [far, 4],
    [4, far],
  ] as const)
    expect(corner(left, top), `${left},${top}`).toEqual(FINDER)
  const outside = [...dark].filter((place) =>
    place.split(',').some((each) => Number(each) < 4 || Number(each) >= size - 4),
  )
  expect([dark.size > 200, outside]).toEqual([true, []])
})

// ZXing (zxing-wasm 3.1.4) read this square, and those of 300 other codes and hosts, letter by
// letter on 2026-11-26. A change of the encoder has to be read again before the value here changes.
it('is the square that another reader has read', () => {
  const { size, path } = squareOf('https://tsela.example/signup/redeem?code=AAAA-BBBB-CCCC')
  expect(size).toBe(41)
  expect(createHash('sha256').update(path).digest('hex')).toBe(
    '3bc3b3332c307e8657e5a637b633fd0fbaa3f765c01f4039e444e2f8f5527f17',
  )
})
