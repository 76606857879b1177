/** Begins a new record of a list, and knows those that were begun and not saved. */

import { useEffect, useEffectEvent, useState } from 'react'
import type { Section } from '#engine/decide/progress.ts'
import type { Draft, DraftCall } from '#engine/forms/draft.ts'
import type { FormValues } from '#engine/forms/formvalues.ts'
import { useAction } from '#engine/react/context.ts'
import { useHere } from './useList.ts'

/**
 * Ids of records that don't exist yet, in the address and among the drafts. Each one that was begun
 * keeps its own; when all are taken, one has to be finished first.
 */
const PLACES = ['new', 'new2', 'new3', 'new4', 'new5', 'new6'] as const

export function isNew(item: string): boolean {
  return (PLACES as readonly string[]).includes(item)
}

export type Begun = { readonly item: string; readonly values: FormValues }

export function useNewRecord(section: Section): {
  /** What was typed and not saved. */
  readonly begun: readonly Begun[]
  /** Where the next one is typed. */
  readonly free: string
  /** @param idea null for an empty form */
  readonly start: (idea: FormValues | null) => Promise<void>
} {
  const here = useHere()
  const draft = useAction<DraftCall, Draft | null>('section.draft')
  const go = useAction<{ to: string; said: string }>('go')
  const [begun, setBegun] = useState<readonly Begun[]>([])
  const find = async (): Promise<readonly Begun[]> => {
    const found = await Promise.all(PLACES.map((item) => draft({ section: section.id, item })))
    // An idea that was only looked at makes way.
    return found.flatMap((each, at) =>
      each === null || each.isIdea === true ? [] : [{ item: PLACES[at]!, values: each.values }],
    )
  }
  const look = useEffectEvent(async () => setBegun(await find()))
  useEffect(() => void look().catch(() => undefined), [section.id])
  return {
    begun,
    free: freeOf(begun),
    start: async (idea) => {
      const now = await find()
      const item = freeOf(now)
      // What is typed already stays.
      if (!now.some((each) => each.item === item))
        await draft({
          section: section.id,
          item,
          keep: idea && { values: idea, from: {}, isIdea: true },
        })
      // A page of its own: the browser's back leads to the list.
      await go({ to: here({ item }), said: '' })
    },
  }
}

function freeOf(begun: readonly Begun[]): string {
  return PLACES.find((item) => !begun.some((each) => each.item === item)) ?? PLACES.at(-1)!
}
