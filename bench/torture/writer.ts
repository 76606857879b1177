/**
 * A client that sends answers one batch after another and records what was sent and what the server
 * confirmed. If there is no response, the same batch is sent again until there is one.
 */

import { setTimeout as wait } from 'node:timers/promises'
import { uuidv7 } from 'uuidv7'
import type { Chance } from '../support/chance.ts'
import { Learner, type Attempt } from '../support/learner.ts'
import type { StoredAnswer } from '../support/stored.ts'

type Sent = {
  readonly id?: string
  readonly item: string
  readonly value: number
  readonly ms: number
  readonly at: string
  readonly seq: number
}

/** Pause after a failed request. */
const AGAIN_MS = 20
const PATIENCE_MS = 60_000

export class Writer {
  readonly sent: Sent[] = []
  /** Confirmed answers by id. */
  readonly confirmed = new Map<string, Sent>()
  /** How often the server already had an answer that was sent again. */
  duplicates = 0
  /** A request is running. */
  waiting = false
  #moment = Date.UTC(2026, 0, 1)
  #working = false
  #done: Promise<void> = Promise.resolve()

  private constructor(
    readonly learner: Learner,
    readonly attempt: Attempt,
    /** Half of them send no ids: the server then identifies an answer by its item and time. */
    readonly withIds: boolean,
    readonly chance: Chance,
    readonly pauseMs: number,
    readonly patienceMs: number,
  ) {}

  /**
   * @param pauseMs    between two batches; 0: as fast as the server accepts them
   * @param patienceMs per batch, including retries
   */
  static async begin(
    url: string,
    withIds: boolean,
    chance: Chance,
    pauseMs = 0,
    patienceMs = PATIENCE_MS,
  ): Promise<Writer> {
    const learner = new Learner(url)
    await learner.onboard()
    return new Writer(learner, await learner.begin(), withIds, chance, pauseMs, patienceMs)
  }

  start(): void {
    this.#working = true
    this.#done = this.#work()
    // stop() reports the error; until then it must not be an unhandled rejection.
    this.#done.catch(() => undefined)
  }

  /** Resolves when everything sent is confirmed. @throws if the server refused something */
  async stop(): Promise<void> {
    this.#working = false
    await this.#done
  }

  /** Resolves when the server has confirmed another batch. */
  async served(): Promise<void> {
    const before = this.confirmed.size
    const began = Date.now()
    while (this.confirmed.size === before) {
      if (Date.now() - began > PATIENCE_MS)
        throw new Error('the server confirmed nothing for a minute')
      await wait(AGAIN_MS)
    }
  }

  async #work(): Promise<void> {
    while (this.#working) {
      const batch = Array.from({ length: 1 + Math.floor(this.chance() * 3) }, () => this.#next())
      this.sent.push(...batch)
      await this.#send(batch)
      await wait(this.pauseMs)
    }
  }

  #next(): Sent {
    this.#moment += 1 + Math.floor(this.chance() * 4000)
    const item = this.attempt.items[Math.floor(this.chance() * this.attempt.items.length)]!
    return {
      ...(this.withIds && { id: uuidv7() }),
      item,
      value: 1 + Math.floor(this.chance() * 5),
      ms: 1000,
      at: new Date(this.#moment).toISOString(),
      seq: this.#moment - Date.UTC(2026, 0, 1),
    }
  }

  async #send(batch: readonly Sent[]): Promise<void> {
    const began = Date.now()
    for (;;) {
      const said = await this.#once(batch)
      if (said !== null) return this.#keep(batch, said)
      if (Date.now() - began > this.patienceMs)
        throw new Error(`the server did not take an answer for ${this.patienceMs / 1000} s`)
      await wait(AGAIN_MS)
    }
  }

  /** @returns null if the outcome is unknown */
  async #once(batch: readonly Sent[]): Promise<readonly { id: string; state: string }[] | null> {
    this.waiting = true
    try {
      const response = await fetch(`${this.learner.url}/api/attempts/${this.attempt.id}/answers`, {
        method: 'PUT',
        headers: this.learner.headers,
        body: JSON.stringify({ answers: batch }),
      })
      const text = await response.text()
      if (response.ok)
        return (JSON.parse(text) as { answers: { id: string; state: string }[] }).answers
      if (response.status >= 500) return null
      throw new Refused(`an answer was refused with ${response.status}: ${text}`)
    } catch (error) {
      if (error instanceof Refused) throw error
      return null
    } finally {
      this.waiting = false
    }
  }

  #keep(batch: readonly Sent[], said: readonly { id: string; state: string }[]): void {
    said.forEach(({ id, state }, index) => {
      if (state !== 'stored' && state !== 'duplicate') throw new Refused(`an answer is "${state}"`)
      if (state === 'duplicate') this.duplicates++
      this.confirmed.set(id, batch[index]!)
    })
  }
}

class Refused extends Error {}

export type Balance = {
  readonly sent: number
  readonly confirmed: number
  readonly stored: number
  readonly repeated: number
  readonly lost: number
  readonly double: number
  readonly strange: number
}

/** Compares the database with what the writers were told. */
export function balance(writers: readonly Writer[], stored: readonly StoredAnswer[]): Balance {
  const byId = new Map(stored.map((row) => [row.id, row]))
  const keyOf = (attempt: string, item: string, at: string) => `${attempt} ${item} ${at}`
  const sent = new Set(
    writers.flatMap((writer) =>
      writer.sent.map(({ item, at }) => keyOf(writer.attempt.id, item, at)),
    ),
  )
  const seen = new Set<string>()
  let double = 0
  let strange = 0
  for (const row of stored) {
    const key = keyOf(row.attempt_id, row.item, row.at.toISOString())
    if (seen.has(key)) double++
    seen.add(key)
    if (!sent.has(key) || row.late) strange++
  }
  let confirmed = 0
  let lost = 0
  for (const writer of writers) {
    for (const [id, answer] of writer.confirmed) {
      confirmed++
      const row = byId.get(id)
      if (
        row === undefined ||
        row.attempt_id !== writer.attempt.id ||
        row.item !== answer.item ||
        row.value !== answer.value ||
        row.at.toISOString() !== answer.at
      )
        lost++
    }
  }
  const repeated = writers.reduce((all, { duplicates }) => all + duplicates, 0)
  return { sent: sent.size, confirmed, stored: stored.length, repeated, lost, double, strange }
}
