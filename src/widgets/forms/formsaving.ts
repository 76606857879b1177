/** Saves what was typed, and knows what has become of it: sent, waiting on this device, or refused. */

import { useEffect, useEffectEvent, useRef, useState, type RefObject } from 'react'
import type { Draft } from '#engine/forms/draft.ts'
import { useRenderContext } from '#engine/react/context.ts'
import { useText } from '#engine/react/text.tsx'
import { keptValues, type FormValues } from '#engine/forms/formvalues.ts'
import { apiError, isOffline } from '#widgets/parts/problem.ts'
import type { Conflict } from './FormTheirs.tsx'
import type { FormProblem } from './FormProblems.tsx'
import type { SectionForm as Form } from './formschema.ts'
import type { OpenForm } from './formstate.ts'
import { fromServer } from './formtexts.ts'

/** Where the values of a form come from, and where they go. */
export type FormSource = {
  /** As the server has them: a profile, or one record of a list. */
  readonly values: FormValues
  /** What was typed last time and not saved. */
  readonly draft?: Draft | null | undefined
  /** @param from what they were edited from */
  readonly save: (values: Record<string, unknown>, from: FormValues) => Promise<FormValues>
  readonly find: () => Promise<Pending | null>
  readonly discard: () => Promise<void>
  readonly onChange?: (values: FormValues, from: FormValues) => void
  /**
   * It is on the server, or waits on this device.
   *
   * @param isAll all that was typed is on the server
   */
  readonly onSaved?: (values: FormValues, isAll: boolean) => void
}

/**
 * What was saved offline and is waiting on this device, with the server's message if it was
 * refused.
 */
export type Pending = {
  readonly values: Readonly<Record<string, unknown>>
  readonly refused?: string
  /** Because another device has saved the same since. */
  readonly isConflict?: boolean
}

export type Outcome =
  | { readonly is: 'open' | 'saving' | 'saved' | 'kept' }
  /** `waits`: it is still on this device, to be saved again or dropped. */
  | {
      readonly is: 'failed'
      readonly message: string
      readonly waits?: boolean
      readonly conflict?: Conflict
    }

type Saving = {
  readonly outcome: Outcome
  /** What was typed after this is about to be saved too. */
  readonly reopen: () => void
  /** What the values were edited from. */
  readonly from: RefObject<FormValues>
  readonly submit: (given: Record<string, unknown>) => Promise<void>
  readonly discard: () => Promise<void>
}

type SavingProps = {
  readonly form: Form
  readonly source: FormSource
  readonly pending: Pending | null
  readonly leaves: boolean
  readonly open: OpenForm
  /** Fields that aren't asked with these values. */
  readonly hiddenIn: (values: FormValues) => ReadonlySet<string>
  /** What the server refuses, field by field; empty: nothing, or not by fields. */
  readonly onRefused: (found: readonly FormProblem[]) => void
  readonly onDiscard: () => void
}

export function useSaving(props: SavingProps): Saving {
  const { form, source, pending, open, onRefused } = props
  const t = useText()
  /** What the user has seen of it: another device may change it in the meantime. */
  const from = useRef(startedFrom(source, pending))
  /** The user knows that another device has changed it: saving again replaces that. */
  const isTold = useRef(pending?.refused !== undefined)
  const isSaving = useRef(false)
  const [outcome, setOutcome] = useOutcome(source, pending)

  /** What was typed while it was being saved is still to be saved. */
  const done = (saved: FormValues, typed: FormValues, isSent: boolean) => {
    const { section, formData } = open.now()
    const isWhole = formData === typed
    if (isWhole && section !== null) open.tell({ type: 'open', section, formData })
    source.onSaved?.(saved, isSent && isWhole)
    if (!isWhole) source.onChange?.(formData, from.current)
  }
  const fail = (error: unknown, typed: FormValues) => {
    const code = apiError(error)?.code
    open.tell({ type: 'fail', status: code ?? 'failed' })
    isTold.current ||= code === 'profile/changed' || code === 'profile/unknown-record'
    const found = fromServer(error, form, t)
    onRefused(found ?? [])
    setOutcome(
      found === undefined
        ? {
            is: 'failed',
            message: failureText(error, t),
            waits: isTold.current,
            ...(code === 'profile/changed' && { conflict: { typed, before: from.current } }),
          }
        : { is: 'open' },
    )
  }
  const submit = async (given: Record<string, unknown>) => {
    if (isSaving.current) return
    isSaving.current = true
    onRefused([])
    setOutcome({ is: 'saving' })
    const typed = open.now().formData
    const hidden = props.hiddenIn(given)
    const asked = Object.fromEntries(Object.entries(given).filter(([key]) => !hidden.has(key)))
    const editedFrom = () => (isTold.current ? source.values : from.current)
    try {
      const values = keptValues(asked, Object.keys(form.schema.properties))
      const saved = await source.save(values, editedFrom())
      from.current = { ...editedFrom(), ...saved }
      isTold.current = false
      if (!props.leaves || open.now().formData !== typed) setOutcome({ is: 'saved' })
      done(saved, typed, true)
    } catch (error) {
      if (apiError(error)?.code !== 'kept') return fail(error, typed)
      // Once it has been sent, this is what the server has.
      from.current = { ...from.current, ...asked }
      setOutcome({ is: 'kept' })
      done(asked, typed, false)
    } finally {
      isSaving.current = false
    }
  }
  return {
    outcome,
    reopen: () => {
      if (outcome.is !== 'open' && outcome.is !== 'saving') setOutcome({ is: 'open' })
    },
    from,
    submit,
    discard: () => source.discard().then(props.onDiscard, () => {}),
  }
}

/** Looks again at what waits once the profile has been reloaded: it may have been sent meanwhile. */
function useOutcome(source: FormSource, pending: Pending | null) {
  const { scope } = useRenderContext()
  const [outcome, setOutcome] = useState<Outcome>(() =>
    pending === null ? { is: 'open' } : becomeOf(pending),
  )
  const isKept = outcome.is === 'kept'
  const lookAgain = useEffectEvent(() =>
    source.find().then(
      (still) =>
        setOutcome((now) => {
          if (now.is !== 'kept') return now
          if (still === null) return { is: 'saved' }
          return still.refused === undefined ? now : becomeOf(still)
        }),
      () => {},
    ),
  )
  useEffect(() => {
    if (isKept) void lookAgain()
  }, [isKept, scope.user])
  return [outcome, setOutcome] as const
}

/** It waits to be sent, or was refused when it was. */
function becomeOf({ values, refused, isConflict }: Pending): Outcome {
  if (refused === undefined) return { is: 'kept' }
  return {
    is: 'failed',
    message: refused,
    waits: true,
    ...(isConflict === true && { conflict: { typed: values, before: {} } }),
  }
}

/** A write that waits was made from the values before it, and will have become these. */
function startedFrom({ values, draft }: FormSource, pending: Pending | null): FormValues {
  if (draft) return draft.from
  return pending === null || pending.refused !== undefined
    ? values
    : { ...values, ...pending.values }
}

/** Why it wasn't saved: the server's message, no connection, or a general message. */
function failureText(error: unknown, t: (key: string) => string): string {
  return apiError(error)?.message || t(isOffline(error) ? 'form.offline' : 'form.notSaved')
}
