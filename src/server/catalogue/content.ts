/**
 * Imports the catalogue at the first start, and again when one of its files or a content type has
 * changed.
 *
 * The version decides which catalogue is newer, so that servers of two versions don't keep
 * replacing each other's.
 */

import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { ContentType } from '#engine/documents/kinds.ts'
import type { Database } from '#server/database/database.ts'
import { contentVersion, replaceCareers, setContentVersion } from '#server/store/careers.ts'
import { replaceShared } from '#server/store/newcontent.ts'
import { CAREERS } from './career.ts'
import { careerFiles, recordOfCareer } from './careerrecords.ts'
import { newRecord } from './newrecord.ts'
import { importRecords } from './records.ts'

/**
 * @param types each is imported from the file named after its id, if there is one
 * @returns how many careers and records were imported; 0 if nothing had changed
 */
export async function importContent(
  database: Database,
  contentDir: string,
  types: readonly ContentType[] = [],
): Promise<number> {
  const isCareers = ({ id }: ContentType) => id === CAREERS
  let count = await importCareers(database, contentDir, types.find(isCareers))
  for (const type of types)
    if (!isCareers(type)) count += await importRecords(database, contentDir, type)
  return count
}

/**
 * Into `careers` for servers of the last release, and as records for this one (decision 0077).
 *
 * @param type undefined: only the former
 */
async function importCareers(
  database: Database,
  contentDir: string,
  type: ContentType | undefined,
): Promise<number> {
  const files = careerFiles(contentDir)
  // What a search finds depends on the type as well.
  const sha =
    type === undefined
      ? files.sha
      : createHash('sha256').update(files.sha).update(JSON.stringify(type)).digest('hex')
  return database.owner(null, async (tx) => {
    const there = await contentVersion(tx, CAREERS)
    if (there?.sha === sha) return 0
    const { version, items } = files.read()
    // The same version with other content: a file being edited, or the import of a server without
    // versions.
    if (there !== undefined && there.version > version) return 0
    // One transaction: all of the new catalogue, or the old one.
    await replaceCareers(tx, items)
    if (type !== undefined)
      await replaceShared(
        tx,
        CAREERS,
        items.map((career) => newRecord(type, recordOfCareer(career))),
      )
    await setContentVersion(tx, CAREERS, { sha, version })
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
