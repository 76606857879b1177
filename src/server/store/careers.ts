/**
 * Table `careers`: servers of the last release read it (decision 0077). This one writes it, and
 * reads its careers from where all content is.
 */

import { sql } from 'kysely'
import { sqlBuilder as db, type Tx } from '#server/database/database.ts'

/**
 * A title in the singular, at most 40 characters, and one sentence on what a person in this job
 * does all day.
 */
export type CareerWords = { readonly title: string; readonly does: string }

/** The local training path, its years, and the step (of five) that they correspond to. */
export type Training = { readonly road: string; readonly years: number; readonly step: number }

/**
 * A career as in the data (content/careers.json), with its texts and training (the files next to
 * it).
 */
export type CareerFacts = {
  readonly code: string
  /** O*NET's own, American and in the plural. */
  readonly title: string
  /**
   * By language. This, `also` and `training` are absent if an older server imported the catalogue.
   */
  readonly words?: Readonly<Record<string, CareerWords>>
  /** Other words that users type to find it, in any language. */
  readonly also?: readonly string[]
  readonly training?: Training
  readonly socMajor: string
  readonly jobZone: number
  readonly riasec: Readonly<Record<'R' | 'I' | 'A' | 'S' | 'E' | 'C', number>>
  readonly hollandCode: string
  readonly altTitles: readonly string[]
  readonly skills: readonly (readonly [string, number])[]
  readonly knowledge: readonly (readonly [string, number])[]
  readonly workStyles: readonly (readonly [string, number])[]
  readonly education: { readonly mode: number; readonly pct: number } | null
  readonly tech: readonly string[]
  readonly isco08: string | null
  readonly isco08Confidence: string | null
  readonly related: readonly string[]
}

export function slugOf(title: string): string {
  return title
    .toLowerCase()
    .normalize('NFKD')
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '')
}

export async function replaceCareers(tx: Tx, careers: readonly CareerFacts[]): Promise<void> {
  await tx.run(db.deleteFrom('careers'))
  // In parts, because the embedded database reads a whole message into memory.
  for (let start = 0; start < careers.length; start += 100) {
    await tx.run(
      db.insertInto('careers').values(
        careers.slice(start, start + 100).map((career) => ({
          id: career.code,
          slug: slugOf(career.words?.['en']?.title ?? career.title),
          title: career.words?.['en']?.title ?? career.title,
          direction: career.socMajor,
          job_zone: career.jobZone,
          search: [career.title, ...career.altTitles].join('\n').toLowerCase(),
          types: [...career.hollandCode],
          facts: JSON.stringify(career),
        })),
      ),
    )
  }
}

/** What is imported: which content, and its version. */
export type ContentVersion = { readonly sha: string; readonly version: number }

export function contentVersion(tx: Tx, name: string): Promise<ContentVersion | undefined> {
  return tx.first(
    db.selectFrom('content_versions').select(['sha', 'version']).where('name', '=', name),
  )
}

export function setContentVersion(
  tx: Tx,
  name: string,
  { sha, version }: ContentVersion,
): Promise<number> {
  return tx.run(
    db
      .insertInto('content_versions')
      .values({ name, sha, version })
      .onConflict((conflict) =>
        conflict.column('name').doUpdateSet({ sha, version, imported_at: sql`now()` }),
      ),
  )
}
