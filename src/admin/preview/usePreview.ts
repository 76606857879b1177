/**
 * A preview in an iframe: made for a simulated user, told what is typed, and moved on to newer
 * drafts without being loaded again, so that its place and its focus stay.
 */

import { useCallback, useEffect, useEffectEvent, useRef, useState, type RefObject } from 'react'
import type { PersonaInput, PreviewLink } from '#engine/contract/admincontract.ts'
import type { Problem } from '#engine/contract/problems.ts'
import { useText } from '#engine/react/text.tsx'
import { isDone, refusalOf, useConsole, type ConsoleResponse } from '#admin/parts/client.ts'
import type { Typed } from './drafts.ts'

/** What is typed within this time is shown together: ms. */
const TYPING_MS = 200

export type Heard = {
  /** The preview is at a path. */
  readonly onAt: (path: string) => void
  readonly onPick?: ((screen: string, place: string) => void) | undefined
  readonly onMove?: ((place: string, beside: string, after: boolean) => void) | undefined
  readonly onStep?: ((place: string, by: -1 | 1) => void) | undefined
}

export type Asked = Heard & {
  readonly persona: PersonaInput
  readonly path: string
  /** Name of the document one looks at, which is never left out. */
  readonly document: string | undefined
  /** Increases when the drafts have changed. */
  readonly version: number
  /** What is typed; null if only saved drafts can be shown. */
  readonly typed: Typed | null
  readonly selecting: boolean
  readonly chosen: { readonly place: string | null; readonly name: string }
}

export type PreviewState = {
  /** Another round is another frame. */
  readonly made: (PreviewLink & { readonly round: number; readonly src: string }) | null
  readonly failure: string | null
  /** The frame shows an older version, as the newest one can't be shown. */
  readonly isBehind: boolean
  readonly frame: RefObject<HTMLIFrameElement | null>
  readonly goTo: (path: string) => void
  readonly retry: () => void
}

export function usePreview(asked: Asked): PreviewState {
  const frame = useRef<HTMLIFrameElement>(null)
  /** The frame has said where it is, so it listens; a page that was loaded again says so again. */
  const [arrivals, setArrivals] = useState(0)
  const [isBehind, setBehind] = useState(false)
  const say = useCallback(
    (message: object) => frame.current?.contentWindow?.postMessage(message, location.origin),
    [],
  )
  const { made, failure, retry } = useMade(asked, {
    canMoveOn: arrivals > 0,
    onMoveOn: (token) => say({ type: 'tsela:release', token }),
    onNew: () => setArrivals(0),
  })
  useTyped(asked.typed, arrivals, say)
  const {
    selecting,
    chosen: { place, name },
  } = asked
  useEffect(() => {
    if (arrivals === 0) return
    say({ type: 'tsela:select', on: selecting })
    say({ type: 'tsela:choose', place, name })
  }, [arrivals, selecting, place, name, say])

  const hear = useEffectEvent((data: unknown) => {
    if (typeof data !== 'object' || data === null) return
    const { type, path, screen, pointer, ok, place: at, beside, after, by } = data as Said
    if (type === 'tsela:at' && isText(path)) {
      setArrivals((before) => before + 1)
      asked.onAt(path)
    }
    if (type === 'tsela:node' && isText(screen) && isText(pointer)) asked.onPick?.(screen, pointer)
    if (type === 'tsela:move' && isText(at) && isText(beside) && typeof after === 'boolean')
      asked.onMove?.(at, beside, after)
    if (type === 'tsela:step' && isText(at) && (by === 1 || by === -1)) asked.onStep?.(at, by)
    if (type === 'tsela:shown' && typeof ok === 'boolean') setBehind(!ok)
  })
  useEffect(() => {
    const listener = (event: MessageEvent<unknown>) => {
      if (event.origin !== location.origin || event.source !== frame.current?.contentWindow) return
      hear(event.data)
    }
    window.addEventListener('message', listener)
    return () => window.removeEventListener('message', listener)
  }, [])
  return {
    made,
    failure,
    isBehind,
    frame,
    goTo: (path) => say({ type: 'tsela:navigate', path }),
    retry,
  }
}

type Frame = {
  /** There is a page that can be moved on to another preview. */
  readonly canMoveOn: boolean
  readonly onMoveOn: (token: string) => void
  /** A new frame begins to load. */
  readonly onNew: () => void
}

/** The preview itself: another one for another person, and after a save that it doesn't know. */
function useMade({ persona, path, document, version, typed }: Asked, to: Frame) {
  const t = useText()
  const call = useConsole()
  const [made, setMade] = useState<PreviewState['made']>(null)
  const [failure, setFailure] = useState<string | null>(null)
  const [tries, setTries] = useState(0)
  const make = useEffectEvent(async (inPlace: boolean, still: () => boolean) => {
    try {
      const response = await call({
        path: 'admin/previews',
        method: 'POST',
        body: { persona, path, ...(document !== undefined && { document }) },
      })
      if (!still()) return
      if (!isDone(response)) return setFailure(whyNot(response))
      const link = response.value as PreviewLink
      setFailure(null)
      if (inPlace && to.canMoveOn) {
        setMade((before) => ({ round: 1, src: link.url, ...before, ...link }))
        return to.onMoveOn(/^\/preview\/([^/]+)/.exec(link.url)?.[1] ?? '')
      }
      to.onNew()
      setMade((before) => ({ ...link, src: link.url, round: (before?.round ?? 0) + 1 }))
    } catch {
      if (still()) setFailure(t('console.failed'))
    }
  })
  useEffect(() => {
    let left = false
    void make(false, () => !left)
    return () => {
      left = true
    }
  }, [persona, tries])
  const isAtOnce = typed !== null
  const begun = useRef(version)
  useEffect(() => {
    if (isAtOnce || version === begun.current) return
    begun.current = version
    let left = false
    void make(true, () => !left)
    return () => {
      left = true
    }
  }, [version, isAtOnce])
  return { made, failure, retry: () => setTries((before) => before + 1) }
}

function whyNot(response: ConsoleResponse): string {
  const { problems = [] } = (response.value ?? {}) as { problems?: readonly Problem[] }
  return [
    refusalOf(response).message,
    ...problems.slice(0, 1).map(({ document, message }) => `${document}: ${message}`),
  ].join(' ')
}

/** Sends what is typed, a moment later, and again to a page that was loaded again. */
function useTyped(typed: Typed | null, arrivals: number, say: (message: object) => void): void {
  /** All keys whose words were ever sent: they may have changed back since. */
  const sent = useRef(new Set<string>())
  const [first] = useState(typed)
  const show = useEffectEvent(() => {
    if (typed === null || arrivals === 0) return
    if (typed === first && sent.current.size === 0) return
    for (const key of typed.changed) sent.current.add(key)
    say({
      type: 'tsela:draft',
      documents: typed.documents,
      texts: Object.fromEntries([...sent.current].map((key) => [key, typed.say(key)])),
    })
  })
  useEffect(() => {
    const timer = setTimeout(show, TYPING_MS)
    return () => clearTimeout(timer)
  }, [typed, arrivals])
}

type Said = {
  readonly [
    member in 'type' | 'path' | 'screen' | 'pointer' | 'ok' | 'place' | 'beside' | 'after' | 'by'
  ]?: unknown
}

function isText(value: unknown): value is string {
  return typeof value === 'string' && value.length <= 2000
}
