/**
 * The body of a request that saves a draft: parsed, checked against the size limits of documents,
 * and compared with the live version.
 */

import { outOfBounds, type OutOfBounds } from '#engine/documents/bounds.ts'
import { canonical, isObject } from '#engine/documents/json.ts'
import type { AnyDocument } from '#engine/documents/kinds.ts'
import { Refusal, type Problem } from '#engine/contract/problems.ts'

/** `text` is null if the document is removed. */
export type DraftBody = { readonly text: string | null; readonly unchanged: boolean }

/**
 * Two megabytes can contain a million levels or names, and parsing those would block the server for
 * a quarter of a second. From this size, in characters, it is done in the worker process.
 */
export const LARGE_BODY = 64 * 1024

/**
 * Nothing recurses into it before its depth is checked.
 *
 * @param name the document's, `kind/id`
 * @throws Refusal `request/malformed`, `request/invalid`, or `draft/out-of-bounds` with details
 */
export function readDraftBody(
  body: string,
  name: string,
  live: AnyDocument | undefined,
): DraftBody {
  const document = documentIn(body)
  if (document === null) return { text: null, unchanged: live === undefined }
  const beyond = outOfBounds(document)
  if (beyond !== undefined) throw beyondBounds(name, beyond)
  return {
    text: JSON.stringify(document),
    unchanged: live !== undefined && canonical(document) === canonical(live),
  }
}

function documentIn(body: string): Record<string, unknown> | null {
  let read: unknown
  try {
    read = JSON.parse(body) as unknown
  } catch (error) {
    throw new Refusal('request/malformed', { cause: error })
  }
  const invalid = (pointer: string, key: string) =>
    new Refusal('request/invalid', { fields: [{ pointer, key }] })
  if (!isObject(read)) throw invalid('', 'form.invalid')
  if (!Object.hasOwn(read, 'document')) throw invalid('/document', 'form.required')
  if (Object.keys(read).length > 1) throw invalid('', 'form.unknownField')
  const { document } = read
  if (document !== null && !isObject(document)) throw invalid('/document', 'form.invalid')
  return document
}

function beyondBounds(document: string, { message, pointer }: OutOfBounds): Refusal {
  const problem: Problem = {
    code: 'document/hostile',
    document,
    pointer,
    message,
    severity: 'error',
  }
  return new Refusal('draft/out-of-bounds', { extra: { problems: [problem] } })
}
