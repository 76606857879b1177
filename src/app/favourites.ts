/**
 * Saving a favourite: on the server, or on the device until there is a connection. Its page is
 * prefetched for reading offline.
 */

import { mutate } from 'swr'
import type { CareerList } from '#engine/contract/contract.ts'
import { bringPage, type RecordPage } from './bring.ts'
import { tellInteraction } from './interactions.ts'
import { updateCached } from './pagecache.ts'
import { isOf } from './recall.ts'
import { KeptHere, sendOrKeep } from './pending.ts'
import { mergeProfile } from './session.ts'
import { store } from './store.ts'

export type Favourite = {
  readonly type: string
  readonly id: string
  readonly on: boolean
  /** The record's own page. */
  readonly page?: RecordPage
}

/**
 * @param write id under which hearts.ts has stored it
 * @throws ApiFailure if the server refuses, NoSignal if this device could not store it either
 */
export async function setFavourite(
  { type, id, on, page }: Favourite,
  write: string,
): Promise<void> {
  const list = await sendOrKeep<string[]>(`favourite/${type}/${id}`, {
    path: `users/favourites/${type}/${id}`,
    method: on ? 'PUT' : 'DELETE',
    id: write,
  }).catch((error: unknown) => {
    if (!(error instanceof KeptHere)) throw error
    const others = favourites(type).filter((each) => each !== id)
    return on ? [id, ...others] : others
  })
  await showFavourite(type, id, on, list)
  tellInteraction({ event: on ? 'saved' : 'unsaved', type, id })
  // Users save something to read it later, perhaps offline.
  if (on && store.online && store.user !== null && page !== undefined)
    void bringPage(page).catch(() => undefined)
}

export type Told = Readonly<Record<string, string>>

/**
 * What a user says about a record: that it isn't for them, or is after all, or that something is
 * wrong with it. Waits on this device for a connection, as a heart does.
 *
 * @throws ApiFailure if the server refuses, NoSignal if this device could not store it either
 */
export async function addInteraction(told: Told): Promise<void> {
  const { event = '', type = '', id = '' } = told
  // The later of two takes the earlier one's place.
  const what = event === 'for-me' ? 'not-for-me' : event
  await sendOrKeep(`told/${what}/${type}/${id}`, {
    path: 'users/interactions',
    method: 'POST',
    body: told,
  }).catch((error: unknown) => {
    if (!(error instanceof KeptHere)) throw error
  })
}

function favourites(type: string): string[] {
  return (store.user?.profile['favourites'] as Record<string, string[]> | undefined)?.[type] ?? []
}

/** Updates the heart in every list on screen or cached on this device. */
async function showFavourite(
  type: string,
  id: string,
  on: boolean,
  list: readonly string[],
): Promise<void> {
  mergeProfile({
    favourites: { ...(store.user?.profile['favourites'] as object | undefined), [type]: list },
  })
  // The lists themselves are not fetched again.
  await mutate<CareerList>(
    (key) => Array.isArray(key) && typeof key[0] === 'string' && isOf(type, key[0]),
    (response) => withChip(withHeart(response, id, on), list),
    { revalidate: false },
  )
  const { user } = store
  if (user === null) return
  // Cached lists shown offline must not be outdated either.
  void updateCached(
    user._id,
    (path) => isOf(type, path),
    (response) => withChip(withHeart(response as CareerList, id, on), list),
  ).catch(() => undefined)
}

/** A list offers what was saved as soon as something is (`facets` of lists). */
function withChip<T>(response: T | undefined, list: readonly string[]): T | undefined {
  const { facets } = (response ?? {}) as { readonly facets?: { readonly saved?: unknown } }
  if (response === undefined || facets?.saved === undefined) return response
  return { ...response, facets: { ...facets, saved: list.length > 0 ? { true: list.length } : {} } }
}

type Hearted = { readonly id: string; readonly favourite: boolean }

function withHeart<T>(response: T | undefined, id: string, on: boolean): T | undefined {
  if (response === undefined || response === null) return response
  const one = <E>(entry: E): E =>
    (entry as unknown as Hearted).id === id ? { ...entry, favourite: on } : entry
  const value = one(response as T & { items?: Hearted[]; related?: Hearted[] })
  return {
    ...value,
    ...(Array.isArray(value.items) && { items: value.items.map(one) }),
    ...(Array.isArray(value.related) && { related: value.related.map(one) }),
  }
}
