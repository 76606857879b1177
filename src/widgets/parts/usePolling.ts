/** Asks again with growing pauses, and at once when the page or the connection comes back. */

import { useEffect, useEffectEvent } from 'react'

/** Seconds; the last is repeated. */
const PAUSES = [2, 3, 5, 8, 13, 20, 30, 60]

/** @param on whether there is anything left to wait for */
export function usePolling(on: boolean, ask: (round: number) => void): void {
  const asking = useEffectEvent(ask)
  useEffect(() => {
    if (!on) return
    let round = 0
    let timer: ReturnType<typeof setTimeout>
    const plan = () => {
      const pause = PAUSES[Math.min(round, PAUSES.length - 1)]!
      timer = setTimeout(next, pause * 1000)
    }
    const next = () => {
      // A hidden page asks nothing; it does when it is looked at again.
      if (document.visibilityState !== 'hidden') asking(round)
      round++
      plan()
    }
    const now = () => {
      if (document.visibilityState === 'hidden') return
      clearTimeout(timer)
      round = 0
      asking(round)
      plan()
    }
    plan()
    window.addEventListener('online', now)
    document.addEventListener('visibilitychange', now)
    return () => {
      clearTimeout(timer)
      window.removeEventListener('online', now)
      document.removeEventListener('visibilitychange', now)
    }
  }, [on])
}
