/**
 * A preview in the console's frame talks with the console: it goes where it is sent, says where it is, and which part of
 * the page was pointed at. Only ever with a page of its own origin.
 */

import type { View } from './view.ts'

/** What the console asks for. */
export type ToPreview =
  | { readonly type: 'tsela:navigate'; readonly path: string }
  | { readonly type: 'tsela:select'; readonly on: boolean }
/** What a preview tells. */
export type FromPreview =
  | { readonly type: 'tsela:at'; readonly path: string; readonly route: string }
  | { readonly type: 'tsela:node'; readonly screen: string; readonly pointer: string }

export type Bridge = {
  readonly at: (view: View) => void
  /** @returns true where the click points at a part of the page instead of using it */
  readonly pick: (pointer: string, event: Event) => boolean
  readonly close: () => void
}

/** @param go brings the page to a path, as routes know it */
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

/** @returns null for whatever else is said between windows, by extensions for one */
function readMessage(data: unknown): ToPreview | null {
  if (typeof data !== 'object' || data === null || !('type' in data)) return null
  if (data.type === 'tsela:select' && 'on' in data && typeof data.on === 'boolean')
    return { type: data.type, on: data.on }
  // A path of this app: neither another host (`//`) nor a word that means something to the browser (`javascript:`).
  if (
    data.type === 'tsela:navigate' &&
    'path' in data &&
    typeof data.path === 'string' &&
    /^\/(?![/\\])/.test(data.path)
  )
    return { type: data.type, path: data.path }
  return null
}
