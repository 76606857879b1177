/**
 * `npm run backup -- out.tsela`: everything in the database as one file, while servers keep running
 * (docs/decisions/0045).
 */

import { existsSync, statSync } from 'node:fs'
import { readFile, rename, rm } from 'node:fs/promises'
import { constants, freemem, setPriority } from 'node:os'
import { dirname, join } from 'node:path'
import pg from 'pg'
import { required } from '#server/base/required.ts'
import { requireOwner } from '#server/database/datafolder.ts'
import { connectionOf, startEmbedded, type Embedded } from '#server/database/embedded.ts'
import type { Environment } from '#server/base/environment.ts'
import { Secrets } from '#server/base/secrets.ts'
import { refusedAt } from '#server/start/start.ts'
import { beginSnapshot, migrationsOf, readRows, scopesOf } from '../store/dump.ts'
import { keyIdsOf } from '../store/keys.ts'
import { tablesOf, type Table } from '../store/tables.ts'
import { APP_VERSION } from '#server/base/version.ts'
import {
  FORMAT,
  readBackup,
  writeBackup,
  type Head,
  type Manifest,
  type TableSource,
} from './backupfile.ts'
import { borrow } from './control.ts'
import { OperatorError, read } from './operation.ts'

const BACKUP_USAGE = 'npm run backup -- <file>'

/** For a second embedded database beside the serving one. */
const MEMORY_BYTES = 400 * 2 ** 20

export type Place = {
  readonly environment: Environment
  readonly childFile: URL
  readonly say: (line: string) => void
  readonly complain: (line: string) => void
  /** Resolves a file name as the caller typed it. */ readonly pathOf: (file: string) => string
}

export async function backup(place: Place, args: readonly string[]): Promise<Manifest> {
  const [file, ...more] = read(args, {}, BACKUP_USAGE).positionals
  if (file === undefined || more.length > 0)
    throw new OperatorError(`Say which file to write.\n${BACKUP_USAGE}`)
  const path = place.pathOf(file)
  if (existsSync(path))
    throw new OperatorError(
      `${path} already exists. An older backup is never overwritten: choose another name.`,
    )
  requireFolder(dirname(path))
  // Requests come first, even on a machine with few processors.
  setPriority(constants.priority.PRIORITY_LOW)
  const manifest = await withDatabase(place, (connection) =>
    backupTo(path, connection, place.environment),
  )
  place.say(
    `${manifest.rows} rows of ${manifest.tables.size} tables are in ${path}, and have been read back.`,
  )
  return manifest
}

/**
 * The database to back up: PostgreSQL itself; a copy of an embedded database in use, or the
 * embedded one itself.
 */
async function withDatabase<Result>(
  { environment, childFile, complain }: Place,
  use: (connection: pg.ClientConfig) => Promise<Result>,
): Promise<Result> {
  const { databaseUrl, dataDir } = environment
  if (databaseUrl !== null) return use({ connectionString: databaseUrl })
  requireOwner(dataDir)
  const open = async (folder: string): Promise<Result> => {
    const embedded: Embedded = await startEmbedded({ dataDir: folder, childFile, log: complain })
    try {
      return await use(connectionOf(folder))
    } finally {
      await embedded.stop()
    }
  }
  const borrowed = await borrow(dataDir, 'copy', async (name) => {
    const free = await freeMemory()
    if (free < MEMORY_BYTES)
      throw new OperatorError(
        `A backup beside a running server needs ${MEMORY_BYTES / 2 ** 20} MB of memory for a while, and ${Math.floor(free / 2 ** 20)} MB are free. Free some memory, or stop the server during the backup.`,
      )
    return open(join(dataDir, name))
  })
  return borrowed === null ? open(dataDir) : borrowed.result
}

/**
 * Memory available without swapping, including Linux's page cache, which Node's own figure leaves
 * out.
 */
async function freeMemory(): Promise<number> {
  const meminfo = await readFile('/proc/meminfo', 'utf8').catch(() => '')
  const available = /^MemAvailable: +(\d+) kB$/m.exec(meminfo)?.[1]
  return available === undefined ? freemem() : Number(available) * 1024
}

