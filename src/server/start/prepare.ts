/**
 * Prepares the database for this server: tables, catalogue, tenants. Servers that start together do
 * it one at a time, and an older version leaves what a newer one has created.
 */

import { importContent } from '#server/catalogue/content.ts'
import { noteOfDemo, refuseDemo, seedDemo, seedFirstTenant } from './demo.ts'
import { adoptKeys } from '#server/database/keys.ts'
import { migrate } from '#server/database/migrate.ts'
import type { ServerContext } from './context.ts'

export async function prepare(
  world: ServerContext,
  progress: (what: string) => void,
): Promise<void> {
  const { database } = world
  await database.alone(async () => {
    const { newer } = await migrate(database)
    if (newer.length > 0)
      progress(
        `The database already belongs to a newer version (${newer.join(', ')}); this one leaves its tables as they are`,
      )
    if (world.demo) await refuseDemo(world)
    // Before any refusal: a missing secret may be that of a demo.
    const note = world.demo ? null : await noteOfDemo(world)
    if (note !== null) progress(note)
    await adoptKeys(database, world.secrets)
    progress('Importing the catalogue')
    await importContent(
      database,
      world.options.contentDir,
      world.options.base.catalog.all('content-type'),
    )
    if (world.demo) await seedDemo(world)
    else {
      const first = await seedFirstTenant(world)
      if (first !== null)
        progress(
          `"${first.slug}" has no owner yet. To invite one, run: npm run owner -- invite <address>`,
        )
    }
  })
}
