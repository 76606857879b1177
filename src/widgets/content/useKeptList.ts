/**
 * A list of records that a user keeps in their profile (what they've done, what they chose), by
 * ids; saved offline too. One is added or removed by itself, or a set is saved as a whole.
 */

import { useEffect, useEffectEvent, useState } from 'react'
import { useAction, useScope } from '#engine/react/context.ts'
import { hasEntry, withEntry } from '#engine/forms/formentries.ts'
import { apiError } from '#widgets/parts/problem.ts'
import { listIn, type Fields } from './record.ts'
import type { Keeps } from './recordProps.ts'

type Entries = readonly Fields[]

export type KeptList = {
  readonly entries: Entries
  readonly has: (id: string) => boolean
  /**
   * `kept`: on this device, until there's a connection. `changed`: refused, because another device
   * has saved the set since.
   */
  readonly state: 'idle' | 'busy' | 'saved' | 'kept' | 'changed' | 'failed'
  /** The set that was refused: to be saved again, or dropped. */
  readonly refused: Entries | null
  /** The profile as it is known now: what a set is edited from. */
  readonly profile: Fields
  readonly mark: (id: string, on: boolean) => void
  /** @returns whether it is kept, here or on the server */
  readonly set: (entries: Entries, from: Fields) => Promise<boolean>
  /** Drops what was refused: what the server has counts. */
  readonly drop: () => void
}

type Pending = { readonly values: Fields; readonly refused?: string }
const NONE: Fields = {}

export function useKeptList({ section, field, member }: Keeps): KeptList {
  const { user } = useScope()
  const find = useAction<string, Pending | null>('section.pending')
  const save = useAction<{ section: string; values: Fields; from: Fields }>('section.save')
  const discard = useAction<string>('section.discard')
  const setEntry = useAction<
    { section: string; list: string; member: string; id: string; on?: boolean },
    boolean
  >('entry.set')
  const [own, setOwn] = useState<{
    readonly entries: Entries
    /** The profile's state before it. */
    readonly over: typeof user
    /** The set waits on this device. */
    readonly waits?: boolean
  } | null>(null)
  const [refused, setRefused] = useState<Entries | null>(null)
  const [state, setState] = useState<KeptList['state']>('idle')

  // What was saved without a connection waits on this device; the profile doesn't know it yet.
  const look = useEffectEvent(() =>
    Promise.all([find(section), setEntry({ section, list: field, member, id: '' })]).then(
      ([pending, waits]) => {
        if (pending === null && !waits) {
          setOwn((now) => (now?.waits === true ? null : now))
          setState((now) => (now === 'kept' ? 'saved' : now))
        }
        if (pending === null && waits) setState((now) => (now === 'idle' ? 'kept' : now))
        if (pending === null) return
        const values = listIn(pending.values, field) as Entries
        if (pending.refused !== undefined) setRefused(values)
        else setOwn({ entries: values, over: user, waits: true })
        setState(pending.refused === undefined ? 'kept' : 'changed')
      },
      () => {},
    ),
  )
  const isKept = state === 'kept'
  useEffect(() => void look(), [isKept, user])

  // Until the profile has it; a set that waits here it never has.
  const entries =
    own !== null && (own.waits || own.over === user)
      ? own.entries
      : (listIn(user?.profile, field) as Entries)
  const mark = (id: string, on: boolean) => {
    setOwn({ entries: withEntry(entries, member, id, on) as Entries, over: user })
    setState('busy')
    setEntry({ section, list: field, member, id, on }).then(
      (waits) => setState(waits ? 'kept' : 'saved'),
      () => {
        setOwn(null)
        setState('failed')
      },
    )
  }
  const set = async (next: Entries, from: Fields) => {
    setOwn({ entries: next, over: user })
    setState('busy')
    setRefused(null)
    try {
      await save({ section, values: { [field]: next }, from })
      setState('saved')
      return true
    } catch (error) {
      const code = apiError(error)?.code
      if (code === 'kept') {
        setOwn({ entries: next, over: user, waits: true })
        setState('kept')
        return true
      }
      setOwn(null)
      if (code === 'profile/changed') setRefused(next)
      setState(code === 'profile/changed' ? 'changed' : 'failed')
      return false
    }
  }
  const drop = () =>
    void discard(section).then(
      () => {
        setRefused(null)
        setState('idle')
      },
      () => {},
    )
  return {
    entries,
    has: (id) => hasEntry(entries, member, id),
    state,
    refused,
    profile: user?.profile ?? NONE,
    mark,
    set,
    drop,
  }
}
