/**
 * A list of records that a user keeps in their profile (what they've done, what they chose), by
 * ids; saved offline too.
 */

import { useEffect, useEffectEvent, useState } from 'react'
import { useAction, useScope } from '#engine/react/context.ts'
import { apiError } from '#widgets/parts/problem.ts'
import { listIn, textOf, type Fields } from './record.ts'
import type { Keeps } from './recordProps.ts'

export type KeptList = {
  readonly entries: readonly Fields[]
  readonly has: (id: string) => boolean
  /** `kept`: on this device, until there's a connection. */
  readonly state: 'idle' | 'busy' | 'saved' | 'kept' | 'failed'
  /** @returns whether it is kept, here or on the server */
  readonly set: (entries: readonly Fields[]) => Promise<boolean>
}

type Pending = { readonly values: Fields; readonly refused?: string }

export function useKeptList({ section, field, member }: Keeps): KeptList {
  const { user } = useScope()
  const known = listIn(user?.profile, field) as readonly Fields[]
  const find = useAction<string, Pending | null>('section.pending')
  const save = useAction<{ section: string; values: Fields }, unknown>('section.save')
  const [own, setOwn] = useState<readonly Fields[] | null>(null)
  const [state, setState] = useState<KeptList['state']>('idle')
  // What was saved without a connection waits on this device; the profile doesn't know it yet.
  const look = useEffectEvent(() =>
    find(section).then(
      (pending) => {
        if (pending === null || pending.refused !== undefined) return
        setOwn((now) => now ?? (listIn(pending.values, field) as readonly Fields[]))
        setState((now) => (now === 'idle' ? 'kept' : now))
      },
      () => {},
    ),
  )
  useEffect(() => void look(), [])
  const entries = own ?? known
  const set = async (next: readonly Fields[]) => {
    setOwn(next)
    setState('busy')
    try {
      await save({ section, values: { [field]: next } })
      setState('saved')
      return true
    } catch (error) {
      const isKept = apiError(error)?.code === 'kept'
      if (!isKept) setOwn(own)
      setState(isKept ? 'kept' : 'failed')
      return isKept
    }
  }
  return {
    entries,
    has: (id) => entries.some((entry) => textOf(entry, member) === id),
    state,
    set,
  }
}
