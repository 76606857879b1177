/**
 * The files of an installation, compared with the product: what they copy exists, the settings
 * exist, and nothing runs as root.
 */

import { execFileSync, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { createServer, request, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parse } from 'yaml'
import { describe, expect, it } from 'vitest'
import { RETENTION_DAYS } from '#engine/documents/kinds.ts'
import { NAMES, readEnvironment } from '#server/base/environment.ts'
import { MAX_BYTES } from '#server/catalogue/importing.ts'
import { MAX_BUNDLE_BYTES } from '#server/installation/bundle.ts'
import { isInstalled, startProxy } from '../bench/support/gateways.ts'

const root = join(import.meta.dirname, '..')
const read = (file: string) => readFileSync(join(root, file), 'utf8')

/** An image of the default registry by its short name, with one version. */
const IMAGE = /^[a-z]+:\d[\w.-]*$/
const SETTINGS: ReadonlySet<string> = new Set<string>(NAMES)
/** What the runtime, not the product, reads. */
const OTHERS = new Set(['NODE_ENV', 'TMPDIR'])
/** What OpenTelemetry itself reads. */
const OF_TRACES = [
  'OTEL_EXPORTER_OTLP_HEADERS',
  'OTEL_SERVICE_NAME',
  'OTEL_RESOURCE_ATTRIBUTES',
] as const
/** What isn't an operator's choice in containers: the image, the database and the network decide. */
const DECIDED = [
  'PORT',
  'HOST',
  'DATA_DIR',
  'DATABASE_LISTEN_URL',
  'DATABASE_POOLER',
  'DEMO',
  'ALLOW_EMBEDDED_DB',
] as const

describe('the Dockerfile', () => {
  type Line = { readonly word: string; readonly rest: string }
  const lines: Line[] = read('Dockerfile')
    .replace(/^#.*\n/gm, '')
    .replace(/\\\n\s*/g, '')
    .split('\n')
    .filter(Boolean)
    .map((line) => ({ word: line.split(' ')[0]!, rest: line.slice(line.indexOf(' ') + 1).trim() }))
  const starts = lines.flatMap(({ word }, index) => (word === 'FROM' ? [index] : []))
  const stages = starts.map((start, index) => lines.slice(start, starts[index + 1]))
  const last = stages.at(-1)!
  const of = (stage: readonly Line[], word: string) =>
    stage.filter((line) => line.word === word).map(({ rest }) => rest)

  it('uses only instructions that Docker knows', () => {
    expect([...new Set(lines.map(({ word }) => word))].toSorted()).toEqual([
      'CMD',
      'COPY',
      'ENV',
      'EXPOSE',
      'FROM',
      'HEALTHCHECK',
      'RUN',
      'STOPSIGNAL',
      'USER',
      'WORKDIR',
    ])
  })

  it('is based on one version of one small image, and runs with what it was built with', () => {
    const images = lines
      .filter(({ word }) => word === 'FROM')
      .map(({ rest }) => rest.split(' ')[0]!)
    for (const image of images) expect(image).toMatch(IMAGE)
    expect(new Set(images).size).toBe(1)
    expect(images[0]).toMatch(/^node:20\..*slim$/)
  })

  it('copies files that exist, and none that .dockerignore excludes', () => {
    const allowed = read('.dockerignore')
      .split('\n')
      .filter((line) => line.startsWith('!'))
      .map((line) => new RegExp(`^${line.slice(1).replaceAll('.', '\\.').replace('*', '.*')}$`))
    const sources = of(stages[0]!, 'COPY').flatMap((rest) => rest.split(' ').slice(0, -1))
    expect(sources.length).toBeGreaterThan(8)
    for (const source of sources) {
      expect(existsSync(join(root, source)), source).toBe(true)
      expect(
        allowed.some((pattern) => pattern.test(source.replace('./', ''))),
        `${source} is in .dockerignore's exceptions`,
      ).toBe(true)
    }
    expect(read('.dockerignore').split('\n')).toContain('*')
  })

  it('copies everything from the previous stage, without build tools', () => {
    for (const rest of of(last, 'COPY')) expect(rest).toMatch(/^--from=build /)
    expect(stages[0]![0]!.rest).toMatch(/ AS build$/)
    expect(of(last, 'RUN').join('\n')).not.toMatch(/\b(?:npm|apt|curl|wget)\b/)
  })

  it('runs as an unprivileged user, reports its health, and is stopped by SIGTERM', () => {
    expect(of(last, 'USER')).toEqual(['node'])
    expect(last.findIndex(({ word }) => word === 'USER')).toBeGreaterThan(
      last.findLastIndex(({ word }) => word === 'RUN'),
    )
    expect(of(last, 'STOPSIGNAL')).toEqual(['SIGTERM'])
    // A shell in between wouldn't pass on the signal.
    const exec = /(?:^|CMD )(\["node", .*\])$/
    expect(JSON.parse(exec.exec(of(last, 'CMD')[0]!)![1]!)).toEqual(['node', 'dist/server/main.js'])
    const [, , script] = JSON.parse(exec.exec(of(last, 'HEALTHCHECK')[0]!)![1]!) as [
      string,
      string,
      string,
    ]
    expect(script).toContain('/api/health')
    // No server responds there: the check fails instead of hanging.
    expect(
      spawnSync(process.execPath, ['-e', script], {
        env: { ...process.env, PORT: '1' },
        timeout: 10_000,
      }).status,
    ).toBe(1)
  })

  it('sets what the product reads', () => {
    const set = of(last, 'ENV').flatMap((rest) =>
      rest.split(' ').map((each) => each.split('=') as [string, string]),
    )
    for (const [name] of set) expect(SETTINGS.has(name) || OTHERS.has(name), name).toBe(true)
    const env = Object.fromEntries(set)
    expect(
      readEnvironment(
        { ...env, DATABASE_URL: 'postgres://tsela@database/tsela', SECRET: 's'.repeat(32) },
        '/',
      ),
    ).toMatchObject({ demo: false, host: '0.0.0.0', port: 4310 })
    expect(of(last, 'EXPOSE')).toEqual([env['PORT']])
  })
})

describe('compose.yaml', () => {
  type Service = {
    image: string
    user?: string
    environment?: Record<string, string>
    volumes?: string[]
    ports?: string[]
    depends_on?: string[] | Record<string, unknown>
    stop_grace_period?: string
    cap_drop?: string[]
    read_only?: boolean
    init?: boolean
  }
  const { services, volumes } = parse(read('compose.yaml'), { merge: true }) as {
    services: Record<string, Service>
    volumes: Record<string, unknown>
  }
  const servers = Object.entries(services).filter(([name]) => name.startsWith('server-'))

  it('has a database, two servers and a proxy, each of one version', () => {
    expect(Object.keys(services)).toEqual(['database', 'server-1', 'server-2', 'proxy'])
    for (const { image } of Object.values(services)) expect(image).toMatch(IMAGE)
    const { version } = JSON.parse(read('package.json')) as { version: string }
    for (const [, { image }] of servers) expect(image).toBe(`tsela:${version}`)
  })

  it('gives each server settings that it accepts, and time to finish its requests', () => {
    for (const [name, { environment = {}, stop_grace_period: grace }] of servers) {
      const filled = Object.fromEntries(
        Object.entries(environment).map(([key, value]) => [
          key,
          value.replace(
            /\$\{(\w+)(?::-([^}]*))?[^}]*\}/g,
            (_whole, word: string, usual = '') => EXAMPLE[word] ?? usual,
          ),
        ]),
      )
      expect(
        Object.keys(filled)
          .filter((key) => !OF_TRACES.some((each) => each === key))
          .toSorted(),
        `${name} gets every setting that .env may have: a silent one would look as if it were set`,
      ).toEqual(NAMES.filter((each) => !DECIDED.some((one) => one === each)).toSorted())
      expect(Object.keys(filled), name).toEqual(expect.arrayContaining([...OF_TRACES]))
      expect(readEnvironment(filled, '/')).toMatchObject({
        demo: false,
        publicUrl: 'https://tsela.example',
        accessLog: true,
      })
      expect(Number.parseInt(grace!, 10)).toBeGreaterThan(15)
    }
  })

  it('exposes nothing but the proxy, and gives servers no more than they need', () => {
    expect(
      Object.entries(services).flatMap(([name, { ports }]) => (ports === undefined ? [] : [name])),
    ).toEqual(['proxy'])
    for (const [, server] of servers)
      expect(server).toMatchObject({ read_only: true, cap_drop: ['ALL'], init: true })
  })

  it('names files and services that exist', () => {
    for (const { volumes: mounts = [], depends_on: needs = [] } of Object.values(services)) {
      for (const mount of mounts) {
        const [from = ''] = mount.split(/:(?!-)/)
        const isThere = from.startsWith('./')
          ? existsSync(join(root, from))
          : from.startsWith('$') || from in volumes
        expect(isThere, from).toBe(true)
      }
      for (const need of Array.isArray(needs) ? needs : Object.keys(needs))
        expect(Object.keys(services)).toContain(need)
    }
    const proxied = [...read('deploy/nginx.conf').matchAll(/^\s*server (\S+):4310/gm)].map(
      ([, name]) => name,
    )
    expect(proxied).toEqual(servers.map(([name]) => name))
  })

  it('trusts the proxy of its own network, and no other', () => {
    const { networks } = parse(read('compose.yaml')) as {
      networks: { inside: { ipam: { config: { subnet: string }[] } } }
    }
    for (const [, { environment }] of servers)
      expect(environment!['TRUST_PROXY']).toBe(networks.inside.ipam.config[0]!.subnet)
  })
})

