/**
 * Adding and removing one entry of a list in the profile (a lesson that is done, a subject of the
 * set), so that the entries of another device stay.
 */

import { withEntry } from '#engine/forms/formentries.ts'
import { changePending, isEntryPending, KeptHere, sendOrKeep } from './pending.ts'
import { mergeProfile } from './session.ts'
import { store } from './store.ts'

export type Entry = {
  readonly section: string
  /** The list's key in the profile. */
  readonly list: string
  /** Member of the entries that identifies them. */
  readonly member: string
  readonly id: string
  /** Without it nothing is changed: does an entry of the list wait on this device? */
  readonly on?: boolean
}

/**
 * The profile shows the entry at once, without a signal too.
 *
 * @returns whether it waits on this device
 * @throws ApiFailure if the server refuses, NoSignal if this device could not store it either
 */
export async function setEntry({ section, list, member, id, on }: Entry): Promise<boolean> {
  if (on === undefined) return isEntryPending(section, list)
  // The whole list waits already, edited on this device: the entry goes with it.
  const waits = await changePending(section, (values) => ({
    ...values,
    [list]: withEntry(values[list], member, id, on),
  }))
  if (waits !== null) return waits
  const path = ['users/entries', section, list, member, encodeURIComponent(id)].join('/')
  try {
    mergeProfile(
      await sendOrKeep<Readonly<Record<string, unknown>>>(`entry/${section}/${list}/${id}`, {
        path,
        method: on ? 'PUT' : 'DELETE',
      }),
    )
    return isEntryPending(section, list)
  } catch (error) {
    if (!(error instanceof KeptHere)) throw error
    mergeProfile({ [list]: withEntry(store.user?.profile[list], member, id, on) })
    return true
  }
}
