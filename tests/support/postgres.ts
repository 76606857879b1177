/**
 * A private PostgreSQL for one run: a cluster in a temporary folder, on a socket, removed
 * afterwards.
 */

import { execFileSync, spawn, spawnSync } from 'node:child_process'
import { chmodSync, existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

export type Postgres = {
  readonly url: string
  readonly folder: string
  pid: () => number
  stop: () => Promise<void>
  /** Shuts it down properly if it is running, and starts it. */
  restart: () => Promise<void>
  /** SIGKILL of the parent process; the others notice by themselves. */
  kill: () => Promise<void>
}

/** Folder of initdb and postgres; null if this machine has no server. */
export function postgresFolder(): string | null {
  const versions = existsSync('/usr/lib/postgresql')
    ? readdirSync('/usr/lib/postgresql')
        .map(Number)
        .filter((version) => version >= 15)
        .sort((a, b) => b - a)
    : []
  for (const version of versions) {
    const folder = `/usr/lib/postgresql/${version}/bin`
    if (existsSync(join(folder, 'initdb'))) return folder
  }
  const found = spawnSync('sh', ['-c', 'command -v initdb'], { encoding: 'utf8' }).stdout.trim()
  return found === '' ? null : join(found, '..')
}

/**
 * Starts a cluster. It does real fsyncs, so that a kill proves something.
 *
 * @param within folder to create it in; default: the system's temporary one
 * @throws if there is no PostgreSQL, or it does not start within 20 seconds
 */
export async function startPostgres(within = tmpdir()): Promise<Postgres> {
  const bin = postgresFolder()
  if (bin === null) throw new Error('there is no PostgreSQL on this machine')
  const folder = mkdtempSync(join(within, 'tsela-pg-'))
  // initdb refuses root, so root gives the folder to the user created by Debian's package.
  const root = process.getuid?.() === 0
  const as = (command: string, args: string[]): [string, string[]] =>
    root
      ? [
          'setpriv',
          ['--reuid=postgres', '--regid=postgres', '--clear-groups', '--', command, ...args],
        ]
      : [command, args]
  if (root) execFileSync('chown', ['postgres', folder])
  chmodSync(folder, 0o700)
  const data = join(folder, 'data')
  execFileSync(
    ...as(join(bin, 'initdb'), [
      '-D',
      data,
      '-U',
      'postgres',
      '-A',
      'trust',
      '--no-locale',
      '-E',
      'UTF8',
    ]),
    { stdio: 'pipe' },
  )
  let server = launch()

  function launch() {
    const child = spawn(
      ...as(join(bin!, 'postgres'), [
        '-D',
        data,
        '-k',
        folder,
        '-c',
        'listen_addresses=',
        '-c',
        'max_connections=60',
        '-c',
        'log_min_messages=fatal',
      ]),
      { stdio: 'ignore' },
    )
    child.on('error', () => undefined)
    return child
  }

  const isGone = () => server.exitCode !== null || server.signalCode !== null

  async function ready(): Promise<void> {
    for (let patience = 200; patience > 0; patience--) {
      // A killed server leaves processes behind for a moment, and cannot start beside them.
      if (isGone()) server = launch()
      if (spawnSync(join(bin!, 'pg_isready'), ['-h', folder, '-U', 'postgres']).status === 0) return
      await new Promise((resolve) => setTimeout(resolve, 100))
    }
    throw new Error('PostgreSQL did not come up')
  }

  async function end(signal: 'SIGINT' | 'SIGKILL'): Promise<void> {
    if (isGone()) return
    const gone = new Promise((resolve) => server.once('exit', resolve))
    server.kill(signal)
    await gone
  }

  await ready()
  return {
    url: `postgresql://postgres@localhost/postgres?host=${encodeURIComponent(folder)}`,
    folder,
    pid: () => server.pid!,
    stop: async () => {
      await end('SIGINT')
      rmSync(folder, { recursive: true, force: true })
    },
    restart: async () => {
      await end('SIGINT')
      server = launch()
      await ready()
    },
    kill: () => end('SIGKILL'),
  }
}
