/**
 * Everything about one document being edited: the server's version, the version on screen, and the
 * save status.
 */

import { useCallback, useEffect, useMemo, useRef, useState } from 'react'
import type { DocumentView } from '#engine/contract/admincontract.ts'
import type { Json } from '#engine/documents/json.ts'
import { useScope } from '#engine/react/context.ts'
import {
  documentPath,
  isDone,
  OF_DRAFTS,
  refusalOf,
  useConsole,
  useRefresh,
  type Refused,
} from '#admin/parts/client.ts'
import { stringify } from '../json/stringify.ts'
import { Autosave, type Report, type Stale } from './autosave.ts'
import { change, isSame, openSession, redo, undo, type Session, type View } from './session.ts'
import { draftStoreFor } from './draftstore.ts'

export type Editor = {
  readonly view: DocumentView
  readonly session: Session
  readonly saving: Report
  /** Number of saves: views of the drafts reload when it changes. */
  readonly saves: number
  readonly typeText: (text: string) => void
  readonly edit: (document: Json | null) => void
  /**
   * Applies a change a moment after the last keystroke, where doing so on every keystroke would be
   * too slow. Until then it counts as unsaved. A newer change with the same name replaces it.
   */
  readonly later: (name: string, change: (document: Json) => Json) => void
  /** Applies deferred changes now. */
  readonly flushLater: () => void
  readonly undo: () => void
  readonly redo: () => void
  readonly decide: (document: Json | null, stale: Stale) => void
  readonly flush: () => Promise<void>
  /** Discards the draft: the live version applies again. */
  readonly discard: () => Promise<void>
}

export type Loading =
  | { readonly state: 'loading' }
  | { readonly state: 'failed'; readonly refused: Refused | null; readonly retry: () => void }
  | { readonly state: 'ready'; readonly editor: Editor }

/** Faster keystrokes count as one change: ms. */
const LATER_MS = 400

/** Documents whose page was left a moment ago, with their last save still running. */
const leaving = new Map<string, Promise<unknown>>()

export function textOf(document: Json | null): string {
  return document === null ? '' : stringify(document)
}

