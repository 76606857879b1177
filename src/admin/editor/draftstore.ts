/** Unsaved changes stored on this device, per user and document. */

import { draftKey } from '#admin/parts/Unsent.tsx'
import type { Kept, DraftStore } from './autosave.ts'

export function draftStoreFor(person: string, document: string): DraftStore {
  const key = draftKey(person, document)
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
        // Without storage, saving over the network still works.
      }
    },
  }
}
