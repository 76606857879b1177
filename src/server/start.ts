/** From an environment to a running server: database, tables, content, demo accounts, app. Used by main.ts and by tests. */

import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import type { FastifyInstance } from 'fastify'
import { buildApp } from './app.ts'
import { systemClock, type Clock } from './clock.ts'
import { importContent, readCommonPasswords } from './content.ts'
import { Database } from './database.ts'
import { firstTenant, seedDemo, seedFirstTenant } from './demo.ts'
import { connectionOf, startEmbedded, type Embedded } from './embedded.ts'
import type { Environment } from './environment.ts'
import type { Door } from './listen.ts'
import { outboxOnly, smtpMailer, type Mailer } from './mailer.ts'
import { startMaintenance } from './maintenance.ts'
import { migrate } from './migrate.ts'
import { loadBase } from './release.ts'
import { World, type Prerender } from './world.ts'

export type Started = { readonly app: FastifyInstance; readonly world: World; readonly embedded: Embedded | null; close: () => Promise<void> }
export type StartOptions = {
  readonly environment: Environment
  /** Folder of the repository: schemas, content and dist stand below it. */
  readonly root: string
  readonly progress: (what: string) => void
  readonly clock?: Clock
  readonly mailer?: Mailer
  readonly withPages?: boolean
  /** Where people are answered; without one nobody is. */
  readonly door?: Door
}

/** @throws with one clear sentence; nothing is left running then */
export async function start({ environment, root, progress, clock = systemClock, mailer, withPages = true, door }: StartOptions): Promise<Started> {
  const folder = join(environment.dataDir, 'pglite')
  const open = (): Promise<Embedded> => {
    progress(existsSync(folder) ? 'Opening the embedded database' : 'Creating the embedded database, once; this takes some seconds')
    return startEmbedded({ dataDir: environment.dataDir, childFile: childFile(), log: progress })
  }
  // A database that is there opens in a process of its own, while this one reads and composes: after a crash people wait
  // for both. One that has to be made waits until the documents are known to be sound.
  const isEmbedded = environment.databaseUrl === null
  let opening = isEmbedded && existsSync(folder) ? open() : null
  opening?.catch(() => undefined)
  const contentDir = join(root, 'content')
  let embedded: Embedded | null = null
  let database: Database | null = null
  try {
    progress('Reading the documents')
    const base = loadBase(join(root, 'schemas'), join(root, 'dist', 'checked.txt'))
    if (isEmbedded) opening ??= open()
    opening?.catch(() => undefined)
    // Connects when it is first asked for something.
    database = new Database(
      environment.databaseUrl === null ? { kind: 'embedded', connection: connectionOf(environment.dataDir) } : { kind: 'postgres', connection: { connectionString: environment.databaseUrl } },
    )
    const clientDir = join(root, 'dist', 'client')
    const world = new World({
      environment,
      database,
      clock,
      base,
      contentDir,
      mailer: mailer ?? (environment.smtpUrl === null ? outboxOnly : smtpMailer(environment.smtpUrl)),
      clientDir: withPages && existsSync(join(clientDir, 'index.html')) ? clientDir : null,
      prerender: withPages ? await loadPrerender(root) : null,
      commonPasswords: readCommonPasswords(contentDir),
    })
    progress('Preparing the tenants')
    // Others are composed when they are asked for.
    world.release(firstTenant(world))
    const app = await buildApp(world, door)
    if (environment.databaseUrl === null) embedded = await opening
    else {
      progress('Connecting to PostgreSQL')
      await requireAnswer(database, environment.databaseUrl)
    }
    await migrate(database)
    progress('Importing the catalogue')
    await importContent(database, contentDir)
    if (environment.demo) await seedDemo(world)
    else await seedFirstTenant(world)
    await world.releases.listen(environment.databaseUrl === null ? {} : { connectionString: environment.databaseUrl })
    if (!environment.demo && environment.smtpUrl === null) progress('SMTP_URL is missing: nobody gets a mail, so nobody can confirm an address')
    const stopMaintenance = startMaintenance(world)
    door?.open()
    const close = async () => {
      stopMaintenance()
      await app.close()
      world.checker.close()
      await world.releases.close()
      world.options.mailer.close()
      await database!.close()
      await embedded?.stop()
    }
    return { app, world, embedded, close }
  } catch (error) {
    await database?.close().catch(() => undefined)
    embedded ??= (await opening?.catch(() => null)) ?? null
    await embedded?.stop().catch(() => undefined)
    throw error
  }
}

/** The likeliest reason for a start to fail, and the driver's own words do not say which setting is meant. */
async function requireAnswer(database: Database, address: string): Promise<void> {
  const { hostname, port, searchParams } = new URL(address)
  try {
    await database.pool.query('SELECT 1')
  } catch (error) {
    const { message, code = 'no answer' } = error as Error & { code?: string }
    // Without user and password: this goes to a screen or a log.
    throw new Error(`PostgreSQL at ${searchParams.get('host') ?? hostname}:${port || 5432} does not let us in: ${message || code}. Check DATABASE_URL.`, { cause: error })
  }
}

/** The child stands beside this file, as TypeScript in development and as JavaScript when built. */
function childFile(): URL {
  const own = fileURLToPath(import.meta.url)
  return new URL(`./embedded-child${own.endsWith('.ts') ? '.ts' : '.js'}`, import.meta.url)
}

async function loadPrerender(root: string): Promise<Prerender | null> {
  const file = join(root, 'dist', 'prerender', 'prerender.js')
  if (!existsSync(file)) return null
  const { prerender } = (await import(pathToFileURL(file).href)) as { prerender: Prerender }
  return prerender
}
