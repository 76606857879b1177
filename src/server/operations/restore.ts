/**
 * `npm run restore -- in.tsela`: a backup is restored to a database, atomically
 * (docs/decisions/0045).
 */

import type pg from 'pg'
import { required } from '#server/base/required.ts'
import { keysOwner } from '#server/accounts/ownkeys.ts'
import { secretOwner } from '#server/accounts/providers.ts'
import { connectionOf, startEmbedded } from '#server/database/embedded.ts'
import type { Environment } from '#server/base/environment.ts'
import { isKnownMigration, migrateWithin } from '#server/database/migrate.ts'
import { Secrets } from '#server/base/secrets.ts'
import {
  beginRestore,
  bindOwner,
  contentOf,
  continueNumbers,
  dropTables,
  Inserter,
  MIGRATION_TABLES,
  countOtherConnections,
  tableExists,
  type TextRow,
} from '../store/dump.ts'
import { SEALED_COLUMNS } from '../store/sealed.ts'
import { tablesOf, type Table } from '../store/tables.ts'
import { asTx, connectTo, type Place } from './backup.ts'
import { readBackup, type Manifest, type Part } from './backupfile.ts'
import { OperatorError, read } from './operation.ts'

const RESTORE_USAGE = `npm run restore -- <file> [--replace]
npm run restore -- <file> --check`

const NOTHING_CHANGED = 'Nothing was changed.'

export async function restore(
  { environment, childFile, say, complain, pathOf }: Place,
  args: readonly string[],
): Promise<void> {
  const { values, positionals } = read(
    args,
    { replace: { type: 'boolean' }, check: { type: 'boolean' } },
    RESTORE_USAGE,
  )
  const [file, ...more] = positionals
  if (file === undefined || more.length > 0)
    throw new OperatorError(`Say which file to restore.\n${RESTORE_USAGE}`)
  const path = pathOf(file)
  // Read to its end before anything is changed: this detects a truncated file.
  const manifest = await checkBackup(path, environment)
  const { product, made, database } = manifest.head
  say(
    `A backup of version ${product}, made ${made.slice(0, 16).replace('T', ' ')} UTC from ${database}: ${manifest.rows} rows of ${manifest.tables.size} tables. It is complete.`,
  )
  if (values.check === true) return
  const replace = values.replace === true
  if (environment.databaseUrl !== null)
    await restoreInto(
      { connectionString: environment.databaseUrl },
      'postgres',
      path,
      manifest,
      replace,
    )
  else {
    const embedded = await startEmbedded({ dataDir: environment.dataDir, childFile, log: complain })
    try {
      await restoreInto(connectionOf(environment.dataDir), 'embedded', path, manifest, replace)
    } finally {
      await embedded.stop()
    }
  }
  say('Restored. The database has been compared with the backup: every row is there.')
  if (manifest.head.secrets.some((id) => id !== new Secrets(environment.secret).keyId))
    say(
      'Something in it needs a secret from SECRET_PREVIOUS: keep that until "npm run secret -- rotate" says that it can go.',
    )
}

/**
 * Could this be restored here?
 *
 * @throws OperatorError if the file is damaged, has a newer version, or is sealed with an unknown
 *   secret
 */
export async function checkBackup(
  path: string,
  { secret, previousSecrets }: Pick<Environment, 'secret' | 'previousSecrets'>,
): Promise<Manifest> {
  const secrets = new Secrets(secret, previousSecrets)
  let sealed: SealedPlaces | null = null
  let manifest: Manifest | undefined
  for await (const part of readBackup(path)) {
    if (part.kind === 'head') requireUsable(path, part, secrets)
    if (part.kind === 'table') sealed = sealedPlaces(part)
    if (part.kind === 'row' && sealed !== null) requireReadable(part, sealed, secrets)
    if (part.kind === 'complete') manifest = part.manifest
  }
  if (manifest === undefined) throw new OperatorError(`The backup has no end. ${NOTHING_CHANGED}`)
  return manifest
}

function requireUsable(
  path: string,
  { head }: Extract<Part, { kind: 'head' }>,
  { keyIds }: Secrets,
): void {
  const newer = head.migrations.find((name) => !isKnownMigration(name))
  if (newer !== undefined)
    throw new OperatorError(
      `${path} was made by a newer version (${head.product}, with ${newer}). Use that one, or an even newer one, to restore it. ${NOTHING_CHANGED}`,
    )
  const missing = head.secrets.find((id) => !keyIds.includes(id))
  if (missing !== undefined) throw new OperatorError(WRONG_SECRET(path, missing))
}

const WRONG_SECRET = (path: string, key: string) =>
  `${path} needs another secret (key ${key}) than SECRET: without it nobody could read its identity numbers. Set SECRET to that of the installation that made it, or add it to SECRET_PREVIOUS. ${NOTHING_CHANGED}`

type SealedPlaces = {
  readonly values: readonly number[]
  /** To whom a row's values were sealed, and in an operator's words. */
  readonly owner: (row: TextRow) => { readonly parts: readonly string[]; readonly words: string }
}

