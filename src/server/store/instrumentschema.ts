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
}
