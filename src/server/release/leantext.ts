/**
 * The public text of a document. Written in steps, because a document of a megabyte, which a draft in
 * a preview may be, would otherwise keep every other request waiting.
 */

import { withoutNotes, withoutOwnNotes } from '#engine/check/needs.ts'
import { canonical, isObject } from '#engine/documents/json.ts'
import type { AnyDocument } from '#engine/documents/kinds.ts'

/** Work in steps: other requests may be served at each `yield`. */
export type Steps<Result> = Generator<undefined, Result, undefined>

/** Values that a step may write at once: about a millisecond. */
const MAX_VALUES = 2000
const MAX_CHARACTERS = 50_000

const texts = new WeakMap<AnyDocument, string>()

/**
 * `canonical` of what is public: no notes, and not the weights that a report's strengths are computed
 * with on the server. Cached for as long as the document lives: releases share most of theirs.
 */
export function* leanText(document: AnyDocument): Steps<string> {
  let text = texts.get(document)
  if (text === undefined) {
    text = yield* written(publicPart(document))
    texts.set(document, text)
  }
  return text
}

/** The same at once. */
export function leanTextNow(document: AnyDocument): string {
  return texts.get(document) ?? finish(leanText(document))
}

/** Takes all steps without a pause. */
export function finish<Result>(steps: Steps<Result>): Result {
  for (;;) {
    const step = steps.next()
    if (step.done === true) return step.value
  }
}

function publicPart(document: AnyDocument): AnyDocument {
  return document.kind === 'report' && document.strengths !== undefined
    ? {
        ...document,
        strengths: document.strengths.map(({ id, label }) => ({ id, label, from: [] })),
      }
    : document
}

/** `canonical(withoutNotes(value))` */
function* written(value: unknown): Steps<string> {
  if (!hasMore(value, MAX_VALUES)) return canonical(withoutNotes(value))
  const parts: string[] = []
  let characters = 0
  const list = Array.isArray(value)
  const members: readonly (readonly [string, unknown])[] = list
    ? (value as unknown[]).map((item) => ['', item] as const)
    : sorted(value as Record<string, unknown>)
  for (const [key, item] of members) {
    const text = yield* written(item)
    parts.push(list ? text : `${JSON.stringify(key)}:${text}`)
    characters += text.length
    if (characters < MAX_CHARACTERS) continue
    characters = 0
    yield
  }
  return list ? `[${parts.join(',')}]` : `{${parts.join(',')}}`
}

function sorted(value: Record<string, unknown>): [string, unknown][] {
  const lean = withoutOwnNotes(value)
  return Object.keys(lean)
    .filter((key) => lean[key] !== undefined)
    .sort()
    .map((key) => [key, lean[key]])
}

/** Whether a value holds more than so many values, without counting further. */
function hasMore(value: unknown, most: number): boolean {
  let seen = 0
  const waiting: unknown[] = [value]
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    if (++seen > most) return true
    const inner = Array.isArray(next)
      ? (next as unknown[])
      : isObject(next)
        ? Object.values(next)
        : []
    if (inner.length > most) return true
    for (const item of inner) if (item !== undefined) waiting.push(item)
  }
  return false
}
