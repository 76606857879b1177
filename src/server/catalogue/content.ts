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
import {
  contentVersion,
  replaceCareers,
  setContentVersion,
  type CareerFacts,
} from '#server/store/careers.ts'
import { withWords, type WordsRecord } from './careerwords.ts'
import { trainingOf, type TrainingTable } from './training.ts'
import { importRecords } from './records.ts'

type ContentFile<Item> = { readonly version: number; readonly items: readonly Item[] }

/**
 * @param types each is imported from the file named after its id, if there is one
 * @returns how many careers and records were imported; 0 if nothing had changed
 */
export async function importContent(
  database: Database,
  contentDir: string,
  types: readonly ContentType[] = [],
): Promise<number> {
  let count = await importCareers(database, contentDir)
  for (const type of types) count += await importRecords(database, contentDir, type)
  return count
}

async function importCareers(database: Database, contentDir: string): Promise<number> {
  const read = (name: string) => readFileSync(join(contentDir, name), 'utf8')
  const [facts, words, training] = [
    read('careers.json'),
    read('career-words.json'),
    read('career-training.json'),
  ]
  const sha = createHash('sha256').update(facts).update(words).update(training).digest('hex')
  return database.owner(null, async (tx) => {
    const there = await contentVersion(tx, 'careers')
    if (there?.sha === sha) return 0
    const careers = JSON.parse(facts) as ContentFile<CareerFacts>
    const written = JSON.parse(words) as ContentFile<WordsRecord>
    const table = JSON.parse(training) as TrainingTable
    // The version of each file only increases, and so does their sum. It used to be the version of
    // the facts alone.
    const version = careers.version + written.version + table.version
    // The same version with other content: a file being edited, or the import of a server without
    // versions.
    if (there !== undefined && there.version > version) return 0
    const byCode = new Map(written.items.map((record) => [record.code, record]))
    const items = careers.items.map((career) => ({
      ...withWords(career, byCode.get(career.code)),
      training: trainingOf(career, table),
    }))
    // One transaction: all of the new catalogue, or the old one.
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
