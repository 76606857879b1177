/** Totals and counts of filters from a summary of a type's records (docs/decisions/0073). Pure. */

import type { Counts, Facet, Filter, Query } from '#server/store/content.ts'
import { withEmpty } from '#server/store/content.ts'
import type { Group } from '#server/store/contentsummary.ts'

/** @param fields the fields that the values of a group belong to, in order */
export function countsFrom(
  groups: readonly Group[],
  fields: readonly string[],
  { filters, facets }: Pick<Query, 'filters' | 'facets'>,
): Counts {
  const at = new Map(fields.map((field, index) => [field, index]))
  const valueOf = ({ values }: Group, field: string) => values[at.get(field)!]
  const fitsAll = (group: Group, except?: string) =>
    Object.entries(filters).every(
      ([name, filter]) => name === except || fits(filter, (field) => valueOf(group, field)),
    )
  const total = sumOf(groups.filter((group) => fitsAll(group)))
  const counted: Record<string, Record<string, number>> = {}
  for (const facet of facets) {
    const narrowed = groups.filter((group) => fitsAll(group, facet.field))
    const counts = countOne(facet, narrowed, valueOf)
    if (Object.keys(counts).length > 0) counted[facet.field] = counts
  }
  return { total, facets: withEmpty(counted, facets) }
}

function countOne(
  { field, named = {}, foundBy }: Facet,
  groups: readonly Group[],
  valueOf: (group: Group, field: string) => unknown,
): Record<string, number> {
  const counts: Record<string, number> = {}
  for (const group of groups) {
    const value = valueOf(group, field)
    for (const choice of choicesFor(value, foundBy))
      counts[choice] = (counts[choice] ?? 0) + group.n
  }
  for (const [name, filter] of Object.entries(named))
    counts[name] = sumOf(groups.filter((group) => fits(filter, (each) => valueOf(group, each))))
  return counts
}

/** What finds a record with this value; with `foundBy` each choice once. */
function choicesFor(value: unknown, foundBy: Facet['foundBy']): Iterable<string> {
  const entries = (Array.isArray(value) ? (value as unknown[]) : [value]).flatMap((entry) =>
    entry === null || entry === undefined ? [] : [String(entry)],
  )
  if (foundBy === undefined) return entries
  const choicesOf = new Map(Object.entries(foundBy))
  return new Set(entries.flatMap((entry) => choicesOf.get(entry) ?? [entry]))
}

function sumOf(groups: readonly Group[]): number {
  return groups.reduce((sum, { n }) => sum + n, 0)
}

function fits(filter: Filter, valueOf: (field: string) => unknown): boolean {
  // The database counts those (pages.ts).
  if ('belongs' in filter) throw new Error('a summary does not say what belongs to a record')
  if ('empty' in filter) return isEmpty(valueOf(filter.empty))
  return filter.anyOf.some((part) =>
    Object.entries(part).every(([field, wanted]) => holds(valueOf(field), wanted)),
  )
}

/** Like PostgreSQL's `@>`: a list contains every requested entry. */
function holds(value: unknown, wanted: unknown): boolean {
  if (!Array.isArray(wanted)) return value === wanted
  return Array.isArray(value) && wanted.every((entry) => value.includes(entry))
}

function isEmpty(value: unknown): boolean {
  return value === null || value === undefined || (Array.isArray(value) && value.length === 0)
}

/** Which fields a summary of the type needs. */
export function summaryFields(facets: readonly Facet[]): string[] {
  return facets.map(({ field }) => field)
}
