/**
 * Records whose pages this device stores (pagecache.ts). Separate, because it is checked at every
 * change of the signed-in user.
 */

import { keep, kept } from './store.ts'

/** Name of the browser's database. */
export const PAGES = 'tsela-pages'
const OWNER = 'pages-of'

/**
 * @returns false if this browser has no storage: nothing would record that there is something to
 *   delete
 */
export function claimPages(user: string): boolean {
  keep(OWNER, user)
  return kept(OWNER) === user
}

/**
 * Deletes the pages of all other users.
 *
 * @param user who is signed in; null if signed out
 * @returns when they are deleted, or when another tab has been told to release them
 */
export async function forgetPages(user: string | null): Promise<void> {
  const owner = kept(OWNER)
  if (owner === null || owner === user) return
  await new Promise<unknown>((resolve) => {
    const going = indexedDB.deleteDatabase(PAGES)
    going.onerror = going.onblocked = resolve
    going.onsuccess = (event) => {
      // The next user may have claimed it already.
      if (kept(OWNER) === owner) keep(OWNER, null)
      resolve(event)
    }
  })
}
