/**
 * Progress of an import that continues after its response, including after a reload of the page.
 */

import { useCallback, useEffect, useRef, useState } from 'react'
import type { ImportState } from '#engine/contract/importcontract.ts'
import { isDone, type ConsoleCall, type ConsoleResponse } from '#admin/parts/client.ts'

const ASK_MS = 1000

type Call = (call: ConsoleCall) => Promise<ConsoleResponse>

/**
 * @param onEnded called when an import that was being followed ends
 * @returns its state while it is in progress, and a function to follow one that has just begun
 */
export function useImportState(
  call: Call,
  type: string,
  onEnded: (ended: ImportState) => void,
): { state: ImportState | null; follow: (begun: ImportState) => Promise<void> } {
  const [state, setState] = useState<ImportState | null>(null)
  const latest = useRef(onEnded)
  useEffect(() => {
    latest.current = onEnded
  })
  const isOpen = useRef(true)
  const follow = useCallback(
    async (begun: ImportState) => {
      setState(begun)
      const ended = await untilEnded(call, type, setState, () => isOpen.current)
      if (ended === null) return
      setState(null)
      latest.current(ended)
    },
    [call, type],
  )
  // It may have been started before the page was reloaded, or by a colleague.
  useEffect(() => {
    isOpen.current = true
    void stateOf(call, type).then(
      (found) =>
        found !== null && isUnderWay(found) && isOpen.current ? follow(found) : undefined,
      () => undefined,
    )
    return () => {
      isOpen.current = false
    }
  }, [call, type, follow])
  return { state, follow }
}

function isUnderWay({ phase }: ImportState): boolean {
  return phase === 'checking' || phase === 'writing'
}

/** @returns null if the server refuses */
async function stateOf(call: Call, type: string): Promise<ImportState | null> {
  const response = await call({ path: `admin/content/${encodeURIComponent(type)}/import` })
  return isDone(response) ? (response.value as ImportState) : null
}

/**
 * A missing response is requested again, because the import doesn't need this page. @returns null
 * if the page was left
 */
async function untilEnded(
  call: Call,
  type: string,
  onState: (state: ImportState) => void,
  isWanted: () => boolean,
): Promise<ImportState | null> {
  for (;;) {
    await new Promise((resolve) => setTimeout(resolve, ASK_MS))
    if (!isWanted()) return null
    const state = await stateOf(call, type).catch(() => undefined)
    if (state === null) return null
    if (state === undefined) continue
    if (!isUnderWay(state)) return state
    onState(state)
  }
}
