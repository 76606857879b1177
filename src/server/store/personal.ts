/**
 * The register of everything stored about a user: which table it is in, how it is found there, and
 * what an export leaves out. Export and erasure both follow it, and a test compares it with the
 * tables and columns that the database has.
 */

import { sql, type RawBuilder } from 'kysely'
import { sqlBuilder as db, type Tx } from '#server/database/database.ts'
import type { Schema } from './schema.ts'
import type { UserRow } from './users.ts'

type Source = {
  /** The condition for this user's rows. */
  readonly of: (user: UserRow) => RawBuilder<unknown>
  readonly order: string
  /** Columns that the export leaves out, each with the reason beside it. */
  readonly without?: Readonly<Record<string, string>>
  /**
   * Not reached by the cascade from `users`: deleted separately, or kept without a name for the
   * given reason.
   */
  readonly erased?: 'by itself' | { readonly kept: string }
}

const byUser = (user: UserRow) => sql`user_id = ${user.id}`
const byAttempt = (user: UserRow) =>
  sql`attempt_id IN (SELECT id FROM attempts WHERE user_id = ${user.id})`
/** What is known of a phone that others use too belongs to the first of them. */
const byUnit = (user: UserRow) =>
  sql`unit IN (SELECT unit FROM person_units WHERE user_id = ${user.id} AND counted)`
const THE_TENANTS = 'the tenant’s work, not the person’s'
const WITHOUT_NAME = { kept: 'what a tenant serves stays; who wrote it is set to nobody' } as const

const REGISTER = {
  users: {
    of: (user) => sql`id = ${user.id}`,
    order: 'id',
    without: {
      password_hash: 'a secret',
      id_number_sealed: 'told opened, as idNumber',
      guardian_sealed: 'told opened, as guardian',
      factor_sealed: 'a secret',
    },
  },
  sessions: { of: byUser, order: 'created_at', without: { token_hash: 'a secret' } },
  sign_ins: { of: byUser, order: 'at' },
  identities: { of: byUser, order: 'created_at' },
  recovery_codes: { of: byUser, order: 'created_at', without: { hash: 'a secret' } },
  passkeys: { of: byUser, order: 'created_at' },
  challenges: {
    of: byUser,
    order: 'created_at',
    without: { hash: 'a secret', value: 'may be a secret' },
  },
  codes: { of: byUser, order: 'created_at', without: { hash: 'a secret' } },
  guardian_requests: { of: byUser, order: 'created_at', without: { token_hash: 'a secret' } },
  attempts: {
    of: byUser,
    order: 'started_at',
    without: {
      scoring: 'address of a key with right answers',
      user_id: 'always the same',
      block: 'sums of hundreds of people; those are made anew without the person',
    },
  },
  answers: { of: byAttempt, order: 'received' },
  task_logs: { of: byAttempt, order: 'received_at' },
  results: { of: byUser, order: 'updated_at' },
  favourites: { of: byUser, order: 'created_at' },
  interactions: { of: byUser, order: 'created_at' },
  redemptions: { of: byUser, order: 'created_at' },
  experiment_assignments: { of: byUnit, order: 'assigned_at', erased: 'by itself' },
  events: { of: byUnit, order: 'received_at', without: { device: 'a hash' }, erased: 'by itself' },
  milestones: { of: byUser, order: 'at' },
  // After what is found by it.
  person_units: { of: byUser, order: 'created_at' },
  cv_shares: { of: byUser, order: 'created_at', without: { token_hash: 'a secret' } },
  cv_files: { of: byUser, order: 'first_at' },
  pay_requests: { of: byUser, order: 'created_at', without: { token_hash: 'a secret' } },
  payments: {
    of: byUser,
    order: 'created_at',
    without: { payer_email: 'of the one who pays', url: 'opens the page to pay on' },
    erased: { kept: 'the law of receipts asks for it; the account is removed from it' },
  },
  messages: {
    // Older ones say only where they went.
    of: (user) =>
      sql`(user_id = ${user.id} OR (user_id IS NULL AND recipient IN (${user.email}, ${user.phone})))`,
    order: 'created_at',
    erased: 'by itself',
  },
  previews: {
    of: (user) => sql`created_by = ${user.id}`,
    order: 'expires_at',
    without: { token_hash: 'a secret', manifest: THE_TENANTS },
  },
  drafts: {
    of: (user) => sql`updated_by = ${user.id}`,
    order: 'updated_at',
    without: { document: THE_TENANTS },
    erased: WITHOUT_NAME,
  },
  releases: {
    of: (user) => sql`created_by = ${user.id}`,
    order: 'number',
    without: { manifest: THE_TENANTS, changes: THE_TENANTS },
    erased: WITHOUT_NAME,
  },
  draft_comments: {
    of: (user) => sql`created_by = ${user.id}`,
    order: 'created_at',
    erased: WITHOUT_NAME,
  },
  approvals: {
    of: (user) => sql`${user.id} IN (asked_by, decided_by)`,
    order: 'asked_at',
    without: { drafts: THE_TENANTS },
    erased: WITHOUT_NAME,
  },
  scheduled_releases: {
    of: (user) => sql`scheduled_by = ${user.id}`,
    order: 'scheduled_at',
    without: { drafts: THE_TENANTS },
    erased: WITHOUT_NAME,
  },
  audit: {
    of: (user) => sql`actor = ${user.id}`,
    order: 'at',
    erased: { kept: 'a log that nobody may shorten; an id that leads to nobody is left in it' },
  },
} satisfies Partial<Record<keyof Schema, Source>>

export type PersonalTable = keyof typeof REGISTER
export const PERSONAL: Readonly<Record<PersonalTable, Source>> = REGISTER

/**
 * A user's rows by table, each as the database writes it as JSON, without what the register leaves
 * out.
 */
export async function everythingOf(
  tx: Tx,
  user: UserRow,
): Promise<Record<PersonalTable, Record<string, unknown>[]>> {
  const found: Partial<Record<PersonalTable, Record<string, unknown>[]>> = {}
  for (const [table, source] of Object.entries(PERSONAL) as [PersonalTable, Source][]) {
    const without = ['tenant_id', ...Object.keys(source.without ?? {})]
    const rows = await tx.all<{ row: Record<string, unknown> }>({
      compile: () =>
        sql<{
          row: Record<string, unknown>
        }>`SELECT to_jsonb(t) - ${without}::text[] AS row FROM ${sql.table(table)} AS t WHERE ${source.of(user)} ORDER BY ${sql.ref(source.order)}`.compile(
          db,
        ),
    })
    found[table] = rows.map(({ row }) => row)
  }
  return found as Record<PersonalTable, Record<string, unknown>[]>
}

/**
 * Erases a user: the row, what the database deletes with it, and what contains only their address.
 */
export async function erasePerson(tx: Tx, user: UserRow): Promise<void> {
  for (const [table, source] of Object.entries(PERSONAL) as [PersonalTable, Source][])
    if (source.erased === 'by itself')
      await tx.run({
        compile: () => sql`DELETE FROM ${sql.table(table)} WHERE ${source.of(user)}`.compile(db),
      })
  await tx.run(db.deleteFrom('users').where('id', '=', user.id))
}
