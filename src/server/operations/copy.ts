/**
 * Inside a server with an embedded database: a copy of its folder, for a backup, kept while the
 * caller is connected.
 */

import { randomUUID } from 'node:crypto'
import { mkdir, readdir, rm } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { copyWhileServing } from '#server/database/datacopy.ts'
import { databaseFolder } from '#server/database/datafolder.ts'
import { OperatorError, type Operation } from './operation.ts'

const COPIES = 'backup-copy-'
/** One at a time: each needs as much space as the database itself. */
let isCopying = false

export const copy: Operation = async (context, _args, { say, gone }) => {
  const { checkpoints } = context
  if (checkpoints === null) throw new OperatorError('This server has no embedded database.')
  if (isCopying) throw new OperatorError('A backup is already being made. Wait until it is done.')
  isCopying = true
  const { dataDir } = context.options.environment
  const folder = join(dataDir, `${COPIES}${randomUUID().slice(0, 8)}`)
  let isOver = false
  void gone.then(() => (isOver = true))
  try {
    // Left by a server that was killed while copying.
    for (const name of await readdir(dataDir))
      if (name.startsWith(COPIES)) await rm(join(dataDir, name), { recursive: true, force: true })
    await mkdir(folder, { mode: 0o700 })
    await copyWhileServing(
      context.database,
      checkpoints,
      databaseFolder(dataDir),
      databaseFolder(folder),
      () => isOver,
    )
    // Only its name: the caller may see the folder under another path.
    say(basename(folder))
    await gone
  } finally {
    isCopying = false
    await rm(folder, { recursive: true, force: true })
  }
}
