/** The server's dependencies, passed in by whatever creates it: tests pass in others. */

import type { FastifyBaseLogger } from 'fastify'
import { uuidv7 } from 'uuidv7'
import type { CodeMeta } from '#engine/check/needs.ts'
import type { Catalog } from '#engine/documents/catalog.ts'
import type { ExperimentDocument } from '#engine/documents/kinds.ts'
import { settledBy } from '#server/experiments/planning.ts'
import type { Checkpoints } from '#server/database/checkpoints.ts'
import type { Clock } from '#server/base/clock.ts'
import type { Database } from '#server/database/database.ts'
import type { Environment } from '#server/base/environment.ts'
import { lookUpTxt, type LookUpTxt } from '#server/base/txtrecords.ts'
import type { Mailer } from '#server/accounts/mailer.ts'
import type { Sender } from '#server/accounts/sms.ts'
import { Metrics } from '#server/base/metrics.ts'
import type { HashWork } from '#server/accounts/argon2id.ts'
import { OwnKeys } from '#server/accounts/ownkeys.ts'
import { OwnMailers } from '#server/accounts/ownmailers.ts'
import { Passwords } from '#server/accounts/passwords.ts'
import { Providers } from '#server/payments/providers.ts'
import { Previews } from '#server/release/previews.ts'
import type { Release } from '#server/release/compose.ts'
import { Releases } from '#server/release/served.ts'
import { WrittenWords } from '#server/release/written.ts'
import { Secrets } from '#server/base/secrets.ts'
import { firstHostOf, tenantByHost, tenantBySlug, type Tenant } from '#server/store/tenants.ts'
import { Remembered } from '#server/base/remembered.ts'
import type { Tracing } from '#server/base/tracing.ts'
import { CAREERS } from '#server/catalogue/career.ts'
import { CareerBooks } from '#server/catalogue/careerbooks.ts'
import { RememberedJoins } from '#server/catalogue/rememberedjoins.ts'
import { Papers } from '#server/papers/papers.ts'
import { DocumentWorkers } from '#server/release/document-workers.ts'

/** Renders the first view of a public page before any script runs; null if the page has none. */
export type Prerender = (input: {
  release: Release
  language: string
  path: string
  query: Readonly<Record<string, string>>
}) => string | null

export type ContextOptions = {
  readonly environment: Environment
  readonly database: Database
  readonly clock: Clock
  readonly mailer: Mailer
  readonly sms: Sender
  readonly base: { readonly catalog: Catalog; readonly code: CodeMeta }
  readonly contentDir: string
  /** Folder of the built browser app; null if only the API is needed. */
  readonly clientDir: string | null
  readonly prerender: Prerender | null
  /** What the TXT records of a name say; in tests another one. */
  readonly lookUpTxt?: LookUpTxt
  readonly commonPasswords: ReadonlySet<string>
  /** Others than the environment names, for tests. */
  readonly payments?: Providers
  /** May be shared between contexts; by default each has its own. */
  readonly documentWorkers?: DocumentWorkers
  readonly papers?: Papers
  /** Where passwords are hashed; default: in the pool of libuv. */
  readonly hashing?: HashWork
  /** By id of a base: what is composed already, for contexts with the same settings. */
  readonly composed?: Map<string, Release>
  /** How long a request may wait for the database in total, in ms; default: `CALL_MS`. */
  readonly patienceMs?: number
}

/** Bounds the cache, because its keys come from outside. */
const MAX_HOSTS = 10_000

export class ServerContext {
  readonly secrets: Secrets
  readonly metrics = new Metrics()
  readonly passwords: Passwords
  /** The installation's; a tenant's own are in `ownKeys`. */
  readonly payments: Providers
  readonly ownKeys: OwnKeys
  readonly ownMailers: OwnMailers
  readonly careers: CareerBooks
  readonly joins = new RememberedJoins()
  readonly newId: () => string = uuidv7
  readonly releases: Releases
  readonly written: WrittenWords
  readonly documentWorkers: DocumentWorkers
  readonly papers: Papers
  readonly previews = new Previews(this)
  log: FastifyBaseLogger | null = null
  /** For the embedded database, which makes none by itself. */
  checkpoints: Checkpoints | null = null
  tracing: Tracing | null = null
  readonly lookUpTxt: LookUpTxt
  /** By host and by slug. Cached only briefly, so that a new tenant appears soon. */
  readonly #tenants: Remembered<Tenant>

