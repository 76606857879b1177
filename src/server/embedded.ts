/**
 * Starts, watches and stops the embedded database (reliability.md 1): a process of its own, started anew when it is gone.
 */

import { fork, type ChildProcess } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, renameSync, rmSync, statfsSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { isAlive, lockFolder, pause, readHolder, startOf, type Holder } from './folderlock.ts'

export const LEAST_FREE_BYTES = 200 * 1024 * 1024
const START_MS = 90_000
/** How often the watchdog looks. A ping goes through the database's own queue, so it is kept rare. */
const WATCH_MS = 500
const PING_MS = 2500
/** Without an answer for so long the child is taken for stuck and started anew. */
const SILENCE_MS = 10_000

/** Folder that `pg` takes as host, and the port that names the socket in it. */
export type EmbeddedConnection = { readonly host: string; readonly port: number; readonly user: string; readonly database: string; readonly password: string }

/** Where the embedded database of a folder is reached, once it is open. */
export function connectionOf(dataDir: string): EmbeddedConnection {
  // A socket's path may have 107 bytes, so it lies in the system's temporary folder under a short name.
  const host = join(tmpdir(), `tsela-${createHash('sha256').update(dataDir).digest('hex').slice(0, 16)}`)
  return { host, port: 5432, user: 'postgres', database: 'postgres', password: 'none' }
}

export type Embedded = {
  readonly connection: EmbeddedConnection
  stop: () => Promise<void>
  /** Id of the child process, for tests that kill it. */
  pid: () => number | undefined
}

export type EmbeddedOptions = {
  readonly dataDir: string
  readonly childFile: URL
  readonly log: (message: string) => void
  /** Node's own options for the child; default: those of this process. */
  readonly execArgv?: readonly string[]
}

/** @throws Error with one clear sentence: folder in use, disk full, or a database that does not start */
export async function startEmbedded({ dataDir, childFile, log, execArgv = process.execArgv }: EmbeddedOptions): Promise<Embedded> {
  mkdirSync(dataDir, { recursive: true })
  const unlock = lockFolder(dataDir)
  try {
    const { bavail, bsize } = statfsSync(dataDir)
    if (bavail * bsize < LEAST_FREE_BYTES) throw new Error(`There are less than 200 MB free for ${dataDir}: a full disk would stop the database in the middle of its work. Make room and start again.`)
    const folder = join(dataDir, 'pglite')
    const { host: sockets } = connectionOf(dataDir)
    mkdirSync(sockets, { recursive: true, mode: 0o700 })
    endOrphan(dataDir, log)
    const socket = join(sockets, '.s.PGSQL.5432')
    const start = () => startChild(childFile, folder, socket, dataDir, execArgv)
    let child = await start().catch(async (error: unknown) => {
      if (!existsSync(folder)) throw error
      // Never deleted: what is broken today may be repaired tomorrow.
      const aside = `${folder}-broken-${new Date().toISOString().replace(/[:.]/g, '-')}`
      renameSync(folder, aside)
      log(`The embedded database in ${folder} does not open. It was moved to ${aside}, and an empty one was made.`)
      return start()
    })
    let stopping = false
    const watchdog = watch(
      () => child,
      async () => {
        if (stopping) return
        log('The embedded database does not answer; it is started anew.')
        child.kill('SIGKILL')
        child = await start()
      },
      log,
    )
    return {
      connection: connectionOf(dataDir),
      pid: () => child.pid,
      stop: async () => {
        stopping = true
        watchdog()
        await stopChild(child)
        rmSync(join(dataDir, 'child.pid'), { force: true })
        rmSync(sockets, { recursive: true, force: true })
        unlock()
      },
    }
  } catch (error) {
    unlock()
    throw error
  }
}

/** A child that outlived its parent still holds the folder. Its lock was ours, so it may be ended. */
function endOrphan(dataDir: string, log: (message: string) => void): void {
  const holder = readHolder(join(dataDir, 'child.pid'))
  if (holder === null || !isAlive(holder) || holder.started === '') return
  log(`Ending the database process ${holder.pid} that an earlier server left behind.`)
  process.kill(holder.pid, 'SIGKILL')
  const patience = Date.now() + 3000
  while (isAlive(holder) && Date.now() < patience) pause(50)
}

function startChild(file: URL, folder: string, socket: string, dataDir: string, execArgv: readonly string[]): Promise<ChildProcess> {
  return new Promise((resolve, reject) => {
    const child = fork(file, [folder, socket], { stdio: ['ignore', 'ignore', 'pipe', 'ipc'], execArgv: execArgv.filter((arg) => !arg.startsWith('--inspect')) })
    let words = ''
    child.stderr?.on('data', (chunk: Buffer) => {
      words = (words + chunk.toString()).slice(-2000)
    })
    const timer = setTimeout(() => {
      child.kill('SIGKILL')
      reject(new Error('The embedded database did not start within 90 seconds.'))
    }, START_MS)
    // From its first moment on: a server that is killed while the database opens leaves nobody else to tell of it.
    if (child.pid !== undefined) writeFileSync(join(dataDir, 'child.pid'), JSON.stringify({ pid: child.pid, started: startOf(child.pid) ?? '' } satisfies Holder))
    child.once('message', () => {
      clearTimeout(timer)
      resolve(child)
    })
    child.once('exit', (code) => {
      clearTimeout(timer)
      reject(new Error(`The embedded database ended at its start (${code ?? 'killed'}). ${words.trim().split('\n').at(-1) ?? ''}`))
    })
  })
}

/** @returns a function that ends the watch */
function watch(current: () => ChildProcess, restart: () => Promise<void>, log: (message: string) => void): () => void {
  let heard = Date.now()
  let asked = 0
  let watched: ChildProcess | undefined
  let restarting = false
  const timer = setInterval(() => {
    const child = current()
    if (child !== watched) {
      watched = child
      heard = Date.now()
      child.on('message', () => (heard = Date.now()))
    }
    if (restarting) return
    const gone = child.exitCode !== null || child.signalCode !== null
    if (!gone && Date.now() - heard < SILENCE_MS) {
      if (child.connected && Date.now() - asked >= PING_MS) {
        asked = Date.now()
        child.send('ping', () => undefined)
      }
      return
    }
    restarting = true
    restart()
      .catch((error: unknown) => log(`The embedded database could not be started anew: ${error instanceof Error ? error.message : String(error)}`))
      .finally(() => {
        restarting = false
        heard = Date.now()
      })
  }, WATCH_MS)
  timer.unref()
  return () => clearInterval(timer)
}

function stopChild(child: ChildProcess): Promise<void> {
  return new Promise((resolve) => {
    if (child.exitCode !== null || child.signalCode !== null) return resolve()
    const timer = setTimeout(() => child.kill('SIGKILL'), 10_000)
    child.once('exit', () => {
      clearTimeout(timer)
      resolve()
    })
    if (child.connected) child.send('close')
    else child.kill('SIGKILL')
  })
}
