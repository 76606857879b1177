/**
 * An answer that is asked for, or the one that this device has kept: careers and reports that were opened once open without
 * a signal too (reliability.md 3.4).
 */

import { mutate } from 'swr'
import { ApiFailure, NoSignal } from './api.ts'
import type { SourceKey } from './data.tsx'
import { dropAnswer, keepAnswer, readAnswer } from './pagecache.ts'
import { store } from './store.ts'

/** So long an answer is waited for while there is an older one to show. */
const PATIENCE_MS = 3000

/** Nobody answers, or only somebody who is still starting. */
function isAway(error: unknown): boolean {
  return (
    error instanceof NoSignal ||
    (error instanceof ApiFailure && [502, 503, 504].includes(error.status))
  )
}

/** The page is no longer this person's, or no longer there: what is kept of it must not stand against that. */
function isOver(error: unknown): boolean {
  return error instanceof ApiFailure && [403, 404, 410].includes(error.status)
}

/**
 * @param asked the call that is under way; its answer is kept for the next time
 * @returns its answer; without a signal what was kept, and with a weak one too, until the answer has come
 * @throws what the call has thrown, where nothing is kept or nothing may be shown
 */
export async function answerOrKept(key: SourceKey, asked: Promise<unknown>): Promise<unknown> {
  const kept = (): Promise<{ readonly value: unknown } | undefined> =>
    readAnswer(key).catch(() => undefined)
  asked
    .then(
      (value) => keepAnswer(key, value),
      (error: unknown) => (isOver(error) ? dropAnswer(key) : undefined),
    )
    // A browser that keeps nothing is no reason to show nothing.
    .catch(() => undefined)
  const late = new Promise<'late'>((resolve) => setTimeout(() => resolve('late'), PATIENCE_MS))
  try {
    const first = await Promise.race([asked.then((value) => ({ value })), late])
    if (first !== 'late') return first.value
  } catch (error) {
    const old = isAway(error) ? await kept() : undefined
    if (old === undefined) throw error
    store.online = false
    return old.value
  }
  const old = await kept()
  if (old === undefined) return asked
  asked.then(
    (value) => mutate(key, value, { revalidate: false }),
    (error: unknown) => void (store.online &&= !isAway(error)),
  )
  return old.value
}
