/**
 * A real app on the test run's real database, with its own tenant: only clock, randomness and mail
 * server are fake.
 */

import { randomUUID } from 'node:crypto'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import type { FastifyInstance, LightMyRequestResponse } from 'fastify'
import type { PoolConfig } from 'pg'
import { inject } from 'vitest'
import type { AnyDocument } from '#engine/documents/kinds.ts'
import { buildApp } from '#server/start/app.ts'
import { readCommonPasswords } from '#server/catalogue/content.ts'
import { Papers } from '#server/papers/papers.ts'
import { DocumentWorkers } from '#server/release/document-workers.ts'
import { Database } from '#server/database/database.ts'
import { readEnvironment, type Environment } from '#server/base/environment.ts'
import type { Release } from '#server/release/compose.ts'
import type { Mailer } from '#server/accounts/mailer.ts'
import type { Providers } from '#server/payments/providers.ts'
import { outboxOnly } from '#server/accounts/mailer.ts'
import { noSender, type Sender } from '#server/accounts/sms.ts'
import { ensureHost, ensureTenant, type Tenant } from '#server/store/tenants.ts'
import { insertVoucher } from '#server/store/others.ts'
import { ServerContext } from '#server/start/context.ts'
import { holdToContract } from './contract.ts'
import { catalog, code } from './documents.ts'

const root = join(import.meta.dirname, '..', '..')
// Checked once per run, by schemas.test.ts; not again for every file.
const base = { catalog, code }
// Its process takes seconds to start, and caches nothing of a tenant except which decisions were
// valid.
const documentWorkers = new DocumentWorkers()
const papers = new Papers()
const commonPasswords = readCommonPasswords(join(root, 'content'))
/**
 * By settings and by id of a base: composing what is shipped takes as long as some files of tests.
 */
const composed = new Map<string, Map<string, Release>>()

function composedFor({ demo, sms }: Environment): Map<string, Release> {
  const settings = `${demo} ${demo || sms !== null}`
  const known = composed.get(settings) ?? new Map<string, Release>()
  composed.set(settings, known)
  return known
}

export type TestServer = {
  readonly app: FastifyInstance
  readonly context: ServerContext
  readonly tenant: Tenant
  readonly host: string
  /** Moves the clock; time stands still otherwise. */
  readonly wait: (seconds: number) => void
  readonly client: () => Client
  /** A second tenant on the same server. */
  readonly another: () => Promise<{ tenant: Tenant; client: () => Client }>
  readonly close: () => Promise<void>
}

export type ServerOptions = {
  readonly environment?: Partial<Environment>
  readonly mailer?: Mailer
  /** What the TXT records of a name say. */
  readonly lookUpTxt?: ServerContext['lookUpTxt']
  readonly sms?: Sender
  readonly config?: string
  /** A different one from the one all tests share. */
  readonly documentWorkers?: DocumentWorkers
  readonly papers?: Papers
  /** Another way to the run's database. */
  readonly connection?: PoolConfig
  /** Folder of a built browser app, for tests of its pages. */
  readonly clientDir?: string
  /** Documents in addition to the product's own, or replacing one. */
  readonly documents?: readonly AnyDocument[]
  /** Others than the demo provider. */
  readonly payments?: Providers
  /** How long a request may wait for the database: for tests of many at once. */
  readonly patienceMs?: number
  /** False: its people pay with a real provider. */
  readonly demoTenant?: boolean
  readonly vouchers?: readonly { code: string; plan: string; uses?: number; expiresAt?: Date }[]
}

const VOUCHERS = [
  { code: 'TEST-LITE', plan: 'starter' },
  { code: 'TEST-COMMIT', plan: 'power' },
  { code: 'TEST-PLUS', plan: 'powerPlus' },
]

