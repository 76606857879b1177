/**
 * The first row of a decision table whose `when` is true. The prose tables of spec section 4 are
 * such documents.
 */

import type { Catalog } from '#engine/documents/catalog.ts'
import type { FlowDocument, Verdict } from '#engine/documents/kinds.ts'
import type { Asked, Rule } from '#engine/rules/rules.ts'

export type Decision = {
  readonly flow: string
  /** Id of the row that decided. */
  readonly row: string
  readonly then: Verdict
  /** The variables that the deciding row read; empty unless traced. */
  readonly because: readonly Asked[]
  /** Rows that did not match, in order, with the variables they read; empty unless traced. */
  readonly tried: readonly { readonly row: string; readonly because: readonly Asked[] }[]
}

/** Where decision tables come from: a catalog, or the relevant part of one. */
export type Tables = Pick<Catalog, 'book' | 'route'> & {
  readonly get: (kind: 'flow', id: string) => FlowDocument | undefined
}

/** @returns null if no row matches, or no such flow exists: the caller decides what that means */
export function decide(
  catalog: Tables,
  flow: string,
  scope: unknown,
  options: { trace?: boolean } = {},
): Decision | null {
  const table = catalog.get('flow', flow)
  if (table === undefined) return null
  const tried: { row: string; because: Asked[] }[] = []
  for (const row of table.rows) {
    const because: Asked[] | undefined = options.trace ? [] : undefined
    if (catalog.book.holds(row.when as Rule, scope, because)) {
      return { flow, row: row.id, then: row.then, because: because ?? [], tried }
    }
    if (because) tried.push({ row: row.id, because })
  }
  return null
}
