/**
 * Malicious requests, as raw bytes: path traversal, open redirects, parameters duplicated, as lists
 * and nested on every route of the server, malformed bodies, endless headers. There must be no
 * internal error, no file that should not be served, no redirect to a foreign host, and no changed
 * user afterwards.
 *
 *   npm run torture -- hostile     (REQUESTS, 5000; SEED, 1)
 */

import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { dice } from '#tests/support/dice.ts'
import { postgresFolder, startPostgres } from '#tests/support/postgres.ts'
import { Learner } from '../support/learner.ts'
import { root, startProduct } from '../support/processes.ts'
import { Publisher } from '../support/publisher.ts'
import { percentile, report, round, type Row } from '../support/report.ts'
import { asOwner, connectionTo } from '../support/stored.ts'
import { bytesOf, sendBytes, type WireResponse, type WireRequest } from '../support/wire.ts'

const REQUESTS = Number(process.env['REQUESTS'] ?? 5000)
const SEED = Number(process.env['SEED'] ?? 1)
const PORT = 4652
const AT_ONCE = 8
const PATIENCE_MS = 10_000
/** An incomplete request is dropped after half a minute. */
const UNFINISHED_MS = 45_000
const SECRET = 'a-secret-of-the-torture-and-of-nothing-else'
const EVIL = 'evil.test'

const roll = dice(SEED)
const pick = <T>(list: readonly T[]): T => list[roll(list.length)]!
const maybe = (share: number): boolean => roll(100) < share

// ---- files ------------------------------------------------------------------------------------------------------------

const BASES = [
  '/',
  '//',
  '/assets/',
  '/assets//',
  '/assets/./',
  '/api/bundles/',
  '/api/themes/',
  '/api/images/',
  '/api/validators/',
  '/preview/x/',
  '/sw.js/',
  '/favicon.svg/',
  '/api/',
  '/%61ssets/',
  '/ASSETS/',
]
const UP = [
  '../',
  '..%2f',
  '%2e%2e/',
  '%2e%2e%2f',
  '..%5c',
  '..\\',
  '%2e%2e%5c',
  '%252e%252e%252f',
  '%25252e%25252e%25252f',
  '..%c0%af',
  '..%e0%80%af',
  '..%ef%bc%8f',
  '....//',
  '..;/',
  '.%00./',
  '..%00/',
  '..%u2215',
  '..%09/',
  './../',
  '%2e./',
  '.%2e/',
]
const FILES = [
  'etc/passwd',
  'etc/hostname',
  'proc/self/environ',
  'proc/self/cmdline',
  'package.json',
  'server/main.js',
  'dist/server/main.js',
  'index.html',
  'client/index.html',
  'manifest.json',
  '.env',
  'schemas/config/default.json',
  'schemas/scoring/holland_code.json',
  'content/demo/people.json',
  'C:/windows/win.ini',
  '.git/config',
  'checked.txt',
]
const ENDS = [
  '',
  '',
  '',
  '%00',
  '%00.css',
  '?x=1',
  '#',
  '/',
  '.',
  '%20',
  ';.css',
  '.br',
  '.gz',
  '%2e',
]

function climbing(): WireRequest {
  const steps = pick([0, 1, 2, 3, 5, 8, 12, 12, 400])
  const up = pick(UP)
  return {
    target:
      (maybe(10) ? `http://localhost${pick(BASES)}` : pick(BASES)) +
      (steps === 0 ? pick(['/', '%2f', 'file:///', '\\\\']) : up.repeat(steps)) +
      pick(FILES) +
      pick(ENDS),
    headers: { 'accept-encoding': pick(['identity', 'br', 'gzip']) },
  }
}

/** Strings from files that must not be served: they must be in no response. */
function secretsOf(dataDir: string): string[] {
  const main = readFileSync(join(root, 'dist', 'server', 'main.js'), 'utf8')
  const scoring = readdirSync(join(root, 'schemas', 'scoring'))[0]!
  return [
    'root:x:0',
    '"devDependencies"',
    'tsela:assets',
    '%tsela:',
    SECRET,
    dataDir,
    'NODE_VERSION=',
    '[core]',
    '[fonts]',
    'Demo1234',
    main.slice(Math.floor(main.length / 2), Math.floor(main.length / 2) + 60),
    readFileSync(join(root, 'schemas', 'scoring', scoring), 'utf8').slice(0, 60),
  ]
}

