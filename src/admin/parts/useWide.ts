/** Is there room for two panes side by side? */

import { useSyncExternalStore } from 'react'

const WIDE = '(min-width: 80rem)'

export function useWide(): boolean {
  return useSyncExternalStore(
    (changed) => {
      const query = window.matchMedia(WIDE)
      query.addEventListener('change', changed)
      return () => query.removeEventListener('change', changed)
    },
    () => window.matchMedia(WIDE).matches,
    () => false,
  )
}
