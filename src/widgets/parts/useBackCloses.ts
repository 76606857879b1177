/**
 * Back closes a sheet before it leaves the page (docs/decisions/0055). An open sheet has an entry
 * of its own in the history, at the page's own address; the router sees the same page in it.
 */

import { useEffect, useEffectEvent } from 'react'

const isOnSheet = (): boolean => (history.state as { sheet?: true } | null)?.sheet === true

let open = 0

export function useBackCloses(isOpen: boolean, onClose: () => void): void {
  const close = useEffectEvent(onClose)
  useEffect(() => {
    if (!isOpen) return undefined
    const closeOnBack = () => close()
    open++
    // One that gives way to another leaves it its entry.
    if (!isOnSheet()) history.pushState({ ...(history.state as object | null), sheet: true }, '')
    addEventListener('popstate', closeOnBack)
    return () => {
      open--
      removeEventListener('popstate', closeOnBack)
      // If it was closed in another way, its history entry is removed too, unless a link has
      // replaced it.
      setTimeout(() => open === 0 && isOnSheet() && history.back())
    }
  }, [isOpen])
}
