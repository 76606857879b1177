/**
 * The releases that this server serves: loaded when a tenant is first asked for, kept within bounds, and let go as soon
 * as any server announces that a tenant has published.
 */

import { setImmediate } from 'node:timers/promises'
import type { Catalog } from '#engine/documents/catalog.ts'
import { wholeCatalog } from '#engine/documents/formerconsents.ts'
import { upcast } from '#engine/documents/upcast.ts'
import { MIGRATIONS } from '#engine/documents/migrations.ts'
import { KINDS, type AnyDocument } from '#engine/documents/kinds.ts'
import type { CodeMeta } from '#engine/check/needs.ts'
import { Bases, type Manifest } from './shipped.ts'
import { blobsOf } from './blobs.ts'
import { LONG_MS, type Database, type Tx } from '#server/database/database.ts'
import { LruCache } from '#server/base/bounded-cache.ts'
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
} from '#server/store/releases.ts'
import type { Tenant } from '#server/store/tenants.ts'

/** What releases in memory may weigh together, in characters; the least recently used goes first. A hundred or so of tenants with words of their own. */
const MAX_RELEASES = 100_000_000
/** Knowing that a tenant has what is shipped weighs next to nothing; but there may be very many of them. */
const SHIPPED_WEIGHT = 1000
const MAX_POINTERS = 5000
/** The same of documents, as they are kept. */
const MAX_DOCUMENTS = 30_000_000
/** An announcement may be missed while the connection for them is broken; then a publish is seen after this. */
const POINTER_MS = 5_000

/** Null: what the product ships. */
type Pointer = { readonly id: string | null }

export class Releases {
  readonly bases: Bases
  /** By tenant: which release is live. */
  readonly #pointers: Remembered<Pointer>
  /** By tenant: what it had when somebody last asked. */
  readonly #last = new LruCache<Release>(MAX_RELEASES)
  /** By id of a release or of a base. */
  readonly #loading = new Map<string, Promise<Release>>()
  readonly #documents = new LruCache<AnyDocument>(MAX_DOCUMENTS)
  readonly #baseReleases = new Map<string, Release>()
  readonly #kept = new Set<string>()

