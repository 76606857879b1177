import { useEffect, useEffectEvent, useState } from 'react'
import { isOffline } from '#widgets/parts/problem.ts'
import { usePolling } from '#widgets/parts/usePolling.ts'

export type Opening<Opened> =
  | { readonly phase: 'opening' }
  | { readonly phase: 'open'; readonly opened: Opened }
  | { readonly phase: 'failed'; readonly error: unknown; readonly offline: boolean }

/**
 * Opens an assessment or its result, and again whenever another one is asked for. If only the connection is
 * missing, it opens by itself once there is one, and the page stays as it is until then: not every
 * phone says when.
 */
export function useOpening<Opened>(
  assessment: string,
  open: () => Promise<Opened>,
): { readonly opening: Opening<Opened>; readonly again: () => void } {
  const [opening, setOpening] = useState<Opening<Opened>>({ phase: 'opening' })
  const [tries, setTries] = useState(0)
  const begin = useEffectEvent(open)
  useEffect(() => {
    let here = true
    setOpening((before) => (isWaiting(before) ? before : { phase: 'opening' }))
    begin().then(
      (opened) => here && setOpening({ phase: 'open', opened }),
      (error: unknown) => here && setOpening({ phase: 'failed', error, offline: isOffline(error) }),
    )
    return () => void (here = false)
  }, [assessment, tries])
  usePolling(isWaiting(opening), () => setTries(tries + 1))
  return {
    opening,
    again: () => {
      setOpening({ phase: 'opening' })
      setTries(tries + 1)
    },
  }
}

function isWaiting(opening: Opening<unknown>): boolean {
  return opening.phase === 'failed' && opening.offline
}
