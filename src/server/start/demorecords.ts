/**
 * The demo tenants' own records. Each says that it is a sample; none is shipped to other tenants.
 */

import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { ContentType } from '#engine/documents/kinds.ts'
import { newRecord } from '#server/catalogue/newrecord.ts'
import type { Tx } from '#server/database/database.ts'
import { addOwn } from '#server/store/newcontent.ts'

/** `closesIn`: days from now, because a fixed closing date in a file would soon be past. */
type DemoRecord = { readonly id: string; readonly closesIn?: number } & Readonly<
  Record<string, unknown>
>
const DAY_MS = 86_400_000

export async function seedRecords(
  tx: Tx,
  contentDir: string,
  types: readonly ContentType[],
  now: Date,
): Promise<void> {
  const { items } = JSON.parse(readFileSync(join(contentDir, 'demo', 'records.json'), 'utf8')) as {
    readonly items: Readonly<Record<string, readonly DemoRecord[]>>
  }
  for (const type of types) {
    const { expires } = type
    const records = (items[type.id] ?? []).map(({ closesIn, ...record }) =>
      newRecord(type, {
        ...record,
        ...(closesIn !== undefined && expires !== undefined && { [expires]: dayIn(closesIn, now) }),
      }),
    )
    await addOwn(tx, type.id, records, now)
  }
}

function dayIn(days: number, now: Date): string {
  return new Date(now.getTime() + days * DAY_MS).toISOString().slice(0, 10)
}