function sealedPlaces({
  line: { table, columns },
}: Extract<Part, { kind: 'table' }>): SealedPlaces | null {
  const of = (row: TextRow, name: string) => required(row[columns.indexOf(name)], name)
  const at = (names: readonly string[]) =>
    names.map((name) => columns.indexOf(name)).filter((place) => place >= 0)
  if (table === 'users')
    return {
      values: at(SEALED_COLUMNS),
      owner: (row) => ({
        parts: [of(row, 'tenant_id'), of(row, 'id')],
        words: `the person ${of(row, 'id')}`,
      }),
    }
  if (table === 'provider_secrets')
    return {
      values: at(['secret_sealed']),
      owner: (row) => ({
        parts: secretOwner(of(row, 'tenant_id'), of(row, 'provider'), of(row, 'client')),
        words: `the service ${of(row, 'provider')}`,
      }),
    }
  if (table === 'own_keys')
    return {
      values: at(['keys_sealed']),
      owner: (row) => ({
        parts: keysOwner(of(row, 'tenant_id'), of(row, 'service'), of(row, 'id')),
        words: `the ${of(row, 'service')} keys of a tenant`,
      }),
    }
  return null
}

/**
 * Every value: a backup that names one key but was sealed with another would otherwise be noticed a
 * year later.
 */
function requireReadable(
  { row }: Extract<Part, { kind: 'row' }>,
  { values, owner }: SealedPlaces,
  secrets: Secrets,
): void {
  for (const place of values) {
    const value = row[place]
    if (value === null || value === undefined) continue
    const { parts, words } = owner(row)
    try {
      secrets.open(value, ...parts)
    } catch (error) {
      throw new OperatorError(
        `A sealed value of ${words} can't be opened with SECRET or SECRET_PREVIOUS. ${NOTHING_CHANGED}`,
        { cause: error },
      )
    }
  }
}

/**
 * In one transaction: until it commits everyone else sees the previous data, and an error leaves it
 * unchanged.
 */
export async function restoreInto(
  connection: pg.ClientConfig,
  kind: 'postgres' | 'embedded',
  path: string,
  manifest: Manifest,
  replace: boolean,
): Promise<void> {
  const client = await connectTo(connection)
  try {
    if (kind === 'postgres') await requireAlone(client)
    await beginRestore(client)
    await makeRoom(client, replace)
    // Creates the tables as they were then; newer migrations then run on the restored rows.
    await migrateWithin(client, manifest.head.migrations)
    const tables = await tablesOf(asTx(client))
    for (const table of tables) await bindOwner(client, table, false)
    await load(client, path, tables)
    for (const table of tables) {
      const [now, then] = [await contentOf(client, table, [null]), manifest.tables.get(table.name)]
      if (then === undefined ? now.rows > 0 : now.sha256 !== then.sha256 || now.rows !== then.rows)
        throw new OperatorError(
          `The restored table ${table.name} differs from the backup. ${NOTHING_CHANGED}`,
        )
    }
    for (const table of tables) await bindOwner(client, table, true)
    await migrateWithin(client)
    await client.query('COMMIT')
    await client.query('ANALYZE')
  } catch (error) {
    await client.query('ROLLBACK').catch(() => undefined)
    throw error
  } finally {
    await client.end()
  }
}

async function requireAlone(client: pg.Client): Promise<void> {
  const others = await countOtherConnections(client)
  if (others > 0)
    throw new OperatorError(
      `${others} other ${others === 1 ? 'connection is' : 'connections are'} open to this database. Stop every server first. ${NOTHING_CHANGED}`,
    )
}

/** @throws OperatorError if there is data and replacing it was not requested */
async function makeRoom(client: pg.Client, replace: boolean): Promise<void> {
  const tables = await tablesOf(asTx(client))
  if (!replace && tables.some(({ name }) => name === 'tenants')) {
    const { rows } = await client.query<{ slug: string }>(
      'SELECT slug FROM tenants ORDER BY slug LIMIT 4',
    )
    const named = rows.map(({ slug }) => `"${slug}"`)
    if (named.length > 0)
      throw new OperatorError(
        `The database is not empty: it has the tenant${named.length > 1 ? 's' : ''} ${named.slice(0, 3).join(', ')}${named.length > 3 ? ' and more' : ''}. To delete everything in it, add --replace. ${NOTHING_CHANGED}`,
      )
  }
  const kept = []
  for (const name of MIGRATION_TABLES) if (await tableExists(client, name)) kept.push(name)
  await dropTables(client, [...tables.map(({ name }) => name), ...kept])
}

async function load(client: pg.Client, path: string, tables: readonly Table[]): Promise<void> {
  let inserter: Inserter | null = null
  for await (const part of readBackup(path)) {
    if (part.kind === 'table') {
      const { table: name, columns } = part.line
      const table = tables.find((each) => each.name === name)
      const found = columns.flatMap(
        (column) => table?.columns.find(({ name }) => name === column) ?? [],
      )
      if (table === undefined || found.length < columns.length)
        throw new OperatorError(
          `The backup has a table ${name} that its own version doesn't know. ${NOTHING_CHANGED}`,
        )
      inserter = new Inserter(client, { name, columns: found })
    }
    if (part.kind === 'row') await inserter?.add(part.row)
    if (part.kind === 'end') {
      await inserter?.end()
      const table = tables.find(({ name }) => name === part.table)
      await continueNumbers(client, required(table, `the table ${part.table}`))
    }
  }
}
