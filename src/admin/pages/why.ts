/** What an explanation says, for the sentence above it. Pure. */

import type { Explanation } from '#engine/contract/admincontract.ts'
import { isObject } from '#engine/documents/json.ts'

/** `stays`: the page that was asked for; `moved`: another one; `loop`: a circle of redirects. */
export type Outcome = 'stays' | 'moved' | 'loop'

export function outcomeOf({ outcome, path }: Explanation, asked: string): Outcome {
  if (outcome === 'loop') return 'loop'
  return plain(path) === plain(asked) ? 'stays' : 'moved'
}

/** The path alone, without what is asked in it and without a slash at its end. */
function plain(path: string): string {
  return path.replace(/[?#].*$/, '').replace(/(?<=.)\/+$/, '')
}

/** A path as the server takes it: people leave the slash out, or paste a whole address. */
export function pathOf(typed: string): string {
  const text = typed.trim()
  const [, inside] = /^https?:\/\/[^/]+(\/.*)?$/.exec(text) ?? []
  const path = inside ?? (/^https?:/.test(text) ? '/' : text)
  return path.startsWith('/') ? path : `/${path}`
}

/** A value as short as it can be read; null for nothing. */
export function shortValue(value: unknown): string | null {
  if (value === null || value === undefined || value === '') return null
  return Array.isArray(value) || isObject(value) ? JSON.stringify(value) : String(value)
}