export async function buildServer(options: ServerOptions = {}): Promise<TestServer> {
  const given = inject('database')
  const database = new Database({
    kind: given.kind,
    connection: options.connection ?? given.connection,
    patienceMs: options.patienceMs,
  })
  let now = new Date('2026-11-21T08:00:00Z').getTime()
  const environment: Environment = {
    ...readEnvironment({ LOG_LEVEL: 'silent', DEMO: '1' }, root),
    ...options.environment,
  }
  const context = new ServerContext({
    environment,
    database,
    base: { ...base, catalog: base.catalog.with(options.documents ?? []) },
    contentDir: join(root, 'content'),
    clientDir: options.clientDir ?? null,
    prerender: null,
    commonPasswords,
    composed: composedFor(environment),
    clock: { now: () => new Date(now) },
    mailer: options.mailer ?? outboxOnly,
    sms: options.sms ?? noSender,
    lookUpTxt: options.lookUpTxt ?? (async () => null),
    ...(options.payments && { payments: options.payments }),
    ...(options.patienceMs && { patienceMs: options.patienceMs }),
    documentWorkers: options.documentWorkers ?? documentWorkers,
    papers: options.papers ?? papers,
  })
  const makeTenant = async () => {
    const slug = `t-${randomUUID().slice(0, 8)}`
    const made = await database.owner(null, (tx) =>
      ensureTenant(tx, {
        id: context.newId(),
        slug,
        config: options.config ?? 'default',
        demo: options.demoTenant ?? environment.demo,
      }),
    )
    await database.owner(made.id, async (tx) => {
      await ensureHost(tx, made.id, `${slug}.test`)
      for (const offer of options.vouchers ?? VOUCHERS)
        await insertVoucher(tx, {
          code: offer.code,
          plan: offer.plan,
          uses: 'uses' in offer ? (offer.uses ?? null) : null,
          expiresAt: 'expiresAt' in offer ? (offer.expiresAt ?? null) : null,
        })
    })
    return made
  }
  const tenant = await makeTenant()
  const app = await buildApp(context)
  holdToContract(app)
  return {
    app,
    context,
    tenant,
    host: `${tenant.slug}.test`,
    wait: (seconds) => void (now += seconds * 1000),
    client: () => new Client(app, `${tenant.slug}.test`),
    another: async () => {
      const other = await makeTenant()
      return { tenant: other, client: () => new Client(app, `${other.slug}.test`) }
    },
    close: async () => {
      await app.close()
      await database.close()
    },
  }
}

export type ApiResponse = {
  readonly status: number
  readonly body: Record<string, unknown> & { code?: string }
  readonly headers: LightMyRequestResponse['headers']
  readonly text: string
  /** The body as it was sent. */
  readonly bytes: Buffer
}

/** A browser, as far as the server can tell: keeps cookies, sends the anti-forgery value. */
export class Client {
  readonly cookies = new Map<string, string>()
  constructor(
    readonly app: FastifyInstance,
    readonly host: string,
  ) {}

  async send(
    method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE',
    path: string,
    body?: unknown,
    headers: Record<string, string> = {},
  ): Promise<ApiResponse> {
    if (method !== 'GET' && !this.cookies.has('csrf-token')) await this.send('GET', 'auth/ping')
    const csrf = this.cookies.get('csrf-token')
    const response = await this.app.inject({
      method,
      url: `/api/${path}`,
      headers: {
        host: this.host,
        ...(csrf !== undefined && { 'x-csrf-token': csrf }),
        ...(this.cookies.size > 0 && {
          cookie: [...this.cookies].map(([name, value]) => `${name}=${value}`).join('; '),
        }),
        ...(body !== undefined && { 'content-type': 'application/json' }),
        ...headers,
      },
      ...(body !== undefined && {
        payload:
          typeof body === 'string' || Buffer.isBuffer(body) || body instanceof Readable
            ? body
            : JSON.stringify(body),
      }),
    })
    for (const { name, value, maxAge, expires } of response.cookies) {
      if (maxAge === 0 || (expires !== undefined && expires.getTime() <= 0) || value === '')
        this.cookies.delete(name)
      else this.cookies.set(name, value)
    }
    let parsed: unknown = {}
    if (
      String(response.headers['content-type']).startsWith('application/json') &&
      response.body !== ''
    )
      parsed = JSON.parse(response.body)
    return {
      status: response.statusCode,
      body: parsed as ApiResponse['body'],
      headers: response.headers,
      text: response.body,
      bytes: response.rawPayload,
    }
  }

