/**
 * An installation as docs/deploy.md has it, on one machine: a package, PostgreSQL with the roles of
 * deploy/roles.sql, two servers as an unprivileged user, nginx with deploy/nginx.conf, an owner, a
 * tenant, learners who answer, a server that is stopped, one that is killed, a backup and a
 * restore. Requests passed on by nginx must never fail; nothing confirmed may be lost.
 *
 *   npm run torture -- deploy
 */

import { execFileSync, spawn, spawnSync, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import {
  chmodSync,
  chownSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { request } from 'node:https'
import { createServer, type AddressInfo, type Server } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { uuidv7 } from 'uuidv7'
import { codeAt } from '#tests/support/authenticator.ts'
import { postgresFolder, startPostgres, type Postgres } from '#tests/support/postgres.ts'
import { root, startServer, type Running } from '../support/processes.ts'
import { report, round } from '../support/report.ts'
import { asOwner } from '../support/stored.ts'

const HTTPS_PORT = 5473
const PORTS = [5474, 5475]
const OTHER_PORT = 5476
const LEARNERS = 4
const SECRET = 'a-secret-of-the-torture-and-of-nothing-else'

type Response = {
  readonly status: number
  readonly body: string
  readonly cookies: readonly string[]
}

/** Through the proxy, with a host name of the product. */
function ask(
  host: string,
  method: string,
  path: string,
  headers: Record<string, string>,
  body?: string,
): Promise<Response> {
  return new Promise((resolve, reject) => {
    const sent = request(
      {
        host: '127.0.0.1',
        port: HTTPS_PORT,
        method,
        path,
        headers: { ...headers, host: `${host}:${HTTPS_PORT}` },
        rejectUnauthorized: false,
        timeout: 20_000,
      },
      (response) => {
        let text = ''
        response.on('data', (chunk: Buffer) => (text += chunk.toString()))
        response.on('end', () =>
          resolve({
            status: response.statusCode!,
            body: text,
            cookies: response.headers['set-cookie'] ?? [],
          }),
        )
        response.on('error', reject)
      },
    )
    sent.on('error', reject)
    sent.on('timeout', () => sent.destroy(new Error('no response within 20 s')))
    sent.end(body)
  })
}

class Person {
  readonly #cookies = new Map<string, string>()

  constructor(readonly host: string) {}

  async send(method: string, path: string, body?: unknown): Promise<Response> {
    const headers = {
      cookie: [...this.#cookies].map(([name, value]) => `${name}=${value}`).join('; '),
      'x-csrf-token': this.#cookies.get('__Host-csrf-token') ?? '',
      ...(body !== undefined && { 'content-type': 'application/json' }),
    }
    const response = await ask(
      this.host,
      method,
      `/api/${path}`,
      headers,
      body === undefined ? undefined : JSON.stringify(body),
    )
    for (const line of response.cookies) {
      const [, name, value] = /^([^=]+)=([^;]*)/.exec(line)!
      this.#cookies.set(name!, value!)
    }
    return response
  }

  /** @throws with the server's message if it is refused */
  async call<T>(method: string, path: string, body?: unknown): Promise<T> {
    const { status, body: text } = await this.send(method, path, body)
    if (status >= 300) throw new Error(`${method} ${path} answered ${status}: ${text}`)
    return (text === '' ? undefined : JSON.parse(text)) as T
  }
}

type Begun = { readonly id: string; readonly items: readonly string[] }

/** @param seq the number of the answer in its attempt, from 1 */
function answerOf(item: string, seq: number) {
  return {
    id: uuidv7(),
    item,
    value: 1 + (seq % 5),
    ms: 1000,
    at: new Date(Date.UTC(2026, 0, 1) + seq * 1000).toISOString(),
    seq,
  }
}

/** A mail server that accepts and records everything. */
async function startMail(mails: string[]): Promise<Server> {
  const server = createServer((socket) => {
    let data: string | null = null
    socket.on('error', () => undefined)
    socket.write('220 here\r\n')
    socket.on('data', (chunk: Buffer) => {
      for (const line of chunk.toString().split('\r\n').slice(0, -1)) {
        if (data !== null && line !== '.') data += `${line}\n`
        else if (data !== null) {
          mails.push(data.replace(/=\n/g, '').replace(/=3D/g, '='))
          data = null
          socket.write('250 taken\r\n')
        } else if (/^DATA/i.test(line)) {
          data = ''
          socket.write('354 go on\r\n')
        } else
          socket.write(
            /^EHLO|^HELO/i.test(line)
              ? '250 here\r\n'
              : /^QUIT/i.test(line)
                ? '221 bye\r\n'
                : '250 fine\r\n',
          )
      }
    })
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  return server
}

/** Without the variable that the bundler sets for child processes. */
function clean(more: Record<string, string> = {}): NodeJS.ProcessEnv {
  return { PATH: process.env['PATH'], HOME: process.env['HOME'], ...more }
}

async function startProxy(place: string): Promise<ChildProcess> {
  const folder = join(place, 'nginx')
  mkdirSync(folder)
  execFileSync(
    'openssl',
    [
      'req',
      '-x509',
      '-newkey',
      'rsa:2048',
      '-nodes',
      '-days',
      '1',
      '-subj',
      '/CN=localhost',
      '-keyout',
      join(folder, 'privkey.pem'),
      '-out',
      join(folder, 'fullchain.pem'),
    ],
    {
      stdio: 'ignore',
    },
  )
  const site = PORTS.reduce(
    (text, port, index) => text.replace(`server-${index + 1}:4310`, `127.0.0.1:${port}`),
    readFileSync(join(root, 'deploy', 'nginx.conf'), 'utf8'),
  )
    .replaceAll('/etc/tsela/certificates', folder)
    .replace('listen 80 ', `listen 127.0.0.1:${HTTPS_PORT + 4} `)
    .replace('listen 443 ', `listen 127.0.0.1:${HTTPS_PORT} `)
  writeFileSync(join(folder, 'nginx.conf'), `pid ${folder}/pid;\nevents {}\nhttp {\n${site}\n}\n`)
  const proxy = spawn(
    'nginx',
    ['-p', folder, '-c', join(folder, 'nginx.conf'), '-g', 'daemon off;'],
    { stdio: 'ignore' },
  )
  for (let patience = 50; patience > 0 && !existsSync(join(folder, 'pid')); patience--)
    await wait(100)
  return proxy
}

/** The process that switches users becomes the server itself, so it receives the signal. */
async function terminate({ process: server }: Running): Promise<void> {
  if (server.exitCode !== null || server.signalCode !== null) return
  const gone = once(server, 'exit')
  server.kill('SIGTERM')
  await gone
}

/**
 * One visitor of a suspended tenant, and others at the same time. @returns the responses that each
 * of them got
 */
async function besideClosed(ms: number): Promise<{ closed: number[]; others: number[] }> {
  const statusOf = async (host: string) =>
    (await ask(host, 'GET', '/api/auth/ping', {}).catch(() => ({ status: 0 }))).status
  const [closed, others] = [new Set<number>(), new Set<number>()]
  for (const until = performance.now() + ms; performance.now() < until; await wait(20)) {
    closed.add(await statusOf('bank.test'))
    others.add(await statusOf('localhost'))
  }
  return { closed: [...closed], others: [...others] }
}

async function torture(place: string, postgres: Postgres) {
  const steps: string[] = []
  const done = (what: string) => {
    steps.push(what)
    process.stdout.write(`  ${what}\n`)
  }
  const mails: string[] = []
  const mail = await startMail(mails)
  const running: (Running | undefined)[] = []
  let proxy: ChildProcess | undefined
  const over = new AbortController()
  try {
    const home = join(place, 'opt')
    execFileSync(process.execPath, ['scripts/package.mjs', home], {
      cwd: root,
      env: clean(),
      stdio: 'ignore',
    })
    done('a package without anything to build it with')
    chmodSync(postgres.folder, 0o711)
    execFileSync(
      'psql',
      [
        '-h',
        postgres.folder,
        '-U',
        'postgres',
        '-v',
        'ON_ERROR_STOP=1',
        '-v',
        "password='p'",
        '-q',
        '-f',
        join(root, 'deploy', 'roles.sql'),
      ],
      {
        stdio: ['ignore', 'ignore', 'inherit'],
      },
    )
    const address = (name: string) =>
      `postgresql://tsela:p@localhost/${name}?host=${encodeURIComponent(postgres.folder)}`
    const settings = {
      NODE_ENV: 'production',
      DATABASE_URL: address('tsela'),
      SECRET,
      PUBLIC_URL: `https://localhost:${HTTPS_PORT}`,
      TRUST_PROXY: '127.0.0.1',
      SMTP_URL: `smtp://127.0.0.1:${(mail.address() as AddressInfo).port}?ignoreTLS=true`,
      DATA_DIR: join(place, 'data'),
      ACCESS_LOG: '1',
      METRICS_TOKEN: 'a-token-of-the-torture',
    }
    mkdirSync(settings.DATA_DIR, { mode: 0o700 })
    const isRoot = process.getuid?.() === 0
    if (isRoot) chownSync(settings.DATA_DIR, 65_534, 65_534)
    const nobody = isRoot
      ? ['setpriv', '--reuid=65534', '--regid=65534', '--clear-groups', '--']
      : []
    const start = (port: number, more: Record<string, string> = {}) =>
      startServer(
        join(home, 'dist', 'server', 'main.js'),
        port,
        '/api/ready',
        { ...settings, ...more },
        nobody,
      )
    const operate = (args: readonly string[], more: Record<string, string> = {}) => {
      const { status, stdout, stderr } = spawnSync(
        process.execPath,
        ['scripts/operate.mjs', ...args],
        { cwd: home, env: clean({ ...settings, ...more }), encoding: 'utf8' },
      )
      if (status !== 0)
        throw new Error(`${args.join(' ')} ended with ${status}: ${stderr}${stdout}`)
      return stdout
    }
    // Both at once: they must take turns at creating the tables.
    running.push(...(await Promise.all(PORTS.map((port) => start(port)))))
    done('two servers started together on an empty database, as a user and a role without rights')
    proxy = await startProxy(place)
    const [, token] = /recover\?token=([\w-]+)/.exec(
      operate(['owner', 'invite', 'owner@school.test', '--print']),
    )!
    const owner = new Person('localhost')
    await owner.call('GET', 'auth/ping')
    await owner.call('POST', 'auth/recover/confirm', { token, password: 'Thaba2024' })
    await owner.call('POST', 'auth/login', { email: 'owner@school.test', password: 'Thaba2024' })
    // Roles of the console have a second lock unless the tenant says otherwise.
    const { secret } = await owner.call<{ secret: string }>('POST', 'auth/second-factor', {
      password: 'Thaba2024',
    })
    await owner.call('POST', 'auth/second-factor/confirm', { code: codeAt(secret, new Date()) })
    const { codes } = await owner.call<{ codes: { code: string }[] }>('POST', 'admin/vouchers', {
      plan: 'power',
      count: 1,
      uses: 1000,
    })
    done('an owner by invitation, over https, with a second lock, who makes a voucher')
    operate(['tenant', 'create', 'bank', '--host', 'bank.test'])
    await wait(10_500)
    const bank = await ask('bank.test', 'GET', '/api/app-configuration', {})
    const stranger = await ask('nobody.test', 'GET', '/api/app-configuration', {})
    if (bank.status !== 200 || stranger.status !== 421)
      throw new Error(`a new tenant answers ${bank.status}, a strange host ${stranger.status}`)
    const metrics = await ask('localhost', 'GET', '/api/metrics', {})
    const scraped = await fetch(`http://127.0.0.1:${PORTS[0]}/api/metrics`).then((response) =>
      response.text(),
    )
    if (metrics.status !== 404 || !scraped.includes('tsela_database_up 1'))
      throw new Error('metrics are not where they belong')
    done('a second tenant; a strange host is refused, and so are metrics from outside')

    const confirmed = new Map<string, string>()
    let calls = 0
    const failed: string[] = []
    const learner = async (n: number) => {
      const person = new Person('localhost')
      const email = `learner.${n}@school.test`
      await person.call('GET', 'auth/ping')
      await person.call('POST', 'auth/signup', { email, password: 'Thaba2024' })
      let code: string | undefined
      for (let patience = 100; code === undefined && patience > 0; patience--) {
        code = /\b\d{6}\b/.exec(
          mails.findLast((each) => each.includes(email))?.replace(/^[\w-]+:.*$/gm, '') ?? '',
        )?.[0]
        await wait(50)
      }
      await person.call('POST', 'auth/verify', { code })
      await person.call('PUT', 'users/consents', {
        terms: true,
        marketing: false,
        researchContact: false,
      })
      await person.call('POST', 'plans/redeem', { code: codes[0]!.code })
      await person.call('PATCH', 'users/profile', {
        firstName: 'Naledi',
        lastName: 'Mokoena',
        birthDate: '2007-05-19',
      })
      // A CV is for people who have read a worker type.
      const first = await person.call<Begun>('POST', 'assessments/holland_code/attempts', {})
      await person.call('PUT', `attempts/${first.id}/answers`, {
        answers: first.items.map((item, at) => answerOf(item, at + 1)),
      })
      await person.call('POST', `attempts/${first.id}/complete`, {})
      // Set by native code with fonts of its own, in a process of its own.
      const file = await person.send('GET', 'users/cv/file?format=pdf')
      if (file.status !== 200 || !file.body.startsWith('%PDF'))
        throw new Error(`a file was answered by ${file.status}: ${file.body.slice(0, 160)}`)
      const attempt = await person.call<Begun>('POST', 'assessments/big_5/attempts', {})
      return async () => {
        for (let seq = 1; !over.signal.aborted; seq++) {
          const answer = answerOf(attempt.items[seq % attempt.items.length]!, seq)
          const response = await person
            .send('PUT', `attempts/${attempt.id}/answers`, { answers: [answer] })
            .catch((error: Error) => ({ status: 0, body: error.message }))
          calls++
          if (response.status === 200) confirmed.set(answer.id, attempt.id)
          else failed.push(`${response.status} ${response.body.slice(0, 160)}`)
          await wait(10)
        }
      }
    }
    const answering = await Promise.all(Array.from({ length: LEARNERS }, (_one, n) => learner(n)))
    const all = Promise.all(answering.map((go) => go()))
    await wait(2000)
    done('learners who sign up, confirm their address by mail and answer, through the proxy')

    const before = failed.length
    const began = performance.now()
    await terminate(running[0]!)
    const drained = { ms: round(performance.now() - began, 0), code: running[0]!.process.exitCode }
    await wait(1000)
    running[0] = await start(PORTS[0]!)
    await wait(2500)
    const failedByStop = failed.length - before
    done(
      `a server was stopped in ${drained.ms} ms with exit code ${drained.code}, and started again: ${failedByStop} calls failed`,
    )
    await running[1]!.kill()
    await wait(2000)
    running[1] = await start(PORTS[1]!)
    await wait(2500)
    const failedByKill = failed.length - before - failedByStop
    done(`a server was killed, and started again: ${failedByKill} calls failed`)

    operate(['tenant', 'suspend', 'bank'])
    await wait(10_500)
    const beside = await besideClosed(3000)
    done(
      `a tenant is closed and visited: ${beside.closed.join(', ')} for it, ${beside.others.join(', ')} for others`,
    )
    const beforeOutage = failed.length
    await postgres.kill()
    const away = await besideClosed(4000)
    await postgres.restart()
    await wait(3000)
    const failedByOutage = failed.splice(beforeOutage)
    done(
      `the database away for 4 s: ${[...new Set([...away.closed, ...away.others])].join(', ')}, and ${failedByOutage.length} answers were told to come again`,
    )
    const wrongGateway = [
      ...beside.closed,
      ...beside.others,
      ...away.closed,
      ...away.others,
      ...failedByOutage.map((each) => Number(each.slice(0, 3))),
    ].filter((status) => status === 502 || status === 0).length
    const besideFailed = beside.others.filter((status) => status !== 200).length

    const file = join(place, 'all.tsela')
    operate(['backup', file])
    over.abort()
    await all
    const count = (name: string) =>
      asOwner({ connectionString: address(name).replace('tsela:p', 'postgres') }, async (client) =>
        (await client.query<{ id: string }>('SELECT id FROM answers')).rows.map(({ id }) => id),
      )
    const stored = new Set(await count('tsela'))
    const lost = [...confirmed.keys()].filter((id) => !stored.has(id)).length
    await asOwner({ connectionString: postgres.url }, (client) =>
      client.query('CREATE DATABASE again OWNER tsela'),
    )
    operate(['restore', file], { DATABASE_URL: address('again') })
    const restored = await count('again')
    if (restored.length === 0 || restored.some((id) => !stored.has(id)))
      throw new Error('what was restored is not what was there')
    const other = await start(OTHER_PORT, { DATABASE_URL: address('again') })
    running.push(other)
    await terminate(running[0])
    done(
      `a backup while they answered, restored into an empty database: ${restored.length} answers`,
    )
    return {
      calls,
      confirmed: confirmed.size,
      lost,
      failed_by_stop: failedByStop,
      failed_by_kill: failedByKill,
      wrong_gateway: wrongGateway,
      beside_closed: besideFailed,
      drained_ms: drained.ms,
      drained_code: drained.code,
      steps: steps.length,
      failed,
    }
  } finally {
    over.abort()
    proxy?.kill('SIGQUIT')
    for (const each of running) if (each !== undefined) await terminate(each)
    mail.close()
  }
}

const missing = [
  postgresFolder() === null && 'PostgreSQL',
  ...['nginx', 'openssl', 'psql'].map(
    (name) => spawnSync('sh', ['-c', `command -v ${name}`]).status !== 0 && name,
  ),
].filter(Boolean)
if (missing.length > 0)
  process.stdout.write(
    `SKIPPED: an installation, for there is no ${missing.join(', no ')} on this machine\n`,
  )
else {
  const place = mkdtempSync(join(tmpdir(), 'tsela-deploy-'))
  chmodSync(place, 0o755)
  const postgres = await startPostgres()
  try {
    const { failed, ...outcome } = await torture(place, postgres)
    for (const each of new Set(failed)) process.stderr.write(`${each}\n`)
    report(
      'an installation by docs/deploy.md',
      [
        {
          what: 'two servers behind nginx',
          calls: outcome.calls,
          confirmed: outcome.confirmed,
          lost: outcome.lost,
          'failed, one stopped': outcome.failed_by_stop,
          'failed, one killed': outcome.failed_by_kill,
          'failed beside a closed tenant': outcome.beside_closed,
          '502': outcome.wrong_gateway,
        },
      ],
      outcome,
    )
    // A killed server breaks its open connections: the phone sends those requests again.
    if (
      outcome.lost > 0 ||
      outcome.failed_by_stop > 0 ||
      outcome.failed_by_kill > LEARNERS ||
      outcome.wrong_gateway > 0 ||
      outcome.beside_closed > 0 ||
      outcome.drained_code !== 0
    )
      process.exitCode = 1
  } finally {
    await postgres.stop()
    rmSync(place, { recursive: true, force: true })
  }
}