const EXAMPLE: Readonly<Record<string, string>> = {
  DATABASE_PASSWORD: 'p',
  SECRET: 's'.repeat(32),
  PUBLIC_URL: 'https://tsela.example',
  POSTGRES_PASSWORD: 'p',
}

/** A server with a suspended tenant. */
async function answering(): Promise<Server> {
  const server = createServer(({ headers }, response) =>
    response.writeHead(headers.host === 'closed.test' ? 503 : 200).end(),
  ).listen(0, '127.0.0.1')
  await once(server, 'listening')
  return server
}

const portOf = (server: Server): number => (server.address() as AddressInfo).port

async function freePort(): Promise<number> {
  const server = await answering()
  const port = portOf(server)
  await new Promise((resolve) => server.close(resolve))
  return port
}

async function statusOf(port: number, host: string): Promise<number> {
  const sent = request({ host: '127.0.0.1', port, path: '/', headers: { host } }).end()
  const [response] = (await once(sent, 'response')) as [{ statusCode: number; resume: () => void }]
  response.resume()
  return response.statusCode
}

describe('the configuration of nginx', () => {
  it('hides metrics from outside, and trusts no forwarding headers from clients', () => {
    const text = read('deploy/nginx.conf')
    expect(text).toMatch(/location = \/api\/metrics \{\s*return 404;/)
    expect(text).toContain('proxy_set_header X-Forwarded-For $remote_addr;')
    expect(text).not.toContain('$proxy_add_x_forwarded_for')
    expect(text.match(/access_log (?!off)/g)).toBeNull()
  })

  it.runIf(isInstalled('nginx'))(
    'doesn’t take a server out of rotation because of its responses to one tenant',
    async () => {
      const servers = await Promise.all([answering(), answering()])
      const proxy = await startProxy(await freePort(), servers.map(portOf))
      try {
        const others: number[] = []
        for (let round = 0; round < 20; round++) {
          expect(await statusOf(proxy.port, 'closed.test')).toBe(503)
          others.push(await statusOf(proxy.port, 'open.test'))
        }
        expect(new Set(others)).toEqual(new Set([200]))
        // One that is gone is still skipped.
        servers[0].closeAllConnections()
        await new Promise((resolve) => servers[0].close(resolve))
        for (let round = 0; round < 10; round++)
          expect(await statusOf(proxy.port, 'open.test')).toBe(200)
      } finally {
        await proxy.stop()
        for (const server of servers) server.close()
      }
    },
  )

  it.runIf(isInstalled('nginx'))(
    'lets files of the largest size reach a server, but nothing near that from anyone else',
    async () => {
      const server = createServer((received, response) => {
        received.resume()
        received.on('end', () => response.writeHead(200).end())
      }).listen(0, '127.0.0.1')
      await once(server, 'listening')
      const proxy = await startProxy(await freePort(), [portOf(server)])
      const post = async (path: string, bytes: number) =>
        (
          await fetch(`http://127.0.0.1:${proxy.port}/api/${path}`, {
            method: 'POST',
            body: new Uint8Array(bytes),
          })
        ).status
      try {
        expect(await post('admin/content/institutions/import', MAX_BYTES)).toBe(200)
        expect(await post('admin/tenants/bank/import', MAX_BUNDLE_BYTES + 2 ** 20)).toBe(200)
        expect(await post('users/profile', 9 * 2 ** 20)).toBe(413)
      } finally {
        await proxy.stop()
        server.close()
      }
    },
  )

  it.runIf(isInstalled('nginx') && isInstalled('openssl'))('is accepted by nginx', () => {
    const folder = mkdtempSync(join(tmpdir(), 'tsela-nginx-'))
    try {
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
          '/CN=tsela.example',
          '-keyout',
          join(folder, 'privkey.pem'),
          '-out',
          join(folder, 'fullchain.pem'),
        ],
        { stdio: 'ignore' },
      )
      const text = read('deploy/nginx.conf')
        .replaceAll('/etc/tsela/certificates', folder)
        .replace(/server-\d:4310/g, '127.0.0.1:4310')
        .replace('listen 80 ', 'listen 5498 ')
        .replace('listen 443 ', 'listen 5499 ')
      writeFileSync(
        join(folder, 'nginx.conf'),
        `pid ${folder}/pid;\nerror_log ${folder}/error.log;\nevents {}\nhttp {\n${text}\n}\n`,
      )
      const { status, stderr } = spawnSync(
        'nginx',
        ['-t', '-p', folder, '-c', join(folder, 'nginx.conf')],
        { encoding: 'utf8' },
      )
      expect([
        status,
        stderr.replace(/^.*(?:syntax is ok|test is successful|could not open error log).*\n/gm, ''),
      ]).toEqual([0, ''])
    } finally {
      rmSync(folder, { recursive: true, force: true })
    }
  })
})

