/** Sums over answers, from which the console tells how instruments work (docs/decisions/0107). */

import type { Kysely } from 'kysely'
import { enableTenantPolicies, runEach } from '#server/database/statements.ts'

export async function up(db: Kysely<unknown>): Promise<void> {
  await runEach(db, [
    `CREATE TABLE instrument_blocks (tenant_id uuid NOT NULL REFERENCES tenants (id), id uuid NOT NULL,
      assessment text NOT NULL, version text NOT NULL, document text NOT NULL, scoring text NOT NULL, language text NOT NULL,
      attempts integer NOT NULL, careless integer NOT NULL, people integer NOT NULL,
      sums jsonb NOT NULL, updated_at timestamptz NOT NULL,
      PRIMARY KEY (tenant_id, id))`,
    `CREATE INDEX instrument_blocks_of ON instrument_blocks (tenant_id, assessment)`,
    // When a block is deleted, its attempts are counted again.
    `ALTER TABLE attempts ADD COLUMN block uuid,
      ADD CONSTRAINT attempts_block_fkey FOREIGN KEY (tenant_id, block) REFERENCES instrument_blocks (tenant_id, id) ON DELETE SET NULL (block)`,
    `CREATE INDEX attempts_block ON attempts (tenant_id, block) WHERE block IS NOT NULL`,
    `CREATE INDEX attempts_uncounted ON attempts (tenant_id, assessment, completed_at) WHERE state = 'complete' AND block IS NULL AND seed IS NULL`,
    // Sums that hold answers of a person go with the person, in the same transaction.
    `CREATE OR REPLACE FUNCTION forget_block() RETURNS trigger LANGUAGE plpgsql AS $$
      BEGIN
        DELETE FROM instrument_blocks WHERE tenant_id = OLD.tenant_id AND id = OLD.block;
        RETURN NULL;
      END $$`,
    `CREATE TRIGGER attempts_forget AFTER DELETE ON attempts FOR EACH ROW WHEN (OLD.block IS NOT NULL) EXECUTE FUNCTION forget_block()`,
  ])
  await enableTenantPolicies(db, ['instrument_blocks'])
  await runEach(db, [
    `GRANT SELECT, INSERT, UPDATE, DELETE ON instrument_blocks TO tsela_app`,
    `GRANT SELECT (tenant_id, state, block, seed) ON attempts TO tsela_keeper`,
    // To find the tenants in which something is to be counted.
    `CREATE POLICY uncounted ON attempts FOR SELECT TO tsela_keeper USING (state = 'complete' AND block IS NULL AND seed IS NULL)`,
  ])
}
