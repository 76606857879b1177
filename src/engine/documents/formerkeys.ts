/**
 * What the code once said of the worker type and documents say now: how near six interests must be to have no order, how
 * careers are compared with them, who may read the report and how its result reads in one line. What a tenant published
 * before is read with it.
 */

import { isObject } from './json.ts'

type Json = Readonly<Record<string, unknown>>

const CAREERS = { types: 'worker-types', strong: 0.729, fair: 0.347, apart: 0.9 }
const EVEN = 10
const RESULT = { code: 'holland_code.code', even: 'holland_code.even', names: 'worker-types' }

/** The same document with what was said for it; itself where it says so or is about something else. */
export function withSaid(document: Record<string, unknown>): Record<string, unknown> {
  if (document['kind'] === 'scoring') return keyWithSaid(document)
  if (document['kind'] !== 'report' || document['id'] !== 'worker-type') return document
  return 'open' in document || 'result' in document
    ? document
    : { ...document, open: true, result: RESULT }
}

/** A key that says how near is near is of today, and says the rest too, or means not to. */
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
