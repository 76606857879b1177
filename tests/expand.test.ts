/**
 * While a version is rolled out, servers of the last release work on its tables
 * (deploy/last-release.json). So later migrations only expand: they remove and rename nothing, and
 * require nothing of writers that don't know about them.
 */

import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import {
  DummyDriver,
  Kysely,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
} from 'kysely'
import { describe, expect, it } from 'vitest'
import { NARROW } from '#server/migrations/0015-last-release.ts'
import { ALSO_NARROW } from '#server/migrations/0077-last-release-sessions.ts'

const root = join(import.meta.dirname, '..')
const folder = join(root, 'src', 'server', 'migrations')
const released = JSON.parse(readFileSync(join(root, 'deploy', 'last-release.json'), 'utf8')) as {
  version: string
  commit: string
  migrations: string[]
}
const names = readdirSync(folder)
  .map((file) => file.replace(/\.ts$/, ''))
  .sort()

/** Statements that look like a narrowing but aren't, each with its reason. */
const WIDENED: Readonly<Record<string, string>> = {
  codes_purpose_check: '0011, 0025: the same purposes, and one more',
  messages_user_fkey: '0025: of a column that servers of the last release leave empty',
  attempts_block_fkey: '0048: of a column that servers of the last release leave empty',
  attempts_forget: '0048: only for rows with a block, which servers of the last release may delete',
  users_role_check: '0053: the same roles, and one more',
  codes_role_check: '0053: the same roles, and one more',
  person_units_counted: '0064: of a table that servers of the last release don’t have',
  person_units_counts: '0085: the same as person_units_counted, which it replaces',
  instrument_blocks_forget: '0076: of a table that servers of the last release don’t have',
  content_pkey: '0018: the same key for what has no version, and room for others beside it',
}

/** What servers of 1.52.2 read with `*`, in prepared statements (docs/decisions/0062). */
const READ_WHOLE: ReadonlySet<string> = new Set([
  'users',
  'codes',
  'vouchers',
  'sessions',
  'attempts',
  'answers',
  'results',
  'messages',
  'drafts',
  'releases',
])

async function statementsOf(name: string): Promise<string[]> {
  const statements: string[] = []
  const db = new Kysely<unknown>({
    dialect: {
      createAdapter: () => new PostgresAdapter(),
      createDriver: () => new DummyDriver(),
      createIntrospector: (own) => new PostgresIntrospector(own),
      createQueryCompiler: () => new PostgresQueryCompiler(),
    },
    log: ({ query }) => void statements.push(query.sql),
  })
  const { up } = (await import(join(folder, `${name}.ts`))) as {
    up: (db: Kysely<unknown>) => Promise<void>
  }
  await up(db)
  return statements
}

