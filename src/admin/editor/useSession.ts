/** The version on screen: changed at once, or a moment after the last keystroke. */

import { useCallback, useEffect, useMemo, useRef, useState } from 'react'
import type { Json } from '#engine/documents/json.ts'
import { textOf } from './opening.ts'
import { change, isSame, redo, undo, type Session, type View } from './session.ts'

/** Faster keystrokes count as one change: ms. */
const LATER_MS = 400

/** @param onText called with the text after every change */
export function useSession(onText: (text: string) => void) {
  const [session, setSession] = useState<Session | null>(null)
  // The latest session, for changes that come faster than rendering.
  const newest = useRef(session)
  useEffect(() => {
    newest.current = session
  }, [session])
  const go = useCallback(
    (step: (session: Session) => Session) => {
      const before = newest.current
      if (before === null) return
      const after = step(before)
      if (after === before) return
      newest.current = after
      setSession(after)
      onText(after.text)
    },
    [onText],
  )
  const set = useCallback(
    (text: string, where: View) => go((before) => change(before, text, where, Date.now())),
    [go],
  )
  const { isWaiting, later, flushLater } = useDeferred(
    useCallback(
      (changes: readonly Change[]) => {
        const { document, broken } = newest.current ?? { document: null, broken: true }
        if (document === null || broken) return
        const next = changes.reduce<Json>((before, each) => each(before), document)
        if (!isSame(document, next)) set(textOf(next), 'form')
      },
      [set],
    ),
  )
  const actions = useMemo(
    () => ({
      typeText: (text: string) => set(text, 'json'),
      edit: (document: Json | null) => {
        const now = newest.current
        if (now === null || !isSame(now.document, document) || now.broken)
          set(textOf(document), 'form')
      },
      act: (document: Json) => {
        flushLater()
        go((before) => ({
          ...change({ ...before, last: null }, textOf(document), 'form', Date.now()),
          last: null,
        }))
      },
      undo: () => {
        flushLater()
        go(undo)
      },
      redo: () => go(redo),
      /** An undo step of its own, regardless of surrounding keystrokes; `onText` isn't called. */
      replace: (text: string) => {
        newest.current = newest.current && {
          ...change({ ...newest.current, last: null }, text, 'form', Date.now()),
          last: null,
        }
        setSession(newest.current)
      },
    }),
    [set, go, flushLater],
  )
  return { session, setSession, isWaiting, later, flushLater, ...actions }
}

type Change = (document: Json) => Json

/** Changes that are applied together a moment after the last of them; the newest of each name. */
function useDeferred(apply: (changes: readonly Change[]) => void) {
  const waiting = useRef(new Map<string, Change>())
  const [isWaiting, setWaiting] = useState(false)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const flushLater = useCallback(() => {
    clearTimeout(timer.current)
    const changes = [...waiting.current.values()]
    waiting.current.clear()
    setWaiting(false)
    if (changes.length > 0) apply(changes)
  }, [apply])
  const later = useCallback(
    (name: string, change: Change) => {
      waiting.current.set(name, change)
      setWaiting(true)
      clearTimeout(timer.current)
      timer.current = setTimeout(flushLater, LATER_MS)
    },
    [flushLater],
  )
  return { isWaiting, later, flushLater }
}