// ---- ways away --------------------------------------------------------------------------------------------------------

const AWAY = [
  `//${EVIL}`,
  `///${EVIL}`,
  `/\\${EVIL}`,
  `\\\\${EVIL}`,
  `https://${EVIL}`,
  `https:${EVIL}`,
  `http:///${EVIL}`,
  `//${EVIL}%2f..`,
  `/%2f${EVIL}`,
  `/%5c${EVIL}`,
  `%2f%2f${EVIL}`,
  `https://localhost@${EVIL}`,
  `https://localhost.${EVIL}`,
  `javascript:alert(1)//${EVIL}`,
  `data:text/html,${EVIL}`,
  `/login//${EVIL}`,
  `/.${EVIL}`,
  `//${EVIL}/%2e%2e`,
  `%0d%0aLocation:%20https://${EVIL}`,
  `/%0d%0aSet-Cookie:x=${EVIL}`,
  `//${EVIL}%E3%80%82`,
  `/\t/${EVIL}`,
  `https://${EVIL}%00.localhost`,
  `//[::ffff:1.2.3.4]/${EVIL}`,
]
const PARAMETERS = [
  'next',
  'redirect',
  'returnTo',
  'return_to',
  'return',
  'url',
  'continue',
  'target',
  'dest',
  'path',
  'to',
  'from',
  'r',
  'callback',
  'redirect_uri',
  'post_logout_redirect_uri',
  'state',
  'code',
  'loginError',
  'coupon',
  'package',
  'lang',
]
const PAGES = [
  '/',
  '/login',
  '/signup',
  '/home',
  '/logout',
  '/api/auth/ping',
  '/api/auth/get-user',
  '/api/app-configuration',
  '/preview/x/login',
  '/shell',
  '/manifest.webmanifest',
  '/reports/emotional-intelligence/x/practice',
  '/no/such/page',
  '/api/auth/openid/azure-ad',
  '/api/auth/openid/azure-ad/callback',
]
const FORWARDED = [
  'x-forwarded-host',
  'x-forwarded-server',
  'x-host',
  'forwarded',
  'x-original-url',
  'x-rewrite-url',
  'x-forwarded-prefix',
  'referer',
  'origin',
]

function leadingAway(): WireRequest {
  const away = pick(AWAY)
  const kind = roll(4)
  const headers: Record<string, string> = { accept: pick(['text/html', '*/*', 'application/json']) }
  if (kind === 0)
    headers['host'] = pick([
      EVIL,
      `localhost@${EVIL}`,
      `localhost.${EVIL}`,
      `${EVIL}:443`,
      `localhost:${EVIL}`,
      `localhost, ${EVIL}`,
      '',
      `"${EVIL}`,
    ])
  if (kind <= 1)
    headers[pick(FORWARDED)] = pick([
      EVIL,
      `https://${EVIL}/`,
      `host=${EVIL};proto=https`,
      `//${EVIL}`,
    ])
  const path = kind === 2 ? away.replace(/^[^/\\%]/, '/$&').replaceAll('\t', '%09') : pick(PAGES)
  const target = `${path.startsWith('/') ? '' : '/'}${path}?${Array.from({ length: 1 + roll(3) }, () => `${pick(PARAMETERS)}=${encoded(pick(AWAY))}`).join('&')}`
  return {
    target: maybe(10) ? `https://${EVIL}${target}` : target,
    headers,
    ...(maybe(10) && {
      method: pick(['HEAD', 'POST', 'OPTIONS']),
      headers: { ...headers, 'content-length': '0' },
    }),
  }
}

/** Encoded as a browser does, or raw except for line ends. */
function encoded(value: string): string {
  return maybe(50) ? encodeURIComponent(value) : value.replace(/[\s]/g, '%09')
}

// ---- every call -------------------------------------------------------------------------------------------------------

type Call = { readonly method: string; readonly path: string; readonly query: readonly string[] }

/** All routes that the server reports, except those that delete the caller's account. */
async function callsOf(url: string): Promise<Call[]> {
  const { paths } = (await (await fetch(`${url}/api/docs`)).json()) as {
    paths: Record<string, Record<string, { parameters?: { in: string; name: string }[] }>>
  }
  return Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods)
      .filter(
        ([method]) =>
          !path.endsWith('/auth/logout') && !(method === 'delete' && path.endsWith('/users/me')),
      )
      .map(([method, { parameters = [] }]) => ({
        method: method.toUpperCase(),
        path,
        query: parameters.filter((each) => each.in === 'query').map(({ name }) => name),
      })),
  )
}

