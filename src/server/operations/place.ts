/** On which database a command works: one that is there. A command without settings must not do its work on an invented one. */

import { existsSync, readdirSync } from 'node:fs'
import { databaseFolder } from '#server/database/datafolder.ts'
import type { Environment } from '#server/base/environment.ts'
import { OperatorError } from './operation.ts'

/** Whoever says one of these knows that it is the embedded database they mean. */
const SAID = ['DATA_DIR', 'ALLOW_EMBEDDED_DB', 'DEMO'] as const

/**
 * @param env what the command was given, before defaults
 * @throws OperatorError where the command would have to make a database first; only a restore may, and only in a place that was named
 */
export function requirePlace(
  { databaseUrl, dataDir }: Pick<Environment, 'databaseUrl' | 'dataDir'>,
  env: Readonly<Record<string, string | undefined>>,
  name: string,
  args: readonly string[],
): void {
  if (databaseUrl !== null || isThere(dataDir)) return
  const isRestore = name === 'restore'
  // Looks at a file alone.
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
    // It is there and somebody else's; whoever opens it says so.
    return true
  }
}
