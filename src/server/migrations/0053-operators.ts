/** For operators in the console, and files that carry a tenant's work (docs/decisions/0113). */

import { sql, type Kysely } from 'kysely'
import { runEach } from '#server/database/statements.ts'

const ROLES = `('viewer', 'editor', 'publisher', 'experimenter', 'owner', 'operator')`

export async function up(db: Kysely<unknown>): Promise<void> {
  await runEach(db, [
    // Wider than before, so that servers of the previous version continue to work.
    `ALTER TABLE users DROP CONSTRAINT users_role_check, ADD CONSTRAINT users_role_check CHECK (role IN ${ROLES})`,
    `ALTER TABLE codes DROP CONSTRAINT codes_role_check, ADD CONSTRAINT codes_role_check CHECK (role IN ${ROLES})`,
    // Public keys of installations whose files an operator has decided to trust.
    `CREATE TABLE trusted_installations (fingerprint text PRIMARY KEY, key text NOT NULL, since timestamptz NOT NULL DEFAULT now())`,
  ])
  await sql.raw('GRANT SELECT ON trusted_installations TO tsela_app').execute(db)
}
