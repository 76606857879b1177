/** From nothing to a running server: a failed start says why in one clear line. */

import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { cpSync, existsSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import { Agent, request, type IncomingMessage } from 'node:http'
import { connect, createServer, type AddressInfo, type Server, type Socket } from 'node:net'
import { join } from 'node:path'
import { build } from 'vite'
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import { flattenTexts } from '#engine/documents/texts.ts'
import { buildApp } from '#server/start/app.ts'
import { openListener, type Listener } from '#server/base/listener.ts'
import { hashOfSources, readCodeMeta, readSources } from '#server/release/compose.ts'
import { catalog, root } from '#tests/support/documents.ts'
import { begun, lockOf, Place, take } from '#tests/support/folders.ts'
import { buildServer, type TestServer } from '#tests/support/server.ts'

const place = new Place()
afterAll(() => place.remove())

describe('a crowd', () => {
  it('of a thousand finds room in the listen queue while the server is busy with something else', async () => {
    const listener = await openListener({ port: 0, host: '127.0.0.1', databaseUrl: null })
    const { port } = new URL(listener.address)
    const script = `const { connect } = require('node:net'); let inside = 0
      for (let n = 0; n < 1000; n++) connect(${port}, '127.0.0.1', () => inside++).on('error', () => undefined)
      setTimeout(() => { process.stdout.write(String(inside)); process.exit() }, 900)`
    const crowd = spawn(process.execPath, ['-e', script], { stdio: ['ignore', 'pipe', 'inherit'] })
    let said = ''
    crowd.stdout.on('data', (chunk: Buffer) => (said += chunk.toString()))
    // No connection is accepted while the crowd waits.
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 2500)
    await once(crowd, 'close')
    expect(Number(said)).toBe(1000)
    await listener.close()
  })
})

describe('a request that never ends', () => {
  it.each([
    ['head', 'POST /api/csp-reports HTTP/1.1\r\nhost: localhost\r\n'],
    [
      'body of a stated length',
      'POST /api/csp-reports HTTP/1.1\r\nhost: localhost\r\ncontent-length: 50\r\n\r\n{',
    ],
    [
      'body in chunks',
      'POST /api/csp-reports HTTP/1.1\r\nhost: localhost\r\ntransfer-encoding: chunked\r\n\r\n2\r\n{}\r\n',
    ],
  ])(
    'is waited for as long as configured, then closed: %s',
    async (_what, bytes) => {
      const listener = await openListener({ port: 0, host: '127.0.0.1', databaseUrl: null }, 100)
      listener.serverFactory((request) => request.resume(), {
        keepAliveTimeout: 72_000,
        requestTimeout: 500,
      })
      listener.open()
      const socket = connect(Number(new URL(listener.address).port), '127.0.0.1')
      socket.on('error', () => undefined).resume()
      const began = performance.now()
      socket.write(bytes)
      await once(socket, 'close')
      expect(performance.now() - began).toBeGreaterThan(400)
      await listener.close()
    },
    5000,
  )
})

