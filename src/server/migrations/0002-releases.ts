/** Drafts, releases, previews and the audit log: how a tenant changes what it serves. */

import { sql, type Kysely } from 'kysely'
import { enableTenantPolicies, runEach } from '#server/database/statements.ts'

export const TENANT_TABLES = ['drafts', 'releases', 'live_releases', 'previews', 'audit', 'images']

export async function up(db: Kysely<unknown>): Promise<void> {
  await runEach(db, [
    // Which blobs may be requested by hash, and of what type. Those stored before are an instrument
    // or its key.
    `ALTER TABLE blobs ADD COLUMN type text NOT NULL DEFAULT 'application/json; charset=utf-8', ADD COLUMN open boolean NOT NULL DEFAULT false`,
    // The product's own documents of each version that was ever deployed: a tenant may still be on
    // an older one.
    `CREATE TABLE bases (id text PRIMARY KEY, manifest jsonb NOT NULL, created_at timestamptz NOT NULL DEFAULT now())`,
    `CREATE TABLE drafts (
      tenant_id uuid NOT NULL REFERENCES tenants (id), kind text NOT NULL, id text NOT NULL,
      document text, revision integer NOT NULL, updated_by uuid NOT NULL, updated_at timestamptz NOT NULL,
      PRIMARY KEY (tenant_id, kind, id),
      FOREIGN KEY (tenant_id, updated_by) REFERENCES users (tenant_id, id))`,
    `CREATE TABLE releases (
      tenant_id uuid NOT NULL REFERENCES tenants (id), id uuid NOT NULL,
      number integer NOT NULL, kind text NOT NULL CHECK (kind IN ('publish', 'rollback', 'upgrade')),
      base text NOT NULL REFERENCES bases (id), manifest jsonb NOT NULL, changes jsonb NOT NULL,
      message text NOT NULL, created_by uuid, from_number integer, created_at timestamptz NOT NULL,
      PRIMARY KEY (tenant_id, id),
      UNIQUE (tenant_id, number),
      FOREIGN KEY (tenant_id, created_by) REFERENCES users (tenant_id, id))`,
    `CREATE TABLE live_releases (
      tenant_id uuid PRIMARY KEY REFERENCES tenants (id), release_id uuid NOT NULL,
      FOREIGN KEY (tenant_id, release_id) REFERENCES releases (tenant_id, id))`,
    `CREATE TABLE previews (
      tenant_id uuid NOT NULL REFERENCES tenants (id), token_hash bytea NOT NULL,
      manifest jsonb NOT NULL, persona jsonb NOT NULL, created_by uuid NOT NULL, expires_at timestamptz NOT NULL,
      PRIMARY KEY (tenant_id, token_hash),
      FOREIGN KEY (tenant_id, created_by) REFERENCES users (tenant_id, id) ON DELETE CASCADE)`,
    `CREATE INDEX previews_expiry ON previews (tenant_id, expires_at)`,
    `CREATE TABLE audit (
      tenant_id uuid NOT NULL REFERENCES tenants (id), id uuid NOT NULL, at timestamptz NOT NULL,
      actor uuid, action text NOT NULL, target text NOT NULL, detail jsonb NOT NULL,
      PRIMARY KEY (tenant_id, id))`,
    `CREATE TABLE images (
      tenant_id uuid NOT NULL REFERENCES tenants (id), sha text NOT NULL, type text NOT NULL, body bytea NOT NULL, created_at timestamptz NOT NULL DEFAULT now(),
      PRIMARY KEY (tenant_id, sha))`,
    // An attempt shows its items with the texts that it began with, in whichever language it is
    // continued.
    `ALTER TABLE attempts ADD COLUMN instruments jsonb NOT NULL DEFAULT '{}'`,
  ])
  await enableTenantPolicies(db, TENANT_TABLES)
  // Content-addressed blobs can be added by every tenant and changed by none.
  await sql.raw('GRANT SELECT, INSERT ON bases, blobs TO tsela_app').execute(db)
  await sql
    .raw('GRANT SELECT, INSERT, UPDATE, DELETE ON drafts, live_releases, previews TO tsela_app')
    .execute(db)
  // Releases, images and the audit log are append-only.
  await sql.raw('GRANT SELECT, INSERT ON releases, images, audit TO tsela_app').execute(db)
}
