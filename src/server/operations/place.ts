/**
 * The database that a command works on must exist: a command without settings must not create an
 * empty one and work on that.
 */

import { existsSync, readdirSync } from 'node:fs'
import { databaseFolder } from '#server/database/datafolder.ts'
import type { Environment } from '#server/base/environment.ts'
import { OperatorError } from './operation.ts'

/** Setting one of these means that the embedded database is intended. */
const SAID = ['DATA_DIR', 'ALLOW_EMBEDDED_DB', 'DEMO'] as const

/**
 * @param env what the command was given, before defaults
 * @throws OperatorError if the command would have to create a database; only a restore may, and
 *   only in an explicit place
 */
export function requirePlace(
  { databaseUrl, dataDir }: Pick<Environment, 'databaseUrl' | 'dataDir'>,
  env: Readonly<Record<string, string | undefined>>,
  name: string,
  args: readonly string[],
): void {
  if (databaseUrl !== null || isThere(dataDir)) return
  const isRestore = name === 'restore'
  // It only reads a file.
  if (isRestore && args.includes('--check')) return
  if (isRestore && SAID.some((each) => Boolean(env[each]))) return
  throw new OperatorError(
    `There is no database here: DATABASE_URL isn't set, and ${dataDir} has no embedded one. Nothing was done. ` +
      `Load the server's settings first, for example with "set -a && . /etc/tsela/tsela.env", and run the command again.` +
      (isRestore
        ? ' To restore into a new embedded database, name its folder: DATA_DIR=/path.'
        : ' If the server has an embedded database, set DATA_DIR to its folder.'),
  )
}

function isThere(dataDir: string): boolean {
  const folder = databaseFolder(dataDir)
  try {
    return existsSync(folder) && readdirSync(folder).length > 0
  } catch {
    // It exists but belongs to another user; opening it reports that.
    return true
  }
}
