/** A mark that is toggled (saved, not for me): optimistic, and reverted if the server refuses. */

import { useRef, useState } from 'react'
import { useAction } from '#engine/react/context.ts'

export type Switch = {
  readonly on: boolean
  readonly busy: boolean
  readonly failed: boolean
  readonly toggle: () => void
}

/** The record's page: fetched at once, because the user may want it later, offline. */
export type RecordPage = {
  readonly routeName: string
  readonly params: Readonly<Record<string, string>>
}

/**
 * @param type content type under which it is saved
 * @param known from the list; adopted again whenever it changes
 * @param page left out on the record's own page
 */
export function useFavourite(type: string, id: string, known: boolean, page?: RecordPage): Switch {
  const set = useAction<{ type: string; id: string; on: boolean; page?: RecordPage }, unknown>(
    'favourite.set',
  )
  return useSwitch(known, (on) => set({ type, id, on, ...(page !== undefined && { page }) }))
}

/** Leaves a record out of the first suggestions. */
export function useNotForMe(type: string, id: string, known: boolean): Switch {
  const add = useAction<{ event: string; type: string; id: string }, unknown>('interaction.add')
  return useSwitch(known, (on) => add({ event: on ? 'not-for-me' : 'for-me', type, id }))
}

function useSwitch(known: boolean, set: (on: boolean) => Promise<unknown>): Switch {
  const [wanted, setWanted] = useState<{ on: boolean; known: boolean }>()
  const [busy, setBusy] = useState(false)
  const [failed, setFailed] = useState(false)
  const on = wanted !== undefined && wanted.known === known ? wanted.on : known
  // A press is never lost: calls are sent one after the other, and only the last one is shown.
  const turns = useRef(0)
  const toggle = async () => {
    const turn = ++turns.current
    const isLast = () => turn === turns.current
    setWanted({ on: !on, known })
    setBusy(true)
    setFailed(false)
    try {
      await set(!on)
    } catch {
      if (isLast()) {
        setWanted({ on, known })
        setFailed(true)
      }
    } finally {
      if (isLast()) setBusy(false)
    }
  }
  return { on, busy, failed, toggle: () => void toggle() }
}