  constructor(readonly options: ContextOptions) {
    this.secrets = new Secrets(options.environment.secret, options.environment.previousSecrets)
    this.payments = options.payments ?? Providers.of(options.environment, this.secrets)
    this.documentWorkers = options.documentWorkers ?? new DocumentWorkers()
    this.papers = options.papers ?? new Papers()
    this.lookUpTxt = options.lookUpTxt ?? lookUpTxt
    this.passwords = new Passwords(options.hashing)
    this.careers = new CareerBooks(options.base.catalog.get('content-type', CAREERS))
    const report = (error: unknown, what: string) =>
      this.log?.error({ err: error as Error }, `${what} could not be read`)
    this.ownKeys = new OwnKeys(options.database, this.secrets, this.payments, report)
    this.ownMailers = new OwnMailers({ loopback: this.demo })
    this.releases = new Releases(
      options.database,
      options.base.catalog,
      options.base.code,
      report,
      options.environment.demo,
      this.sendsTexts,
      options.composed,
    )
    this.written = new WrittenWords(this.releases)
    this.#tenants = new Remembered({
      freshMs: 10_000,
      most: MAX_HOSTS,
      report: (error) => report(error, 'the tenant of a host'),
    })
    this.#watch()
  }

  #watch(): void {
    const { metrics, passwords, documentWorkers, papers } = this
    const { pool } = this.database
    this.database.watchers.push(metrics.usesDatabase)
    metrics.watch(
      'tsela_database_connections',
      'Connections to the database that this server has open',
      () => pool.totalCount,
    )
    metrics.watch(
      'tsela_database_connections_idle',
      'Those of them that nobody uses',
      () => pool.idleCount,
    )
    metrics.watch(
      'tsela_database_waiting',
      'Calls that wait for a connection to the database',
      () => pool.waitingCount,
    )
    metrics.watch(
      'tsela_passwords_running',
      'Passwords that are being hashed',
      () => passwords.figures.running,
    )
    metrics.watch(
      'tsela_passwords_waiting',
      'Calls that wait for a password to be hashed',
      () => passwords.figures.waiting,
    )
    metrics.count(
      'tsela_passwords_refused_total',
      'Calls that were refused because too many passwords waited',
      () => passwords.figures.refused,
    )
    metrics.watch(
      'tsela_checks_waiting',
      'Sets of documents that are being checked or wait for it',
      () => documentWorkers.waiting,
    )
    metrics.count(
      'tsela_check_processes_lost_total',
      'Processes for checks that ended before their job was done, or took too long and were ended',
      () => documentWorkers.lost,
    )
    metrics.watch(
      'tsela_papers_waiting',
      'Files that are being set or wait for it',
      () => papers.waiting,
    )
    metrics.count(
      'tsela_paper_processes_lost_total',
      'Processes for files that ended before their job was done, or took too much and were ended',
      () => papers.lost,
    )
  }

  get database(): Database {
    return this.options.database
  }

  get demo(): boolean {
    return this.options.environment.demo
  }

  get code(): CodeMeta {
    return this.options.base.code
  }

  now(): Date {
    return this.options.clock.now()
  }

  settle(
    tenant: Tenant,
    catalog: Catalog,
    experiment: ExperimentDocument,
  ): Promise<NonNullable<ExperimentDocument['settled']>> {
    return this.database.tenant(tenant.id, (tx) =>
      settledBy(tx, this.now(), { catalog }, experiment),
    )
  }

  /**
   * The tenant of a host; in demo mode every unknown host is `demo`. Null if the host is unknown.
   */
  async tenantOf(host: string, asked: string | undefined): Promise<Tenant | null> {
    const bySlug = (slug: string) =>
      this.#tenants.read(`slug:${slug}`, () => this.database.shared((tx) => tenantBySlug(tx, slug)))
    if (this.demo && asked !== undefined) return (await bySlug(asked)) ?? null
    const found = await this.#tenants.read(`host:${host}`, async () => {
      const tenant = await this.database.shared((tx) => tenantByHost(tx, host))
      // Outside demo mode the hosts of a demo tenant are unknown: the passwords of its users are
      // public.
      return tenant !== undefined && tenant.demo && !this.demo ? undefined : tenant
    })
    return found ?? (this.demo ? ((await bySlug('demo')) ?? null) : null)
  }

  /** Tenant and release of a host, if both are cached. */
  known(
    host: string,
    asked: string | undefined,
  ): { readonly tenant: Tenant; readonly release: Release } | undefined {
    const own = this.#tenants.fresh(
      this.demo && asked !== undefined ? `slug:${asked}` : `host:${host}`,
    )
    // Null: known not to exist. Undefined: not cached.
    const tenant =
      own === null && this.demo && asked === undefined ? this.#tenants.fresh('slug:demo') : own
    if (!tenant || tenant.suspended) return undefined
    const release = this.releases.known(tenant)
    return release && { tenant, release }
  }

  /** Tenants may have changed: read them again. */
  forgetTenants(): void {
    this.#tenants.doubtAll()
  }

  /** Another server has changed something of a tenant; null: of any. It is read again. */
  heard(tenant: string | null): void {
    for (const each of [this.releases, this.ownKeys])
      if (tenant === null) each.forgetAll()
      else each.forget(tenant)
  }

  /** What this server keeps of them in memory is read again. */
  recordsChanged(tenant: string, type: string): void {
    if (type === CAREERS) this.careers.doubt(tenant)
  }

  /** The product's release for a tenant, whatever it has published. */
  release(tenant: Pick<Tenant, 'slug' | 'config'>): Release {
    return this.releases.shipped(tenant)
  }

  /** The release that a tenant's users have now. */
  live(tenant: Tenant): Promise<Release> {
    return this.releases.live(tenant)
  }

  /**
   * The public address of a tenant: from its own table, never from a request, and never a host that
   * nobody has verified.
   */
  async baseUrl(tenant: Tenant): Promise<string> {
    const { publicUrl, host, port } = this.options.environment
    const own = await this.database.shared((tx) => firstHostOf(tx, tenant.id))
    if (own !== undefined) return this.addressOf(own.host)
    return (publicUrl ?? `http://${host}:${port}`).replace(/\/$/, '')
  }

  addressOf(host: string): string {
    const { publicUrl, port } = this.options.environment
    const outside = publicUrl === null ? null : new URL(publicUrl)
    return `${outside?.protocol ?? 'http:'}//${host}${outside === null ? `:${port}` : outside.port && `:${outside.port}`}`
  }

  /** Can a text message reach anyone? In demo mode it reaches the outbox. */
  get sendsTexts(): boolean {
    return this.demo || this.options.environment.sms !== null
  }

  /** Secure cookies and HSTS are used only if users connect by https. */
  get https(): boolean {
    return this.options.environment.publicUrl?.startsWith('https:') ?? false
  }
}
