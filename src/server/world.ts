/** Everything that the server needs of the world outside, handed in by whoever builds it: tests hand in another. */

import type { FastifyBaseLogger } from 'fastify'
import { uuidv7 } from 'uuidv7'
import type { CodeMeta } from '#engine/needs.ts'
import type { Catalog } from '#engine/catalog.ts'
import type { Clock } from './clock.ts'
import type { Database, Tx } from './database.ts'
import type { Environment } from './environment.ts'
import type { Mailer } from './mailer.ts'
import { Passwords } from './passwords.ts'
import { Previews } from './previews.ts'
import type { Release } from './release.ts'
import { Releases } from './releases.ts'
import { Secrets } from './secrets.ts'
import { firstHostOf, tenantByHost, tenantBySlug, type Tenant } from './store/tenants.ts'
import { CareerBook } from './careerbook.ts'
import { Checker } from './checker.ts'

/** Draws the first view of a public page before any script runs; null where the page has none. */
export type Prerender = (input: { release: Release; language: string; path: string; query: Readonly<Record<string, string>> }) => string | null

export type WorldOptions = {
  readonly environment: Environment
  readonly database: Database
  readonly clock: Clock
  readonly mailer: Mailer
  readonly base: { readonly catalog: Catalog; readonly code: CodeMeta }
  readonly contentDir: string
  /** Folder of the built browser app; null where only the API is wanted. */
  readonly clientDir: string | null
  readonly prerender: Prerender | null
  readonly commonPasswords: ReadonlySet<string>
  /** One that several worlds share; a world has its own otherwise. */
  readonly checker?: Checker
}

export class World {
  readonly secrets: Secrets
  readonly passwords = new Passwords()
  readonly careers = new CareerBook()
  readonly newId: () => string = uuidv7
  readonly releases: Releases
  readonly checker: Checker
  readonly previews = new Previews(this)
  log: FastifyBaseLogger | null = null
  readonly #tenants = new Map<string, { tenant: Tenant | null; at: number }>()

  constructor(readonly options: WorldOptions) {
    this.secrets = new Secrets(options.environment.secret)
    this.checker = options.checker ?? new Checker()
    this.releases = new Releases(options.database, options.base.catalog, options.base.code, (error, what) => this.log?.error({ err: error as Error }, `${what} could not be read`))
  }

  get database(): Database {
    return this.options.database
  }

  get demo(): boolean {
    return this.options.environment.demo
  }

  now(): Date {
    return this.options.clock.now()
  }

  /** The tenant of a host; in demo mode every strange host is `demo`. Null: nobody's host. */
  async tenantOf(host: string, asked: string | undefined): Promise<Tenant | null> {
    if (this.demo && asked !== undefined) return (await this.#cached(`slug:${asked}`, (tx) => tenantBySlug(tx, asked))) ?? null
    const found = await this.#cached(`host:${host}`, (tx) => tenantByHost(tx, host))
    if (found) return found
    return this.demo ? await this.#cached('slug:demo', (tx) => tenantBySlug(tx, 'demo')) : null
  }

  /** Tenant and release of a host, where nothing has to be asked for them. */
  known(host: string, asked: string | undefined): { readonly tenant: Tenant; readonly release: Release } | undefined {
    const own = this.demo && asked !== undefined ? this.#fresh(`slug:${asked}`) : this.#fresh(`host:${host}`)
    // Null: known to be nobody's host. Not known at all is another thing.
    const tenant = own === null && this.demo && asked === undefined ? this.#fresh('slug:demo') : own
    if (!tenant) return undefined
    const release = this.releases.known(tenant)
    return release && { tenant, release }
  }

  /** What was found a moment ago: short, so that a new tenant is there soon. */
  #fresh(key: string): Tenant | null | undefined {
    const known = this.#tenants.get(key)
    return known !== undefined && Date.now() - known.at < 10_000 ? known.tenant : undefined
  }

  async #cached(key: string, load: (tx: Tx) => Promise<Tenant | undefined>): Promise<Tenant | null> {
    const known = this.#fresh(key)
    if (known !== undefined) return known
    const tenant = (await this.database.shared(load)) ?? null
    // Bounded, for the key comes from outside.
    if (this.#tenants.size > 1000) this.#tenants.clear()
    this.#tenants.set(key, { tenant, at: Date.now() })
    return tenant
  }

  /** What the product ships to a tenant, whatever it has published. */
  release(tenant: Pick<Tenant, 'slug' | 'config'>): Release {
    return this.releases.shipped(tenant)
  }

  /** What a tenant's people have now. */
  live(tenant: Tenant): Promise<Release> {
    return this.releases.live(tenant)
  }

  /** Where a tenant's people reach the product: from its own table, never from a request. */
  async baseUrl(tenant: Tenant): Promise<string> {
    const { publicUrl, host, port } = this.options.environment
    const own = await this.database.shared((tx) => firstHostOf(tx, tenant.id))
    if (own === undefined) return (publicUrl ?? `http://${host}:${port}`).replace(/\/$/, '')
    const outside = publicUrl === null ? null : new URL(publicUrl)
    return `${outside?.protocol ?? 'http:'}//${own.host}${outside === null ? `:${port}` : outside.port && `:${outside.port}`}`
  }

  /** Cookies are Secure, and the browser is told to stay on https, only where people come by https. */
  get https(): boolean {
    return this.options.environment.publicUrl?.startsWith('https:') ?? false
  }
}
