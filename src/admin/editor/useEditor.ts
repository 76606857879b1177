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
import { holdDocument } from '#admin/parts/Unsent.tsx'
import type { Autosave, Report, Stale } from './autosave.ts'
import { openDocument, textOf } from './opening.ts'
import type { Session } from './session.ts'
import { useSession } from './useSession.ts'

export type Editor = {
  readonly view: DocumentView
  readonly session: Session
  readonly saving: Report
  /** Number of saves: views of the drafts reload when it changes. */
  readonly saves: number
  readonly typeText: (text: string) => void
  readonly edit: (document: Json | null) => void
  /** The same as a step of its own: whatever else happens at that moment is undone apart from it. */
  readonly act: (document: Json) => void
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

/** Documents whose page was left a moment ago, with their last save still running. */
const leaving = new Map<string, Promise<unknown>>()

export function useEditor(kind: string, id: string): Loading {
  const call = useConsole()
  const refresh = useRefresh()
  const person = useScope().user?._id ?? ''
  const name = `${kind}/${id}`
  const [round, setRound] = useState(0)
  const [view, setView] = useState<DocumentView | null>(null)
  const [failure, setFailure] = useState<Refused | null | false>(false)
  const { saving, saves, begin, onReport } = useSaving(refresh)
  const autosave = useRef<Autosave | null>(null)
  const { session, setSession, isWaiting, replace, ...typing } = useSession(
    useCallback((text: string) => autosave.current?.change(text), []),
  )
  const { flushLater } = typing

  useEffect(() => {
    let left = false
    const release = holdDocument(name)
    setView(null)
    setFailure(false)
    const load = async () => {
      await leaving.get(name)
      const response = await call({ path: documentPath('documents', kind, id) })
      if (left) return
      if (!isDone(response)) return setFailure(refusalOf(response))
      const opened = openDocument(response, { kind, id, person, call, onReport })
      autosave.current = opened.autosave
      setSession(opened.session)
      begin()
      setView(opened.view)
      if (opened.unsaved !== null) opened.autosave.change(opened.unsaved)
    }
    load().catch(() => left || setFailure(null))
    return () => {
      flushLater()
      left = true
      const saver = autosave.current
      autosave.current = null
      if (saver === null) return release()
      // The next page may have loaded already, and received the previous version.
      const last = saver.close().then((isNew) => isNew && refresh(...OF_DRAFTS))
      leaving.set(name, last)
      void last.finally(() => {
        release()
        if (leaving.get(name) === last) leaving.delete(name)
      })
    }
  }, [call, refresh, begin, onReport, setSession, flushLater, kind, id, name, person, round])

  const flush = useCallback(async () => {
    flushLater()
    await autosave.current?.flush()
  }, [flushLater])
  useFlushOnLeave(flush)

  const saved = useMemo(
    () => ({
      flush,
      decide: (document: Json | null, stale: Stale) => {
        const text = textOf(document)
        replace(text)
        autosave.current?.decide(text, stale.theirs, stale.etag)
      },
      discard: async () => {
        await flush()
        const response = await call({
          path: documentPath('drafts', kind, id),
          method: 'DELETE',
          ifMatch: autosave.current?.etag ?? '',
        })
        if (isDone(response)) refresh(...OF_DRAFTS)
        setRound((count) => count + 1)
      },
    }),
    [call, refresh, replace, flush, kind, id],
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
      ...typing,
      ...saved,
    },
  }
}

/** What became of the latest changes, and how often drafts were saved. */
function useSaving(refresh: ReturnType<typeof useRefresh>) {
  const [saving, setSaving] = useState<Report>({ state: 'saved' })
  const [saves, setSaves] = useState(0)
  const begin = useCallback(() => setSaving({ state: 'saved' }), [])
  const onReport = useCallback(
    (report: Report) => {
      setSaving((before) => ({
        ...report,
        ...(report.saved === undefined && before.saved !== undefined && { saved: before.saved }),
      }))
      if (report.saved === undefined) return
      setSaves((count) => count + 1)
      refresh(...OF_DRAFTS)
    },
    [refresh],
  )
  return { saving, saves, begin, onReport }
}

/** Saves what is unsaved when the page is hidden or left, and when the connection returns. */
function useFlushOnLeave(flush: () => Promise<void>): void {
  useEffect(() => {
    const now = () => void flush()
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
  }, [flush])
}
