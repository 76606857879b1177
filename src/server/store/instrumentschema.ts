/** The table of instruments' sums, as Kysely needs to know it. The truth is in ../migrations. */

import type { ColumnType } from 'kysely'

export type InstrumentTables = {
  /** Sums over the answers of some hundreds of attempts, of one instrument, version, key and language. */
  instrument_blocks: {
    tenant_id: string
    id: string
    assessment: string
    version: string
    document: string
    scoring: string
    language: string
    /** Attempts; of them marked as careless; people whose first meant attempt it is. */
    attempts: number
    careless: number
    people: number
    sums: ColumnType<Record<string, number[]>, string, string>
    updated_at: ColumnType<Date, Date, Date>
  }
  /** What people who took an instrument before say about its scales. */
  instrument_norms: {
    tenant_id: string
    assessment: string
    /** Of all: ''. */
    language: string
    age: string
    scoring: string
    /** Of the instrument: new questions may have an unchanged key. */
    version: string
    people: number
    norms: ColumnType<object, string, string>
    updated_at: ColumnType<Date, Date, Date>
  }
}
