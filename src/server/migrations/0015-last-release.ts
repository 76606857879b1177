/**
 * Servers of 1.52.2 and before read whole rows with `*`, in prepared statements. PostgreSQL refuses
 * such a statement once its table has more columns, so every connection of a server that is still
 * running would fail. They look for a table in the schema named after their role before they look
 * in `public`, so there they find it with the columns that they know. Servers of later versions
 * name their columns and look only in `public` (docs/decisions/0062).
 *
 * In one transaction with the migrations that add the columns, if those haven't run yet.
 */

import type { Kysely } from 'kysely'
import { runEach } from '#server/database/statements.ts'

/**
 * Tables that 1.52.2 reads with `*` and that have gained columns since, with their columns of that
 * time, in order.
 */
export const NARROW: Readonly<Record<string, string>> = {
  users: `tenant_id, id, email, email_verified, phone, phone_verified, password_hash, account_type, role, profile,
    id_number_sealed, consents, guardian_sealed, research_assessments, cohort, created_at`,
  codes: `tenant_id, id, user_id, purpose, hash, tries, used_at, expires_at, created_at`,
  vouchers: `tenant_id, code, plan, uses, used, expires_at, cohort`,
}

export async function up(db: Kysely<unknown>): Promise<void> {
  await makeNarrowViews(db, NARROW)
}

export async function makeNarrowViews(
  db: Kysely<unknown>,
  tables: Readonly<Record<string, string>>,
): Promise<void> {
  const views = Object.entries(tables).map(
    ([table, columns]) =>
      `CREATE OR REPLACE VIEW tsela_app.${table} WITH (security_invoker = true) AS SELECT ${columns} FROM public.${table};
       GRANT SELECT, INSERT, UPDATE, DELETE ON tsela_app.${table} TO tsela_app;`,
  )
  // The role may create tables in `public` but no schema: older servers respond with errors until
  // they are replaced, as before.
  await runEach(db, [
    `DO $$ BEGIN
      CREATE SCHEMA IF NOT EXISTS tsela_app;
      GRANT USAGE ON SCHEMA tsela_app TO tsela_app;
      ${views.join('\n')}
    EXCEPTION WHEN insufficient_privilege THEN
      RAISE WARNING 'no schema for servers of the version before: %', SQLERRM;
    END $$`,
  ])
}