describe('the unit of systemd', () => {
  const text = read('deploy/tsela.service')

  it('runs what a package holds, as its own user, and leaves time to drain', () => {
    expect(text).toMatch(/^User=tsela$/m)
    expect(text).toMatch(/^ExecStart=\/usr\/bin\/node dist\/server\/main\.js$/m)
    expect(text).toMatch(/^KillMode=mixed$/m)
    expect(Number(/^TimeoutStopSec=(\d+)$/m.exec(text)![1])).toBeGreaterThan(15)
    const [, set] = /^Environment=(.*)$/m.exec(text)!
    for (const each of set!.split(' '))
      expect(SETTINGS.has(each.split('=')[0]!) || OTHERS.has(each.split('=')[0]!), each).toBe(true)
  })

  it.runIf(isInstalled('systemd-analyze'))(
    'is accepted by systemd, with few privileges left to drop',
    () => {
      const folder = mkdtempSync(join(tmpdir(), 'tsela-unit-'))
      try {
        const file = join(folder, 'tsela.service')
        // The check needs the program to exist.
        writeFileSync(file, text.replace('/usr/bin/node', process.execPath))
        const verified = spawnSync('systemd-analyze', ['verify', '--man=no', file], {
          encoding: 'utf8',
        })
        expect([
          verified.status,
          verified.stderr.split('\n').filter((line) => line.includes('tsela')),
        ]).toEqual([0, []])
        const { stdout } = spawnSync('systemd-analyze', ['security', '--offline=true', file], {
          encoding: 'utf8',
        })
        expect(Number(/exposure level for .*: ([\d.]+)/.exec(stdout)![1])).toBeLessThan(2)
      } finally {
        rmSync(folder, { recursive: true, force: true })
      }
    },
  )
})

