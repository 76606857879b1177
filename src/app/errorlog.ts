/**
 * Sends errors to our own server, for everybody: people under age and visitors have no other
 * monitoring. Loaded with the first error.
 */

import { EVENT_WORD } from '#engine/contract/events.ts'
import { frameOf, scrub, type ErrorReport } from '#engine/contract/errorreports.ts'
import { matchPath } from '#engine/decide/routes.ts'
import { ApiFailure, call, NoSignal } from './api.ts'
import { currentCatalog } from './documents.ts'
import { isPreview, pathHere } from './preview.ts'
import { store } from './store.ts'

/** Of one page load: an error in a loop says nothing more. */
const MAX_REPORTS = 10
const sent = new Set<string>()

/** Never fails: what is reported failed already. */
export async function logError(error: unknown): Promise<void> {
  // The connection, or a refusal that the user was told about.
  if (error instanceof NoSignal || error instanceof ApiFailure || isPreview()) return
  const found = reportOf(error, pageName(), store.appConfiguration?.release ?? '')
  const key = `${found.message} ${found.frame}`
  if (found.name === 'AbortError' || sent.has(key) || sent.size >= MAX_REPORTS) return
  sent.add(key)
  await call('errors', { method: 'POST', body: found, keepSession: true, background: true }).catch(
    () => undefined,
  )
}

/** @param page name of its route */
export function reportOf(error: unknown, page: string, release: string): ErrorReport {
  const {
    name,
    message,
    stack = '',
  } = error instanceof Error ? error : { name: 'Error', message: String(error) }
  const word = new RegExp(EVENT_WORD)
  return {
    name: /^[A-Za-z]{1,40}$/.test(name) ? name : 'Error',
    message: scrub(message),
    frame: frameOf(stack),
    page: word.test(page) ? page : 'unknown',
    release: word.test(release) ? release : 'unknown',
  }
}

/** By the route's name: an address may contain a token. */
function pageName(): string {
  try {
    return matchPath(currentCatalog().matchers, pathHere())?.name ?? 'unknown'
  } catch {
    // The documents aren't here yet.
    return 'unknown'
  }
}