describe('a start that fails', () => {
  let copy: string
  beforeAll(async () => {
    copy = await copyOfProduct()
  })

  it('names everything that is wrong in the environment, one line each, and touches nothing', async () => {
    const dataDir = join(place.path, 'untouched')
    const { code, errors } = await run(copy, {
      DATA_DIR: dataDir,
      PORT: 'x',
      LOG_LEVEL: 'loud',
      DEMOO: '1',
    })
    expect([code, errors]).toEqual([
      1,
      [
        'DEMOO is not a setting of this program; did you mean DEMO?',
        'PORT is "x"; set it to a number from 0 to 65535',
        'LOG_LEVEL is "loud"; set it to one of fatal, error, warn, info, debug, trace, silent',
      ],
    ])
    expect(existsSync(dataDir)).toBe(false)
  })

  it('says that the port is in use before it creates anything or checks who has the folder', async () => {
    const other = createServer().listen(0, '127.0.0.1')
    await once(other, 'listening')
    const { port } = other.address() as AddressInfo
    const dataDir = join(place.path, 'untouched')
    const said = [
      1,
      [
        `The port is in use: listen EADDRINUSE: address already in use 127.0.0.1:${port}. Set PORT to another.`,
      ],
    ]
    const { code, errors } = await run(copy, { DATA_DIR: dataDir, PORT: String(port) })
    expect([code, errors]).toEqual(said)
    expect(existsSync(dataDir)).toBe(false)
    const held = place.folder()
    const first = await take(held)
    const again = await run(copy, { DATA_DIR: held, PORT: String(port) })
    expect([again.code, again.errors]).toEqual(said)
    await first.stop()
    other.close()
  })

  it('says who has the folder, and leaves it alone', async () => {
    const dataDir = place.folder()
    const first = await take(dataDir)
    const { code, errors } = await run(copy, { DATA_DIR: dataDir })
    expect([code, errors]).toEqual([
      1,
      [
        `Another server (process ${process.pid}) is using the folder ${dataDir}. Stop it first, or give this one its own DATA_DIR.`,
      ],
    ])
    expect([existsSync(lockOf(dataDir)), begun(dataDir).length]).toEqual([true, 1])
    await first.stop()
  })

  describe('because a document is broken', () => {
    it.each<[string, string, (text: string) => string, string]>([
      [
        'a widget that is misspelt',
        'screens/cv.json',
        (text) => text.replace('"page-title"', '"page-titel"'),
        'schemas/screens/cv.json#/children/title/type: unknown widget "page-titel"; did you mean "page-title"? (screen/unknown-widget)',
      ],
      [
        'a comma too many',
        'menus/main.json',
        (text) => text.replace('{', '{,'),
        'schemas/menus/main.json#: ',
      ],
      [
        'a name that would be everyone’s parent',
        'rules/isFree.json',
        (text) => text.replace('{', '{"__proto__": {},'),
        'schemas/rules/isFree.json#/__proto__: the name "__proto__" is not allowed (document/hostile)',
      ],
    ])('says where, and what was meant: %s', async (_what, file, breakIt, line) => {
      const path = join(copy, 'schemas', file)
      const sound = readFileSync(path, 'utf8')
      writeFileSync(path, breakIt(sound))
      const dataDir = join(place.path, 'untouched')
      try {
        const { code, errors } = await run(copy, { DATA_DIR: dataDir })
        // References to an invalid document are reported too, one line each.
        expect([code, errors]).toEqual([1, expect.arrayContaining([expect.stringContaining(line)])])
        for (const each of errors)
          expect(each).toMatch(/^schemas\/[\w/-]+\.json#\S*: .+ \([a-z]+\/[a-z-]+\)$/)
      } finally {
        writeFileSync(path, sound)
      }
      expect(existsSync(dataDir), 'no database was made for it').toBe(false)
    })
  })

  describe('because the database of DATABASE_URL is unavailable', () => {
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
      ['no server listens', async () => `127.0.0.1:${await port(null)}`, 'connect ECONNREFUSED'],
      ['it hangs up', async () => `127.0.0.1:${await port((socket) => void socket.destroy())}`, ''],
      ['it never says a word', async () => `127.0.0.1:${await port(() => undefined)}`, 'timeout'],
      [
        'it is another kind of server',
        async () =>
          `127.0.0.1:${await port((socket) => void socket.end('HTTP/1.1 400 Bad Request\r\n\r\n'))}`,
        '',
      ],
    ])('says so in one line, without the password: %s', async (_how, find, reason) => {
      const at = await find()
      const { code, errors } = await run(copy, {
        DATABASE_URL: `postgresql://tsela:geheim@${at}/tsela`,
        DEMO: '1',
      })
      expect([code, errors]).toEqual([
        1,
        [
          expect.stringMatching(
            `^PostgreSQL at ${at} (?:does not let us in: .+\\. Check|does not answer: .+\\. Is it running\\? Otherwise check) DATABASE_URL\\.$`,
          ),
        ],
      ])
      expect(errors[0]).toContain(reason)
      expect(errors[0]).not.toContain('geheim')
    })

    it('says so for a socket that doesn’t exist', async () => {
      const { code, errors } = await run(copy, {
        DATABASE_URL: 'postgresql:///tsela?host=/nosuch',
        DEMO: '1',
      })
      expect([code, errors]).toEqual([
        1,
        [
          'PostgreSQL at /nosuch:5432 does not answer: connect ENOENT /nosuch/.s.PGSQL.5432. Is it running? Otherwise check DATABASE_URL.',
        ],
      ])
    })
  })
})

