/**
 * A response from the server, or the one cached on this device: pages that were opened once can be
 * read offline (reliability.md 3.4).
 */

import { mutate } from 'swr'
import { ApiFailure, call, NoSignal } from './api.ts'
import type { SourceKey } from './data.tsx'
import { nameOf, openedOn } from './opened.ts'
import { cachedRecords, cacheResponse, dropCached, readCached, type Cached } from './pagecache.ts'
import { isUnreachable, sendFavourites } from './pending.ts'
import { store } from './store.ts'

/** How long to wait for the server while there is an older response to show. */
const WAIT_MS = 3000

/**
 * The user has lost access to the page, or it no longer exists: the cached copy must not be shown.
 */
function isGone(error: unknown): boolean {
  return error instanceof ApiFailure && [403, 404, 410].includes(error.status)
}

/**
 * Does this call return records of a type? Careers have their own calls, all others are in the
 * catalogue; what was saved has every type.
 */
export function isOf(type: string, path: string): boolean {
  const [first, second] = path.split(/[/?]/)
  if (path === 'users/favourites') return true
  return first === type || (first === 'catalogue' && second === type)
}

/** Favourites that wait on this device belong in the lists: sends them first, and asks again. */
async function withFavourites(path: string, asked: Promise<unknown>): Promise<unknown> {
  const isSent = await sendFavourites((type) => isOf(type, path)).catch(() => false)
  return isSent ? call(path) : asked
}

/**
 * @param first the running call; its response is cached for next time
 * @returns its response; the cached one when offline, and on a slow connection until the response
 *   has arrived
 * @throws what the call threw, if nothing is cached or the cached copy must not be shown
 */
export async function freshOrCached(key: SourceKey, first: Promise<unknown>): Promise<unknown> {
  const asked = withFavourites(key[0], first)
  const kept = () => cachedAt(key)
  asked
    .then(
      (value) => {
        delete openedOn[nameOf(key)]
        return cacheResponse(key, value)
      },
      (error: unknown) => (isGone(error) ? dropCached(key) : undefined),
    )
    // A browser without storage still shows the page.
    .catch(() => undefined)
  const late = new Promise<'late'>((resolve) => setTimeout(() => resolve('late'), WAIT_MS))
  try {
    const fresh = await Promise.race([asked.then((value) => ({ value })), late])
    if (fresh !== 'late') return fresh.value
  } catch (error) {
    return offline(key, error)
  }
  const old = await kept()
  if (old === undefined) return asked.catch((error: unknown) => offline(key, error))
  asked.then(
    (value) => mutate(key, value, { revalidate: false }),
    (error: unknown) => void (store.online &&= !isUnreachable(error)),
  )
  return shown(key, old)
}

/** @throws the error, unless something is stored that may be shown instead */
async function offline(key: SourceKey, error: unknown): Promise<unknown> {
  const old = isUnreachable(error) ? ((await cachedAt(key)) ?? (await wholeList(key))) : undefined
  if (old === undefined) {
    if (error instanceof NoSignal) error.kept = await recordsOf(key)
    throw error
  }
  store.online = false
  return shown(key, old)
}

function cachedAt(key: SourceKey): Promise<Cached | undefined> {
  return readCached(key).catch(() => undefined)
}

/** What is on this device of a list that isn't; undefined if nothing is. */
async function recordsOf(key: SourceKey): Promise<readonly unknown[] | undefined> {
  const records = await cachedRecords(key).catch(() => [])
  if (records.length === 0) return undefined
  return records.map(({ value, at }) => ({ ...(value as object), keptAt: at }))
}

/**
 * The list that a search or a filter would narrow, marked with what it doesn't answer: a list
 * mustn't look like the result of a search that never took place.
 */
async function wholeList([path, ...rest]: SourceKey): Promise<Cached | undefined> {
  const [call = '', query] = path.split('?')
  const asked = new URLSearchParams(query)
  if (asked.size === 0) return undefined
  const { value, ...cached } = (await cachedAt([call, ...rest])) ?? { value: null }
  const { items } = (value ?? {}) as { readonly items?: unknown }
  return Array.isArray(items) && items.length > 0
    ? { ...cached, value: { ...(value as object), unasked: { search: asked.get('search') ?? '' } } }
    : undefined
}

/** The page says when this was fetched. */
function shown(key: SourceKey, { value, at }: Cached): unknown {
  if (at !== undefined) openedOn[nameOf(key)] = at
  return value
}
