/** What a person's own file says, before any of it is taken. Pure. */

import { isObject, pointer } from '#engine/documents/json.ts'
import { brokenLine } from './brokenjson.ts'

/** As the server says it: where something is in the file, and what becomes of it. */
export type Brought = {
  readonly adds: readonly { readonly pointer: string; readonly title: string }[]
  readonly left: readonly {
    readonly pointer: string
    readonly why: string
    readonly message?: string
  }[]
}
export type ReadFile =
  | { readonly ok: true; readonly value: Readonly<Record<string, unknown>> }
  | {
      readonly ok: false
      readonly why: 'empty' | 'large' | 'broken' | 'noResume'
      /** Of what is broken. */
      readonly line?: number
    }

/** As much as the server takes. */
const MAX_BYTES = 250 * 1024

export function readFileText(text: string): ReadFile {
  if (text.trim() === '') return { ok: false, why: 'empty' }
  if (new TextEncoder().encode(text).length > MAX_BYTES) return { ok: false, why: 'large' }
  try {
    const value: unknown = JSON.parse(text.replace(/^\uFEFF/, ''))
    return isObject(value) ? { ok: true, value } : { ok: false, why: 'noResume' }
  } catch {
    return { ok: false, why: 'broken', line: brokenLine(text) }
  }
}

const partsOf = (pointer: string): string[] =>
  pointer
    .split('/')
    .slice(1)
    .map((part) => part.replace(/~1/g, '/').replace(/~0/g, '~'))

export function valueAt(file: unknown, pointer: string): unknown {
  return partsOf(pointer).reduce<unknown>(
    (value, part) =>
      (Array.isArray(value) || isObject(value)) && Object.hasOwn(value, part)
        ? (value as Readonly<Record<string, unknown>>)[part]
        : undefined,
    file,
  )
}

/**
 * "work 2, startDate": places are counted from 1, as people do.
 *
 * @param said what a member is called; '' where it is better left out
 */
export function placeOf(pointer: string, said = (member: string) => member): string {
  const parts = partsOf(pointer)
  const last = parts.at(-1)
  return parts
    .map((part) => {
      if (/^\d+$/.test(part)) return ` ${Number(part) + 1}`
      const name = said(part) || (part === last ? part : '')
      return name && `, ${name}`
    })
    .join('')
    .replace(/^, /, '')
}

const DATE = /^\d{4}(-\d{2}){0,2}$/

/** A few words of what is there: of an entry its first two texts, and no dates as a file writes them. */
export function wordsAt(file: unknown, pointer: string): string {
  const value = valueAt(file, pointer)
  const words = isObject(value)
    ? Object.values(value)
        .filter((each) => typeof each === 'string' && each !== '' && !DATE.test(each))
        .slice(0, 2)
    : [value]
  const text = words
    .filter((each) => ['string', 'number', 'boolean'].includes(typeof each))
    .join(', ')
  return text.length > 90 ? `${text.slice(0, 89)}…` : text
}

/** The file with months for years that have none: pointer -> "03". */
export function withMonths(
  file: Readonly<Record<string, unknown>>,
  months: Readonly<Record<string, string>>,
): Readonly<Record<string, unknown>> {
  const changed = (value: unknown, at: string): unknown => {
    const month = Object.hasOwn(months, at) ? months[at] : undefined
    if (typeof value === 'string' && month) return `${value}-${month}`
    if (Array.isArray(value)) return value.map((each, index) => changed(each, at + pointer(index)))
    if (!isObject(value)) return value
    return Object.fromEntries(
      Object.entries(value).map(([key, each]) => [key, changed(each, at + pointer(key))]),
    )
  }
  return changed(file, '') as Readonly<Record<string, unknown>>
}
