/**
 * The releases that this server serves: loaded when a tenant is first asked for, kept within bounds, and let go as soon
 * as any server announces that a tenant has published.
 */

import pg from 'pg'
import { Catalog } from '#engine/catalog.ts'
import { upcast } from '#engine/upcast.ts'
import { canonical } from '#engine/json.ts'
import { MIGRATIONS } from '#engine/migrations.ts'
import { KINDS, type AnyDocument } from '#engine/kinds.ts'
import type { CodeMeta } from '#engine/needs.ts'
import { Bases, shaOfDocument, type Manifest } from './base.ts'
import type { Database, Tx } from './database.ts'
import { Recent } from './recent.ts'
import { composeRelease, type Release } from './release.ts'
import { announceRelease, bodiesOf, insertBase, keepBlobs, livePointer, liveRelease, RELEASE_CHANNEL, type Blob } from './store/releases.ts'
import type { Tenant } from './store/tenants.ts'

/** What releases in memory may weigh together, in characters; the least recently used goes first. A hundred or so of tenants with words of their own. */
const MOST_RELEASES = 100_000_000
/** Knowing that a tenant has what is shipped weighs next to nothing; but there may be very many of them. */
const SHIPPED_WEIGHT = 1000
const MOST_POINTERS = 5000
/** The same of documents, as they are kept. */
const MOST_DOCUMENTS = 30_000_000
/** An announcement may be missed while the connection for them is broken; then a publish is seen after this. */
const POINTER_MS = 5_000

type Pointer = { id: string | null; at: number; asking: Promise<string | null> | null }

export class Releases {
  readonly bases: Bases
  readonly #pointers = new Map<string, Pointer>()
  /** By tenant: what it had when somebody last asked. */
  readonly #last = new Recent<Release>(MOST_RELEASES)
  readonly #loading = new Map<string, Promise<Release>>()
  readonly #documents = new Recent<AnyDocument>(MOST_DOCUMENTS)
  readonly #baseReleases = new Map<string, Release>()
  readonly #kept = new Set<string>()
  #listener: pg.Client | null = null
  #closed = false

  constructor(
    readonly database: Database,
    shipped: Catalog,
    readonly code: CodeMeta,
    readonly report: (error: unknown, what: string) => void,
  ) {
    this.bases = new Bases(shipped)
  }

  /** What the product ships to a tenant: what it serves until it publishes. */
  shipped(tenant: Pick<Tenant, 'slug' | 'config'>): Release {
    const base = this.bases.of(tenant)
    let release = this.#baseReleases.get(base.id)
    if (release === undefined) {
      release = composeRelease({ id: base.id, catalog: base.catalog, code: this.code, config: tenant.config })
      this.#baseReleases.set(base.id, release)
    }
    return release
  }

  /** What a tenant's people have now. Where that cannot be read, what they had before: never a blank page. */
  async live(tenant: Tenant): Promise<Release> {
    try {
      const id = await this.#pointer(tenant)
      return id === null ? this.keep(tenant, this.shipped(tenant)) : await this.#published(tenant, id)
    } catch (error) {
      this.report(error, `release of ${tenant.slug}`)
      const last = this.#last.get(tenant.id)
      if (last !== undefined) return last
      throw error
    }
  }

  /** The same, where nothing has to be asked or made for it. */
  known(tenant: Tenant): Release | undefined {
    const pointer = this.#pointers.get(tenant.id)
    if (pointer === undefined || Date.now() - pointer.at >= POINTER_MS) return undefined
    if (pointer.id === null) return this.#baseReleases.get(this.bases.of(tenant).id)
    const last = this.#last.get(tenant.id)
    return last?.id === pointer.id ? last : undefined
  }

  /** A release of documents that are not live: for a preview, or to look at what a publish would do. */
  compose(tenant: Tenant, id: string, documents: Iterable<AnyDocument>): Release {
    return composeRelease({ id, catalog: new Catalog(documents), code: this.code, config: tenant.config, like: this.shipped(tenant) })
  }

