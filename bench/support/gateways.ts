/**
 * Programs in front of the database or of the servers: a connection pooler and a reverse proxy, as
 * in real installations.
 */

import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import {
  chmodSync,
  chownSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { root } from './processes.ts'

export type Gateway = { readonly port: number; stop: () => Promise<void> }

export function isInstalled(program: string): boolean {
  return spawnSync('sh', ['-c', `command -v ${program}`]).status === 0
}

/**
 * pgbouncer in transaction mode. It refuses to run as root, so it runs as the owner of `folder`,
 * which contains the database's socket.
 */
export async function startPooler(
  folder: string,
  port: number,
  sessions: number,
): Promise<Gateway> {
  const place = mkdtempSync(join(tmpdir(), 'tsela-pooler-'))
  const settings = [
    'listen_addr = 127.0.0.1',
    `listen_port = ${port}`,
    'unix_socket_dir =',
    'auth_type = any',
    'pool_mode = transaction',
    `default_pool_size = ${sessions}`,
    'max_client_conn = 400',
  ]
  writeFileSync(
    join(place, 'pooler.ini'),
    `[databases]\n* = host=${folder} user=postgres\n[pgbouncer]\n${settings.join('\n')}\n`,
  )
  const { uid, gid } = statSync(folder)
  chmodSync(place, 0o755)
  chownSync(place, uid, gid)
  return gateway(['pgbouncer', '-q', join(place, 'pooler.ini')], port, place, { uid, gid })
}

/** nginx with deploy/nginx.conf, without its certificates. */
export async function startProxy(port: number, servers: readonly number[]): Promise<Gateway> {
  const place = mkdtempSync(join(tmpdir(), 'tsela-proxy-'))
  const [line] = /^ *server server-1:4310 .*;$/m.exec(
    readFileSync(join(root, 'deploy', 'nginx.conf'), 'utf8'),
  )!
  const site = readFileSync(join(root, 'deploy', 'nginx.conf'), 'utf8')
    .replace(/^ *server server-2:4310 .*;\n/m, '')
    .replace(
      line,
      servers.map((each) => line.replace('server-1:4310', `127.0.0.1:${each}`)).join('\n'),
    )
    .replace(/^server \{\n {2}listen 80 [^}]*\}\n/m, '')
    .replace('listen 443 ssl ', `listen 127.0.0.1:${port} `)
    .replace(/^ *ssl_.*\n/gm, '')
  writeFileSync(
    join(place, 'nginx.conf'),
    `pid ${place}/pid;\nevents { worker_connections 4096; }\nhttp {\n${site}\n}\n`,
  )
  return gateway(
    ['nginx', '-p', place, '-c', join(place, 'nginx.conf'), '-g', 'daemon off;'],
    port,
    place,
  )
}

/** @throws with its output, if it does not listen within ten seconds */
async function gateway(
  [command, ...args]: readonly string[],
  port: number,
  place: string,
  user = {},
): Promise<Gateway> {
  const child = spawn(command!, args, {
    stdio: ['ignore', 'ignore', 'pipe'],
    ...(process.getuid?.() === 0 && user),
  })
  let said = ''
  child.stderr.on('data', (chunk: Buffer) => (said += chunk.toString()))
  const stop = async () => {
    if (child.exitCode === null && child.signalCode === null) {
      const gone = once(child, 'exit')
      child.kill('SIGTERM')
      await gone
    }
    rmSync(place, { recursive: true, force: true })
  }
  for (let patience = 200; patience > 0; patience--) {
    if (await listens(port)) return { port, stop }
    await wait(50)
  }
  await stop()
  throw new Error(`${command} does not listen: ${said}`)
}

async function listens(port: number): Promise<boolean> {
  const socket = connect(port, '127.0.0.1')
  try {
    await once(socket, 'connect')
    return true
  } catch {
    return false
  } finally {
    socket.destroy()
  }
}
