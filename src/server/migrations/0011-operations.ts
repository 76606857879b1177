/** For operators' commands: suspended tenants, invitations with a role, and a rotated secret. */

import { sql, type Kysely } from 'kysely'
import { runEach } from '#server/database/statements.ts'

export async function up(db: Kysely<unknown>): Promise<void> {
  await runEach(db, [
    `ALTER TABLE tenants ADD COLUMN suspended_at timestamptz`,
    // Wider than before, so that servers of the previous version continue to work.
    `ALTER TABLE codes DROP CONSTRAINT codes_purpose_check, ADD CONSTRAINT codes_purpose_check CHECK (purpose IN ('verify', 'recover', 'invite')),
      ADD COLUMN role text CHECK (role IN ('viewer', 'editor', 'publisher', 'experimenter', 'owner'))`,
    // Which secrets are still in use for sealed values. Of the secret itself only the root of
    // identities, sealed with it.
    `CREATE TABLE sealing_keys (id text PRIMARY KEY, identity text NOT NULL, since timestamptz NOT NULL DEFAULT now())`,
  ])
  await sql.raw('GRANT SELECT ON sealing_keys TO tsela_app').execute(db)
}
