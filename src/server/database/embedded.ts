/**
 * Starts, watches and stops the embedded database (reliability.md 1): a process of its own,
 * restarted when it is gone. Its data are never moved, replaced or deleted, whatever happens to the
 * process.
 */

import { fork, type ChildProcess } from 'node:child_process'
import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { lstatSync, mkdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import {
  databaseFolder,
  makeDataFolder,
  requireOwner,
  requireSpace,
  requireUsable,
  rightsOf,
  WAY_BACK,
} from './datafolder.ts'
import { forgetChild, lockFolder, nameChild } from './folderlock.ts'

const START_MS = 90_000
/**
 * How often a database is started that ended or took too long before it was open, with a pause in
 * between that doubles.
 */
const TRIES = 5
const PAUSE_MS = 250
/**
 * How often the watchdog pings. A ping goes through the database's own queue, so it is kept rare.
 */
const WATCH_MS = 500
const PING_MS = 2500
/** Without an answer for this long, the child is considered stuck and is restarted. */
const SILENCE_MS = 10_000
/** Between two failed restarts, including all their tries. */
const REST_MS = 2000

/** The folder that `pg` takes as host, and the port that names the socket in it. */
export type EmbeddedConnection = {
  readonly host: string
  readonly port: number
  readonly user: string
  readonly database: string
  readonly password: string
}

/** Where the embedded database of a folder can be reached once it is open. */
export function connectionOf(dataDir: string): EmbeddedConnection {
  // A socket's path may have 107 bytes, so it is in the system's temporary folder with a short
  // name.
  const host = join(
    tmpdir(),
    `tsela-${createHash('sha256').update(dataDir).digest('hex').slice(0, 16)}`,
  )
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
  /** How long it may take to open; tests have less time. */
  readonly startMs?: number
  /**
   * Another server has taken the folder although this one is alive; its database has been ended.
   */
  readonly onLost?: () => void
}

/**
 * @throws Error with the reason in plain words: folder in use, disk full, or a database that can't
 *   be opened
 */
export async function startEmbedded(options: EmbeddedOptions): Promise<Embedded> {
  const { dataDir, log, onLost = () => undefined } = options
  requireOwner(dataDir)
  makeDataFolder(dataDir, log)
  let current: ChildProcess | undefined
  let stopping = false
  const lock = await lockFolder(dataDir, {
    log,
    onLost: () => {
      stopping = true
      current?.kill('SIGKILL')
      log(
        `Another server has taken the folder ${dataDir}. The database here was stopped at once, because two servers would destroy it.`,
      )
      onLost()
    },
  })
  try {
    requireSpace(dataDir)
    requireUsable(dataDir)
    const { host: sockets } = connectionOf(dataDir)
    makeSocketFolder(sockets)
    const start = (explain: boolean) => {
      // Recorded from its first moment on, so that it can be ended whatever it is doing.
      current = forkChild(options, join(sockets, '.s.PGSQL.5432'), lock.descriptor, explain)
      return opened(current, options.startMs)
    }
    const open = () => openPatiently(start, options, () => stopping)
    await open()
    const endWatch = watch(() => current!, open, log)
    return {
      connection: connectionOf(dataDir),
      pid: () => current?.pid,
      stop: async () => {
        stopping = true
        await endWatch(() => current?.kill('SIGKILL'))
        await stopChild(current!)
        forgetChild(dataDir)
        rmSync(sockets, { recursive: true, force: true })
        lock.release()
      },
    }
  } catch (error) {
    lock.release()
    throw error
  }
}

/**
 * Another user of this machine could create a folder of that name first, and every query would pass
 * through it.
 */
function makeSocketFolder(path: string): void {
  mkdirSync(path, { recursive: true, mode: 0o700 })
  const found = lstatSync(path)
  if (
    !found.isDirectory() ||
    found.uid !== (process.getuid?.() ?? found.uid) ||
    (found.mode & 0o077) !== 0
  ) {
    throw new Error(
      `The folder ${path} was made by another user, and the database's socket would be in it. Remove it, or set TMPDIR to a folder of your own.`,
    )
  }
}

/** Why a child process didn't start a database. */
class NotOpen extends Error {
  constructor(
    /** In plain words: killed by which signal, or how long we waited. */
    readonly how: string,
    /** The database's own words; then it will say the same about this folder tomorrow. */
    readonly reason: string | null,
  ) {
    super(how)
  }
}

/**
 * A child that was killed or slow is started again; one that says why it doesn't open is believed.
 */
async function openPatiently(
  start: (explain: boolean) => Promise<void>,
  { dataDir, log }: EmbeddedOptions,
  isStopping: () => boolean,
): Promise<void> {
  const folder = databaseFolder(dataDir)
  for (let attempt = 1; !isStopping(); attempt++) {
    try {
      return await start(attempt > 1)
    } catch (error) {
      if (!(error instanceof NotOpen)) throw error
      if (error.reason !== null)
        throw new Error(
          `The database in ${folder} doesn't open: ${error.reason}. It was left as it is. ${/permission denied/i.test(error.reason) ? rightsOf(dataDir) : WAY_BACK}`,
          { cause: error },
        )
      if (attempt === TRIES)
        throw new Error(
          `The embedded database didn't open in ${attempt} tries; the last one ${error.how}. Its data in ${folder} was left as it is. Is there enough memory (850 MB for the first start, 300 MB later)? Then start again.`,
          { cause: error },
        )
      log(
        `The embedded database ${error.how} before it was open; trying again (${attempt + 1} of ${TRIES})`,
      )
      await wait(PAUSE_MS * 2 ** (attempt - 1))
    }
  }
}

function forkChild(
  { dataDir, childFile, execArgv = process.execArgv }: EmbeddedOptions,
  socket: string,
  lock: number,
  explain: boolean,
): ChildProcess {
  const child = fork(
    childFile,
    [databaseFolder(dataDir), socket, ...(explain ? ['explain'] : [])],
    {
      stdio: ['ignore', 'ignore', 'pipe', 'ipc', lock],
      execArgv: execArgv.filter((arg) => !arg.startsWith('--inspect')),
    },
  )
  if (child.pid !== undefined) nameChild(dataDir, child.pid)
  return child
}

/** @throws NotOpen, after the process has ended: two on one folder would destroy it */
async function opened(child: ChildProcess, patience = START_MS): Promise<void> {
  let words = ''
  child.stderr?.on('data', (chunk: Buffer) => (words = (words + chunk.toString()).slice(0, 20_000)))
  let late = false
  const timer = setTimeout(() => {
    late = true
    child.kill('SIGKILL')
  }, patience)
  try {
    await new Promise<void>((resolve, reject) => {
      const fail = (how: string) =>
        reject(
          new NotOpen(late ? `took longer than ${patience / 1000} seconds` : how, reasonIn(words)),
        )
      child.once('message', () => resolve())
      // With its last output, which may arrive after its end.
      child.once('close', (code, signal) =>
        fail(
          code === null
            ? `was killed (${signal})`
            : `ended with code ${code}${words === '' ? '' : ` (${words.trim().split('\n').at(-1)})`}`,
        ),
      )
      child.on(
        'error',
        (error) => child.pid === undefined && fail(`could not be started (${error.message})`),
      )
    })
  } finally {
    clearTimeout(timer)
  }
}

/** PostgreSQL's own words, from its log. */
function reasonIn(words: string): string | null {
  const [, said, detail] = /(?:FATAL|PANIC): +(.+)(?:\n.*DETAIL: +(.+))?/.exec(words) ?? []
  return said === undefined ? null : [said, detail].filter(Boolean).join('; ').replace(/\.$/, '')
}

function isGone(child: ChildProcess): boolean {
  return child.exitCode !== null || child.signalCode !== null
}

/** @returns a function that ends the watch; it speeds up a restart in progress and waits for it */
function watch(
  current: () => ChildProcess,
  open: () => Promise<void>,
  log: (message: string) => void,
): (hurry: () => void) => Promise<void> {
  let heard = performance.now()
  let asked = 0
  let watched: ChildProcess | undefined
  let restarting: Promise<void> | null = null
  let said = ''
  const restart = async (child: ChildProcess) => {
    log("The embedded database isn't responding; restarting it.")
    child.kill('SIGKILL')
    // However long that takes: no second process may be started beside one that hangs in the
    // kernel.
    if (!isGone(child)) await once(child, 'exit')
    try {
      await open()
      said = ''
    } catch (error) {
      const message = error instanceof Error ? error.message : String(error)
      if (message !== said) log(`It couldn't be restarted; trying again until it can. ${message}`)
      said = message
      await wait(REST_MS, undefined, { ref: false })
    }
  }
  const timer = setInterval(() => {
    if (restarting !== null) return
    const child = current()
    if (child !== watched) {
      watched = child
      heard = performance.now()
      child.on('message', () => (heard = performance.now()))
    }
    if (!isGone(child) && performance.now() - heard < SILENCE_MS) {
      if (child.connected && performance.now() - asked >= PING_MS) {
        asked = performance.now()
        child.send('ping', () => undefined)
      }
      return
    }
    restarting = restart(child).finally(() => {
      restarting = null
      heard = performance.now()
    })
  }, WATCH_MS)
  timer.unref()
  return async (hurry) => {
    clearInterval(timer)
    if (restarting === null) return
    hurry()
    await restarting
  }
}

function stopChild(child: ChildProcess): Promise<void> {
  return new Promise((resolve) => {
    if (isGone(child)) return resolve()
    const timer = setTimeout(() => child.kill('SIGKILL'), 10_000)
    child.once('exit', () => {
      clearTimeout(timer)
      resolve()
    })
    if (child.connected) child.send('close')
    else child.kill('SIGKILL')
  })
}
