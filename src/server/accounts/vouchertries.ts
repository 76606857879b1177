/**
 * Wrong voucher codes: limited per account like other codes (reliability.md 2), and per network, so
 * that many accounts don't guess for one. What is right is never counted: a whole school redeems
 * behind one address, and some of its learners mistype.
 */

import type { Tx } from '#server/database/database.ts'
import { limitKey } from '#server/base/limitkey.ts'
import type { ServerContext } from '#server/start/context.ts'
import { count, counted, secondsUntilRoom, type Window } from '#server/store/limits.ts'

const HOUR = 3600
const DAY = 86_400
/** Of one account: [window in seconds, maximum]. */
const WRONG = [
  [HOUR, 10],
  [DAY, 20],
] as const
/** A network that mistypes more often leaves each of its accounts a few tries: never none. */
const WRONG_OF_NETWORK = 300
const FEW = 3

type Asker = { readonly userId: string; readonly network: string }

/**
 * Seconds until this account may try another code; 0 if it may now.
 *
 * @param tx has locked the person: otherwise a hundred guesses at once would not see each other
 */
export async function secondsUntilVoucher(
  context: ServerContext,
  tx: Tx,
  asker: Asker,
): Promise<number> {
  const now = context.now()
  const ofNetwork = await counted(tx, networkKey(context, tx, asker), HOUR, now)
  const few = ofNetwork >= WRONG_OF_NETWORK ? FEW : Infinity
  let wait = 0
  for (const window of windowsOf(context, tx, asker))
    wait = Math.max(
      wait,
      await secondsUntilRoom(tx, { ...window, most: Math.min(window.most, few) }, now),
    )
  return wait
}

/** Counts a code that doesn't exist; the caller lets the transaction commit. */
export async function countWrongVoucher(
  context: ServerContext,
  tx: Tx,
  asker: Asker,
): Promise<void> {
  const now = context.now()
  for (const { key, seconds } of windowsOf(context, tx, asker)) await count(tx, key, seconds, now)
  await count(tx, networkKey(context, tx, asker), HOUR, now)
}

function windowsOf(context: ServerContext, { tenant }: Tx, { userId }: Asker): Window[] {
  const key = limitKey(context, 'voucher', tenant, userId)
  return WRONG.map(([seconds, most]) => ({ key: `${key}:${seconds}`, seconds, most }))
}

function networkKey(context: ServerContext, { tenant }: Tx, { network }: Asker): string {
  return limitKey(context, 'voucher-net', tenant, network)
}