const IDS = [
  'main',
  'holland_code',
  'default',
  'names',
  'careers',
  '11-1011.00',
  '0190a0b0-0000-7000-8000-00000000abcd',
  '__proto__',
  'constructor',
  'toString',
  '%00',
  '%2e%2e',
  '*',
  ':id',
  '%ff',
  '%E0%A4%A',
  '[]',
  '{}',
  "'",
  'x'.repeat(250),
  '0',
  '-1',
  '1e99',
  'null',
  '%F0%9F%98%80',
  '..;',
  'a/b',
]
const VALUES = [
  '',
  '1',
  '-1',
  '0',
  '1e999',
  'NaN',
  '9'.repeat(400),
  'true',
  'null',
  '[]',
  '{}',
  '%00',
  '%ff',
  '%',
  '%E0%A4%A',
  "'",
  '__proto__',
  'x'.repeat(3000),
  '%F0%9F%98%80',
  '%0d%0ax:y',
  '1,2',
  '1;2',
  '../',
  'en',
  'ZA',
  'constructor',
]
const SHAPES: readonly ((name: string, value: string) => string)[] = [
  (name, value) => `${name}=${value}`,
  (name, value) => `${name}=${value}&${name}=1`,
  (name, value) => Array.from({ length: 200 }, () => `${name}=${value.slice(0, 5)}`).join('&'),
  (name, value) => `${name}[]=${value}&${name}[]=1`,
  (name, value) => `${name}[a]=${value}`,
  (name, value) => `${name}[__proto__][x]=${value}&__proto__[x]=1`,
  (name, value) => `${name}.constructor.prototype.x=${value}`,
  (name, value) => `${name}%00=${value}`,
  (name) => name,
  (name, value) => `&&&=&${name}=${value}&=1`,
  (name, value) => `${name}=${value};${name}=2`,
]
const BODIES: readonly (() => string)[] = [
  () => '[]',
  () => '[[]]',
  () => '[{}]',
  () => '{}',
  () => 'null',
  () => '0',
  () => '"x"',
  () => 'true',
  () => '{"a":[1,[2,[3]]]}',
  () => '{"email":["a@b.test","c@d.test"],"password":{"length":8}}',
  () => '{"email":"a@b.test","email":"c@d.test","password":"x"}',
  () => '{"__proto__":{"role":"owner"}}',
  () => '{"constructor":{"prototype":{"role":"owner"}}}',
  () => '{"document":[],"document":{}}',
  () => '{"document":{"kind":["menu"],"id":{"x":1}}}',
  () => '{"answers":[[]]}',
  () => '{"answers":{"length":1000000000}}',
  () => '{"events":[{"id":[]}],"device":{}}',
  () => '{"code":[1,2,3,4,5,6]}',
  () => '{"code":{"$ne":null}}',
  () => '{"terms":["true"],"marketing":{}}',
  () => '{"persona":[[]],"path":["/"]}',
  () => '{"choices":[[]]}',
  () => '{"data":["iVBORw0KGgo="]}',
  () => `{"firstName":${JSON.stringify('x'.repeat(60_000))}}`,
  () => `{"x":${'['.repeat(5000)}${']'.repeat(5000)}}`,
  () => `[${'{},'.repeat(20_000)}{}]`,
  () => '{"a":"\\ud800"}',
  () => '{"a":"\\u0000"}',
  () => '{"a":1e999}',
]

function toCall(calls: readonly Call[], headers: Readonly<Record<string, string>>): WireRequest {
  const { method, path, query } = pick(calls)
  const target = path.replace(/\{([^}]+)\}/g, () => pick(IDS))
  const asked =
    maybe(60) || query.length > 0
      ? `?${Array.from({ length: 1 + roll(3) }, () => pick(SHAPES)(query.length > 0 && maybe(80) ? pick(query) : pick(PARAMETERS), pick(VALUES))).join('&')}`
      : ''
  const hasBody = method !== 'GET' && method !== 'HEAD'
  return {
    method,
    target: target + asked,
    headers: { ...headers, 'if-match': '"0-none"' },
    ...(hasBody && { body: pick(BODIES)() }),
  }
}

