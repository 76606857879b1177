/** Sends what publishes, or asks for it, and keeps what the server refuses. */

import { useState } from 'react'
import type { Problem } from '#engine/contract/problems.ts'
import { useText } from '#engine/react/text.tsx'
import {
  isDone,
  OF_RELEASES,
  refusalOf,
  useConsole,
  useRefresh,
  type ConsoleCall,
} from '#admin/parts/client.ts'

export function usePublishing() {
  const t = useText()
  const call = useConsole()
  const refresh = useRefresh()
  const [busy, setBusy] = useState(false)
  const [refused, setRefused] = useState<{
    readonly message: string
    readonly problems: readonly Problem[]
  } | null>(null)
  const send = async (what: ConsoleCall, done: () => void) => {
    setBusy(true)
    setRefused(null)
    try {
      const response = await call(what)
      if (isDone(response)) done()
      refresh(...OF_RELEASES)
      if (isDone(response)) return
      setRefused({
        message: refusalOf(response).message,
        problems: (response.value as { problems?: readonly Problem[] } | null)?.problems ?? [],
      })
    } catch {
      setRefused({ message: t('console.failed'), problems: [] })
    } finally {
      setBusy(false)
    }
  }
  return { busy, refused, send }
}