/** Why servers of the previous version couldn't continue after a statement; empty if they can. */
function narrowings(sql: string, made: ReadonlySet<string>): string[] {
  const found: string[] = []
  const text = sql.replace(/\s+/g, ' ')
  const [, table = ''] =
    /\b(?:ALTER TABLE (?:IF EXISTS )?(?:ONLY )?|CREATE UNIQUE INDEX (?:IF NOT EXISTS )?\w+ ON |CREATE (?:CONSTRAINT )?TRIGGER .* ON |REVOKE ALL ON FUNCTION )"?(\w+)/i.exec(
      text,
    ) ?? []
  if (table !== '' && made.has(table)) return []
  for (const [pattern, why] of [
    [/\bDROP (?:TABLE|COLUMN|VIEW|TYPE|FUNCTION|POLICY|ROLE|DEFAULT)\b/i, 'takes something away'],
    [/\bRENAME\b/i, 'renames'],
    [/\bALTER (?:COLUMN )?\w+ (?:SET DATA )?TYPE\b/i, 'changes a type'],
    [/\bSET NOT NULL\b/i, 'asks for what was optional'],
    [/\bREVOKE\b/i, 'takes a right away'],
    [/\b(?:ENABLE|FORCE) ROW LEVEL SECURITY\b/i, 'hides rows'],
    [/^\s*(?:DELETE|TRUNCATE)\b/i, 'deletes'],
  ] as const) {
    if (pattern.test(text)) found.push(why)
  }
  for (const [, name = ''] of text.matchAll(/\bCREATE UNIQUE INDEX (?:IF NOT EXISTS )?"?(\w+)/gi))
    if (!Object.hasOwn(WIDENED, name)) found.push('refuses what was allowed twice')
  for (const [, name = ''] of text.matchAll(/\bCREATE (?:CONSTRAINT )?TRIGGER "?(\w+)/gi))
    if (!Object.hasOwn(WIDENED, name)) found.push('does something on writes that do not know of it')
  for (const column of text.split(/\bADD COLUMN\b/i).slice(1))
    if (/\bNOT NULL\b/i.test(column) && !/\b(?:DEFAULT|GENERATED)\b/i.test(column))
      found.push('adds a column that the others do not fill in')
  for (const [, name = ''] of text.matchAll(
    /\bADD CONSTRAINT "?(\w+)|\bADD (?:CHECK|UNIQUE|PRIMARY KEY|FOREIGN KEY|EXCLUDE)\b/gi,
  ))
    if (!Object.hasOwn(WIDENED, name)) found.push(`adds a constraint ${name}`.trim())
  for (const [, name = ''] of text.matchAll(/\bDROP CONSTRAINT (?:IF EXISTS )?"?(\w+)/gi))
    if (!Object.hasOwn(WIDENED, name)) found.push(`drops a constraint ${name}`.trim())
  return found
}

describe('the last release', () => {
  it('is named by its commit, and all its migrations are here', () => {
    expect(released.commit).toMatch(/^[0-9a-f]{40}$/)
    expect(released.version).toMatch(/^\d+\.\d+\.\d+$/)
    expect(names.slice(0, released.migrations.length)).toEqual(released.migrations)
  })
})

it('every migration is run', () => {
  const runner = readFileSync(join(root, 'src', 'server', 'database', 'migrate.ts'), 'utf8')
  const run = [...runner.matchAll(/^ {2}'(\d{4}-[\w-]+)':/gm)].map(([, name]) => name)
  expect(run).toEqual(names)
})

describe('a migration after it', () => {
  it.each(names.slice(released.migrations.length))('only expands: %s', async (name) => {
    const statements = await statementsOf(name)
    expect(statements.length).toBeGreaterThan(0)
    const made = new Set<string>()
    for (const sql of statements) {
      const [, table] = /\bCREATE TABLE (?:IF NOT EXISTS )?"?(\w+)/i.exec(sql) ?? []
      if (table !== undefined) made.add(table)
      const [, routine] = /\bCREATE (?:OR REPLACE )?FUNCTION (\w+)/i.exec(sql) ?? []
      if (routine !== undefined) made.add(routine)
      expect(narrowings(sql, made), sql).toEqual([])
    }
  })

  it('adds no column to what the last release reads whole, unless a view leaves it out', async () => {
    const later = await Promise.all(names.slice(released.migrations.length).map(statementsOf))
    const grown = later.flat().flatMap((sql) => {
      const [, table = ''] = /^\s*ALTER TABLE (\w+)[^;]*\bADD COLUMN\b/i.exec(sql) ?? []
      return READ_WHOLE.has(table) ? [table] : []
    })
    expect([...new Set(grown)].toSorted()).toEqual(
      Object.keys({ ...NARROW, ...ALSO_NARROW }).toSorted(),
    )
  })

  it.each([
    'ALTER TABLE users DROP COLUMN cohort',
    'DROP TABLE favourites',
    'ALTER TABLE users RENAME COLUMN email TO address',
    'ALTER TABLE answers ALTER COLUMN ms TYPE bigint',
    'ALTER TABLE users ALTER COLUMN email SET NOT NULL',
    'ALTER TABLE users ADD COLUMN age integer NOT NULL',
    'ALTER TABLE users ADD COLUMN a text, ADD COLUMN b numeric(3, 1) NOT NULL',
    'ALTER TABLE codes DROP CONSTRAINT codes_pkey',
    'ALTER TABLE users ADD CONSTRAINT short CHECK (length(email) < 50)',
    'ALTER TABLE users ADD UNIQUE (phone)',
    'CREATE UNIQUE INDEX one_name ON users (tenant_id, account_type)',
    'CREATE TRIGGER t BEFORE INSERT ON users EXECUTE FUNCTION f()',
    'ALTER TABLE careers FORCE ROW LEVEL SECURITY',
    'DROP POLICY tenant ON users',
    'REVOKE INSERT ON events FROM tsela_app',
    'DELETE FROM limits',
  ])('is caught if it does more: %s', (sql) => {
    expect(narrowings(sql, new Set())).not.toEqual([])
  })

  it.each([
    'ALTER TABLE users ADD COLUMN age integer',
    "ALTER TABLE users ADD COLUMN a text, ADD COLUMN kind text NOT NULL DEFAULT 'x'",
    'CREATE INDEX users_age ON users (tenant_id, created_at)',
    'ALTER TABLE drafts ALTER COLUMN updated_by DROP NOT NULL',
    'GRANT SELECT ON users TO tsela_app',
  ])('may do this: %s', (sql) => {
    expect(narrowings(sql, new Set())).toEqual([])
  })
})

/** Why a prepared statement of this server would be refused once its table has another column. */
const WHOLE_ROWS = /\.(?:selectAll|returningAll)\(|\b(?:select|returning)\s+(?:\w+\.)?\*/gi

describe('a query', () => {
  it('names its columns, so that a migration of a newer server can’t break it', () => {
    const server = join(root, 'src', 'server')
    const files = readdirSync(server, { recursive: true, encoding: 'utf8' }).filter((file) =>
      file.endsWith('.ts'),
    )
    expect(files.length).toBeGreaterThan(100)
    const found = files.flatMap((file) =>
      [...readFileSync(join(server, file), 'utf8').matchAll(WHOLE_ROWS)].map(
        ([text]) => `${file}: ${text}`,
      ),
    )
    expect(found).toEqual([])
  })

  it.each([
    'db.selectFrom("users").selectAll()',
    'SELECT * FROM users',
    'RETURNING  *',
    'select u.* from',
  ])('is caught if it doesn’t: %s', (text) => {
    expect(text.match(WHOLE_ROWS)).toHaveLength(1)
  })

  it('may count rows', () => {
    expect('SELECT count(*)::integer FROM users'.match(WHOLE_ROWS)).toBeNull()
  })
})
