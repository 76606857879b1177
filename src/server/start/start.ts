/**
 * From an environment to a running server: database, tables, content, demo accounts, app. Used by
 * main.ts and by tests.
 */

import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import type { FastifyInstance } from 'fastify'
import { HashThreads } from '#server/accounts/hashthreads.ts'
import { Announcements } from '#server/release/announcements.ts'
import { buildApp } from './app.ts'
import { Checkpoints } from '#server/database/checkpoints.ts'
import { systemClock, type Clock } from '#server/base/clock.ts'
import { readCommonPasswords } from '#server/catalogue/content.ts'
import { Database } from '#server/database/database.ts'
import { firstTenant } from './demo.ts'
import { connectionOf, startEmbedded, type Embedded } from '#server/database/embedded.ts'
import type { Environment } from '#server/base/environment.ts'
import type { Listener } from '#server/base/listener.ts'
import { outboxOnly, smtpMailer, type Mailer } from '#server/accounts/mailer.ts'
import { noSender, smsSender, type Sender } from '#server/accounts/sms.ts'
import { startMaintenance, type Chore } from './maintenance.ts'
import { prepare } from './prepare.ts'
import { loadBase } from '#server/release/compose.ts'
import { openControl } from '#server/operations/control.ts'
import { WITHIN } from '#server/operations/registry.ts'
import { startRetention } from './retention.ts'
import { startScheduledWatch } from './scheduledwatch.ts'
import { ServerContext, type Prerender } from './context.ts'

export type Started = {
  readonly app: FastifyInstance
  readonly context: ServerContext
  readonly embedded: Embedded | null
  close: () => Promise<void>
}
export type StartOptions = {
  /** Regular work that the start doesn't know. */
  readonly chores?: readonly Chore[]
  readonly environment: Environment
  /** Root of the repository: contains schemas, content and dist. */
  readonly root: string
  readonly progress: (what: string) => void
  readonly clock?: Clock
  readonly mailer?: Mailer
  readonly sms?: Sender
  readonly withPages?: boolean
  /** Where requests are served; without it none are. */
  readonly listener?: Listener
  /** Another server has taken the data folder, so the database here was ended. */
  readonly onLost?: () => void
}

/** @throws with one clear sentence; nothing is left running */
export async function start(options: StartOptions): Promise<Started> {
  const { environment, root, progress, listener } = options
  const folder = join(environment.dataDir, 'pglite')
  const open = () => openEmbedded(folder, options)
  // An existing database opens in a process of its own, while this one reads and composes
  // documents: after a crash both take time. A new one is created only once the documents are known
  // to be valid.
  const isEmbedded = environment.databaseUrl === null
  let opening = isEmbedded && existsSync(folder) ? open() : null
  opening?.catch(() => undefined)
  let embedded: Embedded | null = null
  let database: Database | null = null
  let announcements: Announcements | null = null
  const hashing = new HashThreads()
  try {
    progress('Reading the documents')
    const base = loadBase(join(root, 'schemas'), join(root, 'dist', 'checked.txt'))
    if (isEmbedded) opening ??= open()
    opening?.catch(() => undefined)
    // Connects on first use.
    database = databaseOf(environment)
    const context = await contextOf(options, base, database, hashing)
    context.metrics.watchProcess()
    if (environment.traceUrl !== null)
      context.tracing = (await import('#server/base/tracing.ts')).startTracing(context, environment)
    progress('Preparing the tenants')
    // Others are composed on demand.
    context.release(firstTenant(context))
    const app = await buildApp(context, listener)
    if (environment.databaseUrl === null) embedded = await opening
    else {
      progress('Connecting to PostgreSQL')
      await requireAnswer(database, environment.databaseUrl)
    }
    await prepare(context, progress)
    announcements = await listenForReleases(context)
    if (!environment.demo && environment.smtpUrl === null)
      progress(
        'SMTP_URL is missing: only tenants with a mail server of their own send emails, and nobody else can confirm an address',
      )
    const stopMaintenance = startMaintenance(context, options.chores)
    const stopRetention = startRetention(context)
    const stopScheduled = startScheduledWatch(context)
    if (isEmbedded) {
      context.checkpoints = new Checkpoints(database)
      context.checkpoints.start((error) =>
        context.log?.error({ err: error as Error }, 'checkpoint failed'),
      )
    }
    const closeControl = isEmbedded ? await openControl(context, WITHIN) : undefined
    listener?.open()
    const close = async () => {
      await closeControl?.()
      context.checkpoints?.stop()
      stopMaintenance()
      stopRetention()
      stopScheduled()
      await app.close()
      context.documentWorkers.close()
      context.papers.close()
      await hashing.close()
      await announcements?.close()
      await context.tracing?.close()
      context.options.mailer.close()
      context.ownMailers.close()
      await database!.close()
      await embedded?.stop()
    }
    return { app, context, embedded, close }
  } catch (error) {
    await hashing.close()
    await announcements?.close()
    await database?.close().catch(() => undefined)
    embedded ??= (await opening?.catch(() => null)) ?? null
    await embedded?.stop().catch(() => undefined)
    throw error
  }
}

