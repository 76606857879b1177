/** Which of several answers counts, however they arrived (product contract, Answers; risks F10). */

import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { effectiveAnswers, type Given } from '#server/store/effective.ts'

const RUNS = { numRuns: 2000 }
const ITEMS = ['R_1', 'I_1', 'A_1']
const DEVICES = ['phone', 'laptop', 'school']

function given(part: Partial<Given>): Given {
  return {
    item: 'R_1',
    value: 1,
    ms: 1000,
    seq: null,
    device: 'phone',
    received: 1,
    late: false,
    ...part,
  }
}

function values(answers: readonly Given[]): Record<string, unknown> {
  return Object.fromEntries(
    [...effectiveAnswers(answers)]
      .map(([item, { value }]) => [item, value] as const)
      .sort(([a], [b]) => (a < b ? -1 : 1)),
  )
}

/** A history as in the database: each row was received at a different time. */
const histories = fc
  .array(
    fc.record({
      item: fc.constantFrom(...ITEMS),
      device: fc.constantFrom(...DEVICES),
      value: fc.integer({ min: 1, max: 5 }),
      seq: fc.option(fc.integer({ min: 0, max: 6 })),
      late: fc.boolean(),
    }),
    { maxLength: 24 },
  )
  .map((rows) =>
    rows.map((row, index) =>
      given({ ...row, received: index + 1, late: row.late && index % 3 === 0 }),
    ),
  )

/** The contract implemented differently: an answer counts if no other one outranks it. */
function model(rows: readonly Given[]): Record<string, unknown> {
  const counted = rows.filter(({ late }) => !late)
  const above = (a: Given, b: Given) =>
    (a.seq ?? -1) > (b.seq ?? -1) || ((a.seq ?? -1) === (b.seq ?? -1) && a.received > b.received)
  const lastOfDevice = counted.filter(
    (row) =>
      !counted.some(
        (other) => other.item === row.item && other.device === row.device && above(other, row),
      ),
  )
  const last = lastOfDevice.filter(
    (row) =>
      !lastOfDevice.some((other) => other.item === row.item && other.received > row.received),
  )
  return Object.fromEntries(
    last.map(({ item, value }) => [item, value] as const).sort(([a], [b]) => (a < b ? -1 : 1)),
  )
}

describe('the answer that counts', () => {
  it('is the one with the highest seq of one device, in whatever order they arrive', () => {
    expect(
      values([given({ seq: 2, value: 4, received: 1 }), given({ seq: 1, value: 2, received: 2 })]),
    ).toEqual({ R_1: 4 })
    expect(
      values([given({ seq: 1, value: 2, received: 1 }), given({ seq: 2, value: 4, received: 2 })]),
    ).toEqual({ R_1: 4 })
  })

  it('is the one received later from two devices, whatever their seq', () => {
    expect(
      values([
        given({ seq: 90, value: 1, received: 1, device: 'phone' }),
        given({ seq: 1, value: 5, received: 2, device: 'laptop' }),
      ]),
    ).toEqual({ R_1: 5 })
  })

  it('is decided per device first, so that an old answer that arrives late doesn’t revive anything', () => {
    const rows = [
      given({ device: 'phone', seq: 5, value: 1, received: 1 }),
      given({ device: 'laptop', seq: 1, value: 2, received: 2 }),
      given({ device: 'phone', seq: 4, value: 3, received: 3 }),
    ]
    expect(values(rows)).toEqual({ R_1: 2 })
  })

  it('is the one received later if neither has a seq, but never beats one with a seq', () => {
    expect(values([given({ value: 1, received: 1 }), given({ value: 2, received: 2 })])).toEqual({
      R_1: 2,
    })
    expect(
      values([given({ value: 1, received: 1, seq: 0 }), given({ value: 2, received: 2 })]),
    ).toEqual({ R_1: 1 })
  })

  it('is never one that came after the end', () => {
    expect(
      values([
        given({ value: 1, received: 1 }),
        given({ value: 5, received: 2, seq: 99, late: true }),
      ]),
    ).toEqual({ R_1: 1 })
    expect(values([given({ late: true })])).toEqual({})
  })

  it('is what the contract says, for any history', () => {
    fc.assert(
      fc.property(histories, (rows) => void expect(values(rows)).toEqual(model(rows))),
      RUNS,
    )
  })

  it('doesn’t depend on the order in which the database returns the rows, nor on a duplicate row', () => {
    const shuffled = histories.chain((rows) =>
      fc.tuple(
        fc.constant(rows),
        fc.shuffledSubarray(rows, { minLength: rows.length }),
        fc.shuffledSubarray(rows),
      ),
    )
    fc.assert(
      fc.property(
        shuffled,
        ([rows, order, again]) => void expect(values([...order, ...again])).toEqual(values(rows)),
      ),
      RUNS,
    )
  })

  it('of one device is the same for any order and any number of deliveries', () => {
    const sent = fc
      .uniqueArray(
        fc.record({
          item: fc.constantFrom(...ITEMS),
          value: fc.integer({ min: 1, max: 5 }),
          seq: fc.integer({ min: 0, max: 1000 }),
        }),
        { selector: ({ seq }) => seq, maxLength: 20 },
      )
      .chain((rows) =>
        fc.tuple(
          fc.constant(rows),
          fc.array(fc.constantFrom(...(rows.length > 0 ? rows : [null])), { maxLength: 40 }),
          fc.shuffledSubarray(rows, { minLength: rows.length }),
        ),
      )
    fc.assert(
      fc.property(sent, ([rows, retries, order]) => {
        // A repeated delivery is a duplicate and adds no row: the first one stays, with its time.
        const arrived = [...new Set([...retries.filter((row) => row !== null), ...order])]
        const stored = arrived.map((row, index) => given({ ...row, received: index + 1 }))
        const expected = Object.fromEntries(
          ITEMS.flatMap((item) => {
            const [last] = rows.filter((row) => row.item === item).sort((a, b) => b.seq - a.seq)
            return last === undefined ? [] : [[item, last.value] as const]
          }).sort(([a], [b]) => (a < b ? -1 : 1)),
        )
        expect(values(stored)).toEqual(expected)
      }),
      RUNS,
    )
  })
})
