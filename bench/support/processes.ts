/**
 * Starts server processes as in real use, waits until they are ready, and stops or kills them by
 * their process id.
 */

import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { join, resolve } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'

/** Benchmarks and torture tests run in the repository's root. */
export const root = process.cwd()

export type Running = {
  readonly url: string
  readonly process: ChildProcess
  /** From the start of the process to the first "ready" response. */
  readonly readyMs: number
  /** SIGTERM: finishes running requests, closes the database, exits. */
  stop: () => Promise<void>
  /** SIGKILL, at any moment. */
  kill: () => Promise<void>
}

export type ProductOptions = {
  readonly port: number
  readonly dataDir: string
  readonly databaseUrl?: string | undefined
  readonly env?: Readonly<Record<string, string>>
  /**
   * A prefix of the command line: a namespace, another user. Such a process is only ever killed.
   */
  readonly before?: readonly string[]
  /** Receives its output. */
  readonly onOutput?: (text: string) => void
  /** For callers that don't wait until it is ready. */
  readonly onSpawn?: (process: ChildProcess) => void
}

/** The built product. Of our environment it gets only PATH: it refuses unknown variables. */
export function startProduct({
  port,
  dataDir,
  databaseUrl,
  env,
  before,
  onOutput,
  onSpawn,
}: ProductOptions): Promise<Running> {
  const settings = {
    DATA_DIR: dataDir,
    LOG_LEVEL: 'error',
    DEMO: '1',
    ...(databaseUrl !== undefined && { DATABASE_URL: databaseUrl }),
    ...env,
  }
  return startServer(
    join('dist', 'server', 'main.js'),
    port,
    '/api/ready',
    settings,
    before,
    onOutput,
    onSpawn,
  )
}

/** @throws with its output, if it exits before it is ready */
export async function startServer(
  file: string,
  port: number,
  readyPath: string,
  env: Readonly<Record<string, string>>,
  before: readonly string[] = [],
  onOutput?: (text: string) => void,
  onSpawn?: (process: ChildProcess) => void,
): Promise<Running> {
  const began = performance.now()
  const [command, ...args] = [...before, process.execPath, resolve(root, file)]
  const child = spawn(command, args, {
    cwd: root,
    env: { PATH: process.env['PATH'], HOME: process.env['HOME'], PORT: String(port), ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  onSpawn?.(child)
  let said = ''
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (chunk: Buffer) => {
      said = (said + chunk.toString()).slice(-4000)
      onOutput?.(chunk.toString())
    })
  const url = `http://127.0.0.1:${port}`
  const gone = once(child, 'exit')
  const end = async (signal: 'SIGTERM' | 'SIGKILL') => {
    if (child.exitCode === null && child.signalCode === null) child.kill(signal)
    await gone
  }
  for (;;) {
    if (child.exitCode !== null || child.signalCode !== null)
      throw new Error(
        `${file} ended before it was ready (${child.signalCode ?? child.exitCode}):\n${said}`,
      )
    const ready = await fetch(url + readyPath, { signal: AbortSignal.timeout(5000) }).catch(
      () => null,
    )
    if (ready?.status === 200) break
    if (performance.now() - began > 120_000) {
      await end('SIGKILL')
      throw new Error(`${file} was not ready within two minutes:\n${said}`)
    }
    await wait(10)
  }
  return {
    url,
    process: child,
    readyMs: performance.now() - began,
    stop: () => end(before.length > 0 ? 'SIGKILL' : 'SIGTERM'),
    kill: () => end('SIGKILL'),
  }
}