/** The file gets its name only once it is complete and has been read back. */
export async function backupTo(
  path: string,
  connection: pg.ClientConfig,
  environment: Environment,
): Promise<Manifest> {
  const part = `${path}.part`
  await rm(part, { force: true })
  const client = await connectTo(connection)
  try {
    await beginSnapshot(client)
    const tables = await tablesOf(asTx(client))
    await requireSomething(client, tables)
    const written = await writeBackup(
      part,
      await headOf(client, tables, environment),
      sources(client, tables),
    )
    await client.query('COMMIT')
    await requireSame(part, written)
    await rename(part, path)
    return written
  } catch (error) {
    await rm(part, { force: true })
    throw explained(error, path)
  } finally {
    await client.end()
  }
}

/** @throws Error that names the database that doesn't respond or refuses the connection */
export async function connectTo(connection: pg.ClientConfig): Promise<pg.Client> {
  const client = new pg.Client(connection)
  client.on('error', () => undefined)
  await client.connect().catch((error: Error) => {
    throw connection.connectionString === undefined
      ? error
      : refusedAt(connection.connectionString, 'DATABASE_URL', error)
  })
  return client
}

function requireFolder(folder: string): void {
  const found = statSync(folder, { throwIfNoEntry: false })
  if (found === undefined)
    throw new OperatorError(
      `There is no folder ${folder}. Create it first, readable only by the user who makes backups: install -d -m 0700 ${folder}`,
    )
  if (!found.isDirectory()) throw new OperatorError(`${folder} is not a folder.`)
}

/** A disk error as a sentence. */
function explained(error: unknown, path: string): unknown {
  const { code } = error as NodeJS.ErrnoException
  if (code === 'ENOSPC' || code === 'EDQUOT')
    return new OperatorError(
      `There is no room left on the disk for ${path}. The part that was written has been removed; free some space, or name a file on another disk.`,
      { cause: error },
    )
  if (code === 'EACCES' || code === 'EPERM' || code === 'EROFS')
    return new OperatorError(
      `${path} may not be written here (${code}). Name a file in a folder of your own.`,
      { cause: error },
    )
  return error
}

/** An empty backup could be mistaken for a complete one. */
async function requireSomething(client: pg.Client, tables: readonly Table[]): Promise<void> {
  const isEmpty =
    !tables.some(({ name }) => name === 'tenants') ||
    (await client.query('SELECT FROM tenants LIMIT 1')).rowCount === 0
  if (isEmpty)
    throw new OperatorError(
      'There is nothing in this database: it has no tenant. Is it the one the servers use? Check DATABASE_URL, or DATA_DIR. No backup was written.',
    )
}

async function headOf(
  client: pg.Client,
  tables: readonly Table[],
  { databaseUrl, secret, previousSecrets }: Environment,
): Promise<Head> {
  const { rows } = await client.query<{ server_version: string }>('SHOW server_version')
  // A database from before 1.53 does not record which secrets sealed a value: then assume the
  // current ones.
  const kept = tables.some(({ name }) => name === 'sealing_keys')
    ? await keyIdsOf(asTx(client))
    : new Secrets(secret, previousSecrets).keyIds
  return {
    format: FORMAT,
    product: APP_VERSION,
    made: new Date().toISOString(),
    database: `${databaseUrl === null ? 'embedded' : 'postgres'} ${required(rows[0], 'the version of the database').server_version}`,
    migrations: await migrationsOf(client),
    secrets: kept,
    tables: tables.map(({ name }) => name),
  }
}

async function* sources(client: pg.Client, tables: readonly Table[]): AsyncGenerator<TableSource> {
  const scopes = await scopesOf(client)
  for (const table of tables)
    yield {
      line: { table: table.name, columns: table.columns.map(({ name }) => name) },
      rows: readRows(client, table, scopes),
    }
}

/** Reads a file back from disk: what cannot be restored is not a backup. */
async function requireSame(path: string, written: Manifest): Promise<void> {
  for await (const part of readBackup(path)) {
    if (part.kind === 'complete' && part.manifest.sha256 !== written.sha256)
      throw new OperatorError(
        "The backup couldn't be read back as it was written. Is the disk healthy?",
      )
  }
}

/** For queries on the catalogue over a connection of our own. */
export function asTx(client: pg.ClientBase): Parameters<typeof tablesOf>[0] {
  return {
    all: async <Row>(query: { compile: () => { sql: string; parameters: readonly unknown[] } }) => {
      const { sql, parameters } = query.compile()
      return (await client.query(sql, parameters as unknown[])).rows as Row[]
    },
  }
}