describe('a package', () => {
  const parts = [
    .../const PARTS = \[([^\]]*)\]/
      .exec(read('scripts/package.mjs'))![1]!
      .matchAll(/^ {2}'(.+)',$/gm),
  ].map(([, part]) => part!)

  it('has the page and the installation files, and never a certificate', () => {
    for (const part of parts)
      expect(part.startsWith('dist/') || existsSync(join(root, part)), part).toBe(true)
    const [, page] = /^Documentation=file:\/\/\/opt\/tsela\/(\S+)$/m.exec(
      read('deploy/tsela.service'),
    )!
    expect(parts).toEqual(
      expect.arrayContaining([
        page,
        'deploy/tsela.service',
        'deploy/roles.sql',
        'deploy/nginx.conf',
      ]),
    )
    expect(parts).not.toContain('deploy')
    expect(read('.dockerignore').trimEnd().split('\n').at(-1)).toBe('deploy/certificates')
  })

  it('is readable by the user that runs it, whatever the umask it was built with', () => {
    const folder = mkdtempSync(join(tmpdir(), 'tsela-package-'))
    try {
      mkdirSync(join(folder, 'scripts'), { mode: 0o700 })
      writeFileSync(join(folder, 'scripts', 'a.mjs'), '', { mode: 0o600 })
      writeFileSync(join(folder, 'scripts', 'run'), '', { mode: 0o700 })
      spawnSync(process.execPath, [
        '-e',
        `import('${join(root, 'scripts', 'readable.mjs')}').then(({ readableByAll }) => readableByAll('${folder}'))`,
      ])
      expect(
        ['', 'scripts', 'scripts/a.mjs', 'scripts/run'].map(
          (path) => statSync(join(folder, path)).mode & 0o777,
        ),
      ).toEqual([0o755, 0o755, 0o644, 0o755])
    } finally {
      rmSync(folder, { recursive: true, force: true })
    }
  })

  it('has every package that the server imports', () => {
    const { dependencies } = JSON.parse(read('package.json')) as {
      dependencies: Record<string, string>
    }
    const files = readdirSync(join(root, 'src', 'server'), {
      recursive: true,
      encoding: 'utf8',
    }).filter((file) => file.endsWith('.ts'))
    const missing = files.flatMap((file) =>
      [
        ...read(join('src/server', file)).matchAll(
          /^(?:import|export) (?!type )[^'"\n]*?from '([^'.#][^']*)'|import\('([^'.#][^']*)'\)/gm,
        ),
      ]
        .map(([, from, dynamic]) => from ?? dynamic!)
        .filter(
          (name) =>
            !name.startsWith('node:') &&
            !(name.split('/', name.startsWith('@') ? 2 : 1).join('/') in dependencies),
        )
        .map((name) => `${file}: ${name}`),
    )
    expect(missing).toEqual([])
  })
})

