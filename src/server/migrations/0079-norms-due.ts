/**
 * Blocks of sums say whether the norms of their instrument have been looked at since they changed:
 * then no failure in between can leave norms out (docs/decisions/0146).
 */

import type { Kysely } from 'kysely'
import { runEach } from '#server/database/statements.ts'

export async function up(db: Kysely<unknown>): Promise<void> {
  await runEach(db, [
    // Those that an older server has made are looked at once.
    `ALTER TABLE instrument_blocks ADD COLUMN due boolean NOT NULL DEFAULT true`,
    `CREATE INDEX instrument_blocks_due ON instrument_blocks (tenant_id, assessment) WHERE due`,
    `GRANT SELECT (tenant_id, due) ON instrument_blocks TO tsela_keeper`,
    `CREATE POLICY due ON instrument_blocks FOR SELECT TO tsela_keeper USING (due)`,
    // The norms went with a block. One of the others is enough to have them made again; one that
    // isn't locked, because two people may leave in the same moment.
    `CREATE OR REPLACE FUNCTION forget_norms() RETURNS trigger LANGUAGE plpgsql AS $$
      BEGIN
        DELETE FROM instrument_norms WHERE tenant_id = OLD.tenant_id AND assessment = OLD.assessment;
        UPDATE instrument_blocks SET due = true WHERE tenant_id = OLD.tenant_id AND id = (
          SELECT id FROM instrument_blocks WHERE tenant_id = OLD.tenant_id AND assessment = OLD.assessment LIMIT 1 FOR UPDATE SKIP LOCKED);
        RETURN NULL;
      END $$`,
  ])
}
