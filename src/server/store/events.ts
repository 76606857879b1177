/** Events of use, as devices send them: added once each, never changed. */

import { sqlBuilder as db, type Tx } from '../database.ts'

export type NewEvent = { readonly id: string; readonly name: string; readonly at: string; readonly props: unknown }

/** One that was sent before stays as it is. @returns how many are new */
export function addEvents(tx: Tx, device: Buffer, now: Date, events: readonly NewEvent[]): Promise<number> {
  const rows = events.map(({ id, name, at, props }) => ({ tenant_id: tx.tenant!, id, name, at: new Date(at), props: JSON.stringify(props), device, received_at: now }))
  return tx.run(
    db
      .insertInto('events')
      .values(rows)
      .onConflict((conflict) => conflict.doNothing()),
  )
}
