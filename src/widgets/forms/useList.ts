/** A list in the profile as the user sees it: with the changes that still wait on this device. */

import { useEffect, useEffectEvent, useState } from 'react'
import type { Section } from '#engine/decide/progress.ts'
import type { ListAnswers, ListCall, ListCallOf } from '#engine/forms/listcalls.ts'
import { listItems, withWrites, type ListItem, type ListWrite } from '#engine/forms/records.ts'
import type { FormValues } from '#engine/forms/formvalues.ts'
import { useAction, useHref, useRenderContext } from '#engine/react/context.ts'

/** Asks the app about the list. */
export type AskList = <What extends ListCall['what']>(
  what: What,
  asked: Omit<ListCallOf<What>, 'what' | 'section'>,
) => Promise<ListAnswers[What]>

/** What was removed last, and can be taken back. */
export type Removed = {
  readonly record: ListItem
  /** The server has done it: a step of the page's history. */
  readonly isSent: boolean
}

export type ProfileList = {
  /** As the server has them. */
  readonly kept: readonly ListItem[]
  readonly items: readonly ListItem[]
  /** What waits on this device, or was refused. */
  readonly writes: readonly ListWrite[]
  /** False until it is known what waits. */
  readonly isReady: boolean
  readonly profile: FormValues
  readonly ask: AskList
  /** Shows a change until the server has responded. */
  readonly during: <T>(write: ListWrite, work: Promise<T>) => Promise<T>
}

export function useList(section: Section): ProfileList {
  const { scope } = useRenderContext()
  const call = useAction<object, unknown>('list')
  const [writes, setWrites] = useState<readonly ListWrite[] | null>(null)
  const [now, setNow] = useState<readonly ListWrite[]>([])
  const profile = scope.user?.profile ?? {}
  const ask: AskList = (what, asked) => call({ what, section: section.id, ...asked }) as never
  const look = useEffectEvent(async () => {
    setWrites(await ask('pending', {}).catch(() => []))
  })
  // Also once something has been sent, which changes the profile.
  useEffect(() => void look(), [section.id, scope.user])
  const kept = listItems(profile, section.id)
  return {
    kept,
    items: withWrites(section, kept, [...(writes ?? []), ...now]),
    writes: writes ?? [],
    isReady: writes !== null,
    profile,
    ask,
    during: async (write, work) => {
      setNow((all) => [...all, write])
      try {
        return await work
      } finally {
        await look()
        setNow((all) => all.filter((each) => each !== write))
      }
    },
  }
}

/** This page's address with another query. */
export function useHere(): (changes: Readonly<Record<string, string | null>>) => string {
  const { scope } = useRenderContext()
  const href = useHref()
  return (changes) => {
    const { name = '', params = {}, query = {} } = scope.route ?? {}
    const next = Object.entries({ ...query, ...changes }).flatMap(([key, value]) =>
      value === null ? [] : [[key, value] as const],
    )
    return href(name, params, Object.fromEntries(next))
  }
}
