/**
 * Back closes a sheet before it leaves the page (docs/decisions/0055). An open sheet has its own
 * history entry with the page's address, so that the router sees the same page.
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
    // A sheet that is replaced by another leaves its entry to it.
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
