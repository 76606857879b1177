/** Sends one more answer per call, to measure how the server handles writes. */

import { uuidv7 } from 'uuidv7'
import type { Attempt, Learner } from './learner.ts'

/** @returns a call that stores a new answer each time */
export function answering(learner: Learner, attempt: Attempt): () => Promise<Response> {
  let seq = 0
  return () => {
    const answer = {
      id: uuidv7(),
      item: attempt.items[++seq % attempt.items.length]!,
      value: 1 + (seq % 5),
      ms: 1000,
      at: new Date(Date.UTC(2026, 0, 1) + seq * 1000).toISOString(),
      seq,
    }
    return fetch(`${learner.url}/api/attempts/${attempt.id}/answers`, {
      method: 'PUT',
      headers: learner.headers,
      body: JSON.stringify({ answers: [answer] }),
      signal: AbortSignal.timeout(30_000),
    })
  }
}
