/**
 * Connects a preview in the console's iframe with the console: navigates on request, shows drafts
 * as they are typed, reports its location, and which part of the page was clicked. Only with a
 * parent of its own origin.
 */

import type { FragmentInstance } from 'react'
import { resolveNodes } from '#engine/decide/screen.ts'
import type { AnyDocument } from '#engine/documents/kinds.ts'
import { currentCatalog, takeDocuments } from './documents.ts'
import { addTexts } from './i18n.ts'
import { report } from './monitoring.ts'
import { Outline } from './outline.ts'
import { store } from './store.ts'
import type { View } from './view.ts'

/** What is typed in the console. */
export type Draft = {
  readonly documents: readonly AnyDocument[]
  /** In the language of the page. */
  readonly texts: Readonly<Record<string, string>>
}
/** Messages from the console. */
export type ToPreview =
  | { readonly type: 'tsela:navigate'; readonly path: string }
  | { readonly type: 'tsela:select'; readonly on: boolean }
  /** `place`: of the part that is edited; null for none. */
  | { readonly type: 'tsela:choose'; readonly place: string | null; readonly name: string }
  | ({ readonly type: 'tsela:draft' } & Draft)
  | { readonly type: 'tsela:release'; readonly token: string }
/** Messages from a preview. */
export type FromPreview =
  | { readonly type: 'tsela:at'; readonly path: string; readonly route: string }
  | { readonly type: 'tsela:node'; readonly screen: string; readonly pointer: string }
  /** Whether the last draft or release could be shown. */
  | { readonly type: 'tsela:shown'; readonly ok: boolean }
  /** The part that is edited goes next to another one, or one step up or down. */
  | {
      readonly type: 'tsela:move'
      readonly place: string
      readonly beside: string
      readonly after: boolean
    }
  | { readonly type: 'tsela:step'; readonly place: string; readonly by: -1 | 1 }

export type Bridge = {
  readonly at: (view: View) => void
  /** A part is on the page. @returns called when it leaves the page */
  readonly part: (place: string, part: FragmentInstance) => () => void
  readonly close: () => void
}

/**
 * @param go    navigates to a route path
 * @param again decides and draws the page anew
 */
export function openBridge(go: (path: string) => void, again: () => void): Bridge {
  const console = window.parent
  const parts = new Map<string, FragmentInstance>()
  let selecting = false
  let view: View | null = null
  let told = ''
  let draft: Draft | null = null
  const tell = (message: FromPreview): void => {
    if (console !== window) console.postMessage(message, location.origin)
  }
  const outline = new Outline(parts, {
    move: (place, beside, after) => tell({ type: 'tsela:move', place, beside, after }),
    step: (place, by) => tell({ type: 'tsela:step', place, by }),
  })
  const show = (next: Draft): void => {
    try {
      tryOut(next, view)
    } catch {
      return tell({ type: 'tsela:shown', ok: false })
    }
    draft = next
    takeDocuments(next.documents)
    addTexts(store.language, next.texts)
    again()
    tell({ type: 'tsela:shown', ok: true })
  }
  const adopt = async (token: string): Promise<void> => {
    const { adoptPreview } = await import('./previewrelease.ts')
    draft = null
    const ok = await adoptPreview(token)
    if (ok) again()
    tell({ type: 'tsela:shown', ok })
  }
  const onMessage = (event: MessageEvent<unknown>): void => {
    if (event.origin !== location.origin || event.source !== console || console === window) return
    const asked = readMessage(event.data)
    if (asked === null) return
    if (asked.type === 'tsela:select') {
      selecting = asked.on
      outline.hover(null)
    }
    if (asked.type === 'tsela:navigate') go(asked.path)
    if (asked.type === 'tsela:choose') outline.choose(asked.place, asked.name)
    if (asked.type === 'tsela:draft') show(asked)
    if (asked.type === 'tsela:release')
      void adopt(asked.token).catch((error: unknown) => {
        report(error, 'preview')
        tell({ type: 'tsela:shown', ok: false })
      })
  }
  window.addEventListener('message', onMessage)
  return {
    at: (next) => {
      view = next
      const { landing, catalog } = next
      // The documents of a page that was opened just now are older than what is typed.
      if (draft?.documents.some((each) => catalog.get(each.kind, each.id) !== each)) show(draft)
      const here = `${landing.path} ${next.screen.id}`
      if (here === told) return outline.place()
      told = here
      tell({ type: 'tsela:at', path: landing.path, route: landing.route.id })
    },
    part: (place, part) => {
      parts.set(place, part)
      // Bubbling order: the innermost part under the pointer is the one selected.
      const click = (event: Event): void => {
        if (!selecting && !(event as MouseEvent).altKey) return
        event.preventDefault()
        event.stopPropagation()
        tell({ type: 'tsela:node', screen: view?.screen.id ?? '', pointer: place })
      }
      const over = (event: Event): void => {
        event.stopPropagation()
        if (selecting) outline.hover(place)
      }
      part.addEventListener('click', click)
      part.addEventListener('pointerover', over)
      outline.place()
      return () => {
        part.removeEventListener('click', click)
        part.removeEventListener('pointerover', over)
        // A part that moved is on the page again before the old one leaves it.
        if (parts.get(place) === part) parts.delete(place)
        outline.place()
      }
    },
    close: () => {
      window.removeEventListener('message', onMessage)
      outline.close()
    },
  }
}

/** Throws if the page could not be drawn with it: what was drawn last stays. */
function tryOut({ documents }: Draft, view: View | null): void {
  const trial = currentCatalog().with(documents)
  if (view === null) return
  const nodes = (document: AnyDocument | undefined) =>
    document !== undefined &&
    'children' in document &&
    resolveNodes(document.children, { ...view.landing.scope, data: {} }, trial.book)
  nodes(trial.get('screen', view.screen.id))
  documents.forEach(nodes)
}

/** @returns null for messages that aren't ours, such as those of browser extensions */
function readMessage(data: unknown): ToPreview | null {
  if (!isRecord(data)) return null
  const { type, on, path, place, name, token } = data
  if (type === 'tsela:select' && typeof on === 'boolean') return { type, on }
  // A path of this app: neither another host (`//`) nor a scheme (`javascript:`).
  if (type === 'tsela:navigate' && typeof path === 'string' && /^\/(?![/\\])/.test(path))
    return { type, path }
  if (
    type === 'tsela:choose' &&
    (place === null || typeof place === 'string') &&
    typeof name === 'string'
  )
    return { type, place, name }
  if (type === 'tsela:release' && typeof token === 'string' && /^[\w-]{20,100}$/.test(token))
    return { type, token }
  return type === 'tsela:draft' ? readDraft(data) : null
}

function readDraft({ documents, texts }: Readonly<Record<string, unknown>>): ToPreview | null {
  const isSaid = (value: unknown) => typeof value === 'string'
  return Array.isArray(documents) &&
    documents.every((each) => isRecord(each) && isSaid(each['kind']) && isSaid(each['id'])) &&
    isRecord(texts) &&
    Object.values(texts).every(isSaid)
    ? {
        type: 'tsela:draft',
        documents: documents as readonly AnyDocument[],
        texts: texts as Readonly<Record<string, string>>,
      }
    : null
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
