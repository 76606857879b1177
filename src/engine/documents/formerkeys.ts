/**
 * Facts about the worker type that used to be in the code and are now in documents: how close six
 * interests must be to have no order, how careers are compared with them, who may read the report
 * and how its result reads in one line. Added to documents that a tenant published before.
 *
 * Needed for documents of versions up to 1.52.2. May go in 3.0.0 (docs/decisions/0080).
 */

import { isObject } from './json.ts'

type Json = Readonly<Record<string, unknown>>

const CAREERS = { types: 'worker-types', strong: 0.729, fair: 0.347, apart: 0.9 }
const EVEN = 10
const RESULT = {
  code: 'holland_code.code',
  even: 'holland_code.even',
  near: 20,
  above: 64,
  within: 10,
  names: 'worker-types',
}

/** The document with these facts; the same object if it has them or they don't apply. */
export function withSaid(document: Record<string, unknown>): Record<string, unknown> {
  if (document['kind'] === 'scoring') return keyWithSaid(document)
  if (document['kind'] !== 'report' || document['id'] !== 'worker-type') return document
  return 'open' in document || 'result' in document
    ? document
    : { ...document, open: true, result: RESULT }
}

/** A key that defines closeness is current: if it lacks the rest, that's on purpose. */
function keyWithSaid(key: Record<string, unknown>): Record<string, unknown> {
  const { derive } = key
  if (!Array.isArray(derive) || !derive.some(isSilent)) return key
  return {
    ...key,
    derive: derive.map((row: unknown) => (isSilent(row) ? { ...row, even: EVEN } : row)),
    ...(key['id'] === 'holland_code' && !('careers' in key) && { careers: CAREERS }),
  }
}

function isSilent(row: unknown): row is Json {
  return isObject(row) && row['op'] === 'interest-code' && !('even' in row)
}
