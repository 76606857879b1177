/**
 * How servers learn of each other's releases: PostgreSQL notifies listeners on a connection of
 * their own; while there is none, or it is broken, the list of announcements is read twice a
 * second.
 */

import pg from 'pg'
import type { Database } from '#server/database/database.ts'
import { recentAnnouncements, RELEASE_CHANNEL } from '#server/store/releases.ts'

export type AnnouncementOptions = {
  readonly database: Database
  /**
   * Where to listen: past a pooler that lends sessions per transaction, which would lose
   * notifications. Null: nowhere.
   */
  readonly listenUrl: string | null
  /** A tenant has published; null: announcements may have been missed. */
  readonly heard: (tenant: string | null) => void
  readonly report: (error: unknown) => void
}

const READ_EVERY_MS = 500
/** A connection that died silently is found by a query. */
const ASK_EVERY_MS = 5000
const ASK_PATIENCE_MS = 4000
const LISTEN_AGAIN_MS = 1000

export class Announcements {
  #listener: pg.Client | null = null
  #closed = false
  /** Numbers of announcements that were handled; null: not read yet, or not for a while. */
  #known: ReadonlySet<string> | null = null
  #reading: Promise<void> | null = null
  #timers = new Set<NodeJS.Timeout>()

  private constructor(readonly options: AnnouncementOptions) {}

  /**
   * @throws if there is an address to listen at that can't be connected to; nothing is left open
   */
  static async begin(options: AnnouncementOptions): Promise<Announcements> {
    const announcements = new Announcements(options)
    // The embedded database has a single server, which knows what it publishes.
    if (options.database.kind === 'embedded') return announcements
    try {
      if (options.listenUrl !== null) await announcements.#listen(options.listenUrl)
    } catch (error) {
      await announcements.close()
      throw error
    }
    announcements.#every(READ_EVERY_MS, () => announcements.#read())
    announcements.#every(ASK_EVERY_MS, () => announcements.#ask())
    return announcements
  }

  /** Is it being notified, or does it have to poll? */
  get isListening(): boolean {
    return this.#listener !== null
  }

  async close(): Promise<void> {
    this.#closed = true
    for (const timer of this.#timers) clearInterval(timer)
    await Promise.all([this.#listener?.end().catch(() => undefined), this.#reading])
  }

  #every(ms: number, work: () => void): void {
    const timer = setInterval(work, ms)
    timer.unref()
    this.#timers.add(timer)
  }

  async #listen(url: string): Promise<void> {
    const client = new pg.Client({
      connectionString: url,
      connectionTimeoutMillis: ASK_PATIENCE_MS,
      query_timeout: ASK_PATIENCE_MS,
    })
    let over = false
    const again = () => {
      if (over) return
      over = true
      if (this.#listener === client) this.#listener = null
      if (!this.#closed)
        setTimeout(
          () => void (this.#closed || this.#listen(url).catch(this.options.report)),
          LISTEN_AGAIN_MS,
        ).unref()
    }
    client.on('notification', ({ payload }) => payload !== undefined && this.options.heard(payload))
    client.on('error', () => undefined)
    try {
      await client.connect()
      await client.query(`LISTEN ${RELEASE_CHANNEL}`)
    } catch (error) {
      client.end().catch(() => undefined)
      again()
      throw error
    }
    client.on('error', again)
    client.on('end', again)
    this.#listener = client
    // Earlier announcements are lost.
    this.options.heard(null)
  }

  #ask(): void {
    const client = this.#listener
    // A connection that doesn't answer doesn't report its end either: the query's own timeout ends
    // it.
    client?.query('SELECT 1').catch(() => void client.end().catch(() => undefined))
  }

  #read(): void {
    if (this.#listener !== null) this.#known = null
    else this.#reading ??= this.#readOnce().finally(() => (this.#reading = null))
  }

  async #readOnce(): Promise<void> {
    try {
      const recent = await this.options.database.shared(recentAnnouncements, ASK_PATIENCE_MS)
      const known = this.#known
      this.#known = new Set(recent.map(({ number }) => number))
      if (known === null) this.options.heard(null)
      else
        for (const { number, tenant } of recent) if (!known.has(number)) this.options.heard(tenant)
    } catch {
      // Requests report that the database is unavailable; here the next reading just starts afresh.
      this.#known = null
    }
  }
}