// ---- what is no request -----------------------------------------------------------------------------------------------

const TYPES = [
  'application/json',
  'application/json; charset=utf-16',
  'application/json\t',
  'application/jsonp',
  'application/json, text/plain',
  'text/plain',
  'text/xml',
  'application/x-www-form-urlencoded',
  'multipart/form-data; boundary=x',
  'application/csp-report',
  'application/octet-stream',
  '',
  ';',
  '/',
  'x'.repeat(4000),
]
const BROKEN = [
  '{',
  '{"a":',
  '{"a":1,}',
  "{'a':1}",
  '\uFEFF{}',
  '{}{}',
  '// x\n{}',
  '<x/>',
  'a=1&b[]=2',
  '--x\r\nContent-Disposition: form-data; name="a"\r\n\r\n1\r\n--x--',
  '\u0000',
  '"',
  '[',
  'NaN',
  '{"a":\u0001}',
  '\\',
  '{"a":01}',
]

type Bytes = {
  readonly bytes: Buffer
  /** May be closed without a response: the end of the request is undefined. */ readonly mayClose?: boolean
}

function noRequest(calls: readonly Call[], headers: Readonly<Record<string, string>>): Bytes {
  const { method, path } = pick(calls.filter((call) => call.method !== 'GET'))
  const target = path.replace(/\{([^}]+)\}/g, () => pick(IDS.slice(0, 6)))
  const json = { ...headers, 'content-type': 'application/json' }
  const line = (text: string, more = '') =>
    Buffer.from(`${text}\r\nhost: localhost\r\nconnection: close\r\n${more}\r\n`, 'latin1')
  switch (roll(12)) {
    case 0:
      return {
        bytes: bytesOf({
          method,
          target,
          headers: { ...headers, 'content-type': pick(TYPES) },
          body: pick(BODIES)(),
        }),
      }
    case 1:
      return { bytes: bytesOf({ method, target, headers: json, body: pick(BROKEN) }) }
    case 2:
      return {
        bytes: bytesOf({
          method,
          target,
          headers: { ...json, 'content-encoding': pick(['gzip', 'br', 'deflate', 'x']) },
          body: pick(BROKEN),
        }),
      }
    case 3:
      return {
        bytes: bytesOf({
          method,
          target,
          headers: { ...json, 'x-big': 'x'.repeat(pick([8000, 16_000, 20_000, 200_000])) },
          body: '{}',
        }),
        mayClose: true,
      }
    case 4:
      return {
        bytes: bytesOf({
          method,
          target,
          headers: {
            ...json,
            ...Object.fromEntries(
              Array.from({ length: pick([90, 500, 2500]) }, (_, index) => [`x-${index}`, 'y']),
            ),
          },
          body: '{}',
        }),
        mayClose: true,
      }
    case 5:
      return {
        bytes: bytesOf({
          method,
          target,
          headers: {
            ...json,
            cookie: pick([
              `sid=${'x'.repeat(7000)}`,
              'sid=; sid=x; sid=%',
              '=;;;=',
              'a=1; '.repeat(1200),
              'csrf-token=[]; sid[]=x',
            ]),
            'x-csrf-token': pick(['', 'x', '\u00ff', 'x'.repeat(5000)]),
          },
          body: '{}',
        }),
      }
    case 6:
      return {
        bytes: bytesOf({
          target: `/${pick(['x', '%41', 'é', '?a=1&'])}`.padEnd(
            pick([2000, 9000, 17_000, 100_000]),
            'x',
          ),
        }),
        mayClose: true,
      }
    case 7:
      return {
        bytes: line(
          pick([
            'GET / HTTP/9.9',
            'GET /',
            'get / HTTP/1.1',
            'TRACE / HTTP/1.1',
            'CONNECT evil.test:443 HTTP/1.1',
            'PROPFIND /api/health HTTP/1.1',
            'GET  / HTTP/1.1',
            'GET * HTTP/1.1',
            'OPTIONS * HTTP/1.1',
            '\u0000\u0001',
            'GET /\u00ff HTTP/1.1',
            'PRI * HTTP/2.0',
            'QUERY /api/health HTTP/1.1',
          ]),
        ),
        mayClose: true,
      }
    case 8:
      return {
        bytes: bytesOf({
          method,
          target,
          headers: {
            ...json,
            'content-length': pick([
              '-1',
              '1e3',
              '5, 5',
              '99999999999999999999',
              '0x10',
              '+5',
              '3',
            ]),
          },
          body: '{"a":1}',
        }),
        mayClose: true,
      }
    case 9:
      return {
        bytes: Buffer.concat([
          line(
            `${method} ${target} HTTP/1.1`,
            `${Object.entries(json)
              .map(([name, value]) => `${name}: ${value}\r\n`)
              .join(
                '',
              )}transfer-encoding: ${pick(['chunked', 'chunked, chunked', 'gzip, chunked', 'xchunked', 'chunked\r\ncontent-length: 5'])}\r\n`,
          ),
          Buffer.from(
            pick([
              '2\r\n{}\r\n0\r\n\r\n',
              'zz\r\n{}\r\n',
              '2\r\n{}\r\n',
              'ffffffffffffffff\r\n',
              `2;${'x'.repeat(20_000)}\r\n{}\r\n0\r\n\r\n`,
              '0\r\n\r\nGET /evil HTTP/1.1\r\nhost: x\r\n\r\n',
            ]),
          ),
        ]),
        mayClose: true,
      }
    case 10:
      return {
        bytes: bytesOf({
          method,
          target,
          headers: {
            ...json,
            expect: pick(['100-continue', 'x']),
            upgrade: pick(['h2c', 'websocket']),
            'if-none-match': pick(['*', '"'.repeat(3000)]),
            range: 'bytes=0-1,5-2,-1',
            'accept-language': 'x,'.repeat(2000),
            'accept-encoding': pick(['*;q=x', 'br;q=0, *']),
          },
          body: '{}',
        }),
        mayClose: true,
      }
    default:
      return {
        bytes: bytesOf({
          method: pick(['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'HEAD', 'OPTIONS']),
          target: target.replace(
            '/api/',
            pick([
              '/API/',
              '//api/',
              '/api//',
              '/%61pi/',
              '/api/./',
              '/api;x/',
              '/api%2f',
              '/api/../api/',
            ]),
          ),
          headers: json,
          body: '{}',
        }),
      }
  }
}

// ---- the round --------------------------------------------------------------------------------------------------------

type Kind = 'files' | 'ways away' | 'every call' | 'no request'
type Book = { readonly times: number[]; readonly statuses: Map<number, number> }

async function torture(databaseUrl: string) {
  const dataDir = mkdtempSync(join(tmpdir(), 'tsela-hostile-'))
  const said: string[] = []
  const server = await startProduct({
    port: PORT,
    dataDir,
    databaseUrl,
    env: { SECRET },
    onOutput: (text) => void said.push(text),
  })
  try {
    const learner = new Learner(server.url)
    await learner.onboard()
    const owner = new Publisher(server.url)
    await owner.signIn()
    const { ['content-type']: _type, ...nobody } = new Learner(server.url).headers
    const calls = await callsOf(server.url)
    const secrets = secretsOf(dataDir)
    const served = async () =>
      [
        await (await fetch(`${server.url}/api/app-configuration`)).text(),
        await (await fetch(`${server.url}/api/docs`)).text(),
      ].join()
    const before = await served()
    said.length = 0
    const faults: string[] = []
    const books = new Map<Kind, Book>()

    const judge = (
      kind: Kind,
      bytes: Buffer,
      { status, head, body, hung }: WireResponse,
      mayClose: boolean,
    ): void => {
      const wrong = [
        hung && 'no answer',
        status === 0 && !mayClose && !hung && 'closed without an answer',
        status >= 500 && !isDeclared(status, head, body) && `answered ${status}`,
        secrets.some((each) => body.includes(each)) && 'what is in no file that is served',
        /^(?:location|refresh):/im.test(head) && 'led somewhere else',
        (body.includes(EVIL) || head.includes(EVIL)) && 'repeated a foreign host',
        /^set-cookie:.*evil|^x:\s*y/im.test(head) && 'an injected header',
        /node_modules|at Object\.|\.ts:\d|SELECT |INSERT /.test(kind === 'files' ? '' : body) &&
          'what is inside',
      ].filter((each) => each !== false)
      for (const each of wrong)
        faults.push(
          `${kind}: ${each}: ${JSON.stringify(bytes.toString('latin1').slice(0, 400))} -> ${head.slice(0, 200)} ${body.slice(0, 200)}`,
        )
    }
    const attack = async (kind: Kind): Promise<void> => {
      const who = pick([{ ...nobody }, learner.headers, owner.headers])
      const { bytes, mayClose = false }: Bytes =
        kind === 'files'
          ? { bytes: bytesOf(climbing()) }
          : kind === 'ways away'
            ? { bytes: bytesOf(leadingAway()), mayClose: true }
            : kind === 'every call'
              ? { bytes: bytesOf(toCall(calls, who)) }
              : noRequest(calls, who)
      // A client that half-closes the connection is treated as gone.
      const ends = kind === 'no request' && maybe(30)
      const response = await sendBytes(bytes, {
        port: PORT,
        ends,
        patienceMs: mayClose ? UNFINISHED_MS : PATIENCE_MS,
      })
      const book = books.get(kind)!
      book.times.push(response.ms)
      book.statuses.set(response.status, (book.statuses.get(response.status) ?? 0) + 1)
      judge(kind, bytes, response, mayClose || ends)
    }
    for (const [kind, share] of [
      ['files', 0.3],
      ['ways away', 0.2],
      ['every call', 0.35],
      ['no request', 0.15],
    ] as const) {
      books.set(kind, { times: [], statuses: new Map() })
      for (let left = Math.round(REQUESTS * share); left > 0; left -= AT_ONCE) {
        // Lift the hourly limits.
        if (left % 400 < AT_ONCE)
          await asOwner(connectionTo(dataDir, databaseUrl), (client) =>
            client.query('DELETE FROM limits'),
          )
        await Promise.all(Array.from({ length: Math.min(AT_ONCE, left) }, () => attack(kind)))
      }
    }
    // The session must still be valid, and nothing else may have changed.
    const me = await learner.call<{ email: string; app: { role: string | null } }>(
      'GET',
      'auth/get-user',
    )
    if (me?.email !== learner.email || me.app.role !== null)
      faults.push('the session belongs to another learner now')
    await owner.call('GET', 'admin/documents')
    if ((await served()) !== before) faults.push('what is served has changed')
    if (server.process.exitCode !== null) faults.push('the server has ended')
    if (said.length > 0) faults.push(`the server said: ${said.join('').slice(0, 2000)}`)
    return { books, faults, calls: calls.length }
  } finally {
    await server.stop()
    rmSync(dataDir, { recursive: true, force: true })
  }
}

/** A feature under construction says so, and an overloaded server says when to retry. */
function isDeclared(status: number, head: string, body: string): boolean {
  return (
    (status === 501 && body.includes('"feature/being-built"')) ||
    (status === 503 && /^retry-after: \d+/im.test(head)) ||
    (status === 505 && body === '')
  )
}

if (!existsSync(join(root, 'dist', 'client', 'assets')))
  throw new Error('the browser app is not built')
if (postgresFolder() === null)
  process.stdout.write('SKIPPED: there is no PostgreSQL on this machine\n')
else {
  const postgres = await startPostgres()
  try {
    const { books, faults, calls } = await torture(postgres.url)
    const rows = [...books].map(([what, { times, statuses }]): Row => {
      const of = (first: number) =>
        [...statuses]
          .filter(([status]) => Math.floor(status / 100) === first)
          .reduce((sum, [, many]) => sum + many, 0)
      return {
        what,
        requests: times.length,
        '2xx': of(2),
        '3xx': of(3),
        '4xx': of(4),
        '5xx': of(5),
        'no answer': of(0),
        'p99 ms': round(percentile(times, 99)),
        'at most': round(percentile(times, 100)),
      }
    })
    report(`${REQUESTS} requests that mean harm, on ${calls} calls and every page`, rows, {
      requests: REQUESTS,
      seed: SEED,
      calls,
      faults: faults.length,
      statuses: Object.fromEntries(
        [...books].map(([kind, { statuses }]) => [kind, Object.fromEntries(statuses)]),
      ),
    })
    for (const fault of faults.slice(0, 20)) process.stdout.write(`${fault}\n`)
    if (faults.length > 0) process.exitCode = 1
  } finally {
    await postgres.stop()
  }
}
