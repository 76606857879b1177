/** Password hashes: argon2id, two at a time, with a bounded queue in front that networks share fairly (reliability.md 2). */

import { hash, verify } from '@node-rs/argon2'
import { Refusal } from '#engine/contract/problems.ts'
import { FairQueue } from '#server/base/fairqueue.ts'

/** 2 is argon2id in the library's enum, which isolated modules cannot import. */
const SETTINGS = { algorithm: 2, memoryCost: 19_456, timeCost: 2, parallelism: 1 } as const
const AT_ONCE = 2
/** Kinds of work. Whoever has an account goes before those who want one: a flood of sign-ups keeps nobody out. */
const LOGIN = 0
const SIGN_UP = 1
/**
 * A few classes may sign up in the same second. More than so many would wait for longer than a browser does, and there would
 * be none left of what a server takes of one route (MAX_OF_ROUTE): turns are taken only by those who got in.
 */
const ROOM = [100, 200]

/** For whom the work is done: networks take turns. */
export type Asker = { readonly network: string; readonly signsUp?: boolean }
/** The server itself: demo accounts, invitations. */
const OURSELVES: Asker = { network: '' }

export class Passwords {
  readonly #queue = new FairQueue({ atOnce: AT_ONCE, room: ROOM, refuse: busy })
  #nobody: Promise<string> | undefined

  /** @param work what takes the time; tests have quicker ones */
  constructor(
    readonly work: {
      readonly hash: (password: string) => Promise<string>
      readonly verify: (stored: string, password: string) => Promise<boolean>
    } = argon2id,
  ) {}

  /** How many hashes are under way, wait, and were refused so far. */
  get figures(): { readonly running: number; readonly waiting: number; readonly refused: number } {
    const { running, waiting, refused } = this.#queue
    return { running, waiting, refused }
  }

  /** @throws Refusal `server/busy`, before anything is done for a request that would be refused in the end */
  requireRoom({ network, signsUp }: Asker): void {
    if (this.#queue.isFull(network, signsUp ? SIGN_UP : LOGIN)) throw busy()
  }

  /** @throws Refusal `server/busy` */
  hash(password: string, asker = OURSELVES): Promise<string> {
    return this.#take(asker, () => this.work.hash(password))
  }

  /**
   * For a person who does not exist the same work is done, so that the time tells nothing.
   *
   * @throws Refusal `server/busy`
   */
  async verify(stored: string | null, password: string, asker = OURSELVES): Promise<boolean> {
    this.#nobody ??= this.work.hash('nobody has this password')
    const against = stored ?? (await this.#nobody)
    const right = await this.#take(asker, () =>
      this.work.verify(against, password).catch(() => false),
    )
    return right && stored !== null
  }

  #take<T>({ network, signsUp }: Asker, work: () => Promise<T>): Promise<T> {
    return this.#queue.run(network, work, signsUp ? SIGN_UP : LOGIN)
  }
}

const argon2id = {
  hash: (password: string) => hash(password, SETTINGS),
  verify: (stored: string, password: string) => verify(stored, password),
}

function busy(): Refusal {
  return new Refusal('server/busy', { retryAfter: 2 })
}
