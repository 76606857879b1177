/**
 * Changes of the profile, step by step: what a part of it was before and after. They last as long as
 * the tab is open, through reloads, and belong to the signed-in user.
 */

import { canonical } from '#engine/documents/json.ts'
import type { FormValues } from '#engine/forms/formvalues.ts'
import { isPreview } from './preview.ts'
import { store } from './store.ts'

/** Keys of the profile that changed. */
export type Step = { readonly before: FormValues; readonly after: FormValues }
const MAX_STEPS = 50

type Steps = { readonly user: string; readonly undo: Step[]; readonly redo: Step[] }
const KEPT = 'steps'

let steps: Steps = { user: '', undo: [], redo: [] }

export function stepsOf(what: 'undo' | 'redo'): Step[] {
  const user = store.user?._id ?? ''
  if (steps.user !== user) steps = keptOf(user)
  return steps[what]
}

function keptOf(user: string): Steps {
  try {
    const found = JSON.parse(sessionStorage.getItem(KEPT) ?? 'null') as Steps | null
    if (found?.user === user && !isPreview()) return found
  } catch {
    // Without storage they last as long as the page.
  }
  return { user, undo: [], redo: [] }
}

/** After each change of the steps. */
export function keepSteps(): void {
  if (isPreview()) return
  try {
    sessionStorage.setItem(KEPT, JSON.stringify(steps))
  } catch {
    // Full, or not allowed: they last as long as the page.
  }
}

/** Of somebody who leaves: nothing of a profile stays. */
export function dropSteps(): void {
  steps = { user: '', undo: [], redo: [] }
  try {
    sessionStorage.removeItem(KEPT)
  } catch {
    // Nothing was kept.
  }
}

/** Does something, and notes what it changed: a step that can be taken back. */
export async function noting<T>(work: () => Promise<T>): Promise<T> {
  const { result, step } = await changing(work)
  if (step !== null) {
    const undo = stepsOf('undo')
    undo.push(step)
    undo.splice(0, undo.length - MAX_STEPS)
    stepsOf('redo').length = 0
    keepSteps()
  }
  return result
}

/** What a piece of work changed in the profile; null if nothing did, such as without a signal. */
export async function changing<T>(
  work: () => Promise<T>,
): Promise<{ readonly result: T; readonly step: Step | null }> {
  const before = store.user?.profile ?? {}
  const result = await work()
  const after = store.user?.profile ?? {}
  const keys = [...new Set([...Object.keys(before), ...Object.keys(after)])].filter(
    (key) => canonical(before[key] ?? null) !== canonical(after[key] ?? null),
  )
  const slice = (of: FormValues) =>
    JSON.parse(JSON.stringify(Object.fromEntries(keys.map((key) => [key, of[key] ?? null]))))
  return { result, step: keys.length === 0 ? null : { before: slice(before), after: slice(after) } }
}
