/** From nothing to a running server: a folder has one server, and what cannot start says so in one clear line. */

import { fork, spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, utimesSync, writeFileSync } from 'node:fs'
import { Agent, request, type IncomingMessage } from 'node:http'
import { createServer, type AddressInfo, type Server, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { build } from 'vite'
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import { flattenTexts } from '#engine/texts.ts'
import { buildApp } from '#server/app.ts'
import { startEmbedded, type Embedded } from '#server/embedded.ts'
import { openDoor, type Door } from '#server/listen.ts'
import { hashOfSources, readCodeMeta, readSources } from '#server/release.ts'
import { catalog, root } from '#tests/support/documents.ts'
import type { Order, Outcome } from '#tests/support/folder-taker.ts'
import { buildServer, type TestServer } from '#tests/support/server.ts'

const ROUNDS = 20
const SUPPORT = join(root, 'tests', 'support')

let place: string
let folders = 0
beforeAll(() => {
  place = mkdtempSync(join(tmpdir(), 'tsela-start-'))
})
afterAll(() => rmSync(place, { recursive: true, force: true }))

function folder(): string {
  const dataDir = join(place, `data-${++folders}`)
  mkdirSync(dataDir)
  return dataDir
}
const lockOf = (dataDir: string) => join(dataDir, 'server.lock')

/** Takes a folder for this very process; what would be the database does nothing. */
function take(dataDir: string, log: (message: string) => void = () => undefined): Promise<Embedded> {
  return startEmbedded({ dataDir, childFile: new URL(`file://${SUPPORT}/quiet-child.mjs`), log, execArgv: [] })
}

/** How many databases were begun on a folder. */
function begun(dataDir: string): number {
  const file = join(dataDir, 'pglite.begun')
  return existsSync(file) ? readFileSync(file, 'utf8').trim().split('\n').length : 0
}

class Taker {
  readonly #process = fork(join(SUPPORT, 'folder-taker.ts'), { execArgv: ['--import', 'tsx'] })

  async #tell(order: Order): Promise<Outcome> {
    this.#process.send(order)
    const [outcome] = (await once(this.#process, 'message')) as [Outcome]
    return outcome
  }
  take(dataDir: string, at = 0): Promise<Outcome> {
    return this.#tell({ take: dataDir, at })
  }
  leave(): Promise<Outcome> {
    return this.#tell({ leave: true })
  }
  async end(): Promise<void> {
    this.#process.disconnect()
    await once(this.#process, 'exit')
  }
}

describe('a data folder', () => {
  let takers: Taker[]
  beforeAll(() => {
    takers = Array.from({ length: 3 }, () => new Taker())
  })
  afterAll(async () => {
    for (const taker of takers) await taker.end()
  })

  it(`is refused to a second server before that begins anything, ${ROUNDS} of ${ROUNDS} times, and the first goes on`, async () => {
    const dataDir = folder()
    const first = await take(dataDir)
    const lock = readFileSync(lockOf(dataDir), 'utf8')
    const refused = `Another server (process ${process.pid}) is using the folder ${dataDir}. Stop it first, or give this one its own DATA_DIR.`
    for (let round = 0; round < ROUNDS; round++) expect(await takers[round % takers.length]!.take(dataDir)).toEqual({ refused })
    expect([begun(dataDir), readFileSync(lockOf(dataDir), 'utf8')]).toEqual([1, lock])
    await first.stop()
    expect(existsSync(lockOf(dataDir))).toBe(false)
    expect(await takers[0]!.take(dataDir)).toEqual({ got: true })
    await takers[0]!.leave()
  })

  it.each<[string, string | null]>([
    ['is free', null],
    ['was left behind by a server that is gone', JSON.stringify({ pid: 2 ** 22 + 1, started: '1' })],
  ])(`that %s goes to one of three that start at the same moment, ${ROUNDS} of ${ROUNDS} times`, async (_what, left) => {
    for (let round = 0; round < ROUNDS; round++) {
      const dataDir = folder()
      if (left !== null) writeFileSync(lockOf(dataDir), left)
      const at = Date.now() + 15
      const outcomes = await Promise.all(takers.map((taker) => taker.take(dataDir, at)))
      expect([round, outcomes.filter((outcome) => 'got' in outcome).length, begun(dataDir)], JSON.stringify(outcomes)).toEqual([round, 1, 1])
      for (const outcome of outcomes) if ('refused' in outcome) expect(outcome.refused).toMatch(/^Another server \(process \d+\) is using the folder/)
      await Promise.all(takers.map((taker) => taker.leave()))
    }
  })

  describe('whose last server is gone', () => {
    it.each<[string, () => Promise<string>]>([
      ['killed, and its number is nobody’s', async () => JSON.stringify({ pid: 2 ** 22 + 1, started: '1' })],
      ['killed, and its number is another program’s by now', async () => JSON.stringify({ pid: process.ppid, started: '1' })],
      ['killed, and a program of the system has its number', async () => JSON.stringify({ pid: 1, started: 'long ago' })],
      ['killed, and nobody has asked how it ended', zombie],
    ])('is free: %s', async (_how, lock) => {
      const dataDir = folder()
      writeFileSync(lockOf(dataDir), await lock())
      const next = await take(dataDir)
      expect(JSON.parse(readFileSync(lockOf(dataDir), 'utf8'))).toMatchObject({ pid: process.pid })
      await next.stop()
    })

    it.each(['', '{', 'null', '[]', '{"pid":"x"}', '{"pid":1.5}'])('is free where the lock says "%s" since a while: it was never written to its end', async (lock) => {
      const dataDir = folder()
      writeFileSync(lockOf(dataDir), lock)
      const before = new Date(Date.now() - 60_000)
      utimesSync(lockOf(dataDir), before, before)
      const next = await take(dataDir)
      expect(JSON.parse(readFileSync(lockOf(dataDir), 'utf8'))).toMatchObject({ pid: process.pid })
      await next.stop()
    })

    it('is free though whoever took its lock away was killed over it', async () => {
      const dataDir = folder()
      const gone = JSON.stringify({ pid: 2 ** 22 + 1, started: '1' })
      writeFileSync(lockOf(dataDir), gone)
      writeFileSync(`${lockOf(dataDir)}.taking`, gone)
      const next = await take(dataDir)
      expect(existsSync(`${lockOf(dataDir)}.taking`)).toBe(false)
      await next.stop()
    })

    it('has its database ended, which would write on beside the next one', async () => {
      const dataDir = folder()
      const orphan = spawn(process.execPath, ['-e', 'setInterval(() => undefined, 1000); process.stdout.write("up")'], { stdio: ['ignore', 'pipe', 'ignore'] })
      const ended = once(orphan, 'exit')
      await once(orphan.stdout!, 'data')
      writeFileSync(join(dataDir, 'child.pid'), JSON.stringify({ pid: orphan.pid, started: startOf(orphan.pid!) }))
      const said: string[] = []
      const next = await take(dataDir, (message) => said.push(message))
      expect(said).toEqual([`Ending the database process ${orphan.pid} that an earlier server left behind.`])
      expect((await ended)[1]).toBe('SIGKILL')
      await next.stop()
    })

    it('never has a program ended that has only the same number', async () => {
      const dataDir = folder()
      const other = spawn(process.execPath, ['-e', 'setInterval(() => undefined, 1000); process.stdout.write("up")'], { stdio: ['ignore', 'pipe', 'ignore'] })
      await once(other.stdout!, 'data')
      writeFileSync(join(dataDir, 'child.pid'), JSON.stringify({ pid: other.pid, started: '1' }))
      const next = await take(dataDir)
      await next.stop()
      expect([other.exitCode, other.signalCode]).toEqual([null, null])
      other.kill('SIGKILL')
      await once(other, 'exit')
    })
  })

  it('names its database while that is still starting, so that none is overlooked', async () => {
    const dataDir = folder()
    const slow = join(place, 'slow-child.mjs')
    writeFileSync(
      slow,
      `import { existsSync } from 'node:fs'\nconst wait = () => existsSync(process.argv[2] + '.go') ? process.send('ready') : setTimeout(wait, 5)\nprocess.on('message', () => process.exit(0))\nprocess.on('disconnect', () => process.exit(0))\nwait()\n`,
    )
    const starting = startEmbedded({ dataDir, childFile: new URL(`file://${slow}`), log: () => undefined, execArgv: [] })
    const named = readFileSync(join(dataDir, 'child.pid'), 'utf8')
    writeFileSync(join(dataDir, 'pglite.go'), '')
    const embedded = await starting
    expect(JSON.parse(named)).toEqual({ pid: embedded.pid(), started: startOf(embedded.pid()!) })
    await embedded.stop()
  })
})

describe('a start that cannot be', () => {
  let copy: string
  beforeAll(async () => {
    copy = await copyOfProduct()
  })

  it('names everything in the environment that is wrong, a line each, and touches nothing', async () => {
    const dataDir = join(place, 'untouched')
    const { code, errors } = await run(copy, { DATA_DIR: dataDir, PORT: 'x', LOG_LEVEL: 'loud', DEMOO: '1' })
    expect([code, errors]).toEqual([
      1,
      ['DEMOO is not a setting of this program; did you mean DEMO?', 'PORT is "x"; say a number from 0 to 65535', 'LOG_LEVEL is "loud"; say one of fatal, error, warn, info, debug, trace, silent'],
    ])
    expect(existsSync(dataDir)).toBe(false)
  })

  it('says that the port is in use before it has made anything, and before it looks who has the folder', async () => {
    const other = createServer().listen(0, '127.0.0.1')
    await once(other, 'listening')
    const { port } = other.address() as AddressInfo
    const dataDir = join(place, 'untouched')
    const said = [1, [`The port is in use: listen EADDRINUSE: address already in use 127.0.0.1:${port}. Set PORT to another one.`]]
    const { code, errors } = await run(copy, { DATA_DIR: dataDir, PORT: String(port) })
    expect([code, errors]).toEqual(said)
    expect(existsSync(dataDir)).toBe(false)
    const held = folder()
    const first = await take(held)
    const again = await run(copy, { DATA_DIR: held, PORT: String(port) })
    expect([again.code, again.errors]).toEqual(said)
    await first.stop()
    other.close()
  })

  it('says who has the folder, and leaves it to them', async () => {
    const dataDir = folder()
    const first = await take(dataDir)
    const { code, errors } = await run(copy, { DATA_DIR: dataDir })
    expect([code, errors]).toEqual([1, [`Another server (process ${process.pid}) is using the folder ${dataDir}. Stop it first, or give this one its own DATA_DIR.`]])
    expect([existsSync(lockOf(dataDir)), begun(dataDir)]).toEqual([true, 1])
    await first.stop()
  })

  describe('for a document is broken', () => {
    it.each<[string, string, (text: string) => string, string]>([
      [
        'a widget that is misspelt',
        'screens/cv.json',
        (text) => text.replace('"page-title"', '"page-titel"'),
        'schemas/screens/cv.json#/children/title/type: unknown widget "page-titel"; did you mean "page-title"? (screen/unknown-widget)',
      ],
      ['a comma too many', 'menus/main.json', (text) => text.replace('{', '{,'), 'schemas/menus/main.json#: '],
      [
        'a name that would be everybody’s parent',
        'rules/isFree.json',
        (text) => text.replace('{', '{"__proto__": {},'),
        'schemas/rules/isFree.json#/__proto__: the name "__proto__" is not allowed (document/hostile)',
      ],
    ])('says where, and what was meant: %s', async (_what, file, breakIt, line) => {
      const path = join(copy, 'schemas', file)
      const sound = readFileSync(path, 'utf8')
      writeFileSync(path, breakIt(sound))
      const dataDir = join(place, 'untouched')
      try {
        const { code, errors } = await run(copy, { DATA_DIR: dataDir })
        // What refers to a document that is not taken is reported too, a line each.
        expect([code, errors]).toEqual([1, expect.arrayContaining([expect.stringContaining(line)])])
        for (const each of errors) expect(each).toMatch(/^schemas\/[\w/-]+\.json#\S*: .+ \([a-z]+\/[a-z-]+\)$/)
      } finally {
        writeFileSync(path, sound)
      }
      expect(existsSync(dataDir), 'no database was made for it').toBe(false)
    })
  })

  describe('for the database of DATABASE_URL is away', () => {
    const servers: Server[] = []
    afterAll(() => {
      for (const server of servers) server.close()
    })
    async function port(meet: Parameters<typeof createServer>[1] | null): Promise<number> {
      const server = createServer(meet ?? undefined).listen(0, '127.0.0.1')
      await once(server, 'listening')
      const { port: number } = server.address() as AddressInfo
      if (meet === null) await new Promise((resolve) => server.close(resolve))
      else servers.push(server)
      return number
    }

    it.each<[string, () => Promise<string>, string]>([
      ['nobody listens', async () => `127.0.0.1:${await port(null)}`, 'connect ECONNREFUSED'],
      ['it hangs up', async () => `127.0.0.1:${await port((socket) => void socket.destroy())}`, ''],
      ['it never says a word', async () => `127.0.0.1:${await port(() => undefined)}`, 'timeout'],
      ['it is another kind of server', async () => `127.0.0.1:${await port((socket) => void socket.end('HTTP/1.1 400 Bad Request\r\n\r\n'))}`, ''],
    ])('says so in one line, without the password: %s', async (_how, find, reason) => {
      const at = await find()
      const { code, errors } = await run(copy, { DATABASE_URL: `postgresql://tsela:geheim@${at}/tsela`, DEMO: '1' })
      expect([code, errors]).toEqual([1, [expect.stringMatching(`^PostgreSQL at ${at} does not let us in: .+\\. Check DATABASE_URL\\.$`)]])
      expect(errors[0]).toContain(reason)
      expect(errors[0]).not.toContain('geheim')
    })

    it('says so of a socket that is not there', async () => {
      const { code, errors } = await run(copy, { DATABASE_URL: 'postgresql:///tsela?host=/nosuch', DEMO: '1' })
      expect([code, errors]).toEqual([1, ['PostgreSQL at /nosuch:5432 does not let us in: connect ENOENT /nosuch/.s.PGSQL.5432. Check DATABASE_URL.']])
    })
  })
})

describe('a server that is getting ready', () => {
  const kind = inject('database').kind
  const waiting = { status: 'waiting', database: kind, ...(kind === 'embedded' && { durability: 'process-crash-only' }) }
  const sentence = flattenTexts(catalog.get('locale', 'en')!.texts)['problem.server.unavailable']
  let server: TestServer
  let door: Door
  beforeAll(async () => {
    server = await buildServer()
    const databaseUrl = kind === 'embedded' ? null : 'postgresql://127.0.0.1/tsela'
    door = await openDoor({ port: 0, host: '127.0.0.1', databaseUrl })
  })
  afterAll(() => server.close())

  async function ask(path: string, method = 'GET'): Promise<{ status: number; body: unknown; headers: Headers }> {
    const answer = await fetch(`${door.address}${path}`, { method })
    return { status: answer.status, body: await answer.json(), headers: answer.headers }
  }

  it.each(['/api/health', '/api/health/', '/api/health?x=1'])('lives at once: %s', async (path) => {
    const { status, body } = await ask(path)
    expect([status, body]).toEqual([200, (await server.client().get('health')).body])
  })

  it('says that it is not ready as it does when the database is away', async () => {
    const { status, body, headers } = await ask('/api/ready')
    expect([status, body, headers.get('retry-after'), headers.get('cache-control')]).toEqual([503, waiting, '1', 'no-store'])
  })

  it.each([
    ['GET', '/api/app-configuration'],
    ['GET', '/api/healthy'],
    ['POST', '/api/health'],
    ['POST', '/api/auth/login'],
  ])('asks for a moment’s patience for all else: %s %s', async (method, path) => {
    const { status, body, headers } = await ask(path, method)
    expect([status, body]).toEqual([503, { code: 'server/unavailable', message: sentence }])
    expect([headers.get('retry-after'), headers.get('cache-control'), headers.get('x-content-type-options')]).toEqual(['1', 'no-store', 'nosniff'])
  })

  it.each(['/', '/cv', '/no/such/page', '/assets/none.js'])('shows whoever comes for the first time a page that looks again by itself: %s', async (path) => {
    const answer = await fetch(`${door.address}${path}`)
    const { headers } = answer
    expect([answer.status, headers.get('refresh'), headers.get('cache-control'), headers.get('content-type')]).toEqual([503, '1', 'no-store', 'text/html; charset=utf-8'])
    expect(headers.get('content-security-policy')).toContain("default-src 'none'")
    expect(await answer.text()).toMatch(/^<!doctype html><html lang="en">.*<p>.+<\/p><\/html>$/)
  })

  it('hands the socket over to the app on a connection that is open, and stops in good order', async () => {
    const agent = new Agent({ keepAlive: true, maxSockets: 1 })
    // Keeps its connection until the server ends it.
    const patient = new Agent({ keepAlive: true, timeout: 60_000 })
    const sockets = new Set<Socket>()
    const steps: (number | undefined)[] = []
    const statusOf = (path: string) =>
      new Promise<number | undefined>((done, failed) => {
        request(`${door.address}${path}`, { agent, headers: { host: server.host } }, (response) => response.resume().on('end', () => done(response.statusCode)))
          .on('socket', (socket) => sockets.add(socket))
          .on('error', failed)
          .end()
      })
    steps.push(await statusOf('/api/ready'))
    const app = await buildApp(server.world, door)
    // The app is there; its database is not looked at yet.
    steps.push(await statusOf('/api/ready'))
    door.open()
    for (const path of ['/api/ready', '/api/health', '/api/app-configuration']) steps.push(await statusOf(path))
    expect([steps, sockets.size]).toEqual([[503, 503, 200, 200, 200], 1])

    // The head has been read, the body is still on its way: this one is being answered.
    const headers = { host: server.host, 'content-type': 'application/csp-report', 'content-length': 2, expect: '100-continue' }
    const slow = request(`${door.address}/api/csp-reports`, { method: 'POST', headers, agent: patient })
    slow.flushHeaders()
    await once(slow, 'continue')
    const answered = once(slow, 'response') as Promise<[IncomingMessage]>
    let closed = false
    const closing = app.close().then(() => (closed = true))
    while ((await fetch(door.address).catch(() => null)) !== null) await new Promise((resolve) => setImmediate(resolve))
    expect(closed).toBe(false)
    slow.end('{}')
    const [response] = await answered
    response.resume()
    expect(response.statusCode).toBe(204)
    await closing
    agent.destroy()
    patient.destroy()
  })
})

/** The product without its pages, with documents of its own to break, stamped as found sound. */
async function copyOfProduct(): Promise<string> {
  const copy = join(place, 'product')
  for (const part of ['schemas', 'package.json']) cpSync(join(root, part), join(copy, part), { recursive: true })
  for (const part of ['content', 'node_modules']) symlinkSync(join(root, part), join(copy, part))
  // Built once, as it is for real: compiling it anew for every start takes longer than the start.
  await build({
    root,
    configFile: false,
    logLevel: 'error',
    publicDir: false,
    build: { outDir: join(copy, 'dist', 'server'), ssr: true, target: 'node20', minify: false, rolldownOptions: { input: { main: join(root, 'src/server/main.ts') } } },
  })
  writeFileSync(join(copy, 'dist', 'checked.txt'), hashOfSources(readSources(join(copy, 'schemas')), readCodeMeta(join(copy, 'schemas'))))
  return copy
}

/** Starts it as a process of its own, in an environment of its own, and waits for its end. */
async function run(folderOf: string, env: Readonly<Record<string, string>>): Promise<{ code: number | null; errors: string[] }> {
  const { PATH, HOME } = process.env
  const child = spawn(process.execPath, ['dist/server/main.js'], { cwd: folderOf, env: { PATH, HOME, PORT: '0', ...env }, stdio: ['ignore', 'ignore', 'pipe'] })
  let said = ''
  child.stderr.on('data', (chunk: Buffer) => (said += chunk.toString()))
  const [code] = (await once(child, 'close')) as [number | null]
  return { code, errors: said.split('\n').filter(Boolean) }
}

/** Start time of a process in clock ticks. */
function startOf(pid: number): string {
  const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
  return stat.slice(stat.lastIndexOf(')') + 2).split(' ')[19]!
}

const zombies: ChildProcess[] = []
afterAll(() => {
  for (const parent of zombies) parent.kill('SIGKILL')
})

/** A process that has ended under a parent that does not care: its number and start time are still there. */
async function zombie(): Promise<string> {
  // The shell becomes a program that never asks after the child it has got.
  const parent = spawn('sh', ['-c', 'sleep 0.2 & echo $!; exec sleep 60'], { stdio: ['ignore', 'pipe', 'ignore'] })
  zombies.push(parent)
  const [said] = (await once(parent.stdout!, 'data')) as [Buffer]
  const pid = Number(said.toString())
  const started = startOf(pid)
  while (!/\) Z /.test(readFileSync(`/proc/${pid}/stat`, 'utf8'))) await new Promise((resolve) => setTimeout(resolve, 10))
  return JSON.stringify({ pid, started })
}
