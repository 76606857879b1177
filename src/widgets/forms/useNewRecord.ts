/** Begins a new record of a list, and knows one that was begun and not saved. */

import { useEffect, useEffectEvent, useState } from 'react'
import type { Section } from '#engine/decide/progress.ts'
import type { Draft, DraftCall } from '#engine/forms/draft.ts'
import type { FormValues } from '#engine/forms/formvalues.ts'
import { useAction } from '#engine/react/context.ts'
import { useHere } from './useList.ts'

/** @param item what a new record is called in the address and among the drafts */
export function useNewRecord(
  section: Section,
  item: string,
): {
  /** What was typed and not saved; null if nothing was. */
  readonly begun: FormValues | null
  /** @param idea null for an empty form */
  readonly start: (idea: FormValues | null) => Promise<void>
} {
  const here = useHere()
  const draft = useAction<DraftCall, Draft | null>('section.draft')
  const go = useAction<{ to: string; said: string }>('go')
  const [begun, setBegun] = useState<FormValues | null>(null)
  const asked = { section: section.id, item }
  const look = useEffectEvent(async () => {
    const found = await draft(asked)
    setBegun(found === null || found.isIdea === true ? null : found.values)
  })
  useEffect(() => void look().catch(() => undefined), [section.id])
  return {
    begun,
    // What is typed already stays; an idea that was only looked at makes way.
    start: async (idea) => {
      const found = await draft(asked)
      if (found === null || found.isIdea === true)
        await draft({ ...asked, keep: idea && { values: idea, from: {}, isIdea: true } })
      // A page of its own: the browser's back leads to the list.
      await go({ to: here({ item }), said: '' })
    },
  }
}
