/**
 * The releases that this server serves: loaded when a tenant is first requested, limited in memory,
 * and dropped as soon as any server announces that a tenant has published.
 */

import { setImmediate } from 'node:timers/promises'
import { LRUCache } from 'lru-cache'
import type { Catalog } from '#engine/documents/catalog.ts'
import { wholeCatalog } from '#engine/documents/formerconsents.ts'
import { upcast } from '#engine/documents/upcast.ts'
import { MIGRATIONS } from '#engine/documents/migrations.ts'
import { KINDS, type AnyDocument } from '#engine/documents/kinds.ts'
import type { CodeMeta } from '#engine/check/needs.ts'
import { required } from '#server/base/required.ts'
import { Bases } from './shipped.ts'
import { blobsOf } from './blobs.ts'
import { LONG_MS, type Database, type Tx } from '#server/database/database.ts'
import { Patience, within } from '#server/base/patience.ts'
import { Remembered } from '#server/base/remembered.ts'
import { composeInSlices, composeRelease, type Release } from './compose.ts'
import {
  announceRelease,
  bodiesOf,
  insertBase,
  keepBlobs,
  livePointer,
  liveRelease,
  type Manifest,
} from '#server/store/releases.ts'
import { servicesWithSecret } from '#server/store/providersecrets.ts'
import type { Tenant } from '#server/store/tenants.ts'

/**
 * Characters of all releases in memory together; the least recently used is dropped first. About a
 * hundred tenants with texts of their own.
 */
const MAX_RELEASES = 100_000_000
/** A tenant on the shipped release takes next to nothing; but there may be very many. */
const SHIPPED_WEIGHT = 1000
const MAX_POINTERS = 5000
/** The same for stored documents. */
const MAX_DOCUMENTS = 30_000_000
/** While the connection for announcements is broken, a publish is noticed after this. */
const POINTER_MS = 5_000

/** A document of an earlier release can't be had any more. */
export class DocumentGone extends Error {}

type Pointer = {
  /** Null: what the product ships. */
  readonly id: string | null
  /** Services whose secrets are set. */
  readonly services: readonly string[]
}

export class Releases {
  readonly bases: Bases
  /** By tenant: which release is live. */
  readonly #pointers: Remembered<Pointer>
  /** By tenant: its release at the last request. */
  readonly #last = new LRUCache<string, Release>({ maxSize: MAX_RELEASES })
  /** By id of a release or of a base. */
  readonly #loading = new Map<string, Promise<Release>>()
  readonly #documents = new LRUCache<string, AnyDocument>({ maxSize: MAX_DOCUMENTS })
  readonly #kept = new Set<string>()

