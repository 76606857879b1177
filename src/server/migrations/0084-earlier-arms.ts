/** A unit that was divided before an analysis keeps the arm and isn't counted in it (docs/decisions/0201). */

import type { Kysely } from 'kysely'
import { runEach } from '#server/database/statements.ts'

export async function up(db: Kysely<unknown>): Promise<void> {
  await runEach(db, [
    // Earlier analyses keep everybody who is in them.
    `ALTER TABLE experiment_assignments ADD COLUMN earlier boolean NOT NULL DEFAULT false`,
    `CREATE INDEX experiment_assignments_earlier ON experiment_assignments (tenant_id, experiment, phase, arm) WHERE earlier`,
  ])
}
