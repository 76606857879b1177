/**
 * A response from the server, or the one cached on this device: pages that were opened once can be
 * read offline (reliability.md 3.4).
 */

import { mutate } from 'swr'
import type { User } from '#engine/rules/scope.ts'
import { ApiFailure, call, NoSignal } from './api.ts'
import type { SourceKey } from './data.tsx'
import { nameOf, openedOn } from './opened.ts'
import {
  cachedLists,
  cachedRecords,
  cacheResponse,
  dropCached,
  readCached,
  type Cached,
} from './pagecache.ts'
import { isUnreachable, sendFavourites } from './pending.ts'
import { readWrites } from './pendingbox.ts'
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
  const old = isUnreachable(error)
    ? ((await savedHere(key).catch(() => undefined)) ??
      (await cachedAt(key)) ??
      (await wholeList(key).catch(() => undefined)))
    : undefined
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
 * mustn't look like the result of a search that never took place. Of several, the one that answers
 * the most.
 */
async function wholeList([path, ...rest]: SourceKey): Promise<Cached | undefined> {
  const [call = '', query] = path.split('?')
  const asked = new URLSearchParams(query)
  if (asked.size === 0) return undefined
  const wider = (await cachedLists([call, ...rest]))
    .map((list) => ({ ...list, by: [...new URLSearchParams(list.query)] }))
    .filter(({ by }) => by.every(([name, value]) => asked.get(name) === value))
    .filter(({ value }) => itemsIn(value).length > 0)
    .toSorted((one, other) => other.by.length - one.by.length)[0]
  if (wider === undefined) return undefined
  const { value, at } = wider
  return {
    value: { ...(value as object), unasked: { search: asked.get('search') ?? '' } },
    ...(at !== undefined && { at }),
  }
}

/**
 * The list of what is saved, as it is now: hearts may have been tapped since it was fetched, or it
 * never was.
 *
 * @returns undefined if the call asks for anything else
 */
async function savedHere(key: SourceKey): Promise<Cached | undefined> {
  const [path, ...rest] = key
  const [call = '', query] = path.split('?')
  const asked = new URLSearchParams(query)
  const types = savedTypes(call, asked)
  if (types === null || store.user === null) return undefined
  const hearts = await heartsNow(store.user)
  const old = await cachedAt(key)
  const before = itemsIn(old?.value)
  const isHere = (type: string, id: string) =>
    before.some((each) => each.id === id && (call !== ALL_SAVED || each.type === type))
  const since = await Promise.all(
    (types ?? Object.keys(hearts)).map(async (type) => {
      const ids = (hearts[type] ?? []).filter((id) => !isHere(type, id))
      const known =
        ids.length === 0 ? new Map<string, SavedRecord>() : await recordsHere(type, rest)
      return ids
        .flatMap((id) => known.get(id) ?? [])
        .filter((record) => fits(record, asked))
        .map((record) => ({ ...record, ...(call === ALL_SAVED && { type }) }))
    }),
  )
  const isSaved = ({ id, type }: SavedRecord) =>
    hearts[types?.[0] ?? String(type)]?.includes(id) === true
  const items = [...since.flat(), ...before.filter(isSaved)].map((record) => ({
    ...record,
    favourite: true,
  }))
  if (old === undefined && items.length === 0) return undefined
  return {
    value: { ...(old?.value as object | undefined), items, total: items.length },
    ...(old?.at !== undefined && { at: old.at }),
  }
}

/** With those that wait for a connection: the page may have been left before the profile had them. */
async function heartsNow({ _id, profile }: User): Promise<Record<string, readonly string[]>> {
  const hearts = { ...(profile['favourites'] as Record<string, readonly string[]> | undefined) }
  for (const { user, path, method } of await readWrites().catch(() => [])) {
    const [, type, id] = /^users\/favourites\/([^/]+)\/(.+)$/.exec(path) ?? []
    if (user !== _id || type === undefined || id === undefined) continue
    const others = (hearts[type] ?? []).filter((each) => each !== id)
    hearts[type] = method === 'PUT' ? [id, ...others] : others
  }
  return hearts
}

const ALL_SAVED = 'users/favourites'

/** Whose saved records a call lists: those of one type, or of all (undefined); null: it doesn't. */
function savedTypes(call: string, asked: URLSearchParams): [string] | undefined | null {
  if (call === ALL_SAVED) return undefined
  if (asked.has('search') || asked.has('page')) return null
  if (call === 'careers/favourites') return asked.size === 0 ? ['careers'] : null
  const type = /^catalogue\/([\w-]+)$/.exec(call)?.[1]
  return type !== undefined && asked.get('saved') === 'true' ? [type] : null
}

/** Calls that list careers; other types have one. */
const CAREER_LISTS = ['careers', 'careers/matches', 'careers/favourites']

/** Every record of a type that is on this device, in lists or on its own. */
async function recordsHere(
  type: string,
  rest: [user: string, language: string, release: string],
): Promise<ReadonlyMap<string, SavedRecord>> {
  const calls = type === 'careers' ? CAREER_LISTS : [`catalogue/${type}`]
  const lists = await Promise.all(calls.map((each) => cachedLists([each, ...rest])))
  const own = await cachedRecords([calls[0]!, ...rest])
  return new Map(
    [
      ...own.map(({ value }) => value as SavedRecord),
      ...lists.flat().flatMap(({ value }) => itemsIn(value)),
    ].map((record) => [record.id, record]),
  )
}

type SavedRecord = Readonly<Record<string, unknown>> & {
  readonly id: string
  readonly type?: unknown
}

function itemsIn(value: unknown): readonly SavedRecord[] {
  const { items } = (value ?? {}) as { readonly items?: unknown }
  return Array.isArray(items) ? (items as SavedRecord[]) : []
}

/** As far as the record itself can say. */
function fits(record: SavedRecord, asked: URLSearchParams): boolean {
  return [...asked].every(([name, value]) => {
    const own = record[name]
    if (Array.isArray(own)) return own.includes(value)
    return ['string', 'boolean'].includes(typeof own) ? String(own) === value : true
  })
}

/** The page says when this was fetched. */
function shown(key: SourceKey, { value, at }: Cached): unknown {
  if (at !== undefined) openedOn[nameOf(key)] = at
  return value
}
