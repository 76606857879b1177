/**
 * One database for all server tests of a run: the embedded one, or with TEST_DATABASE=postgres a
 * private PostgreSQL.
 */

import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { TestProject } from 'vitest/node'
import type { PoolConfig } from 'pg'
import type { ContentType } from '#engine/documents/kinds.ts'
import { Database } from '#server/database/database.ts'
import { startEmbedded } from '#server/database/embedded.ts'
import { importContent } from '#server/catalogue/content.ts'
import { migrate } from '#server/database/migrate.ts'
import { startPostgres } from './postgres.ts'

/** `dataDir`: of the embedded database. */
export type TestDatabase = {
  kind: 'postgres' | 'embedded'
  connection: PoolConfig
  dataDir?: string
}

declare module 'vitest' {
  interface ProvidedContext {
    database: TestDatabase
  }
}

const root = join(import.meta.dirname, '..', '..')

/** Unchecked, because checking all documents takes seconds, and schemas.test.ts does it. */
function contentTypes(): ContentType[] {
  const folder = join(root, 'schemas', 'content-types')
  return readdirSync(folder).map(
    (file) => JSON.parse(readFileSync(join(folder, file), 'utf8')) as ContentType,
  )
}

export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const postgres = process.env['TEST_DATABASE'] === 'postgres'
  const { given, stop } = postgres ? await fromPostgres() : await fromEmbedded()
  const database = new Database({ kind: given.kind, connection: given.connection })
  await migrate(database)
  await importContent(database, join(root, 'content'), contentTypes())
  await database.close()
  project.provide('database', given)
  return stop
}

async function fromPostgres() {
  const server = await startPostgres()
  return {
    given: { kind: 'postgres' as const, connection: { connectionString: server.url } },
    stop: server.stop,
  }
}

async function fromEmbedded() {
  const dataDir = mkdtempSync(join(tmpdir(), 'tsela-test-'))
  const embedded = await startEmbedded({
    dataDir,
    childFile: new URL('../../src/server/database/embedded-child.ts', import.meta.url),
    log: () => undefined,
    execArgv: ['--import', 'tsx'],
  })
  return {
    given: { kind: 'embedded' as const, connection: embedded.connection, dataDir },
    stop: async () => {
      await embedded.stop()
      rmSync(dataDir, { recursive: true, force: true })
    },
  }
}