function openEmbedded(
  folder: string,
  { environment, progress, onLost }: StartOptions,
): Promise<Embedded> {
  progress(
    existsSync(folder)
      ? 'Opening the embedded database'
      : 'Creating the embedded database, once; this takes a few seconds',
  )
  return startEmbedded({
    dataDir: environment.dataDir,
    childFile: childFile(),
    log: progress,
    ...(onLost && { onLost }),
  })
}

async function contextOf(
  { environment, root, clock = systemClock, mailer, sms, withPages = true }: StartOptions,
  base: ReturnType<typeof loadBase>,
  database: Database,
  hashing: HashThreads,
): Promise<ServerContext> {
  const clientDir = join(root, 'dist', 'client')
  const contentDir = join(root, 'content')
  return new ServerContext({
    environment,
    database,
    clock,
    base,
    hashing,
    contentDir,
    mailer: mailer ?? (environment.smtpUrl === null ? outboxOnly : smtpMailer(environment.smtpUrl)),
    sms: sms ?? (environment.sms === null ? noSender : smsSender(environment.sms)),
    clientDir: withPages && existsSync(join(clientDir, 'index.html')) ? clientDir : null,
    prerender: withPages ? await loadPrerender(root) : null,
    commonPasswords: readCommonPasswords(contentDir),
  })
}

export function databaseOf({
  databaseUrl,
  databasePooler,
  databaseConnections,
  dataDir,
}: Pick<
  Environment,
  'databaseUrl' | 'databasePooler' | 'databaseConnections' | 'dataDir'
>): Database {
  if (databaseUrl === null)
    return new Database({ kind: 'embedded', connection: connectionOf(dataDir) })
  return new Database({
    kind: 'postgres',
    connection: { connectionString: databaseUrl },
    size: databaseConnections,
    pooled: databasePooler,
  })
}

export async function requireAnswer(database: Database, address: string): Promise<void> {
  try {
    await database.pool.query('SELECT 1')
  } catch (error) {
    throw refusedAt(address, 'DATABASE_URL', error as Error)
  }
}

/**
 * The most likely reason for a failed start, and the driver's message does not say which setting is
 * wrong.
 */
export function refusedAt(
  address: string,
  setting: string,
  error: Error & { code?: string },
): Error {
  const { hostname, port, searchParams } = new URL(address)
  // Without user and password, because this goes to a screen or a log. With a code of its own
  // PostgreSQL has refused; anything else comes from in between.
  const said = /^[0-9A-Z]{5}$/.test(error.code ?? '') ? 'does not let us in' : 'does not answer'
  const words = error.message || (error.code ?? 'no answer')
  return new Error(
    `PostgreSQL at ${searchParams.get('host') ?? hostname}:${port || 5432} ${said}: ${words}. ${said === 'does not answer' ? 'Is it running? Otherwise check' : 'Check'} ${setting}.`,
    {
      cause: error,
    },
  )
}

/** Listens for releases published by other servers. */
async function listenForReleases(context: ServerContext): Promise<Announcements> {
  const { database, log, options } = context
  const { databaseUrl, databaseListenUrl, databasePooler } = options.environment
  const listenUrl = databaseListenUrl ?? (databasePooler ? null : databaseUrl)
  try {
    return await Announcements.begin({
      database,
      listenUrl,
      heard: (tenant) => context.heard(tenant),
      report: (error) =>
        log?.error(
          { err: error as Error },
          'no notifications of releases; polling for them instead',
        ),
    })
  } catch (error) {
    throw refusedAt(
      listenUrl!,
      databaseListenUrl === null ? 'DATABASE_URL' : 'DATABASE_LISTEN_URL',
      error as Error,
    )
  }
}

/** The child's code is beside this file: TypeScript in development, JavaScript when built. */
export function childFile(): URL {
  const own = fileURLToPath(import.meta.url)
  const child = own.endsWith('.ts') ? '../database/embedded-child.ts' : './embedded-child.js'
  return new URL(child, import.meta.url)
}

async function loadPrerender(root: string): Promise<Prerender | null> {
  const file = join(root, 'dist', 'prerender', 'prerender.js')
  if (!existsSync(file)) return null
  const { prerender } = (await import(pathToFileURL(file).href)) as { prerender: Prerender }
  return prerender
}
