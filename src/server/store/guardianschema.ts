/** Requests for a guardian's consent, as Kysely needs to know them (migration 0031). */

import type { ColumnType } from 'kysely'

type Timestamp = ColumnType<Date, Date | string, Date | string>

export type GuardianTables = {
  guardian_requests: {
    tenant_id: string
    id: string
    user_id: string
    token_hash: Buffer
    channel: 'email' | 'phone'
    /** Of the person who asked, for the messages that follow. */
    language: string
    state: 'open' | 'replaced' | 'agreed' | 'refused' | 'withdrawn'
    created_at: Timestamp
    expires_at: Timestamp
    /** Of the words that were answered. */
    version: ColumnType<number | null, number | null | undefined, number | null>
    answered_at: ColumnType<Date | null, Date | null | undefined, Date | null>
    withdrawn_at: ColumnType<Date | null, Date | null | undefined, Date | null>
  }
}
