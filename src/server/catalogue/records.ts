/**
 * Records of a content type on their way into the tables: the shared ones of `content/<type>.json`.
 */

import { createHash } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { ContentType } from '#engine/documents/kinds.ts'
import type { Database } from '#server/database/database.ts'
import { contentVersion, setContentVersion } from '#server/store/careers.ts'
import { replaceShared } from '#server/store/newcontent.ts'
import { newRecord, type ContentRecord } from './newrecord.ts'

/**
 * @returns how many records were imported; 0 if there is no file, or neither it nor the type has
 * changed
 */
export async function importRecords(
  database: Database,
  contentDir: string,
  type: ContentType,
): Promise<number> {
  const file = join(contentDir, `${type.id}.json`)
  if (!existsSync(file)) return 0
  const text = readFileSync(file, 'utf8')
  // What a search finds depends on the type as well.
  const sha = createHash('sha256').update(text).update(JSON.stringify(type)).digest('hex')
  return database.owner(null, async (tx) => {
    const there = await contentVersion(tx, type.id)
    if (there?.sha === sha) return 0
    const { version, items } = JSON.parse(text) as {
      version: number
      items: readonly ContentRecord[]
    }
    // An older server doesn't replace what a newer one has imported.
    if (there !== undefined && there.version > version) return 0
    await replaceShared(
      tx,
      type.id,
      items.map((item) => newRecord(type, item)),
    )
    await setContentVersion(tx, type.id, { sha, version })
    return items.length
  })
}
