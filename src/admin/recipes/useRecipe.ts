/** A guided page's form: kept at every change, and checked by the server while somebody types. */

import { useCallback, useEffect, useEffectEvent, useRef, useState } from 'react'
import type { RecipeTried } from '#engine/contract/recipes.ts'
import { useScope } from '#engine/react/context.ts'
import type { Outline } from '#engine/recipes/recipe.ts'
import { isDone, refusalOf, useConsole } from '#admin/parts/client.ts'
import { useText } from '#engine/react/text.tsx'
import { keepForm, keptForm } from './kept.ts'

export type FormValues = Readonly<Record<string, unknown>>
export type Tried = { readonly value: RecipeTried; readonly etag: string }

const PAUSE_MS = 450

export function useRecipe(recipe: Outline) {
  const t = useText()
  const call = useConsole()
  const person = useScope().user?._id ?? ''
  const [kept] = useState(() => keptForm(person, recipe.id))
  const empty = recipe.empty as FormValues
  const [form, setForm] = useState<FormValues>(() => ({ ...empty, ...kept?.form }))
  const [step, setStep] = useState(kept?.step ?? 0)
  const [tried, setTried] = useState<Tried | null>(null)
  const [problem, setProblem] = useState<string | null>(null)
  /** Also for what ends later than it began, such as an upload: others may have been filled in meanwhile. */
  const now = useRef(form)
  /** The form that was checked last: what a check says about an older one is of no use. */
  const checked = useRef<FormValues | null>(null)

  const check = useCallback(
    async (of: FormValues, whole: boolean): Promise<Tried | null> => {
      checked.current = of
      try {
        const response = await call({
          path: `admin/recipes/${recipe.id}/check`,
          method: 'POST',
          body: { form: of, whole },
        })
        if (of !== checked.current) return null
        if (!isDone(response)) {
          if (!whole) setProblem(refusalOf(response).message)
          return null
        }
        const found = { value: response.value as RecipeTried, etag: response.etag ?? '' }
        setProblem(null)
        setTried(found)
        return found
      } catch {
        if (of === checked.current && !whole) setProblem(t('console.failed'))
        return null
      }
    },
    [call, recipe.id, t],
  )
  const begin = useEffectEvent(() => void check(form, false))
  useEffect(() => {
    const timer = setTimeout(() => begin(), PAUSE_MS)
    return () => clearTimeout(timer)
  }, [form])

  const keep = (next: FormValues, at: number) =>
    keepForm(person, recipe.id, { form: next, step: at, at: new Date().toISOString() })
  return {
    form,
    step,
    tried,
    problem,
    wasKept: kept !== null,
    /**
     * Checks what is in the form now; if something was filled in meanwhile, such as by an upload that
     * ended, then that.
     */
    check: async (whole: boolean): Promise<Tried | null> => {
      for (;;) {
        const of = now.current
        const found = await check(of, whole)
        if (found !== null || of === now.current) return found
      }
    },
    change: (changed: FormValues) => {
      const next = { ...now.current, ...changed }
      now.current = next
      setForm(next)
      keep(next, step)
    },
    goTo: (at: number) => {
      setStep(at)
      keep(now.current, at)
    },
    startAgain: () => {
      keepForm(person, recipe.id, null)
      now.current = empty
      setForm(empty)
      setStep(0)
    },
    person,
  }
}
