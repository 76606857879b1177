/**
 * What an operator does without SQL: tenants that are closed for a while, invitations with a role,
 * and a changed secret.
 */

import { sql, type Kysely } from 'kysely'
import { runEach } from '#server/database/statements.ts'

export async function up(db: Kysely<unknown>): Promise<void> {
  await runEach(db, [
    `ALTER TABLE tenants ADD COLUMN suspended_at timestamptz`,
    // Wider than before, so that servers of the version before go on as they are.
    `ALTER TABLE codes DROP CONSTRAINT codes_purpose_check, ADD CONSTRAINT codes_purpose_check CHECK (purpose IN ('verify', 'recover', 'invite')),
      ADD COLUMN role text CHECK (role IN ('viewer', 'editor', 'publisher', 'experimenter', 'owner'))`,
    // Which secrets something is still sealed with. Of the secret itself only what identities are
    // made from, sealed by it.
    `CREATE TABLE sealing_keys (id text PRIMARY KEY, identity text NOT NULL, since timestamptz NOT NULL DEFAULT now())`,
  ])
  await sql.raw('GRANT SELECT ON sealing_keys TO tsela_app').execute(db)
}
