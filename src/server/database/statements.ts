/** Helpers for migrations. */

import { sql, type Kysely } from 'kysely'

// An unset tenant reads as '' once a transaction has set it before: no rows then, rather than an
// error or all rows.
const TENANT_IS_SET = "tenant_id = nullif(current_setting('app.tenant', true), '')::uuid"

/** Runs the statements one after another. */
export async function runEach(db: Kysely<unknown>, statements: readonly string[]): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db)
}

/**
 * Row-level security that binds the owner of the tables too: a row is visible for its own tenant
 * alone.
 */
export async function enableTenantPolicies(
  db: Kysely<unknown>,
  tables: readonly string[],
): Promise<void> {
  for (const table of tables) {
    // Hosts must be looked up before the tenant is known; a host name is no secret.
    const read = table === 'tenant_hosts' ? 'true' : TENANT_IS_SET
    await runEach(db, [
      `ALTER TABLE ${table} ENABLE ROW LEVEL SECURITY`,
      `ALTER TABLE ${table} FORCE ROW LEVEL SECURITY`,
      `CREATE POLICY tenant ON ${table} USING (${read}) WITH CHECK (${TENANT_IS_SET})`,
    ])
  }
}