  /** The documents that a manifest names, from what is shipped, from memory, or from the database. */
  async documents(tenant: Pick<Tenant, 'slug' | 'config'>, manifest: Manifest): Promise<Map<string, AnyDocument>> {
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
        if (body === undefined) throw new Error(`the document ${name} (${sha}) of a release is gone`)
        const document = readKept(body, name)
        this.#documents.set(sha, document, body.length)
        found.set(name, document)
      }
    }
    // As they stand in what is shipped, then the tenant's own: a manifest that was kept has the database's order, and pages
    // that list documents would look another way after a publish.
    const shipped = [...base.documents.keys()].filter((name) => found.has(name))
    return new Map([...new Set([...shipped, ...Object.keys(manifest)])].map((name) => [name, found.get(name)!]))
  }

  async #published(tenant: Tenant, id: string): Promise<Release> {
    const last = this.#last.get(tenant.id)
    if (last?.id === id) return last
    let loading = this.#loading.get(id)
    if (loading === undefined) {
      loading = this.#load(tenant, id).finally(() => this.#loading.delete(id))
      this.#loading.set(id, loading)
    }
    return loading
  }

  async #load(tenant: Tenant, id: string): Promise<Release> {
    const row = await this.database.tenant(tenant.id, liveRelease)
    if (row === undefined || row.id !== id) throw new Error(`the release ${id} is not live any more`)
    return this.keep(tenant, this.compose(tenant, row.id, (await this.documents(tenant, row.manifest)).values()))
  }

  /** Keeps what a tenant has now, and whoever publishes has it ready. @returns it */
  keep(tenant: Pick<Tenant, 'id'>, release: Release): Release {
    this.#last.set(tenant.id, release, SHIPPED_WEIGHT + release.own)
    return release
  }

  async #pointer(tenant: Tenant): Promise<string | null> {
    const known = this.#pointers.get(tenant.id)
    if (known !== undefined && Date.now() - known.at < POINTER_MS) return known.id
    if (known?.asking) return known.asking
    const asking = this.database.tenant(tenant.id, livePointer)
    const entry: Pointer = { id: known?.id ?? null, at: 0, asking }
    remember(this.#pointers, tenant.id, entry, MOST_POINTERS)
    try {
      const id = await asking
      // A publish that was announced meanwhile has made another entry; this answer may be older than it.
      if (this.#pointers.get(tenant.id) === entry) remember(this.#pointers, tenant.id, { id, at: Date.now(), asking: null }, MOST_POINTERS)
      return id
    } catch (error) {
      if (this.#pointers.get(tenant.id) === entry) this.#pointers.delete(tenant.id)
      if (known !== undefined && known.at > 0) return known.id
      throw error
    }
  }

  /** A tenant has published: the next request asks the database. */
  forget(tenantId: string): void {
    this.#pointers.delete(tenantId)
  }

  /** Inside the transaction that publishes. On one process alone it is enough to forget, once it is committed. */
  async announce(tx: Tx): Promise<void> {
    if (this.database.kind === 'postgres') await announceRelease(tx)
  }

  /** Hears what other servers publish. Only PostgreSQL has other servers. */
  async listen(connection: pg.ClientConfig): Promise<void> {
    if (this.database.kind !== 'postgres' || this.#closed) return
    const client = new pg.Client(connection)
    const again = () => {
      if (this.#listener !== client || this.#closed) return
      this.#listener = null
      // What was announced meanwhile is lost, so everything is asked again.
      this.#pointers.clear()
      setTimeout(() => void this.listen(connection).catch(() => undefined), 1000).unref()
    }
    client.on('error', again)
    client.on('end', again)
    client.on('notification', ({ payload }) => payload !== undefined && this.forget(payload))
    this.#listener = client
    try {
      await client.connect()
      await client.query(`LISTEN ${RELEASE_CHANNEL}`)
      this.#pointers.clear()
    } catch (error) {
      await client.end().catch(() => undefined)
      again()
      throw error
    }
  }

  async close(): Promise<void> {
    this.#closed = true
    await this.#listener?.end().catch(() => undefined)
  }

  /** Keeps what is shipped to a tenant, once a version: browsers with an older page and tenants on an older base still ask for it. */
  async keepShipped(tenant: Tenant): Promise<void> {
    const base = this.bases.of(tenant)
    if (this.#kept.has(base.id)) return
    await this.database.shared(async (tx) => {
      // Composed for that only where it is new: a start after a crash waits for no tenant that nobody asks for.
      if (await insertBase(tx, base.id, base.manifest)) await keepBlobs(tx, blobsOf(base.documents.values(), this.shipped(tenant)))
    })
    this.#kept.add(base.id)
  }
}

/** Everything of a release that somebody may ask for by its hash later. */
export function blobsOf(documents: Iterable<AnyDocument>, release: Release): Blob[] {
  const blobs: Blob[] = []
  for (const document of documents) {
    // The author's order of members stays; the hash does not depend on it.
    blobs.push({ sha: shaOfDocument(document), body: JSON.stringify(document) })
    // Keys of instruments are asked for by the hash of what is scored with.
    if (document.kind === 'scoring') blobs.push({ sha: release.shas.get(`scoring/${document.id}`)!, body: canonical(document) })
  }
  for (const [sha, { plain, type }] of release.assets) blobs.push({ sha, body: plain.toString(), type, open: true })
  return blobs
}

function readKept(body: string, name: string): AnyDocument {
  const read = upcast(JSON.parse(body), name, Object.keys(KINDS), MIGRATIONS)
  if ('problems' in read) throw new Error(`the document ${name} of a release cannot be read: ${read.problems[0]?.message}`)
  return read.document as unknown as AnyDocument
}

/** Puts an entry at the young end, and lets the oldest go. */
function remember<K, V>(map: Map<K, V>, key: K, value: V, most: number): void {
  map.delete(key)
  map.set(key, value)
  if (map.size > most) map.delete(map.keys().next().value!)
}
