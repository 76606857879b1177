/** Rules asked about imaginary people, as they are typed. */

import { useEffect, useEffectEvent, useState } from 'react'
import type { PersonaInput, RulesTried } from '#engine/contract/admincontract.ts'
import type { Json } from '#engine/documents/json.ts'
import { variablesOf } from '#engine/rules/rules.ts'
import type { Supposed } from '#engine/rules/supposed.ts'
import { isDone, refusalOf, useConsole } from '#admin/parts/client.ts'

/** After the last key: users are still typing. */
const PAUSE_MS = 500

/** Can imaginary people be asked alone? Not about the page, its data or the form that they fill in. */
export function isOfPeople(rule: Json): boolean {
  return [...variablesOf(rule, {})].every(
    (path) => !/^(?:route|data|target|value|measure)(?:\.|$)/.test(path),
  )
}

export type Trial = {
  readonly rules: readonly Json[]
  readonly personas: readonly PersonaInput[]
  readonly place?: { readonly document: string; readonly at: string }
  readonly supposed?: Supposed
}
export type Answer = RulesTried['holds'] | 'failed' | 'refused'

/**
 * For each person, whether each of the rules holds: null until the server has answered for just
 * these. What they read is known from the last answer on.
 */
export function useTried(body: Trial): {
  readonly holds: Answer | null
  readonly reads: readonly string[]
} {
  const call = useConsole()
  const [told, setTold] = useState<{ key: string; holds: Answer }>()
  const [reads, setReads] = useState<readonly string[]>([])
  const key = JSON.stringify(body)
  const ask = useEffectEvent(async (isHere: () => boolean) => {
    const reply = await call({ path: 'admin/rules/try', method: 'POST', body }).catch(() => null)
    if (!isHere()) return
    if (reply === null || !isDone(reply)) {
      // A value that there is not; all else is the drafts' fault.
      const isValue = reply !== null && refusalOf(reply).code === 'request/invalid'
      return setTold({ key, holds: isValue ? 'refused' : 'failed' })
    }
    const tried = reply.value as RulesTried
    setTold({ key, holds: tried.holds })
    setReads(tried.reads)
  })
  useEffect(() => {
    let here = true
    const timer = setTimeout(() => void ask(() => here), PAUSE_MS)
    return () => {
      here = false
      clearTimeout(timer)
    }
  }, [key])
  return { holds: told?.key === key ? told.holds : null, reads }
}
