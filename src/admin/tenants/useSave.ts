/** Saves a part of a site, and says what became of it. */

import { useState } from 'react'
import type { TenantChange } from '#engine/contract/tenantshapes.ts'
import { useText } from '#engine/react/text.tsx'
import { isDone, refusalOf, useConsole, useRefresh } from '#admin/parts/client.ts'
import { pathOf, TENANTS } from './tenants.ts'

export type Said = { readonly look: 'ok' | 'bad'; readonly words: string }

/** @param saved text that says that it's saved */
export function useSave(slug: string, saved: string) {
  const t = useText()
  const call = useConsole()
  const refresh = useRefresh()
  const [said, setSaid] = useState<Said | null>(null)
  const [busy, setBusy] = useState(false)
  const save = async (body: TenantChange) => {
    setBusy(true)
    setSaid(null)
    try {
      const response = await call({ path: pathOf(slug), method: 'PATCH', body })
      if (!isDone(response)) return setSaid({ look: 'bad', words: refusalOf(response).message })
      setSaid({ look: 'ok', words: t(saved) })
      refresh(TENANTS)
    } catch {
      setSaid({ look: 'bad', words: t('console.failed') })
    } finally {
      setBusy(false)
    }
  }
  return { said, busy, save }
}
