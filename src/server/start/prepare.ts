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
  context: ServerContext,
  progress: (what: string) => void,
): Promise<void> {
  const { database } = context
  await database.alone(async () => {
    const { newer } = await migrate(database)
    if (newer.length > 0)
      progress(
        `The database already belongs to a newer version (${newer.join(', ')}); this one leaves its tables as they are`,
      )
    if (context.demo) await refuseDemo(context)
    // Before any refusal: a missing secret may be that of a demo.
    const note = context.demo ? null : await noteOfDemo(context)
    if (note !== null) progress(note)
    await adoptKeys(database, context.secrets)
    progress('Importing the catalogue')
    await importContent(
      database,
      context.options.contentDir,
      context.options.base.catalog.all('content-type'),
    )
    if (context.demo) await seedDemo(context)
    else {
      const first = await seedFirstTenant(context)
      if (first !== null)
        progress(
          `"${first.slug}" has no owner yet. To invite one, run: npm run owner -- invite <address>`,
        )
    }
  })
}
