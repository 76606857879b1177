/** Saving a record: the heart fills at once and goes back when the server refuses. */

import { useState } from 'react'
import { useAction } from '#engine/react/context.ts'

export type Favourite = {
  readonly on: boolean
  readonly busy: boolean
  readonly failed: boolean
  readonly toggle: () => void
}

/**
 * @param type content type under which it is saved
 * @param known what the list says; it stands again as soon as it changes
 */
export function useFavourite(type: string, id: string, known: boolean): Favourite {
  const set = useAction<{ type: string; id: string; on: boolean }, unknown>('favourite.set')
  const [wanted, setWanted] = useState<{ on: boolean; known: boolean }>()
  const [busy, setBusy] = useState(false)
  const [failed, setFailed] = useState(false)
  const on = wanted !== undefined && wanted.known === known ? wanted.on : known
  const toggle = async () => {
    if (busy) return
    setWanted({ on: !on, known })
    setBusy(true)
    setFailed(false)
    try {
      await set({ type, id, on: !on })
    } catch {
      setWanted({ on, known })
      setFailed(true)
    } finally {
      setBusy(false)
    }
  }
  return { on, busy, failed, toggle: () => void toggle() }
}
