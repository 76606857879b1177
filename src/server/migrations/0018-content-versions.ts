/**
 * A tenant's own records have versions (docs/decisions/0068): an import writes one that isn't
 * visible yet, and makes it current by changing one number. Existing records are version 0.
 */

import type { Kysely } from 'kysely'
import { enableTenantPolicies, runEach } from '#server/database/statements.ts'

export async function up(db: Kysely<unknown>): Promise<void> {
  await runEach(db, [
    `ALTER TABLE content ADD COLUMN version bigint NOT NULL DEFAULT 0`,
    `ALTER TABLE content DROP CONSTRAINT content_pkey`,
    `ALTER TABLE content ADD CONSTRAINT content_pkey PRIMARY KEY (tenant_id, type, version, id)`,
    `CREATE INDEX content_version_order ON content (tenant_id, type, version, order_by COLLATE "C", id)`,
    // `changes` counts edits; `writing` is a version that an import is writing until
    // `writing_until`, which it extends.
    `CREATE TABLE content_sets (tenant_id uuid NOT NULL REFERENCES tenants (id), type text NOT NULL,
      current bigint NOT NULL DEFAULT 0, previous bigint, newest bigint NOT NULL DEFAULT 0, changes bigint NOT NULL DEFAULT 0,
      writing bigint, writing_until timestamptz, imported jsonb, imported_at timestamptz, PRIMARY KEY (tenant_id, type))`,
  ])
  await enableTenantPolicies(db, ['content_sets'])
  await runEach(db, [
    `GRANT SELECT, INSERT, UPDATE, DELETE ON content_sets TO tsela_app`,
    SEARCH,
    // The same as in migration 0016; a replaced function keeps its rights.
    `GRANT EXECUTE ON FUNCTION search_content TO tsela_app`,
  ])
}

const MATCHES = (condition: string, rank: string) => `
  RETURN QUERY
    SELECT c.id, ${rank} FROM content c
      WHERE c.tenant_id = tenant AND c.type = kind AND c.version = seen AND c.state = 'shown' AND ${condition}
    UNION ALL
    SELECT c.id, ${rank} FROM shared_content c
      WHERE c.type = kind AND ${condition}
        AND NOT EXISTS (SELECT FROM content o WHERE o.tenant_id = tenant AND o.type = kind AND o.version = seen AND o.id = c.id);`

/** As in migration 0016, for the current version. */
const SEARCH = `
  CREATE OR REPLACE FUNCTION search_content(kind text, wanted tsquery, typed text) RETURNS TABLE (id text, rank real)
  LANGUAGE plpgsql STABLE SECURITY DEFINER
  SET search_path = pg_catalog, public, pg_temp SET pg_trgm.word_similarity_threshold = 0.5 AS $$
  DECLARE
    tenant uuid := nullif(current_setting('app.tenant', true), '')::uuid;
    seen bigint := (SELECT coalesce(max(s.current), 0) FROM content_sets s WHERE s.tenant_id = tenant AND s.type = kind);
  BEGIN ${MATCHES('c.search @@ wanted', 'ts_rank(c.search, wanted)')}
    IF NOT FOUND AND to_regproc('public.word_similarity') IS NOT NULL THEN ${MATCHES('typed <% c.words', 'word_similarity(typed, c.words)')}
    END IF;
  END $$`
