/** A second factor for signing in: an authenticator, recovery codes, passkeys (docs/decisions/0090). */

import type { Kysely } from 'kysely'
import { enableTenantPolicies, runEach } from '#server/database/statements.ts'

export async function up(db: Kysely<unknown>): Promise<void> {
  const owned = `FOREIGN KEY (tenant_id, user_id) REFERENCES users (tenant_id, id) ON DELETE CASCADE`
  await runEach(db, [
    // With the user, because every sign-in and every request of the console asks for it.
    `ALTER TABLE users ADD COLUMN factor_sealed text, ADD COLUMN factor_since timestamptz, ADD COLUMN factor_step integer`,
    // Sessions from before count as without; a console that asks for more asks once.
    `ALTER TABLE sessions ADD COLUMN strong boolean NOT NULL DEFAULT false`,
    `ALTER TABLE sign_ins ADD COLUMN how text CHECK (how IN ('code', 'recovery', 'passkey'))`,
    `CREATE TABLE recovery_codes (tenant_id uuid NOT NULL, id uuid NOT NULL, user_id uuid NOT NULL,
      hash bytea NOT NULL, used_at timestamptz, created_at timestamptz NOT NULL,
      PRIMARY KEY (tenant_id, id), ${owned})`,
    `CREATE INDEX recovery_codes_user ON recovery_codes (tenant_id, user_id)`,
    `CREATE TABLE passkeys (tenant_id uuid NOT NULL, id uuid NOT NULL, user_id uuid NOT NULL,
      credential text NOT NULL, public_key bytea NOT NULL, counter bigint NOT NULL, name text NOT NULL,
      created_at timestamptz NOT NULL, used_at timestamptz,
      PRIMARY KEY (tenant_id, id), UNIQUE (tenant_id, credential), ${owned})`,
    `CREATE INDEX passkeys_user ON passkeys (tenant_id, user_id)`,
    // Half-done sign-ins and enrolments, each known by something that only its browser has.
    `CREATE TABLE challenges (tenant_id uuid NOT NULL REFERENCES tenants (id), hash bytea NOT NULL, user_id uuid,
      purpose text NOT NULL CHECK (purpose IN ('sign-in', 'factor', 'passkey', 'passkey-sign-in')),
      value text NOT NULL, tries integer NOT NULL DEFAULT 0, created_at timestamptz NOT NULL, expires_at timestamptz NOT NULL,
      PRIMARY KEY (tenant_id, hash), ${owned})`,
    `CREATE INDEX challenges_user ON challenges (tenant_id, user_id)`,
    `CREATE INDEX challenges_expires ON challenges (expires_at)`,
  ])
  const tables = ['recovery_codes', 'passkeys', 'challenges']
  await enableTenantPolicies(db, tables)
  await runEach(db, [
    ...tables.map((table) => `GRANT SELECT, INSERT, UPDATE, DELETE ON ${table} TO tsela_app`),
    `CREATE POLICY over ON challenges TO tsela_keeper USING (expires_at < now())`,
    `GRANT SELECT, DELETE ON challenges TO tsela_keeper`,
  ])
}
