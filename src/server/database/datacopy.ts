/**
 * Copies the embedded database's folder while it serves. PostgreSQL's own way (base backup): files
 * are copied as they are, even half-written, and the log from before the first to after the last of
 * them makes them consistent when the copy is opened. Requests wait only for the checkpoint at the
 * beginning.
 */

import { constants } from 'node:fs'
import { copyFile, mkdir, readdir, rm, stat, statfs, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { required } from '#server/base/required.ts'
import type { Checkpoints } from './checkpoints.ts'
import type { Database } from './database.ts'
import { MIN_FREE_BYTES } from './datafolder.ts'

/** Files of the running process alone; their folders exist in the copy, empty. */
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
/** It says from where the log must be read, so it is copied last, before the log. */
const CONTROL = join('global', 'pg_control')

/**
 * @param to a folder that doesn't exist yet
 * @param isOver whether the caller has gone
 * @throws Error in plain words if there is no room; nothing is left behind
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
  await checkpoints.pausedDuring(async () => {
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

/**
 * Between the two calls every changed page is written to the log as a whole. @returns where the log
 * begins, in PostgreSQL's notation
 */
async function asBackup(database: Database, copy: () => Promise<void>): Promise<string> {
  // All connections of the embedded database share one session, and an aborted copy may have left
  // it in backup mode.
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
  return required(rows[0], 'the result of pg_backup_stop').labelfile
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
    if (isOver()) throw new Error('The backup was abandoned: its client has disconnected.')
    const isEmpty = OF_THE_PROCESS.has(name) || entry.name.startsWith('pgsql_tmp')
    if (entry.isDirectory())
      await (isEmpty
        ? mkdir(join(to, name), { recursive: true, mode: 0o700 })
        : copyFolder(from, to, name, isOver))
    else if (!isEmpty && name !== CONTROL) await copyOne(from, to, name)
  }
}

/** The log knows what became of a file that no longer exists. */
async function copyOne(from: string, to: string, name: string): Promise<void> {
  // If the file system can share blocks between files, no data is copied.
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
    if (isOver()) throw new Error('The backup was abandoned: its client has disconnected.')
    await copyOne(from, to, join('pg_wal', segment))
  }
}
