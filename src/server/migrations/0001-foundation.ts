/**
 * Tenants, people, sessions, codes, limits, answers and results: everything that the main job
 * stores.
 */

import { sql, type Kysely } from 'kysely'
import { enableTenantPolicies, runEach } from '#server/database/statements.ts'

/**
 * Tables whose every row belongs to a tenant. A test checks the database's catalogue for the same,
 * independently of this list.
 */
export const TENANT_TABLES = [
  'tenant_hosts',
  'users',
  'sessions',
  'codes',
  'limits',
  'attempts',
  'answers',
  'results',
  'favourites',
  'interactions',
  'vouchers',
  'redemptions',
  'messages',
]

export async function up(db: Kysely<unknown>): Promise<void> {
  await runEach(db, [
    `CREATE TABLE tenants (
      id uuid PRIMARY KEY,
      slug text NOT NULL UNIQUE,
      config text NOT NULL,
      created_at timestamptz NOT NULL DEFAULT now())`,
    `CREATE TABLE tenant_hosts (
      host text PRIMARY KEY,
      tenant_id uuid NOT NULL REFERENCES tenants (id))`,
    `CREATE TABLE users (
      tenant_id uuid NOT NULL REFERENCES tenants (id),
      id uuid NOT NULL,
      email text, email_verified boolean NOT NULL DEFAULT false,
      phone text, phone_verified boolean NOT NULL DEFAULT false,
      password_hash text,
      account_type text NOT NULL,
      role text CHECK (role IN ('viewer', 'editor', 'publisher', 'experimenter', 'owner')),
      profile jsonb NOT NULL DEFAULT '{}',
      id_number_sealed text,
      consents jsonb NOT NULL DEFAULT '{}',
      guardian_sealed text,
      research_assessments text[] NOT NULL DEFAULT '{}',
      cohort jsonb,
      created_at timestamptz NOT NULL DEFAULT now(),
      PRIMARY KEY (tenant_id, id),
      UNIQUE (tenant_id, email),
      UNIQUE (tenant_id, phone))`,
    `CREATE TABLE sessions (
      tenant_id uuid NOT NULL, token_hash bytea NOT NULL, id uuid NOT NULL, user_id uuid NOT NULL,
      method text NOT NULL, verified boolean NOT NULL, console boolean NOT NULL,
      created_at timestamptz NOT NULL, seen_at timestamptz NOT NULL,
      PRIMARY KEY (tenant_id, token_hash),
      FOREIGN KEY (tenant_id, user_id) REFERENCES users (tenant_id, id) ON DELETE CASCADE)`,
    `CREATE INDEX sessions_user ON sessions (tenant_id, user_id)`,
    `CREATE TABLE codes (
      tenant_id uuid NOT NULL, id uuid NOT NULL, user_id uuid NOT NULL,
      purpose text NOT NULL CHECK (purpose IN ('verify', 'recover')),
      hash bytea NOT NULL, tries integer NOT NULL DEFAULT 0, used_at timestamptz, expires_at timestamptz NOT NULL, created_at timestamptz NOT NULL,
      PRIMARY KEY (tenant_id, id),
      FOREIGN KEY (tenant_id, user_id) REFERENCES users (tenant_id, id) ON DELETE CASCADE)`,
    `CREATE INDEX codes_user ON codes (tenant_id, user_id, purpose)`,
    `CREATE INDEX codes_hash ON codes (tenant_id, hash)`,
    `CREATE TABLE limits (
      tenant_id uuid NOT NULL REFERENCES tenants (id), key text NOT NULL, started_at timestamptz NOT NULL, count integer NOT NULL,
      PRIMARY KEY (tenant_id, key))`,
    `CREATE TABLE attempts (
      tenant_id uuid NOT NULL, id uuid NOT NULL, user_id uuid NOT NULL,
      assessment text NOT NULL, document text NOT NULL, scoring text NOT NULL, items text[] NOT NULL,
      state text NOT NULL CHECK (state IN ('open', 'complete')), repeat boolean NOT NULL, language text NOT NULL,
      metrics jsonb, quality jsonb, scorer integer, started_at timestamptz NOT NULL, completed_at timestamptz,
      PRIMARY KEY (tenant_id, id),
      FOREIGN KEY (tenant_id, user_id) REFERENCES users (tenant_id, id) ON DELETE CASCADE)`,
    // Two devices that begin at once get one shared attempt.
    `CREATE UNIQUE INDEX attempts_open ON attempts (tenant_id, user_id, assessment) WHERE state = 'open'`,
    `CREATE TABLE answers (
      tenant_id uuid NOT NULL, id uuid NOT NULL, attempt_id uuid NOT NULL,
      item text NOT NULL, value jsonb NOT NULL, ms integer NOT NULL, at timestamptz NOT NULL, seq bigint,
      device uuid NOT NULL, late boolean NOT NULL, received bigint GENERATED ALWAYS AS IDENTITY, received_at timestamptz NOT NULL DEFAULT now(),
      PRIMARY KEY (tenant_id, id),
      FOREIGN KEY (tenant_id, attempt_id) REFERENCES attempts (tenant_id, id) ON DELETE CASCADE)`,
    `CREATE INDEX answers_attempt ON answers (tenant_id, attempt_id)`,
    `CREATE TABLE results (
      tenant_id uuid NOT NULL, user_id uuid NOT NULL, assessment text NOT NULL, attempt_id uuid NOT NULL,
      metrics jsonb NOT NULL, quality jsonb NOT NULL, updated_at timestamptz NOT NULL,
      PRIMARY KEY (tenant_id, user_id, assessment),
      FOREIGN KEY (tenant_id, user_id) REFERENCES users (tenant_id, id) ON DELETE CASCADE,
      FOREIGN KEY (tenant_id, attempt_id) REFERENCES attempts (tenant_id, id) ON DELETE CASCADE)`,
    `CREATE TABLE favourites (
      tenant_id uuid NOT NULL, user_id uuid NOT NULL, type text NOT NULL, item_id text NOT NULL, created_at timestamptz NOT NULL DEFAULT now(),
      PRIMARY KEY (tenant_id, user_id, type, item_id),
      FOREIGN KEY (tenant_id, user_id) REFERENCES users (tenant_id, id) ON DELETE CASCADE)`,
    `CREATE TABLE interactions (
      tenant_id uuid NOT NULL, id uuid NOT NULL, user_id uuid NOT NULL, body jsonb NOT NULL, created_at timestamptz NOT NULL DEFAULT now(),
      PRIMARY KEY (tenant_id, id),
      FOREIGN KEY (tenant_id, user_id) REFERENCES users (tenant_id, id) ON DELETE CASCADE)`,
    `CREATE INDEX interactions_user ON interactions (tenant_id, user_id, created_at)`,
    `CREATE TABLE vouchers (
      tenant_id uuid NOT NULL REFERENCES tenants (id), code text NOT NULL, plan text NOT NULL,
      uses integer CHECK (uses > 0), used integer NOT NULL DEFAULT 0, expires_at timestamptz,
      PRIMARY KEY (tenant_id, code),
      CHECK (uses IS NULL OR used <= uses))`,
    `CREATE TABLE redemptions (
      tenant_id uuid NOT NULL, id uuid NOT NULL, code text NOT NULL, user_id uuid NOT NULL, plan text NOT NULL, created_at timestamptz NOT NULL DEFAULT now(),
      PRIMARY KEY (tenant_id, id),
      UNIQUE (tenant_id, code, user_id),
      FOREIGN KEY (tenant_id, code) REFERENCES vouchers (tenant_id, code),
      FOREIGN KEY (tenant_id, user_id) REFERENCES users (tenant_id, id) ON DELETE CASCADE)`,
    `CREATE TABLE messages (
      tenant_id uuid NOT NULL REFERENCES tenants (id), id uuid NOT NULL,
      channel text NOT NULL, recipient text NOT NULL, subject text NOT NULL, text text NOT NULL,
      created_at timestamptz NOT NULL DEFAULT now(), sent_at timestamptz, tries integer NOT NULL DEFAULT 0,
      PRIMARY KEY (tenant_id, id))`,
    `CREATE INDEX messages_recipient ON messages (tenant_id, recipient, created_at)`,
    // Shared by all tenants: documents by their content, and the catalogue of careers.
    `CREATE TABLE blobs (sha text PRIMARY KEY, body text NOT NULL, created_at timestamptz NOT NULL DEFAULT now())`,
    `CREATE TABLE content_versions (name text PRIMARY KEY, sha text NOT NULL, imported_at timestamptz NOT NULL DEFAULT now())`,
    `CREATE TABLE careers (
      id text PRIMARY KEY, slug text NOT NULL, title text NOT NULL, search text NOT NULL,
      direction text NOT NULL, job_zone integer NOT NULL, types text[] NOT NULL, facts jsonb NOT NULL)`,
  ])
  await enableTenantPolicies(db, TENANT_TABLES)
  await sql
    .raw('GRANT SELECT ON tenants, tenant_hosts, content_versions, careers, blobs TO tsela_app')
    .execute(db)
  await sql
    .raw(
      'GRANT SELECT, INSERT, UPDATE, DELETE ON users, sessions, codes, limits, attempts, results, favourites, vouchers, messages TO tsela_app',
    )
    .execute(db)
  // Answers, redemptions and interactions are append-only; they are deleted with their user.
  await sql
    .raw('GRANT SELECT, INSERT ON answers, redemptions, interactions TO tsela_app')
    .execute(db)
}
