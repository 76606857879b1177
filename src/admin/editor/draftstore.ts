/** What is not saved yet, kept on this device: one place for each person and document. */

import type { Kept, DraftStore } from './autosave.ts'

export function draftStoreFor(person: string, document: string): DraftStore {
  const key = `console-draft:${person}:${document}`
  return {
    read: () => {
      try {
        return JSON.parse(localStorage.getItem(key) ?? 'null') as Kept | null
      } catch {
        return null
      }
    },
    write: (kept) => {
      try {
        if (kept === null) localStorage.removeItem(key)
        else localStorage.setItem(key, JSON.stringify(kept))
      } catch {
        // A browser that keeps nothing still saves over the network.
      }
    },
  }
}
