/**
 * Makes the norms of instruments from their sums, in the background: nobody who finishes a
 * questionnaire waits for more than one row (docs/decisions/0146).
 */

import { AGE, normsOf, normsOfAge, rowsForNorms } from '#engine/psychometrics/norms.ts'
import { FROM } from '#engine/psychometrics/groups.ts'
import { added, countedItems, type Sums } from '#engine/psychometrics/sums.ts'
import { LONG_MS, type Tx } from '#server/database/database.ts'
import type { Release } from '#server/release/compose.ts'
import { sameBlocks } from '#server/release/attempt-documents.ts'
import {
  ANY,
  normsNow,
  replaceNorms,
  someSums,
  type NormRow,
} from '#server/store/instrumentnorms.ts'
import { blocksOf, dueForNorms, holdBlocks, normsLookedAt } from '#server/store/instrumentsums.ts'
import type { Tenant } from '#server/store/tenants.ts'
import type { ServerContext } from './context.ts'

/** Norms are made again when there are so many more people than they are of. */
const MORE = 1.05

/**
 * Of every instrument of which something was counted or deleted since its norms were looked at. The
 * blocks themselves say so, so none is left out if counting failed or the server stopped half-way.
 */
export async function makeNorms(
  context: ServerContext,
  tenant: Tenant,
  release: Release,
): Promise<void> {
  const { database } = context
  for (const assessment of await database.tenant(tenant.id, dueForNorms))
    await database.tenant(
      tenant.id,
      async (tx) => {
        // An account deleted in the meantime waits for these norms, and is removed from them.
        await holdBlocks(tx, assessment)
        await makeNormsOf(tx, release, assessment, context.now())
        await normsLookedAt(tx, assessment)
      },
      LONG_MS,
    )
}

async function makeNormsOf(tx: Tx, release: Release, assessment: string, now: Date) {
  const key = release.catalog.get('scoring', assessment)
  const scoring = release.shas.get(`scoring/${assessment}`)
  const version = release.catalog.get('assessment', assessment)?.instrument?.version ?? ''
  if (key === undefined || scoring === undefined) return
  const blocks = (await blocksOf(tx, assessment)).filter((each) => each.version === version)
  const same = await sameBlocks(tx, release, blocks, key)
  const people = same.reduce((sum, each) => sum + each.people, 0)
  const known = await normsNow(tx, assessment)
  const isFresh =
    known?.scoring === scoring && known.version === version && people < MORE * known.people
  if (isFresh || people < FROM.scales) return
  const items = countedItems(key)
  const sums = await someSums(
    tx,
    same.map(({ id }) => id),
    [...rowsForNorms(items), `member/${AGE}/`],
  )
  const of = (language: string | null) => {
    const own = same.filter((each) => language === null || each.language === language)
    return {
      people: own.reduce((sum, each) => sum + each.people, 0),
      sums: own.reduce<Sums>((all, { id }) => added(all, sums.get(id) ?? {}), {}),
    }
  }
  const everybody = of(null)
  const rows: NormRow[] = [
    { language: ANY, age: ANY, norms: normsOf(items, everybody.sums, everybody.people) },
    ...[...new Set(same.map(({ language }) => language))].flatMap((language): NormRow[] => {
      const own = of(language)
      if (own.people < FROM.scales) return []
      const start = `member/${AGE}/`
      const ages = Object.keys(own.sums).flatMap((name) =>
        name.startsWith(start) ? [name.slice(start.length)] : [],
      )
      return [
        { language, age: ANY, norms: normsOf(items, own.sums, own.people) },
        ...ages.flatMap((age): NormRow[] => {
          const norms = normsOfAge(items, own.sums, age)
          return norms.people < FROM.norms ? [] : [{ language, age, norms }]
        }),
      ]
    }),
  ]
  await replaceNorms(tx, { assessment, scoring, version }, rows, now)
}
