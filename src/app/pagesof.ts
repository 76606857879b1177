/** Whose pages this device keeps (pagecache.ts). Apart from them, for it is asked at every change of who is signed in. */

import { keep, kept } from './store.ts'

/** Name of the browser's database. */
export const PAGES = 'tsela-pages'
const OWNER = 'pages-of'

/** @returns false where this browser remembers nothing: nobody would know that there is something to forget */
export function claimPages(user: string): boolean {
  keep(OWNER, user)
  return kept(OWNER) === user
}

/**
 * Forgets the pages of everybody else.
 *
 * @param user who is signed in; null for nobody
 * @returns when they are gone, or as good as gone: another tab was told to let go of them
 */
export async function forgetPages(user: string | null): Promise<void> {
  const owner = kept(OWNER)
  if (owner === null || owner === user) return
  await new Promise<unknown>((resolve) => {
    const going = indexedDB.deleteDatabase(PAGES)
    going.onerror = going.onblocked = resolve
    going.onsuccess = (event) => {
      // The next person's may be here already.
      if (kept(OWNER) === owner) keep(OWNER, null)
      resolve(event)
    }
  })
}
