/** What counting reads of every exposure is in the index of exposures (docs/decisions/0204). */

import type { Kysely } from 'kysely'
import { runEach } from '#server/database/statements.ts'

export async function up(db: Kysely<unknown>): Promise<void> {
  await runEach(db, [
    // A row that is found by its tenant in an index isn't asked again whose it is.
    `CREATE INDEX experiment_assignments_due ON experiment_assignments (tenant_id, experiment, phase, exposed_at)
      INCLUDE (unit, arm, probability, device, language, plan) WHERE NOT earlier`,
    `DROP INDEX experiment_assignments_exposed`,
    `CREATE UNIQUE INDEX person_units_counts ON person_units (tenant_id, unit) INCLUDE (user_id) WHERE counted`,
    `DROP INDEX person_units_counted`,
  ])
}
