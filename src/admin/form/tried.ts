/** Rules asked about imaginary people, as they are typed. */

import { useEffect, useEffectEvent, useState } from 'react'
import type { PersonaInput, RulesTried } from '#engine/contract/admincontract.ts'
import type { Json } from '#engine/documents/json.ts'
import { variablesOf } from '#engine/rules/rules.ts'
import { isDone, useConsole } from '#admin/parts/client.ts'

/** After the last key: users are still typing. */
const PAUSE_MS = 500

/** Can imaginary people be asked? Not about the page, its data or the form that they would fill in. */
export function isOfPeople(rule: Json): boolean {
  return [...variablesOf(rule, {})].every(
    (path) => !/^(?:route|data|target|value|measure)(?:\.|$)/.test(path),
  )
}

/**
 * For each person, whether each of the rules holds.
 *
 * @returns null until the server has answered for just these
 */
export function useTried(
  rules: readonly Json[],
  personas: readonly PersonaInput[],
): RulesTried['holds'] | 'failed' | null {
  const call = useConsole()
  const [told, setTold] = useState<{ key: string; holds: RulesTried['holds'] | 'failed' }>()
  const body = { rules, personas }
  const key = JSON.stringify(body)
  const ask = useEffectEvent(async (isHere: () => boolean) => {
    const reply = await call({ path: 'admin/rules/try', method: 'POST', body }).catch(() => null)
    if (!isHere()) return
    const isAnswered = reply !== null && isDone(reply)
    setTold({ key, holds: isAnswered ? (reply.value as RulesTried).holds : 'failed' })
  })
  useEffect(() => {
    let here = true
    const timer = setTimeout(() => void ask(() => here), PAUSE_MS)
    return () => {
      here = false
      clearTimeout(timer)
    }
  }, [key])
  return told?.key === key ? told.holds : null
}
