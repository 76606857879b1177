/**
 * Password attempts: counted before they run, slowed after repeated failures, and at most two at a
 * time per account. No user is ever locked out: networks take turns, and a device that the account
 * was used on before has its own quota, no matter who else is guessing (docs/decisions/0041).
 */

import { setTimeout as wait } from 'node:timers/promises'
import type { FastifyRequest } from 'fastify'
import { Refusal } from '#engine/contract/problems.ts'
import type { Tx } from '#server/database/database.ts'
import { FairQueue } from '#server/base/fairqueue.ts'
import { limitKey } from '#server/base/limitkey.ts'
import { networkOf } from '#server/base/network.ts'
import { knownDevice } from '#server/plugins/session.ts'
import { count, forget, uncount } from '#server/store/limits.ts'
import type { ServerContext } from '#server/start/context.ts'

/** No delay before the fifth failure, and never longer than this. */
const FREE_FAILURES = 5
const MAX_WAIT_MS = 3000
const WINDOW = 15 * 60
/**
 * A whole school may be behind one address and log in at once: this many attempts of a network
 * count as one.
 */
const NETWORK_SHARE = 60
/** Per account: attempts running at once, and waiting. */
const OF_ACCOUNT = { atOnce: 2, room: [6] }
/** The same per network that keeps failing, over all accounts. */
const OF_NETWORK = { atOnce: 10, room: [50] }
/** Unknown names share this many counters, so that guessing names cannot fill the table. */
const NOBODYS_COUNTERS = 2 ** 16

type Keys = { readonly person: string; readonly network: string | null }
/**
 * The outcome of an attempt. `forgive` belongs in the transaction of what the right password
 * unlocks.
 */
export type Try<User> = {
  readonly user: User | undefined
  readonly isRight: boolean
  readonly forgive: (tx: Tx) => Promise<void>
}

export class Guesses {
  readonly #gates = new Map<string, FairQueue>()

  constructor(readonly context: ServerContext) {}

  /**
   * Checks a password.
   *
   * @param name of the account; for an unknown one the same work is done and counted
   * @throws Refusal `request/rate-limited` if too many attempts for this account are running,
   *   `server/busy` if too many in total
   */
  async check<User extends { password_hash: string | null }>(
    request: FastifyRequest,
    name: string,
    password: string,
    find: (tx: Tx) => Promise<User | undefined>,
  ): Promise<Try<User>> {
    const { database, passwords, secrets } = this.context
    const network = networkOf(request.ip)
    const { id: tenant } = request.tenant
    const known = knownDevice(this.context, request, name)
    const account = secrets
      .mac('limit', tenant, name, ...(known === null ? [] : [known]))
      .toString('base64url')
    return this.#at(`account:${account}`, OF_ACCOUNT, network, async () => {
      const now = this.context.now()
      const { user, keys, failures } = await passwords.prepare({ network }, () =>
        database.tenant(tenant, async (tx) => {
          const found = await find(tx)
          const made: Keys = {
            person: `login:${found === undefined ? bucketOf(account) : account}`,
            network: known === null ? limitKey(this.context, 'login-net', tenant, network) : null,
          }
          const own = (await count(tx, made.person, WINDOW, now)) - 1
          const shared =
            made.network === null
              ? 0
              : ((await count(tx, made.network, WINDOW, now)) - 1) / NETWORK_SHARE
          return { user: found, keys: made, failures: { own, shared } }
        }),
      )
      const verify = async (): Promise<boolean> => {
        await slowDown(Math.max(failures.own, failures.shared))
        return passwords.verify(user?.password_hash ?? null, password, { network })
      }
      const forgive = async (tx: Tx): Promise<void> => {
        await forget(tx, keys.person)
        if (keys.network !== null) await uncount(tx, keys.network)
      }
      try {
        const isRight = await (failures.shared < FREE_FAILURES
          ? verify()
          : this.#at(`network:${tenant}:${network}`, OF_NETWORK, account, verify))
        return { user, isRight, forgive }
      } catch (error) {
        // It was never checked, so it doesn't count as a guess.
        await database.tenant(tenant, async (tx) => {
          for (const key of [keys.person, keys.network]) if (key !== null) await uncount(tx, key)
        })
        throw error
      }
    })
  }

  /** Serialises work per key; unused gates are dropped. */
  async #at<T>(
    name: string,
    options: { atOnce: number; room: number[] },
    asker: string,
    work: () => Promise<T>,
  ): Promise<T> {
    let gate = this.#gates.get(name)
    if (gate === undefined)
      this.#gates.set(
        name,
        (gate = new FairQueue({
          ...options,
          refuse: () => new Refusal('request/rate-limited', { retryAfter: MAX_WAIT_MS / 1000 }),
        })),
      )
    try {
      return await gate.run(asker, work)
    } finally {
      if (gate.running + gate.waiting === 0) this.#gates.delete(name)
    }
  }
}

function bucketOf(account: string): string {
  return `nobody-${Buffer.from(account, 'base64url').readUInt32BE() % NOBODYS_COUNTERS}`
}

async function slowDown(failures: number): Promise<void> {
  if (failures >= FREE_FAILURES)
    await wait(Math.min(MAX_WAIT_MS, 250 * 2 ** (failures - FREE_FAILURES)))
}
