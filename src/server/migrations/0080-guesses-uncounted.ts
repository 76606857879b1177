/**
 * Answers that guessing gives too no longer count in norms (docs/decisions/0107): sums that hold
 * some go, and everybody else in them is counted again.
 */

import { sql, type Kysely } from 'kysely'

export async function up(db: Kysely<unknown>): Promise<void> {
  // The policies bind the owner of the tables too, so each tenant is set in turn.
  await sql
    .raw(
      `DO $$ DECLARE tenant record; BEGIN
        FOR tenant IN SELECT id FROM tenants LOOP
          PERFORM set_config('app.tenant', tenant.id::text, true);
          DELETE FROM instrument_blocks WHERE tenant_id = tenant.id AND id IN (
            SELECT block FROM attempts WHERE tenant_id = tenant.id AND block IS NOT NULL AND quality -> 'flags' ? 'chance');
        END LOOP;
        PERFORM set_config('app.tenant', '', true);
      END $$`,
    )
    .execute(db)
}
