/** The tables of drafts and releases, as Kysely needs to know them. */

import type { ColumnType } from 'kysely'

type Timestamp = ColumnType<Date, Date | string, Date | string>
type Json<T> = ColumnType<T, string, string>
/** Null if it is left out. */
type Maybe<T> = ColumnType<T | null, T | null | undefined, T | null>

export type ReleaseTables = {
  drafts: {
    tenant_id: string
    kind: string
    id: string
    document: string | null
    revision: number
    updated_by: string | null
    updated_at: Timestamp
  }
  /** What colleagues say about a draft. */
  draft_comments: {
    tenant_id: string
    id: string
    kind: string
    document: string
    text: string
    created_by: string | null
    created_at: Timestamp
    resolved_at: ColumnType<Date | null, Date | null | undefined, Date | null>
  }
  releases: {
    tenant_id: string
    id: string
    number: number
    kind: 'publish' | 'rollback' | 'upgrade'
    base: string
    /** `kind/id` -> hash of the whole document. */
    manifest: Json<Record<string, string>>
    changes: Json<unknown>
    message: string
    created_by: string | null
    from_number: number | null
    created_at: Timestamp
  }
  live_releases: { tenant_id: string; release_id: string }
  /** Releases that somebody asked for. */
  approvals: {
    tenant_id: string
    id: string
    state: 'asked' | 'returned' | 'approved'
    message: string
    /** `kind/id` -> hash of its draft. */
    drafts: Json<Record<string, string>>
    asked_by: string | null
    asked_at: Timestamp
    decided_by: Maybe<string>
    decided_at: ColumnType<Date | null, Date | null | undefined, Date | null>
    /** Why it was sent back. */
    comment: Maybe<string>
    /** What it has become. */
    release_id: Maybe<string>
    /** When it is to be published once it's approved; at once without it. */
    publish_at: ColumnType<Date | null, Date | null | undefined, Date | null>
  }
  /** Releases that are published at a time that somebody chose. */
  scheduled_releases: {
    tenant_id: string
    id: string
    state: 'waiting' | 'failed'
    message: string
    /** `kind/id` -> hash of its draft. */
    drafts: Json<Record<string, string>>
    publish_at: Timestamp
    scheduled_by: string | null
    scheduled_at: Timestamp
    /** Where a second person had to approve it. */
    approval_id: string | null
    /** Why it wasn't published, and the first problem that a check has found. */
    reason: Maybe<string>
    detail: Maybe<string>
  }
}
