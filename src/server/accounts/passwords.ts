/**
 * Password hashes: argon2id, two at a time, behind a bounded queue that networks share fairly
 * (reliability.md 2).
 */

import { Refusal } from '#engine/contract/problems.ts'
import { FairQueue } from '#server/base/fairqueue.ts'
import { inPool, type HashWork } from './argon2id.ts'

const AT_ONCE = 2
/** Kinds of work. Logins come before sign-ups: a flood of sign-ups keeps no user out. */
const LOGIN = 0
const SIGN_UP = 1
/**
 * A few classes may sign up in the same second. A longer queue would outlast browsers' timeouts,
 * and would use up the server's limit for one route (MAX_OF_ROUTE): only admitted requests take
 * turns.
 */
const ROOM = [100, 200]

/** The client that the work is for: networks take turns. */
export type Asker = { readonly network: string; readonly signsUp?: boolean }
/** The server itself: demo accounts, invitations. */
const OURSELVES: Asker = { network: '' }

export class Passwords {
  readonly #queue = new FairQueue({ atOnce: AT_ONCE, room: ROOM, refuse: busy })
  #nobody: Promise<string> | undefined

  constructor(readonly work: HashWork = inPool) {}

  /** How many hashes are running, waiting, and were refused so far. */
  get figures(): { readonly running: number; readonly waiting: number; readonly refused: number } {
    const { running, waiting, refused } = this.#queue
    return { running, waiting, refused }
  }

  /**
   * Reads what a hash needs, with a place kept for it.
   *
   * @throws Refusal `server/busy`, before any work on a request that would be refused in the end
   */
  async prepare<T>({ network, signsUp }: Asker, work: () => Promise<T>): Promise<T> {
    const giveBack = this.#queue.expect(network, signsUp ? SIGN_UP : LOGIN)
    try {
      return await work()
    } finally {
      giveBack()
    }
  }

  /** @throws Refusal `server/busy` */
  hash(password: string, asker = OURSELVES): Promise<string> {
    return this.#take(asker, () => this.work.hash(password))
  }

  /**
   * For an unknown account the same work is done, so that timing reveals nothing.
   *
   * @throws Refusal `server/busy`
   */
  async verify(stored: string | null, password: string, asker = OURSELVES): Promise<boolean> {
    this.#nobody ??= this.work.hash('nobody has this password')
    const against = stored ?? (await this.#nobody)
    const right = await this.#take(asker, () => this.work.verify(against, password))
    return right && stored !== null
  }

  #take<T>({ network, signsUp }: Asker, work: () => Promise<T>): Promise<T> {
    return this.#queue.run(network, work, signsUp ? SIGN_UP : LOGIN)
  }
}

function busy(): Refusal {
  return new Refusal('server/busy', { retryAfter: 2 })
}
