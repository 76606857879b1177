/**
 * A condition that the transactions of one request have to meet. What a request may do is decided
 * before its first transaction begins, and somebody else may change that in between: each of its
 * transactions looks again, and keeps the answer locked until it ends.
 */

import { AsyncLocalStorage } from 'node:async_hooks'

/** `Tx` is that of database.ts, which imports this file. */
export type Condition<Tx> = {
  /** Throws if the condition doesn't hold any more. Locks what it has read. */
  readonly check: (tx: Tx) => Promise<void>
  /** Is the response out? What is left running then (messages being sent) needs no permission. */
  readonly isOver: () => boolean
}

const storage = new AsyncLocalStorage<Condition<never>>()

/** Runs `work`, and everything it starts, under a condition. */
export function under<Tx, Result>(condition: Condition<Tx>, work: () => Result): Result {
  return storage.run(condition, work)
}

/** The same work, after the condition of the request that runs it; if there is one. */
export function conditioned<Tx, Result>(
  work: (tx: Tx) => Promise<Result>,
): (tx: Tx) => Promise<Result> {
  const condition = storage.getStore()
  if (condition === undefined || condition.isOver()) return work
  return async (tx) => {
    // There is only one kind of transaction.
    await condition.check(tx as never)
    return work(tx)
  }
}
