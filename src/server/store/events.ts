/** Usage events as devices send them: each is added once and never changed. */

import { sql } from 'kysely'
import { sqlBuilder as db, type Tx } from '#server/database/database.ts'

export type NewEvent = {
  readonly id: string
  readonly name: string
  readonly at: string
  readonly props: unknown
}

/** An event that was sent before stays as it is. @returns how many are new */
export function addEvents(
  tx: Tx,
  device: Buffer,
  /** Null outside experiments. */
  unit: string | null,
  now: Date,
  events: readonly NewEvent[],
): Promise<number> {
  return tx.run({
    compile: () =>
      // One array parameter, whatever its length, so that the statement's text is always the same.
      sql`INSERT INTO events (tenant_id, id, at, name, props, device, received_at, unit)
        SELECT ${tx.tenant}::uuid, id, at, name, props, ${device}::bytea, ${now}::timestamptz, ${unit}::uuid FROM jsonb_to_recordset(${JSON.stringify(events)}::jsonb) AS e(id uuid, at timestamptz, name text, props jsonb)
        ON CONFLICT DO NOTHING`.compile(db),
  })
}