describe('a server that is getting ready', () => {
  const kind = inject('database').kind
  const waiting = {
    status: 'waiting',
    database: kind,
    reason: 'starting',
    ...(kind === 'embedded' && { durability: 'process-crash-only' }),
  }
  const sentence = flattenTexts(catalog.get('locale', 'en')!.texts)['problem.server.unavailable']
  let server: TestServer
  let listener: Listener
  beforeAll(async () => {
    server = await buildServer()
    const databaseUrl = kind === 'embedded' ? null : 'postgresql://127.0.0.1/tsela'
    listener = await openListener({ port: 0, host: '127.0.0.1', databaseUrl })
  })
  afterAll(() => server.close())

  async function ask(
    path: string,
    method = 'GET',
  ): Promise<{ status: number; body: unknown; headers: Headers }> {
    const response = await fetch(`${listener.address}${path}`, { method })
    return { status: response.status, body: await response.json(), headers: response.headers }
  }

  it.each(['/api/health', '/api/health/', '/api/health?x=1'])(
    'is alive at once: %s',
    async (path) => {
      const { status, body } = await ask(path)
      expect([status, body]).toEqual([200, (await server.client().get('health')).body])
    },
  )

  it('says that it isn’t ready, and why, as it does when the database is unavailable', async () => {
    const { status, body, headers } = await ask('/api/ready')
    expect([status, body, headers.get('retry-after'), headers.get('cache-control')]).toEqual([
      503,
      waiting,
      '1',
      'no-store',
    ])
  })

  it.each([
    ['GET', '/api/app-configuration'],
    ['GET', '/api/healthy'],
    ['POST', '/api/health'],
    ['POST', '/api/auth/login'],
  ])('asks for a moment’s patience for everything else: %s %s', async (method, path) => {
    const { status, body, headers } = await ask(path, method)
    expect([status, body]).toEqual([503, { code: 'server/unavailable', message: sentence }])
    expect([
      headers.get('retry-after'),
      headers.get('cache-control'),
      headers.get('x-content-type-options'),
    ]).toEqual(['1', 'no-store', 'nosniff'])
  })

  it.each(['/', '/cv', '/no/such/page', '/assets/none.js'])(
    'shows a first-time visitor a page that reloads by itself: %s',
    async (path) => {
      const response = await fetch(`${listener.address}${path}`)
      const { headers } = response
      expect([
        response.status,
        headers.get('refresh'),
        headers.get('cache-control'),
        headers.get('content-type'),
      ]).toEqual([503, '1', 'no-store', 'text/html; charset=utf-8'])
      expect(headers.get('content-security-policy')).toContain("default-src 'none'")
      expect(await response.text()).toMatch(/^<!doctype html><html lang="en">.*<p>.+<\/p><\/html>$/)
    },
  )

  it('hands over an open connection to the app, and stops cleanly', async () => {
    const agent = new Agent({ keepAlive: true, maxSockets: 1 })
    // Keeps its connection until the server ends it.
    const patient = new Agent({ keepAlive: true, timeout: 60_000 })
    const sockets = new Set<Socket>()
    const steps: (number | undefined)[] = []
    const statusOf = (path: string) =>
      new Promise<number | undefined>((done, failed) => {
        request(
          `${listener.address}${path}`,
          { agent, headers: { host: server.host } },
          (response) => response.resume().on('end', () => done(response.statusCode)),
        )
          .on('socket', (socket) => sockets.add(socket))
          .on('error', failed)
          .end()
      })
    steps.push(await statusOf('/api/ready'))
    const app = await buildApp(server.context, listener)
    // The app exists; its database hasn't been checked yet.
    steps.push(await statusOf('/api/ready'))
    listener.open()
    for (const path of ['/api/ready', '/api/health', '/api/app-configuration'])
      steps.push(await statusOf(path))
    expect([steps, sockets.size]).toEqual([[503, 503, 200, 200, 200], 1])

    // The head has been read, the body is still arriving: this request is in progress.
    const headers = {
      host: server.host,
      'content-type': 'application/csp-report',
      'content-length': 2,
      expect: '100-continue',
    }
    const slow = request(`${listener.address}/api/csp-reports`, {
      method: 'POST',
      headers,
      agent: patient,
    })
    slow.flushHeaders()
    await once(slow, 'continue')
    const answered = once(slow, 'response') as Promise<[IncomingMessage]>
    let closed = false
    const closing = app.close().then(() => (closed = true))
    while ((await fetch(listener.address).catch(() => null)) !== null)
      await new Promise((resolve) => setImmediate(resolve))
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

/** The product without its pages, with its own copy of the documents to break, stamped as valid. */
async function copyOfProduct(): Promise<string> {
  const copy = join(place.path, 'product')
  for (const part of ['schemas', 'package.json'])
    cpSync(join(root, part), join(copy, part), { recursive: true })
  for (const part of ['content', 'node_modules']) symlinkSync(join(root, part), join(copy, part))
  // Built once, as in production: compiling it for every start would take longer than the start.
  await build({
    root,
    configFile: false,
    logLevel: 'error',
    publicDir: false,
    define: { __CHECK_CODE__: '"built"' },
    build: {
      outDir: join(copy, 'dist', 'server'),
      ssr: true,
      target: 'node20',
      minify: false,
      rolldownOptions: { input: { main: join(root, 'src/server/main.ts') } },
    },
  })
  writeFileSync(
    join(copy, 'dist', 'checked.txt'),
    hashOfSources(readSources(join(copy, 'schemas')), readCodeMeta(join(copy, 'schemas')), 'built'),
  )
  return copy
}

/** Starts it as a process of its own, in an environment of its own, and waits for its end. */
async function run(
  folderOf: string,
  env: Readonly<Record<string, string>>,
): Promise<{ code: number | null; errors: string[] }> {
  const { PATH, HOME } = process.env
  const child = spawn(process.execPath, ['dist/server/main.js'], {
    cwd: folderOf,
    env: { PATH, HOME, PORT: '0', ...env },
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  let said = ''
  child.stderr.on('data', (chunk: Buffer) => (said += chunk.toString()))
  const [code] = (await once(child, 'close')) as [number | null]
  return { code, errors: said.split('\n').filter(Boolean) }
}
