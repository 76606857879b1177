/** Summarises an explanation for the sentence above it. Pure. */

import type { Explanation } from '#engine/contract/admincontract.ts'
import { isObject } from '#engine/documents/json.ts'

/** `stays`: the requested page; `moved`: another one; `loop`: redirects in a circle. */
export type Outcome = 'stays' | 'moved' | 'loop'

export function outcomeOf({ outcome, path }: Explanation, asked: string): Outcome {
  if (outcome === 'loop') return 'loop'
  return plain(path) === plain(asked) ? 'stays' : 'moved'
}

/** The path alone, without query and trailing slash. */
function plain(path: string): string {
  return path.replace(/[?#].*$/, '').replace(/(?<=.)\/+$/, '')
}

/** Normalises a typed path: users leave out the slash, or paste a whole URL. */
export function pathOf(typed: string): string {
  const text = typed.trim()
  const [, inside] = /^https?:\/\/[^/]+(\/.*)?$/.exec(text) ?? []
  const path = inside ?? (/^https?:/.test(text) ? '/' : text)
  return path.startsWith('/') ? path : `/${path}`
}

/** A value in its shortest readable form; null for nothing. */
export function shortValue(value: unknown): string | null {
  if (value === null || value === undefined || value === '') return null
  return Array.isArray(value) || isObject(value) ? JSON.stringify(value) : String(value)
}