  constructor(
    readonly database: Database,
    shipped: Catalog,
    readonly code: CodeMeta,
    readonly report: (error: unknown, what: string) => void,
    /** Every page says that it is a demo. */
    readonly demo = false,
    /** Can text messages be sent? Where they can't, no page offers accounts with a phone number. */
    readonly sendsTexts = true,
    /** By id of a base, and only ever added to: others of the same settings may share it. */
    readonly composed = new Map<string, Release>(),
  ) {
    this.bases = new Bases(shipped)
    this.#pointers = new Remembered({
      freshMs: POINTER_MS,
      most: MAX_POINTERS,
      report: (error) => report(error, 'which release is live'),
    })
  }

  /** What the product ships to a tenant, which it serves until it publishes. */
  shipped(tenant: Pick<Tenant, 'slug' | 'config'>): Release {
    const base = this.bases.of(tenant)
    let release = this.composed.get(base.id)
    if (release === undefined) {
      release = composeRelease({
        id: base.id,
        catalog: base.catalog,
        code: this.code,
        config: tenant.config,
        demo: this.demo,
        sendsTexts: this.sendsTexts,
      })
      this.composed.set(base.id, release)
    }
    return release
  }

  /**
   * The same without blocking other requests: each configuration is composed once, when the first
   * tenant with it is requested.
   */
  #ship(tenant: Pick<Tenant, 'slug' | 'config'>): Release | Promise<Release> {
    const { id, catalog } = this.bases.of(tenant)
    const here = this.composed.get(id)
    if (here !== undefined) return here
    let shipping = this.#loading.get(id)
    if (shipping === undefined) {
      shipping = composeInSlices({
        id,
        catalog,
        code: this.code,
        config: tenant.config,
        demo: this.demo,
        sendsTexts: this.sendsTexts,
      })
        .then((release) => {
          const first = this.composed.get(id) ?? release
          this.composed.set(id, first)
          return first
        })
        .finally(() => this.#loading.delete(id))
      this.#loading.set(id, shipping)
    }
    return shipping
  }

  /** The live release of a tenant. If it can't be read, the one before: never a blank page. */
  async live(tenant: Tenant): Promise<Release> {
    try {
      const { id, services } = await this.#pointer(tenant)
      return id === null
        ? this.keep(tenant, await this.#ship(tenant))
        : await this.#published(tenant, id, services)
    } catch (error) {
      this.report(error, `release of ${tenant.slug}`)
      const last = this.#last.get(tenant.id)
      if (last !== undefined) return last
      throw error
    }
  }

  /** The same, if nothing has to be read or composed for it. */
  known(tenant: Tenant): Release | undefined {
    const pointer = this.#pointers.fresh(tenant.id)
    if (!pointer) return undefined
    if (pointer.id === null) return this.composed.get(this.bases.of(tenant).id)
    const last = this.#last.get(tenant.id)
    return last?.id === pointer.id && sameServices(last, pointer) ? last : undefined
  }

  /** A release of documents that aren't live: for a preview, or to see what a publish would do. */
  async compose(
    tenant: Tenant,
    id: string,
    documents: Iterable<AnyDocument>,
    services?: readonly string[],
  ): Promise<Release> {
    return composeInSlices({
      id,
      catalog: wholeCatalog(documents),
      code: this.code,
      config: tenant.config,
      demo: this.demo,
      sendsTexts: this.sendsTexts,
      services: services ?? (await this.database.tenant(tenant.id, servicesWithSecret)),
      like: await this.#ship(tenant),
      onLost: ({ id: experiment }, error) =>
        this.report(error, `the experiment ${experiment} of ${tenant.slug}`),
    })
  }

  /** The documents of a manifest, from what is shipped, from memory, or from the database. */
  async documents(
    tenant: Pick<Tenant, 'slug' | 'config'>,
    manifest: Manifest,
  ): Promise<Map<string, AnyDocument>> {
    const base = this.bases.of(tenant)
    const found = new Map<string, AnyDocument>()
    const missing = new Map<string, string>()
    for (const [name, sha] of Object.entries(manifest)) {
      const here = base.manifest[name] === sha ? base.documents.get(name) : this.#documents.get(sha)
      if (here !== undefined) found.set(name, here)
      else missing.set(name, sha)
    }
    if (missing.size > 0) {
      const bodies = await this.database.shared((tx) => bodiesOf(tx, [...missing.values()]))
      for (const [name, sha] of missing) {
        const body = bodies.get(sha)
        if (body === undefined)
          throw new DocumentGone(`the document ${name} (${sha}) of a release is gone`)
        const document = readKept(body, name)
        // Each may be large, and other requests come in between.
        await setImmediate()
        this.#documents.set(sha, document, { size: body.length })
        found.set(name, document)
      }
    }
    // In the order of what is shipped, then the tenant's own: a stored manifest has the database's
    // order, and pages that list documents would look different after a publish.
    const shipped = [...base.documents.keys()].filter((name) => found.has(name))
    return new Map(
      [...new Set([...shipped, ...Object.keys(manifest)])].map((name) => [
        name,
        required(found.get(name), name),
      ]),
    )
  }

  async #published(tenant: Tenant, id: string, services: readonly string[]): Promise<Release> {
    const last = this.#last.get(tenant.id)
    if (last?.id === id && sameServices(last, { services })) return last
    const key = [id, ...services].join('\n')
    let loading = this.#loading.get(key)
    if (loading === undefined) {
      // Other requests wait for it too, so it has a limit of its own rather than the rest of one
      // request's.
      loading = within(new Patience(), () => this.#load(tenant, id, services)).finally(() =>
        this.#loading.delete(key),
      )
      this.#loading.set(key, loading)
    }
    return loading
  }

  async #load(tenant: Tenant, id: string, services: readonly string[]): Promise<Release> {
    const row = await this.database.tenant(tenant.id, liveRelease)
    // Another may have been published since the pointer was read: then that one.
    if (row === undefined) throw new Error(`the release ${id} is not live any more`)
    const documents = await this.documents(tenant, row.manifest)
    return this.keep(tenant, await this.compose(tenant, row.id, documents.values(), services))
  }

  /** Caches a tenant's release, after loading or publishing it. @returns it */
  keep(tenant: Pick<Tenant, 'id'>, release: Release): Release {
    // One that is larger than the whole cache is cached alone: otherwise it would be composed for
    // every request.
    const size = Math.min(SHIPPED_WEIGHT + release.own, MAX_RELEASES)
    this.#last.set(tenant.id, release, { size })
    return release
  }

  async #pointer(tenant: Tenant): Promise<Pointer> {
    const pointer = await this.#pointers.read(tenant.id, () =>
      this.database.tenant(tenant.id, async (tx) => ({
        id: await livePointer(tx),
        services: await servicesWithSecret(tx),
      })),
    )
    return pointer ?? { id: null, services: [] }
  }

  /** A tenant has published, or a secret has changed: the next request asks the database. */
  forget(tenantId: string): void {
    this.#pointers.doubt(tenantId)
  }

  /** Any tenant may have published. */
  forgetAll(): void {
    this.#pointers.doubtAll()
  }

  /**
   * Called inside the transaction that publishes. A single process only has to forget, after the
   * commit.
   */
  async announce(tx: Tx): Promise<void> {
    if (this.database.kind === 'postgres') await announceRelease(tx)
  }

  /**
   * The same after a result was made: its report keeps the words of today, which an upgrade may
   * replace. The result itself doesn't depend on it.
   */
  async keepWords(tenant: Tenant): Promise<void> {
    await this.keepShipped(tenant).catch((error: unknown) =>
      this.report(error, `what is shipped to ${tenant.slug}`),
    )
  }

  /**
   * Stores what is shipped to a tenant, once per version: browsers with an older page and tenants
   * on an older base still request it.
   */
  async keepShipped(tenant: Tenant): Promise<void> {
    const base = this.bases.of(tenant)
    if (this.#kept.has(base.id)) return
    const keep = async (tx: Tx) => {
      // Composed only if it is new: a start after a crash doesn't wait for tenants without
      // requests.
      if (await insertBase(tx, base.id, base.manifest))
        await keepBlobs(tx, blobsOf(base.documents.values(), await this.#ship(tenant)))
    }
    await this.database.shared(keep, LONG_MS)
    this.#kept.add(base.id)
  }
}

function sameServices(
  { services = [] }: Pick<Release, 'services'>,
  pointer: Pick<Pointer, 'services'>,
): boolean {
  return services.join('\n') === pointer.services.join('\n')
}

function readKept(body: string, name: string): AnyDocument {
  const read = upcast(JSON.parse(body), name, Object.keys(KINDS), MIGRATIONS, true)
  if ('problems' in read)
    throw new DocumentGone(
      `the document ${name} of a release cannot be read: ${read.problems[0]?.message}`,
    )
  return read.document as unknown as AnyDocument
}
