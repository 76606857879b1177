/**
 * Sends what a form of the console holds, once at a time, and keeps what was wrong with it: at its
 * fields, or in one line below them.
 */

import { useEffect, useRef, useState, type RefObject } from 'react'
import { useText } from '#engine/react/text.tsx'
import { fieldsOf, isDone, refusalOf, useConsole, type ConsoleCall } from './client.ts'

/** What is wrong, by pointer into the body. */
export type Faults = Readonly<Record<string, string>>

type Sending = {
  /** Goes to the form: the first field at fault is focused, as the button may be far below it. */
  readonly form: RefObject<HTMLFormElement | null>
  readonly busy: boolean
  /** What no field says. */
  readonly problem: string | null
  readonly faults: Faults
  /** Says what was found wrong before anything was sent. */
  readonly refuse: (found: { readonly problem?: string; readonly faults?: Faults }) => void
  /** Calls `done` with the response if it was accepted; else its fields say why not. */
  readonly send: (call: ConsoleCall, done: (value: unknown) => void) => Promise<void>
}

/** @param shown pointers of the fields that show their own faults; the others go into `problem` */
export function useSend(shown: readonly string[] = []): Sending {
  const t = useText()
  const call = useConsole()
  const [busy, setBusy] = useState(false)
  const [problem, setProblem] = useState<string | null>(null)
  const [faults, setFaults] = useState<Faults>({})
  const form = useRef<HTMLFormElement>(null)
  useEffect(
    () => form.current?.querySelector<HTMLElement>('[aria-invalid=true]')?.focus(),
    [faults],
  )
  const refuse: Sending['refuse'] = (found) => {
    setProblem(found.problem ?? null)
    setFaults(found.faults ?? {})
  }
  const send: Sending['send'] = async (asked, done) => {
    setBusy(true)
    refuse({})
    try {
      const response = await call(asked)
      if (isDone(response)) return done(response.value)
      const fields = fieldsOf(response)
      const isShown = shown.some((pointer) => pointer in fields)
      refuse({ faults: fields, ...(!isShown && { problem: refusalOf(response).message }) })
    } catch {
      refuse({ problem: t('console.failed') })
    } finally {
      setBusy(false)
    }
  }
  return { form, busy, problem, faults, refuse, send }
}
