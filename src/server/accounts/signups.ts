/**
 * Sign-ups per network: enough accounts for a whole school, but no way to list who has one.
 *
 * It counts what was stored, not what was tried: a pupil who keeps trying a taken address must not
 * block sign-ups for everyone behind the same IP address.
 */

import { setTimeout as wait } from 'node:timers/promises'
import { Refusal } from '#engine/contract/problems.ts'
import type { Tx } from '#server/database/database.ts'
import { FairQueue } from '#server/base/fairqueue.ts'
import { limitKey } from '#server/base/limitkey.ts'
import { count, counted, secondsUntilRoom } from '#server/store/limits.ts'
import { userByAddress } from '#server/store/users.ts'
import type { Address } from '#server/base/address.ts'
import type { ServerContext } from '#server/start/context.ts'

const HOUR = 3600
/** Accounts that a network may create: a whole school may sign up behind one address. */
const MADE_PER_HOUR = 1000
/**
 * How often a network is told that one address is taken. Users who forgot their account
 * notice sooner.
 */
const TAKEN_PER_HOUR = 10
/**
 * How often for all addresses together before its sign-ups are slowed: it is probably going through
 * a list.
 */
const TAKEN_FREE = 300
const SLOW_MS = 2000
const SLOW = { atOnce: 4, room: [100] }

export class SignUps {
  readonly #slow: FairQueue

  constructor(
    readonly context: ServerContext,
    /** Shorter in tests. */
    readonly slowMs = SLOW_MS,
  ) {
    this.#slow = new FairQueue({
      ...SLOW,
      refuse: () => new Refusal('request/rate-limited', { retryAfter: SLOW_MS / 1000 }),
    })
  }

  /**
   * May this network sign up with this address? Decided before the password is hashed.
   *
   * @returns false if the address already has an account
   * @throws Refusal `request/rate-limited` with the seconds to wait
   */
  async admit(tenant: string, address: Address, network: string): Promise<boolean> {
    const { database } = this.context
    const now = this.context.now()
    const [one, all] = [
      limitKey(this.context, 'signup-taken', tenant, address.value, network),
      limitKey(this.context, 'signup-taken-net', tenant, network),
    ]
    const { full, guesses, isTaken } = await database.tenant(tenant, async (tx) => ({
      full: await secondsUntilRoom(
        tx,
        { key: this.#made(tenant, network), seconds: HOUR, most: MADE_PER_HOUR },
        now,
      ),
      guesses: await counted(tx, all, HOUR, now),
      isTaken: (await userByAddress(tx, address)) !== undefined,
    }))
    if (full > 0) throw tooMany(full)
    // Before the response time can reveal anything.
    if (guesses >= TAKEN_FREE) await this.#slow.run(network, () => wait(this.slowMs))
    if (!isTaken) return true
    const again = await database.tenant(tenant, async (tx) => {
      const seconds = await secondsUntilRoom(
        tx,
        { key: one, seconds: HOUR, most: TAKEN_PER_HOUR },
        now,
      )
      if (seconds === 0) await count(tx, one, HOUR, now)
      await count(tx, all, HOUR, now)
      return seconds
    })
    if (again > 0) throw tooMany(again)
    return false
  }

  /**
   * Counts a new account. The last statement of its transaction: all sign-ups of the same network
   * wait for this row until the transaction ends.
   *
   * @throws Refusal `request/rate-limited`, and the account is not created
   */
  async made(tx: Tx, network: string): Promise<void> {
    const now = this.context.now()
    const key = this.#made(tx.tenant, network)
    if ((await count(tx, key, HOUR, now)) > MADE_PER_HOUR)
      throw tooMany(await secondsUntilRoom(tx, { key, seconds: HOUR, most: MADE_PER_HOUR }, now))
  }

  #made(tenant: string, network: string): string {
    return limitKey(this.context, 'signup-net', tenant, network)
  }
}

function tooMany(retryAfter: number): Refusal {
  return new Refusal('request/rate-limited', { retryAfter })
}
