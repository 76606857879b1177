/** Hosts that are served only once somebody has shown that they're theirs (docs/decisions/0217). */

import type { Kysely } from 'kysely'
import { runEach } from '#server/database/statements.ts'

export async function up(db: Kysely<unknown>): Promise<void> {
  await runEach(db, [
    // By default verified: hosts of before, and those that a server of the previous version adds.
    `ALTER TABLE tenant_hosts
      ADD COLUMN verified_at timestamptz DEFAULT now(),
      ADD COLUMN added_at timestamptz NOT NULL DEFAULT now(),
      ADD COLUMN checked_at timestamptz,
      ADD COLUMN found text CHECK (found IN ('missing', 'different', 'unreachable'))`,
  ])
}
