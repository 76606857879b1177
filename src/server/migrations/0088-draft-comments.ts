/** What colleagues say about a draft, for as long as there is one. */

import type { Kysely } from 'kysely'
import { enableTenantPolicies, runEach } from '#server/database/statements.ts'

export async function up(db: Kysely<unknown>): Promise<void> {
  await runEach(db, [
    `CREATE TABLE draft_comments (
      tenant_id uuid NOT NULL REFERENCES tenants (id), id uuid NOT NULL,
      kind text NOT NULL, document text NOT NULL, text text NOT NULL,
      created_by uuid, created_at timestamptz NOT NULL, resolved_at timestamptz,
      PRIMARY KEY (tenant_id, id),
      FOREIGN KEY (tenant_id, kind, document) REFERENCES drafts (tenant_id, kind, id) ON DELETE CASCADE,
      FOREIGN KEY (tenant_id, created_by) REFERENCES users (tenant_id, id) ON DELETE SET NULL (created_by))`,
    `CREATE INDEX draft_comments_draft ON draft_comments (tenant_id, kind, document, created_at)`,
    `CREATE INDEX draft_comments_created_by ON draft_comments (tenant_id, created_by)`,
  ])
  await enableTenantPolicies(db, ['draft_comments'])
  await runEach(db, [`GRANT SELECT, INSERT, UPDATE, DELETE ON draft_comments TO tsela_app`])
}
