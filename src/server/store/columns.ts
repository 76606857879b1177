/**
 * Columns by name, for every query that reads whole rows. Never `*`: PostgreSQL refuses a prepared
 * statement whose columns have changed, so a migration would break every connection of servers that
 * are still running (docs/decisions/0062).
 */

import type { Schema } from './schema.ts'

/** A column that is missing here, or no longer in the schema, is a type error. */
const COLUMNS = {
  answers: {
    tenant_id: true,
    id: true,
    attempt_id: true,
    item: true,
    value: true,
    ms: true,
    at: true,
    seq: true,
    device: true,
    late: true,
    received: true,
    received_at: true,
  },
  attempts: {
    tenant_id: true,
    id: true,
    user_id: true,
    assessment: true,
    document: true,
    scoring: true,
    items: true,
    state: true,
    repeat: true,
    language: true,
    metrics: true,
    quality: true,
    scorer: true,
    started_at: true,
    completed_at: true,
    instruments: true,
    seed: true,
  },
  codes: {
    tenant_id: true,
    id: true,
    user_id: true,
    purpose: true,
    role: true,
    channel: true,
    hash: true,
    key_id: true,
    tries: true,
    used_at: true,
    expires_at: true,
    created_at: true,
  },
  drafts: {
    tenant_id: true,
    kind: true,
    id: true,
    document: true,
    revision: true,
    updated_by: true,
    updated_at: true,
  },
  messages: {
    tenant_id: true,
    id: true,
    channel: true,
    recipient: true,
    subject: true,
    text: true,
    created_at: true,
    sent_at: true,
    tries: true,
    user_id: true,
  },
  releases: {
    tenant_id: true,
    id: true,
    number: true,
    kind: true,
    base: true,
    manifest: true,
    changes: true,
    message: true,
    created_by: true,
    from_number: true,
    created_at: true,
  },
  results: {
    tenant_id: true,
    user_id: true,
    assessment: true,
    attempt_id: true,
    metrics: true,
    quality: true,
    updated_at: true,
  },
  sessions: {
    tenant_id: true,
    token_hash: true,
    id: true,
    user_id: true,
    method: true,
    verified: true,
    console: true,
    created_at: true,
    seen_at: true,
    label: true,
  },
  sign_ins: {
    tenant_id: true,
    id: true,
    user_id: true,
    outcome: true,
    label: true,
    times: true,
    at: true,
  },
  users: {
    tenant_id: true,
    id: true,
    email: true,
    email_verified: true,
    phone: true,
    phone_verified: true,
    password_hash: true,
    account_type: true,
    role: true,
    profile: true,
    id_number_sealed: true,
    consents: true,
    guardian_sealed: true,
    research_assessments: true,
    cohort: true,
    demo: true,
    created_at: true,
    new_address: true,
  },
  vouchers: {
    tenant_id: true,
    code: true,
    plan: true,
    uses: true,
    used: true,
    expires_at: true,
    cohort: true,
    demo: true,
    batch_id: true,
  },
} as const satisfies { [Table in keyof Schema]?: Readonly<Record<keyof Schema[Table], true>> }

type Whole = keyof typeof COLUMNS
type ColumnOf<Table extends Whole> = keyof (typeof COLUMNS)[Table] & string

/** Every column of a table: `select(columnsOf('users'))`. */
export function columnsOf<Table extends Whole>(table: Table): ColumnOf<Table>[] {
  return Object.keys(COLUMNS[table]) as ColumnOf<Table>[]
}

/** The same for joined tables; rows have the columns' plain names. */
export function joinedColumnsOf<Table extends Whole>(
  table: Table,
): `${Table}.${ColumnOf<Table>}`[] {
  return columnsOf(table).map((column) => `${table}.${column}` as const)
}
