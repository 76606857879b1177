/**
 * Phone accounts and the security page: whose message it was, an address that is not proven yet, what
 * a session runs on, and recent sign-ins.
 */

import type { Kysely } from 'kysely'
import { enableTenantPolicies, runEach } from '#server/database/statements.ts'

export async function up(db: Kysely<unknown>): Promise<void> {
  await runEach(db, [
    // By the person, not by the address: a number that changes hands takes nobody's messages along.
    `ALTER TABLE messages ADD COLUMN user_id uuid, ADD CONSTRAINT messages_user_fkey FOREIGN KEY (tenant_id, user_id) REFERENCES users (tenant_id, id) ON DELETE CASCADE`,
    `CREATE INDEX messages_user ON messages (tenant_id, user_id)`,
    // Becomes the account's address once a code has proven it; until then the old one stays.
    `ALTER TABLE users ADD COLUMN new_address text`,
    // Where a recovery link went: reading it proves that address. Null means email.
    `ALTER TABLE codes ADD COLUMN channel text`,
    `ALTER TABLE codes DROP CONSTRAINT codes_purpose_check, ADD CONSTRAINT codes_purpose_check CHECK (purpose IN ('verify', 'address', 'recover', 'invite'))`,
    // A few words such as "Chrome, Android", never the browser's whole description of itself.
    `ALTER TABLE sessions ADD COLUMN label text`,
    `CREATE TABLE sign_ins (
      tenant_id uuid NOT NULL, id uuid NOT NULL, user_id uuid NOT NULL,
      outcome text NOT NULL CHECK (outcome IN ('in', 'wrong')), label text, times integer NOT NULL DEFAULT 1, at timestamptz NOT NULL,
      PRIMARY KEY (tenant_id, id),
      FOREIGN KEY (tenant_id, user_id) REFERENCES users (tenant_id, id) ON DELETE CASCADE)`,
    `CREATE INDEX sign_ins_user ON sign_ins (tenant_id, user_id, at)`,
    `CREATE INDEX sign_ins_at ON sign_ins (at)`,
  ])
  await enableTenantPolicies(db, ['sign_ins'])
  await runEach(db, [
    `GRANT SELECT, INSERT, UPDATE, DELETE ON sign_ins TO tsela_app`,
    `CREATE POLICY over ON sign_ins TO tsela_keeper USING (at < now() - interval '30 days')`,
    `GRANT SELECT, DELETE ON sign_ins TO tsela_keeper`,
  ])
}
