/**
 * Imports the catalogue at the first start, and again when its file has changed.
 *
 * Its version decides which of two is the newer one, so that servers of two versions do not replace each other's in turn.
 */

import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Database } from '#server/database/database.ts'
import {
  contentVersion,
  replaceCareers,
  setContentVersion,
  type CareerFacts,
} from '#server/store/careers.ts'

/** @returns how many careers were imported; 0 when they were there already */
export async function importContent(database: Database, contentDir: string): Promise<number> {
  const text = readFileSync(join(contentDir, 'careers.json'), 'utf8')
  const sha = createHash('sha256').update(text).digest('hex')
  return database.owner(null, async (tx) => {
    const there = await contentVersion(tx, 'careers')
    if (there?.sha === sha) return 0
    const { version, items } = JSON.parse(text) as { version: number; items: CareerFacts[] }
    // The same version with another content is what somebody is still working on, or what a server without versions left.
    if (there !== undefined && there.version > version) return 0
    // One transaction: a catalogue is whole, or it is the old one.
    await replaceCareers(tx, items)
    await setContentVersion(tx, 'careers', { sha, version })
    return items.length
  })
}

export function readCommonPasswords(contentDir: string): ReadonlySet<string> {
  return new Set(
    readFileSync(join(contentDir, 'common-passwords.txt'), 'utf8')
      .split('\n')
      .filter((line) => line !== '' && !line.startsWith('#')),
  )
}