export function useEditor(kind: string, id: string): Loading {
  const call = useConsole()
  const refresh = useRefresh()
  const person = useScope().user?._id ?? ''
  const name = `${kind}/${id}`
  const [round, setRound] = useState(0)
  const [view, setView] = useState<DocumentView | null>(null)
  const [failure, setFailure] = useState<Refused | null | false>(false)
  const [session, setSession] = useState<Session | null>(null)
  const [saving, setSaving] = useState<Report>({ state: 'saved' })
  const [saves, setSaves] = useState(0)
  const autosave = useRef<Autosave | null>(null)

  // The latest session, for changes that come faster than rendering.
  const newest = useRef(session)
  useEffect(() => {
    newest.current = session
  }, [session])
  const go = useCallback((step: (session: Session) => Session) => {
    const before = newest.current
    if (before === null) return
    const after = step(before)
    if (after === before) return
    newest.current = after
    setSession(after)
    autosave.current?.change(after.text)
  }, [])
  const set = useCallback(
    (text: string, where: View) => go((before) => change(before, text, where, Date.now())),
    [go],
  )

  const waiting = useRef(new Map<string, (document: Json) => Json>())
  const [isWaiting, setWaiting] = useState(false)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const flushLater = useCallback(() => {
    clearTimeout(timer.current)
    const changes = [...waiting.current.values()]
    waiting.current.clear()
    setWaiting(false)
    const { document, broken } = newest.current ?? { document: null, broken: true }
    if (document === null || broken || changes.length === 0) return
    const next = changes.reduce<Json>((before, each) => each(before), document)
    if (!isSame(document, next)) set(textOf(next), 'form')
  }, [set])

  useEffect(() => {
    let left = false
    setView(null)
    setFailure(false)
    const load = async () => {
      await leaving.get(name)
      const response = await call({ path: documentPath('documents', kind, id) })
      if (left) return
      if (!isDone(response)) return setFailure(refusalOf(response))
      const loaded = response.value as DocumentView
      const server = loaded.effective as Json | null
      const draftStore = draftStoreFor(person, name)
      const kept = draftStore.read()
      // Changes stored on this device were unsaved when the page was left; continue from their base
      // version.
      const unsaved = kept !== null && kept.text !== textOf(server) ? kept : null
      if (unsaved === null) draftStore.write(null)
      const saver = new Autosave({
        call,
        path: documentPath('drafts', kind, id),
        draftStore,
        base: unsaved?.base ?? server,
        etag: unsaved?.etag ?? response.etag ?? '',
        onReport: (report) => {
          setSaving((before) => ({
            ...report,
            ...(report.saved === undefined &&
              before.saved !== undefined && { saved: before.saved }),
          }))
          if (report.saved === undefined) return
          setSaves((count) => count + 1)
          refresh(...OF_DRAFTS)
        },
      })
      autosave.current = saver
      let opened = openSession(server, textOf(server))
      if (unsaved !== null) opened = change(opened, unsaved.text, 'json', Date.now())
      setSession(opened)
      setSaving({ state: 'saved' })
      setView(loaded)
      if (unsaved !== null) saver.change(unsaved.text)
    }
    load().catch(() => left || setFailure(null))
    return () => {
      flushLater()
      left = true
      const saver = autosave.current
      autosave.current = null
      if (saver === null) return
      // The next page may have loaded already, and received the previous version.
      const last = saver.close().then((isNew) => isNew && refresh(...OF_DRAFTS))
      leaving.set(name, last)
      void last.finally(() => leaving.get(name) === last && leaving.delete(name))
    }
  }, [call, refresh, flushLater, kind, id, name, person, round])

  useEffect(() => {
    const now = () => {
      flushLater()
      void autosave.current?.flush()
    }
    const hidden = () => document.visibilityState === 'hidden' && now()
    window.addEventListener('online', now)
    document.addEventListener('visibilitychange', hidden)
    // Whatever is known by then is at least stored on this device.
    window.addEventListener('pagehide', now)
    return () => {
      window.removeEventListener('pagehide', now)
      window.removeEventListener('online', now)
      document.removeEventListener('visibilitychange', hidden)
    }
  }, [flushLater])

  const doing = useMemo(
    () => ({
      typeText: (text: string) => set(text, 'json'),
      edit: (document: Json | null) => {
        if (
          newest.current === null ||
          !isSame(newest.current.document, document) ||
          newest.current.broken
        )
          set(textOf(document), 'form')
      },
      later: (name: string, change: (document: Json) => Json) => {
        waiting.current.set(name, change)
        setWaiting(true)
        clearTimeout(timer.current)
        timer.current = setTimeout(flushLater, LATER_MS)
      },
      flushLater,
      undo: () => {
        flushLater()
        go(undo)
      },
      redo: () => go(redo),
      decide: (document: Json | null, stale: Stale) => {
        const text = textOf(document)
        // An undo step of its own, regardless of surrounding keystrokes.
        newest.current = newest.current && {
          ...change({ ...newest.current, last: null }, text, 'form', Date.now()),
          last: null,
        }
        setSession(newest.current)
        autosave.current?.decide(text, stale.theirs, stale.etag)
      },
      flush: async () => {
        flushLater()
        await autosave.current?.flush()
      },
      discard: async () => {
        flushLater()
        await autosave.current?.flush()
        const response = await call({
          path: documentPath('drafts', kind, id),
          method: 'DELETE',
          ifMatch: autosave.current?.etag ?? '',
        })
        if (isDone(response)) refresh(...OF_DRAFTS)
        setRound((count) => count + 1)
      },
    }),
    [call, refresh, set, go, flushLater, kind, id],
  )

  if (failure !== false)
    return { state: 'failed', refused: failure, retry: () => setRound((count) => count + 1) }
  if (view === null || session === null) return { state: 'loading' }
  return {
    state: 'ready',
    editor: {
      view,
      session,
      saving: isWaiting && saving.state === 'saved' ? { ...saving, state: 'waiting' } : saving,
      saves,
      ...doing,
    },
  }
}