describe('traces', () => {
  it('run on Node 20.19 with all their packages', () => {
    const { packages } = JSON.parse(read('package-lock.json')) as {
      packages: Record<string, { engines?: { node?: string } }>
    }
    const needs = Object.entries(packages).filter(([path]) =>
      path.includes('node_modules/@opentelemetry/'),
    )
    expect(needs.length).toBeGreaterThan(4)
    // `^18.19.0 || >=20.6.0`: one of these must begin at or before 20.19, and not end before it.
    const takes = (range: string) =>
      range.split('||').some((part) => {
        const [, sign, major, minor = '0'] = /^(\^|>=)\s*(\d+)(?:\.(\d+))?/.exec(part.trim())!
        return sign === '^'
          ? Number(major) === 20 && Number(minor) <= 19
          : Number(major) < 20 || (Number(major) === 20 && Number(minor) <= 19)
      })
    expect(needs.filter(([, { engines }]) => !takes(engines?.node ?? '>=0'))).toEqual([])
  })

  it('are in one file, which is imported on demand only', () => {
    const importing = (pattern: RegExp) =>
      readdirSync(join(root, 'src'), { recursive: true, encoding: 'utf8' })
        .filter((file) => /\.tsx?$/.test(file) && pattern.test(read(join('src', file))))
        .toSorted()
    expect(importing(/from '@opentelemetry\//)).toEqual(['server/base/tracing.ts'])
    expect(importing(/import\('[^']*\/tracing\.ts'\)/)).toEqual(['server/start/start.ts'])
    expect(importing(/^(?:import|export) (?!type )(?:[^'"]* from )?'[^']*\/tracing\.ts'/m)).toEqual(
      [],
    )
  })
})

describe('docs/deploy.md', () => {
  const text = read('docs/deploy.md')

  it('describes every setting, and none that doesn’t exist', () => {
    for (const name of NAMES)
      expect(text, name).toMatch(new RegExp(`^\\|[^|]*\\x60${name}\\x60`, 'm'))
    const rows = [...text.matchAll(/^\| ((?:`[A-Z_]+`(?:, )?)+) \|/gm)].flatMap(([, names]) =>
      [...names!.matchAll(/[A-Z_]+/g)].map(([name]) => name),
    )
    expect(rows.filter((name) => !SETTINGS.has(name))).toEqual([])
  })

  it('names commands and files that exist', () => {
    const { scripts } = JSON.parse(read('package.json')) as { scripts: Record<string, string> }
    const commands = new Set([...text.matchAll(/npm run ([a-z]+)/g)].map(([, name]) => name!))
    expect([...commands].filter((name) => !(name in scripts))).toEqual([])
    const files = new Set(
      [...text.matchAll(/\b(?:deploy|tests|schemas|docs)\/[\w./-]*\w/g)]
        .map(([name]) => name)
        .filter((name) => !name.startsWith('deploy/certificates')),
    )
    expect([...files].filter((name) => !existsSync(join(root, name)))).toEqual([])
  })

  it('gives the actual retention limits', () => {
    for (const [kept, { minimum, maximum }] of Object.entries(RETENTION_DAYS))
      expect(text, kept).toContain(
        kept === 'audit' ? `to ${maximum}; never shorter` : `${minimum} to ${maximum}`,
      )
  })
})