  get(path: string, headers?: Record<string, string>) {
    return this.send('GET', path, undefined, headers)
  }
  post(path: string, body: unknown = {}) {
    return this.send('POST', path, body)
  }
  put(path: string, body: unknown = {}) {
    return this.send('PUT', path, body)
  }
  patch(path: string, body: unknown = {}) {
    return this.send('PATCH', path, body)
  }
  delete(path: string) {
    return this.send('DELETE', path)
  }
}

/** The last code that was sent to an address. */
export async function codeFor(client: Client, address: string): Promise<string> {
  const { body } = await client.get(`demo/outbox?to=${encodeURIComponent(address)}`)
  const items = body['items'] as { text: string }[]
  return /\d{6}/.exec(items.at(-1)!.text)![0]
}

export type PersonSteps = {
  readonly verified?: boolean
  readonly consented?: boolean
  readonly plan?: string | null
  readonly profile?: boolean
  readonly workerType?: readonly number[] | null
}

let people = 0

/** A user who has got this far: by default, through everything except the worker type. */
export async function signUp(
  server: Pick<TestServer, 'client'>,
  steps: PersonSteps = {},
): Promise<{ client: Client; email: string; password: string }> {
  const client = server.client()
  const email = `person${++people}.${randomUUID().slice(0, 6)}@school.test`
  const password = 'Thaba2024'
  expectStatus(await client.post('auth/signup', { email, password }), 201)
  if (steps.verified ?? true)
    expectStatus(await client.post('auth/verify', { code: await codeFor(client, email) }), 200)
  if (steps.consented ?? true)
    expectStatus(
      await client.put('users/consents', { terms: true, marketing: false, researchContact: false }),
      200,
    )
  if (steps.plan !== null)
    expectStatus(await client.post('plans/redeem', { code: steps.plan ?? 'TEST-COMMIT' }), 200)
  if (steps.profile ?? true)
    expectStatus(
      await client.patch('users/profile', {
        firstName: 'Naledi',
        lastName: 'Mokoena',
        birthDate: '2007-05-19',
      }),
      200,
    )
  if (steps.workerType) await takeWorkerType(client, steps.workerType)
  return { client, email, password }
}

/**
 * Answers all sixty items with a pattern that repeats along the document, in whatever order they are
 * shown, and completes.
 */
export async function takeWorkerType(
  client: Client,
  pattern: readonly number[],
): Promise<ApiResponse> {
  const attempt = (await client.post('assessments/holland_code/attempts')).body as unknown as {
    id: string
    items: string[]
  }
  const answers = attempt.items.map((item, index) => ({
    item,
    value: pattern[placeOf(item) % pattern.length],
    ms: 4000,
    at: new Date(1_795_000_000_000 + index * 4000).toISOString(),
    seq: index + 1,
  }))
  expectStatus(await client.put(`attempts/${attempt.id}/answers`, { answers }), 200)
  return client.post(`attempts/${attempt.id}/complete`)
}

/** Of an item of the worker type in its document: `R_1`, `I_1` ... `C_10`. */
function placeOf(item: string): number {
  const [letter, round] = item.split('_')
  return 'RIASEC'.indexOf(letter!) + 6 * (Number(round) - 1)
}

function expectStatus(answer: ApiResponse, status: number): void {
  if (answer.status !== status)
    throw new Error(`expected ${status}, got ${answer.status}: ${answer.text}`)
}
