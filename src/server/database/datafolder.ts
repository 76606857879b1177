/**
 * The folder of the embedded database: created, closed to other users, and inspected before
 * anything opens it. What can't be opened is left exactly as it is, and the operator is told what
 * is wrong and what to do.
 */

import {
  accessSync,
  chmodSync,
  constants,
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  statfsSync,
  statSync,
} from 'node:fs'
import { join } from 'node:path'

export const MIN_FREE_BYTES = 200 * 1024 * 1024

/** What this release's PGlite writes to PG_VERSION; a test compares it with a new database. */
export const DATABASE_MAJOR = '18'

/**
 * Without any one of these the database would stop at its start, or PGlite would take the folder
 * for empty and create a new database in it.
 */
const PARTS = [
  'PG_VERSION',
  'postgresql.conf',
  'global',
  'global/pg_control',
  'base',
  'pg_wal',
  'pg_xact',
] as const

const UNTOUCHED = 'Nothing in it was changed.'

export function databaseFolder(dataDir: string): string {
  return join(dataDir, 'pglite')
}

/**
 * Root may write to another user's folder, and what it writes belongs to root: the server's own
 * user could no longer open the database.
 *
 * @throws Error that says how to do it as the right user
 */
export function requireOwner(dataDir: string, uid = process.getuid?.()): void {
  const folder = [databaseFolder(dataDir), dataDir].find(existsSync)
  if (uid !== 0 || folder === undefined) return
  const owner = statSync(folder).uid
  if (owner === 0) return
  throw new Error(
    `${folder} belongs to another user (${owner}), and you are root: that user could no longer open what root writes there. ${UNTOUCHED} ` +
      `Do it as that user, for example with "sudo -u '#${owner}' --preserve-env ...". If it should belong to root from now on, run "chown -R root ${dataDir}" first.`,
  )
}

/**
 * Creates the folder if it is missing, and closes it with all its content to everyone but its
 * owner.
 */
export function makeDataFolder(dataDir: string, log: (message: string) => void): void {
  mkdirSync(dataDir, { recursive: true, mode: 0o700 })
  if ((statSync(dataDir).mode & 0o077) === 0) return
  try {
    restrictToOwner(dataDir)
  } catch (error) {
    // A container's volume may belong to another user and still be writable.
    log(
      `Others on this machine may be able to read ${dataDir}, and its permissions can't be changed from here (${(error as NodeJS.ErrnoException).code}). Give the folder to the user that runs the server, with mode 0700.`,
    )
  }
}

/**
 * Removes all rights of everyone but the owner. The folder itself comes last: as long as it is
 * open, the next start repeats all of it.
 */
export function restrictToOwner(path: string): void {
  const entry = lstatSync(path)
  if (entry.isSymbolicLink()) return
  if (entry.isDirectory()) for (const name of readdirSync(path)) restrictToOwner(join(path, name))
  chmodSync(path, entry.mode & 0o700)
}

/** @throws Error if the disk is so full that the database would stop in the middle of its work */
export function requireSpace(dataDir: string): void {
  const { bavail, bsize } = statfsSync(dataDir)
  if (bavail * bsize < MIN_FREE_BYTES)
    throw new Error(
      `There are less than 200 MB free for ${dataDir}: a full disk would stop the database in the middle of its work. Free some space and start again.`,
    )
}

/**
 * Can this server open the database in this folder? A missing one can be created.
 *
 * @throws Error with the reason and the remedy, in plain words
 */
export function requireUsable(dataDir: string): void {
  const folder = databaseFolder(dataDir)
  requireRights(dataDir, dataDir)
  if (!existsSync(folder)) return
  requireRights(folder, dataDir)
  if (!statSync(folder).isDirectory())
    throw new Error(
      `${folder} is a file, and the database needs a folder there. ${UNTOUCHED} Move that file, or set DATA_DIR to another folder.`,
    )
  // An older release was stopped right after it began to create a database there, or the operator
  // created the folder in advance.
  if (readdirSync(folder).length === 0) return
  for (const part of PARTS) {
    const path = join(folder, part)
    if (!existsSync(path)) {
      throw new Error(
        `The database in ${folder} is incomplete: ${part} is missing. ${UNTOUCHED} ${WAY_BACK}`,
      )
    }
    requireRights(path, dataDir)
  }
  const major = readFileSync(join(folder, 'PG_VERSION'), 'utf8').trim()
  if (major === DATABASE_MAJOR) return
  throw new Error(
    `The database in ${folder} was made by another release: it has version ${major.slice(0, 20)}, and this release opens version ${DATABASE_MAJOR}. ${UNTOUCHED} ` +
      `To bring it along: run "npm run backup -- backup.tsela" with the release that made it, then set DATA_DIR to a new folder and run "npm run restore -- backup.tsela" with this one.`,
  )
}

export const WAY_BACK =
  'Copy the folder before you try anything with it. Then restore what is missing, or set DATA_DIR to a new folder and restore your last backup with "npm run restore -- backup.tsela".'

/** What to do if the database was refused one of its files: nothing is damaged. */
export function rightsOf(dataDir: string): string {
  const user = process.getuid?.() ?? 'of this server'
  return `Some of its files belong to another user, most likely because a command was run as root. Give them back to the user that runs this server, for example with "chown -R ${user} ${dataDir}", and start again.`
}

function requireRights(path: string, dataDir: string): void {
  try {
    accessSync(
      path,
      constants.R_OK | constants.W_OK | (statSync(path).isDirectory() ? constants.X_OK : 0),
    )
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    if (code === 'EROFS')
      throw new Error(
        `${path} is on a read-only file system. ${UNTOUCHED} Mount it for writing, or set DATA_DIR to another folder.`,
        { cause: error },
      )
    const user = process.getuid?.() ?? 'of this server'
    throw new Error(
      `The user that runs this server (${user}) may not read and write ${path} (${code}). ${UNTOUCHED} Give the folder back to that user, for example with "chown -R ${user} ${dataDir}", and start again.`,
      { cause: error },
    )
  }
}
