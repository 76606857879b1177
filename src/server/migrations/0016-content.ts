/**
 * Records of every content type (docs/decisions/0063): shared records in one table, tenants' own in
 * another, and one function that searches both.
 */

import type { Kysely } from 'kysely'
import { enableTenantPolicies, runEach } from '#server/database/statements.ts'

/**
 * `words` is what `search` was made from, without accents and capitals: used for misspelt searches.
 */
const RECORD = `type text NOT NULL, id text NOT NULL, title text NOT NULL, order_by text NOT NULL, data jsonb NOT NULL,
  words text NOT NULL, search tsvector NOT NULL, starts timestamptz, ends timestamptz, updated_at timestamptz NOT NULL DEFAULT now()`

export async function up(db: Kysely<unknown>): Promise<void> {
  await runEach(db, [
    `CREATE TABLE shared_content (${RECORD}, PRIMARY KEY (type, id))`,
    // A tenant's own record replaces a shared one with the same id; a hidden one leaves that place
    // empty.
    `CREATE TABLE content (tenant_id uuid NOT NULL REFERENCES tenants (id), ${RECORD},
      state text NOT NULL DEFAULT 'shown' CHECK (state IN ('shown', 'hidden')), PRIMARY KEY (tenant_id, type, id))`,
    `CREATE INDEX shared_content_search ON shared_content USING gin (search)`,
    `CREATE INDEX content_search ON content USING gin (search)`,
    `CREATE INDEX shared_content_order ON shared_content (type, order_by COLLATE "C", id)`,
    `CREATE INDEX content_order ON content (tenant_id, type, order_by COLLATE "C", id)`,
    // Part of PostgreSQL's own packages, but not of every installation; without it, misspelt words
    // find nothing.
    `DO $$ BEGIN CREATE EXTENSION IF NOT EXISTS pg_trgm SCHEMA public;
      CREATE INDEX shared_content_words ON shared_content USING gin (words public.gin_trgm_ops);
      CREATE INDEX content_words ON content USING gin (words public.gin_trgm_ops);
    EXCEPTION WHEN OTHERS THEN NULL; END $$`,
  ])
  await enableTenantPolicies(db, ['content'])
  await runEach(db, [
    `GRANT SELECT ON shared_content TO tsela_app`,
    `GRANT SELECT, INSERT, UPDATE, DELETE ON content TO tsela_app`,
    // Search operators aren't leakproof, so under row-level security no index would be used for
    // them: the function runs as the owner of the tables, who may read every record, and checks the
    // tenant itself.
    `CREATE POLICY find ON content FOR SELECT TO CURRENT_USER USING (true)`,
    SEARCH,
    `REVOKE ALL ON FUNCTION search_content FROM PUBLIC`,
    `GRANT EXECUTE ON FUNCTION search_content TO tsela_app`,
  ])
}

const MATCHES = (condition: string, rank: string) => `
  RETURN QUERY
    SELECT c.id, ${rank} FROM content c
      WHERE c.tenant_id = tenant AND c.type = kind AND c.state = 'shown' AND ${condition}
    UNION ALL
    SELECT c.id, ${rank} FROM shared_content c
      WHERE c.type = kind AND ${condition}
        AND NOT EXISTS (SELECT FROM content o WHERE o.tenant_id = tenant AND o.type = kind AND o.id = c.id);`

/**
 * Ids of what the current tenant may see, with their rank: by whole words first, or by similar ones
 * if none match.
 */
const SEARCH = `
  CREATE OR REPLACE FUNCTION search_content(kind text, wanted tsquery, typed text) RETURNS TABLE (id text, rank real)
  LANGUAGE plpgsql STABLE SECURITY DEFINER
  SET search_path = pg_catalog, public, pg_temp SET pg_trgm.word_similarity_threshold = 0.5 AS $$
  DECLARE tenant uuid := nullif(current_setting('app.tenant', true), '')::uuid;
  BEGIN ${MATCHES('c.search @@ wanted', 'ts_rank(c.search, wanted)')}
    IF NOT FOUND AND to_regproc('public.word_similarity') IS NOT NULL THEN ${MATCHES('typed <% c.words', 'word_similarity(typed, c.words)')}
    END IF;
  END $$`