  constructor(
    readonly database: Database,
    shipped: Catalog,
    readonly code: CodeMeta,
    readonly report: (error: unknown, what: string) => void,
    /** Every page says that it is a demo. */
    readonly demo = false,
  ) {
    this.bases = new Bases(shipped)
    this.#pointers = new Remembered({
      freshMs: POINTER_MS,
      most: MAX_POINTERS,
      report: (error) => report(error, 'which release is live'),
    })
  }

  /** What the product ships to a tenant: what it serves until it publishes. */
  shipped(tenant: Pick<Tenant, 'slug' | 'config'>): Release {
    const base = this.bases.of(tenant)
    let release = this.#baseReleases.get(base.id)
    if (release === undefined) {
      release = composeRelease({
        id: base.id,
        catalog: base.catalog,
        code: this.code,
        config: tenant.config,
        demo: this.demo,
      })
      this.#baseReleases.set(base.id, release)
    }
    return release
  }

  /** The same while others are answered: each configuration is put together once, when the first tenant with it is asked for. */
  #ship(tenant: Pick<Tenant, 'slug' | 'config'>): Release | Promise<Release> {
    const { id, catalog } = this.bases.of(tenant)
    const here = this.#baseReleases.get(id)
    if (here !== undefined) return here
    let shipping = this.#loading.get(id)
    if (shipping === undefined) {
      shipping = composeInSlices({
        id,
        catalog,
        code: this.code,
        config: tenant.config,
        demo: this.demo,
      })
        .then((release) => {
          if (!this.#baseReleases.has(id)) this.#baseReleases.set(id, release)
          return this.#baseReleases.get(id)!
        })
        .finally(() => this.#loading.delete(id))
      this.#loading.set(id, shipping)
    }
    return shipping
  }

  /** What a tenant's people have now. Where that cannot be read, what they had before: never a blank page. */
  async live(tenant: Tenant): Promise<Release> {
    try {
      const id = await this.#pointer(tenant)
      return id === null
        ? this.keep(tenant, await this.#ship(tenant))
        : await this.#published(tenant, id)
    } catch (error) {
      this.report(error, `release of ${tenant.slug}`)
      const last = this.#last.get(tenant.id)
      if (last !== undefined) return last
      throw error
    }
  }

  /** The same, where nothing has to be asked or made for it. */
  known(tenant: Tenant): Release | undefined {
    const pointer = this.#pointers.fresh(tenant.id)
    if (!pointer) return undefined
    if (pointer.id === null) return this.#baseReleases.get(this.bases.of(tenant).id)
    const last = this.#last.get(tenant.id)
    return last?.id === pointer.id ? last : undefined
  }

  /** A release of documents that are not live: for a preview, or to look at what a publish would do. */
  async compose(tenant: Tenant, id: string, documents: Iterable<AnyDocument>): Promise<Release> {
    return composeInSlices({
      id,
      catalog: wholeCatalog(documents),
      code: this.code,
      config: tenant.config,
      demo: this.demo,
      like: await this.#ship(tenant),
    })
  }

  /** The documents that a manifest names, from what is shipped, from memory, or from the database. */
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
          throw new Error(`the document ${name} (${sha}) of a release is gone`)
        const document = readKept(body, name)
        // Each may be large, and others are answered in between.
        await setImmediate()
        this.#documents.set(sha, document, body.length)
        found.set(name, document)
      }
    }
    // As they stand in what is shipped, then the tenant's own: a manifest that was kept has the database's order, and pages
    // that list documents would look another way after a publish.
    const shipped = [...base.documents.keys()].filter((name) => found.has(name))
    return new Map(
      [...new Set([...shipped, ...Object.keys(manifest)])].map((name) => [name, found.get(name)!]),
    )
  }

  async #published(tenant: Tenant, id: string): Promise<Release> {
    const last = this.#last.get(tenant.id)
    if (last?.id === id) return last
    let loading = this.#loading.get(id)
    if (loading === undefined) {
      // Others wait for it too, so it has a limit of its own rather than what is left of one call.
      loading = within(new Patience(), () => this.#load(tenant, id)).finally(() =>
        this.#loading.delete(id),
      )
      this.#loading.set(id, loading)
    }
    return loading
  }

  async #load(tenant: Tenant, id: string): Promise<Release> {
    const row = await this.database.tenant(tenant.id, liveRelease)
    if (row === undefined || row.id !== id)
      throw new Error(`the release ${id} is not live any more`)
    return this.keep(
      tenant,
      await this.compose(tenant, row.id, (await this.documents(tenant, row.manifest)).values()),
    )
  }

  /** Keeps what a tenant has now, and whoever publishes has it ready. @returns it */
  keep(tenant: Pick<Tenant, 'id'>, release: Release): Release {
    this.#last.set(tenant.id, release, SHIPPED_WEIGHT + release.own)
    return release
  }

  async #pointer(tenant: Tenant): Promise<string | null> {
    const pointer = await this.#pointers.read(tenant.id, async () => ({
      id: await this.database.tenant(tenant.id, livePointer),
    }))
    return pointer?.id ?? null
  }

  /** A tenant has published: the next request asks the database. */
  forget(tenantId: string): void {
    this.#pointers.doubt(tenantId)
  }

  /** Any tenant may have. */
  forgetAll(): void {
    this.#pointers.doubtAll()
  }

  /** Inside the transaction that publishes. On one process alone it is enough to forget, once it is committed. */
  async announce(tx: Tx): Promise<void> {
    if (this.database.kind === 'postgres') await announceRelease(tx)
  }

  /** Keeps what is shipped to a tenant, once a version: browsers with an older page and tenants on an older base still ask for it. */
  async keepShipped(tenant: Tenant): Promise<void> {
    const base = this.bases.of(tenant)
    if (this.#kept.has(base.id)) return
    const keep = async (tx: Tx) => {
      // Composed for that only where it is new: a start after a crash waits for no tenant that nobody asks for.
      if (await insertBase(tx, base.id, base.manifest))
        await keepBlobs(tx, blobsOf(base.documents.values(), await this.#ship(tenant)))
    }
    await this.database.shared(keep, LONG_MS)
    this.#kept.add(base.id)
  }
}

function readKept(body: string, name: string): AnyDocument {
  const read = upcast(JSON.parse(body), name, Object.keys(KINDS), MIGRATIONS, true)
  if ('problems' in read)
    throw new Error(
      `the document ${name} of a release cannot be read: ${read.problems[0]?.message}`,
    )
  return read.document as unknown as AnyDocument
}
