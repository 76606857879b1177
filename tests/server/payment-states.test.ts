/** The states of a payment: whatever order its events arrive in, and however often. */

import { describe, expect, it } from 'vitest'
import {
  PAYMENT_EVENTS,
  PAYMENT_STATES,
  type PaymentEventType,
  type PaymentState,
} from '#engine/contract/paymentcalls.ts'
import { NEXT, stateOf, type Happened } from '#server/payments/states.ts'
import { dice } from '#tests/support/dice.ts'

const at = (seconds: number) => new Date(1_795_000_000_000 + seconds * 1000)
/** Events a second apart, in the order in which they happened. */
const history = (...types: readonly PaymentEventType[]): Happened[] =>
  types.map((type, index) => ({ id: `${index}`, type, at: at(index) }))

describe('the table', () => {
  it('says something of every state, and leads to states that exist', () => {
    expect(Object.keys(NEXT).sort()).toEqual([...PAYMENT_STATES].sort())
    for (const to of Object.values(NEXT).flatMap((row) => Object.values(row)))
      expect(PAYMENT_STATES).toContain(to)
  })

  it('lets money come to any payment that hasn’t had it, and go from any that has', () => {
    for (const state of ['created', 'pending', 'declined', 'expired'] as const)
      expect(NEXT[state].paid).toBe('paid')
    for (const state of PAYMENT_STATES.filter((each) => each !== 'refunded'))
      expect(NEXT[state].refunded).toBe('refunded')
    expect(NEXT.refunded).toEqual({})
  })

  it.each<[readonly PaymentEventType[], PaymentState]>([
    [[], 'pending'],
    [['paid'], 'paid'],
    [['declined'], 'declined'],
    [['declined', 'paid'], 'paid'],
    [['expired', 'paid'], 'paid'],
    [['paid', 'declined'], 'paid'],
    [['paid', 'expired'], 'paid'],
    [['paid', 'refunded'], 'refunded'],
    [['paid', 'refunded', 'paid'], 'refunded'],
    [['paid', 'disputed'], 'disputed'],
    [['paid', 'disputed', 'won'], 'paid'],
    [['paid', 'disputed', 'won', 'disputed'], 'disputed'],
    [['paid', 'disputed', 'refunded'], 'refunded'],
    // A dispute implies the payment whose own event is still on its way.
    [['disputed'], 'disputed'],
    [['won'], 'pending'],
  ])('%j is %s', (types, state) => {
    expect(stateOf(true, history(...types))).toBe(state)
  })

  it('calls a payment without a page created', () => {
    expect(stateOf(false, [])).toBe('created')
    expect(stateOf(false, history('paid'))).toBe('paid')
  })
})

function shuffle<T>(items: readonly T[], roll: (sides: number) => number): T[] {
  const left = [...items]
  return items.map(() => left.splice(roll(left.length), 1)[0]!)
}

describe('any order of arrival', () => {
  it('leads to the same state, for ten thousand histories', () => {
    const roll = dice(26)
    for (let round = 0; round < 10_000; round++) {
      const count = 1 + roll(7)
      const events = Array.from({ length: count }, (_, index): Happened => {
        const type = PAYMENT_EVENTS[roll(PAYMENT_EVENTS.length)]!
        // Some happen at the same moment: providers' clocks have seconds.
        return { id: `event-${index}`, type, at: at(roll(4)) }
      })
      const right = stateOf(true, events)
      for (let turn = 0; turn < 4; turn++) {
        const shuffled = shuffle(events, roll)
        expect(stateOf(true, shuffled), JSON.stringify(shuffled)).toBe(right)
      }
    }
  })
})
