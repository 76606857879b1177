/**
 * A one-sentence page for when the app itself is unavailable: no script and no further requests.
 */

import { createHash } from 'node:crypto'

const STYLE =
  'body{margin:15vh auto;max-width:32rem;padding:0 1.5rem;font:1.125rem/1.6 system-ui,sans-serif;color:#1f2963;background:#f8f6f2}@media (prefers-color-scheme:dark){body{color:#f8f6f2;background:#14182f}}'

/** Allows the page's own style sheet, and nothing else. */
export const NOTICE_POLICY = `default-src 'none'; style-src 'sha256-${createHash('sha256').update(STYLE).digest('base64')}'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`

export type Notice = {
  readonly language: string
  readonly direction: string
  readonly title: string
  readonly text: string
}

export function noticePage({ language, direction, title, text }: Notice): string {
  const head = `<meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><title>${escape(title)}</title><style>${STYLE}</style>`
  return `<!doctype html><html lang="${escape(language)}" dir="${escape(direction)}"><head>${head}</head><body><main><h1>${escape(title)}</h1><p>${escape(text)}</p></main></body></html>`
}

export function escape(text: string): string {
  return text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`)
}
