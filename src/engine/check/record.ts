/**
 * Does a record fit its content type? Used by the import, the console's form and the check of
 * shipped content.
 */

import type { ContentField, ContentType } from '#engine/documents/kinds.ts'
import { isObject } from '#engine/documents/json.ts'
import { isUploaded } from '#engine/documents/picture.ts'

export type RecordIssue = { readonly field: string; readonly reason: RecordReason }
export type RecordReason = 'missing' | 'unknown-field' | 'type' | 'choice' | 'too-long' | 'link'

const MAX_TEXT = 500
const MAX_LONGTEXT = 10_000
const MAX_ENTRIES = 200

/**
 * @param choices ids of a list, or undefined if there is no such list
 * @returns all reasons why the record is refused; empty if it fits
 */
export function recordIssues(
  type: ContentType,
  choices: (list: string) => ReadonlySet<string> | undefined,
  record: Readonly<Record<string, unknown>>,
): RecordIssue[] {
  const issues: RecordIssue[] = []
  const known = new Set(type.fields.map(({ id }) => id))
  for (const name of Object.keys(record))
    if (name !== 'id' && !known.has(name)) issues.push({ field: name, reason: 'unknown-field' })
  for (const field of type.fields) {
    const value = record[field.id]
    const reason =
      value === undefined || value === null || value === ''
        ? field.required === true
          ? ('missing' as const)
          : null
        : reasonAgainst(field, value, choices)
    if (reason !== null) issues.push({ field: field.id, reason })
  }
  return issues
}

function reasonAgainst(
  { type, list }: ContentField,
  value: unknown,
  choices: (list: string) => ReadonlySet<string> | undefined,
): RecordReason | null {
  const isListed = (entry: unknown) =>
    typeof entry === 'string' && (list === undefined || choices(list)?.has(entry) === true)
  switch (type) {
    case 'text':
    case 'longtext':
      if (typeof value !== 'string') return 'type'
      return value.length > (type === 'text' ? MAX_TEXT : MAX_LONGTEXT) ? 'too-long' : null
    case 'number':
      return typeof value === 'number' && Number.isFinite(value) ? null : 'type'
    case 'flag':
      return typeof value === 'boolean' ? null : 'type'
    case 'choice':
      return isListed(value) ? null : 'choice'
    case 'choices':
      if (!isList(value)) return 'type'
      return value.every(isListed) ? null : 'choice'
    case 'ref':
      return typeof value === 'string' ? null : 'type'
    case 'refs':
      return isList(value) && value.every((entry) => typeof entry === 'string') ? null : 'type'
    case 'date':
      return typeof value === 'string' && isDay(value) ? null : 'type'
    case 'months':
      return isList(value) &&
        value.every((month) => Number.isInteger(month) && 1 <= Number(month) && Number(month) <= 12)
        ? null
        : 'type'
    case 'link':
      return typeof value === 'string' && isWebAddress(value) ? null : 'link'
    case 'image':
      return typeof value === 'string' && (isWebAddress(value) || isUploaded(value)) ? null : 'link'
    case 'place':
      return isObject(value) && isWithin(value['lat'], 90) && isWithin(value['lon'], 180)
        ? null
        : 'type'
    case 'scores':
      return isObject(value) && Object.values(value).every((score) => typeof score === 'number')
        ? null
        : 'type'
  }
}

function isList(value: unknown): value is readonly unknown[] {
  return Array.isArray(value) && value.length <= MAX_ENTRIES
}

/** One that exists in the calendar: not 31 February. */
function isDay(value: string): boolean {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(value)) return false
  const day = new Date(`${value}T00:00:00Z`)
  return !Number.isNaN(day.getTime()) && day.toISOString().startsWith(value)
}

function isWithin(value: unknown, most: number): boolean {
  return typeof value === 'number' && Math.abs(value) <= most
}

/** Never `javascript:` or `data:`: what a record links to opens in a browser. */
export function isWebAddress(value: string): boolean {
  return value.length <= MAX_TEXT && /^https?:\/\/[^\s/?#]+\.[^\s]*$/.test(value)
}
