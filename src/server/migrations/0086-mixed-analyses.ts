/**
 * Analyses that were running when 0084 came have people in them who had been divided before: those
 * are left out from now on, and the others are counted anew (docs/decisions/0201).
 */

import type { Kysely } from 'kysely'
import { runEach } from '#server/database/statements.ts'

export async function up(db: Kysely<unknown>): Promise<void> {
  await runEach(db, [
    // What ended more than a week ago keeps its figures: some of the events may be gone by now. The
    // policies bind the owner of the tables too, so each tenant is set in turn.
    `DO $$ DECLARE tenant record; BEGIN
      FOR tenant IN SELECT id FROM tenants LOOP
        PERFORM set_config('app.tenant', tenant.id::text, true);
        WITH running AS (
          SELECT experiment, phase FROM experiment_assignments WHERE NOT earlier GROUP BY experiment, phase HAVING max(exposed_at) > now() - interval '7 days'),
        mixed AS (
          UPDATE experiment_assignments a SET earlier = true FROM running r
          WHERE a.experiment = r.experiment AND a.phase = r.phase AND NOT a.earlier AND EXISTS (
            SELECT FROM experiment_assignments o
            WHERE o.unit = a.unit AND o.experiment = a.experiment AND o.phase <> a.phase AND o.assigned_at < a.assigned_at)
          RETURNING a.experiment, a.phase)
        DELETE FROM experiment_sums s USING (SELECT DISTINCT experiment, phase FROM mixed) m WHERE s.experiment = m.experiment AND s.phase = m.phase;
      END LOOP;
      PERFORM set_config('app.tenant', '', true);
    END $$`,
  ])
}
