/**
 * Connects a preview in the console's iframe with the console: navigates on request, reports its
 * location, and reports which part of the page was clicked. Only with a parent of its own origin.
 */

import type { View } from './view.ts'

/** Messages from the console. */
export type ToPreview =
  | { readonly type: 'tsela:navigate'; readonly path: string }
  | { readonly type: 'tsela:select'; readonly on: boolean }
/** Messages from a preview. */
export type FromPreview =
  | { readonly type: 'tsela:at'; readonly path: string; readonly route: string }
  | { readonly type: 'tsela:node'; readonly screen: string; readonly pointer: string }

export type Bridge = {
  readonly at: (view: View) => void
  /** @returns true if the click selected a part of the page instead of using it */
  readonly pick: (pointer: string, event: Event) => boolean
  readonly close: () => void
}

/** @param go navigates to a route path */
export function openBridge(go: (path: string) => void): Bridge {
  const console = window.parent
  let selecting = false
  let screen = ''
  const tell = (message: FromPreview): void => {
    if (console !== window) console.postMessage(message, location.origin)
  }
  const onMessage = (event: MessageEvent<unknown>): void => {
    if (event.origin !== location.origin || event.source !== console || console === window) return
    const asked = readMessage(event.data)
    if (asked?.type === 'tsela:select') selecting = asked.on
    if (asked?.type === 'tsela:navigate') go(asked.path)
  }
  window.addEventListener('message', onMessage)
  return {
    at: ({ landing, screen: document }) => {
      screen = document.id
      tell({ type: 'tsela:at', path: landing.path, route: landing.route.id })
    },
    pick: (pointer, event) => {
      if (!selecting && !(event as MouseEvent).altKey) return false
      tell({ type: 'tsela:node', screen, pointer })
      return true
    },
    close: () => window.removeEventListener('message', onMessage),
  }
}

/** @returns null for messages that aren't ours, such as those of browser extensions */
function readMessage(data: unknown): ToPreview | null {
  if (typeof data !== 'object' || data === null || !('type' in data)) return null
  if (data.type === 'tsela:select' && 'on' in data && typeof data.on === 'boolean')
    return { type: data.type, on: data.on }
  // A path of this app: neither another host (`//`) nor a scheme (`javascript:`).
  if (
    data.type === 'tsela:navigate' &&
    'path' in data &&
    typeof data.path === 'string' &&
    /^\/(?![/\\])/.test(data.path)
  )
    return { type: data.type, path: data.path }
  return null
}
