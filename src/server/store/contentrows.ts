/**
 * Records as one JSON array, in the columns of their table, so that any number of them is one
 * parameter. Doesn't use a database.
 */

import type { NewRecord } from './newcontent.ts'

export type WrittenRecord = NewRecord & {
  readonly state: 'shown' | 'hidden'
  readonly starts: Date | null
}

export function rowsJson(records: readonly WrittenRecord[]): string {
  return JSON.stringify(
    records.map(({ id, title, orderBy, data, weighted: [a, b, c], state, starts, ends }) => ({
      id,
      title,
      order_by: orderBy,
      data,
      words: [a, b, c].filter(Boolean).join(' '),
      a,
      b,
      c,
      state,
      starts,
      ends,
    })),
  )
}

/** For `jsonb_to_recordset`. */
export const ROW =
  'r(id text, title text, order_by text, data jsonb, words text, a text, b text, c text, state text, starts timestamptz, ends timestamptz)'
