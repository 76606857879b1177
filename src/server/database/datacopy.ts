/**
 * A copy of the embedded database's folder while it serves. PostgreSQL's own way (base backup): files are copied as they
 * are, in whatever state of being written, and the log from before the first to after the last of them makes them whole
 * when the copy is opened. Nobody waits but for the checkpoint at its beginning.
 */

import { constants } from 'node:fs'
import { copyFile, mkdir, readdir, rm, stat, statfs, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Checkpoints } from './checkpoints.ts'
import type { Database } from './database.ts'
import { MIN_FREE_BYTES } from './datafolder.ts'

/** What belongs to the running process alone; folders are there and empty. */
const OF_THE_PROCESS: ReadonlySet<string> = new Set([
  'postmaster.pid',
  'postmaster.opts',
  'pg_dynshmem',
  'pg_notify',
  'pg_replslot',
  'pg_serial',
  'pg_snapshots',
  'pg_stat_tmp',
  'pg_subtrans',
  'pg_wal',
])
/** Says where the log must be read from, so it is copied when nothing is left to copy but the log. */
const CONTROL = join('global', 'pg_control')

/**
 * @param to a folder that is not there yet
 * @param isOver whoever wanted it has gone
 * @throws Error in plain words where there is no room; nothing is left then
 */
export async function copyWhileServing(
  database: Database,
  checkpoints: Checkpoints,
  from: string,
  to: string,
  isOver: () => boolean,
): Promise<void> {
  const { bavail, bsize } = await statfs(from)
  const needed = (await sizeOf(from)) + MIN_FREE_BYTES
  if (bavail * bsize < needed)
    throw new Error(
      `A backup needs ${Math.ceil(needed / 2 ** 20)} MB of free space next to ${from} for a while, and there are ${Math.floor((bavail * bsize) / 2 ** 20)}.`,
    )
  await checkpoints.hold(async () => {
    try {
      const label = await asBackup(database, async () => {
        await copyFolder(from, to, '', isOver)
        await copyOne(from, to, CONTROL)
      })
      await writeFile(join(to, 'backup_label'), label, { mode: 0o600 })
      await copyLog(from, to, label, isOver)
    } catch (error) {
      await rm(to, { recursive: true, force: true })
      throw error
    }
  })
}

async function sizeOf(folder: string): Promise<number> {
  let bytes = 0
  for (const entry of await readdir(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name)
    bytes += entry.isDirectory()
      ? await sizeOf(path)
      : await stat(path).then(
          ({ size }) => size,
          () => 0,
        )
  }
  return bytes
}

/** Between the two calls every page that is changed goes into the log whole. @returns where the log begins, in PostgreSQL's words */
async function asBackup(database: Database, copy: () => Promise<void>): Promise<string> {
  // All of the embedded database's connections are one session, and a copy that was broken off may have left it so.
  await database.pool.query(
    `DO $$ BEGIN PERFORM pg_backup_stop(false); EXCEPTION WHEN object_not_in_prerequisite_state THEN NULL; END $$`,
  )
  await database.pool.query(`SELECT pg_backup_start('tsela', true)`)
  let failed = true
  try {
    await copy()
    failed = false
  } finally {
    if (failed) await database.pool.query('SELECT pg_backup_stop(false)').catch(() => undefined)
  }
  const { rows } = await database.pool.query<{ labelfile: string }>(
    'SELECT labelfile FROM pg_backup_stop(false)',
  )
  return rows[0]!.labelfile
}

async function copyFolder(
  from: string,
  to: string,
  path: string,
  isOver: () => boolean,
): Promise<void> {
  await mkdir(join(to, path), { recursive: true, mode: 0o700 })
  for (const entry of await readdir(join(from, path), { withFileTypes: true })) {
    const name = join(path, entry.name)
    if (isOver()) throw new Error('Nobody is waiting for the backup any more.')
    const isEmpty = OF_THE_PROCESS.has(name) || entry.name.startsWith('pgsql_tmp')
    if (entry.isDirectory())
      await (isEmpty
        ? mkdir(join(to, name), { recursive: true, mode: 0o700 })
        : copyFolder(from, to, name, isOver))
    else if (!isEmpty && name !== CONTROL) await copyOne(from, to, name)
  }
}

/** A file that is gone by now is one whose end the log knows. */
async function copyOne(from: string, to: string, name: string): Promise<void> {
  // Where the file system can share the blocks of two files, nothing is copied at all.
  await copyFile(join(from, name), join(to, name), constants.COPYFILE_FICLONE).catch(
    (error: NodeJS.ErrnoException) => {
      if (error.code !== 'ENOENT') throw error
    },
  )
}

async function copyLog(
  from: string,
  to: string,
  label: string,
  isOver: () => boolean,
): Promise<void> {
  const [, first] = /^START WAL LOCATION: .* \(file ([0-9A-F]{24})\)/.exec(label) ?? []
  if (first === undefined) throw new Error('The database did not say where its log begins.')
  const segments = (await readdir(join(from, 'pg_wal'))).filter(
    (name) => /^[0-9A-F]{24}$/.test(name) && name >= first,
  )
  if (!segments.includes(first))
    throw new Error('The database removed part of its log while it was being copied. Try again.')
  for (const folder of ['archive_status', 'summaries'])
    await mkdir(join(to, 'pg_wal', folder), { recursive: true, mode: 0o700 })
  for (const segment of segments) {
    if (isOver()) throw new Error('Nobody is waiting for the backup any more.')
    await copyOne(from, to, join('pg_wal', segment))
  }
}
