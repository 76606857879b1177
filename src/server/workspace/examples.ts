/**
 * Whom changed rows of the tables tell apart: imaginary people at each age and on both sides of it,
 * and in each country, that such a row names. Without them a rule for people under 16 in Kenya would change
 * nothing for anybody whom a publish is tried with.
 */

import { usesOf } from '#engine/check/domains.ts'
import type { Catalog } from '#engine/documents/catalog.ts'
import type { FlowDocument } from '#engine/documents/kinds.ts'
import type { Rule } from '#engine/rules/rules.ts'

export type Example = { readonly age: number | null; readonly country: string | null }
export type Examples = {
  readonly people: readonly Example[]
  /** Names of the only routes that the changed rows are about; null if any page may be. */
  readonly routes: ReadonlySet<string> | null
}

/** More would only repeat what these show. */
const MAX_PEOPLE = 12
const AGES = ['facts.age', 'age']
const COUNTRIES = ['facts.country', 'country', 'user.profile.country', 'user.profile.nationality']

export function examplesOf(before: Catalog, after: Catalog): Examples {
  const rows = [...changedRows(before, after), ...changedRows(after, before)]
  const uses = usesOf(
    rows.map(({ when }) => when as Rule),
    { ...before.book.named, ...after.book.named },
  )
  const borders = AGES.flatMap((name) => [...(uses.get(name)?.borders ?? [])])
  // What an unknown age counts as is no border.
  const known = borders.filter((age) => typeof age === 'number' && age > 0 && age < 130)
  // "Over 16" and "from 16" differ at 16.
  const ages = new Set(known.flatMap((age) => [-1, 0, 1].map((by) => Math.round(Number(age)) + by)))
  const countries = new Set(
    COUNTRIES.flatMap((name) => [...(uses.get(name)?.literals ?? [])]).filter(
      (country): country is string => typeof country === 'string' && /^[A-Z]{2}$/.test(country),
    ),
  )
  const people = orNone(ages).flatMap((age) =>
    orNone(countries).map((country): Example => ({ age, country })),
  )
  const named = rows.map(({ when }) => routesIn(when as Rule))
  return {
    people: people
      .filter(({ age, country }) => age !== null || country !== null)
      .slice(0, MAX_PEOPLE),
    routes: named.every((each) => each.length > 0) ? new Set(named.flat()) : null,
  }
}

/** Rows that the other catalog's tables lack, or have in another form. */
function changedRows(of: Catalog, other: Catalog): FlowDocument['rows'] {
  return of.all('flow').flatMap((flow) => {
    const there = new Map((other.get('flow', flow.id)?.rows ?? []).map((row) => [row.id, row]))
    return flow.rows.filter((row) => JSON.stringify(there.get(row.id)) !== JSON.stringify(row))
  })
}

/** The pages that a condition is about, where it names them beside everything else. */
function routesIn(when: Rule): string[] {
  const parts = (typeof when === 'object' && when !== null && 'and' in when && when['and']) || [
    when,
  ]
  return (Array.isArray(parts) ? parts : [parts]).flatMap((part) => {
    const uses = usesOf([part as Rule], {})
    const names = [...(uses.get('route.name')?.literals ?? [])]
    return uses.size === 1 ? names.filter((name) => typeof name === 'string') : []
  })
}

function orNone<T>(values: ReadonlySet<T>): readonly (T | null)[] {
  return values.size === 0 ? [null] : [...values]
}
