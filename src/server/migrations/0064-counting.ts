/** What counting of experiments looks up: people by their units, and what they did by the person. */

import type { Kysely } from 'kysely'
import { runEach } from '#server/database/statements.ts'

export async function up(db: Kysely<unknown>): Promise<void> {
  await runEach(db, [
    // Of two who signed up on one phone in the same moment, the earlier one is counted. The policies
    // bind the owner of the tables too, so each tenant is set in turn.
    `DO $$ DECLARE tenant record; BEGIN
      FOR tenant IN SELECT id FROM tenants LOOP
        PERFORM set_config('app.tenant', tenant.id::text, true);
        UPDATE person_units p SET counted = false WHERE p.tenant_id = tenant.id AND p.counted AND EXISTS (SELECT FROM person_units o
          WHERE o.tenant_id = p.tenant_id AND o.unit = p.unit AND o.counted AND (o.created_at, o.user_id) < (p.created_at, p.user_id));
      END LOOP;
      PERFORM set_config('app.tenant', '', true);
    END $$`,
    `CREATE UNIQUE INDEX person_units_counted ON person_units (tenant_id, unit) WHERE counted`,
    `CREATE INDEX redemptions_user ON redemptions (tenant_id, user_id)`,
  ])
}
