/** Reads the database directly, as the owner of all tenants. */

import { createHash } from 'node:crypto'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'

/**
 * The database of a server with this folder. The embedded one has a single session: read it only
 * while nothing else uses it.
 */
export function connectionTo(dataDir: string, databaseUrl: string | undefined): pg.PoolConfig {
  if (databaseUrl !== undefined) return { connectionString: databaseUrl }
  const socket = join(
    tmpdir(),
    `tsela-${createHash('sha256').update(dataDir).digest('hex').slice(0, 16)}`,
  )
  return { host: socket, port: 5432, user: 'postgres', database: 'postgres', password: 'none' }
}

export async function asOwner<Result>(
  connection: pg.PoolConfig,
  work: (client: pg.Client) => Promise<Result>,
): Promise<Result> {
  const client = new pg.Client(connection)
  await client.connect()
  try {
    return await work(client)
  } finally {
    await client.end()
  }
}

export type StoredAnswer = {
  readonly id: string
  readonly attempt_id: string
  readonly item: string
  readonly value: unknown
  readonly at: Date
  readonly late: boolean
}

export function answersOf(
  connection: pg.PoolConfig,
  attempts: readonly string[],
): Promise<StoredAnswer[]> {
  return asOwner(
    connection,
    async (client) =>
      (
        await client.query<StoredAnswer>(
          'SELECT id, attempt_id, item, value, at, late FROM answers WHERE attempt_id = ANY ($1::uuid[])',
          [attempts],
        )
      ).rows,
  )
}
