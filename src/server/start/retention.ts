/**
 * Removes what its tenant's configuration keeps no longer: events, the audit log, messages, attempts that nobody goes on with.
 * Once a day, by one server for all, in slices so small that nobody waits for them: the embedded database has one session.
 */

import { setTimeout as wait } from 'node:timers/promises'
import { RETENTION_DAYS, type ConfigDocument } from '#engine/documents/kinds.ts'
import {
  asHousekeeper,
  clockOf,
  removeOver,
  takeChore,
  tenantRules,
  type Due,
  type Kept,
  type TenantRule,
} from '#server/store/retention.ts'
import type { ServerContext } from './context.ts'

/** How many days something is kept. */
export type Retention = Readonly<Record<Kept, number>>

const DAY_MS = 86_400_000
/** How often a server asks whether it is time. */
const ASK_MS = 3_600_000
/** Rows carry the time of the server that wrote them. Where its clock and the database's are further apart than this, nobody can say how old they are. */
const SKEW_MS = 5 * 60_000
const TENANTS_AT_ONCE = 200
/** A slice takes about so long; at most a fourth of what nobody must wait for. */
const SLICE_MS = 50
const SLICE = { first: 100, least: 5, most: 2000 } as const
const NO_ID = '00000000-0000-0000-0000-000000000000'

const KINDS_KEPT = Object.keys(RETENTION_DAYS) as Kept[]

/** What a tenant keeps: what its own configuration says within the product's limits, else what the product ships. */
export function retentionOf(own: unknown, shipped: ConfigDocument['retention']): Retention {
  const given = (typeof own === 'object' && own !== null ? own : {}) as Partial<
    Record<Kept, unknown>
  >
  return Object.fromEntries(
    KINDS_KEPT.map((kept) => {
      const { minimum, maximum } = RETENTION_DAYS[kept]
      const days = [given[kept], shipped?.[kept]].find((each) => typeof each === 'number') as
        | number
        | undefined
      // What nobody has said is kept as long as it may be.
      return [kept, Math.min(maximum, Math.max(minimum, days ?? maximum))]
    }),
  ) as Record<Kept, number>
}

/** The next slice is larger where this one was quick, and smaller where it was not. */
export function nextSlice(size: number, ms: number): number {
  const wanted = ms > SLICE_MS ? size / 2 : ms < SLICE_MS / 3 ? size * 2 : size
  return Math.max(SLICE.least, Math.min(SLICE.most, Math.floor(wanted)))
}

/** @returns a function that ends it */
export function startRetention(world: ServerContext): () => void {
  const ending = new AbortController()
  const ask = () =>
    void retain(world, ending.signal).catch(
      (error: unknown) =>
        ending.signal.aborted || world.log?.error({ err: error as Error }, 'retention failed'),
    )
  const timer = setInterval(ask, ASK_MS)
  timer.unref()
  return () => {
    clearInterval(timer)
    ending.abort()
  }
}

/**
 * One round, where none was begun for a day. How old something is the database says, never this server.
 *
 * @returns how many rows of each kind went; null where it is not time, or where the two clocks do not agree
 */
export async function retain(
  world: ServerContext,
  signal?: AbortSignal,
): Promise<Readonly<Record<Kept, number>> | null> {
  const { database } = world
  const skew = world.now().getTime() - (await database.owner(null, clockOf)).getTime()
  if (Math.abs(skew) > SKEW_MS) {
    world.log?.warn(
      { seconds: Math.round(skew / 1000) },
      "nothing is removed, because this server's clock and the database's differ by more than five minutes: correct them",
    )
    return null
  }
  if (!(await database.owner(null, (tx) => takeChore(tx, 'retention', DAY_MS)))) return null
  const removed: Record<Kept, number> = { events: 0, audit: 0, messages: 0, openAttempts: 0 }
  const isStopped = () => signal?.aborted === true
  let size: number = SLICE.first
  for (let after = NO_ID; ;) {
    const tenants = await asHousekeeper(database, (tx) => tenantRules(tx, after, TENANTS_AT_ONCE))
    if (tenants.length === 0) break
    after = tenants.at(-1)!.id
    for (const kept of KINDS_KEPT) {
      // The outbox of demo mode is what people read their mails in.
      if (kept === 'messages' && world.demo) continue
      const due = dueOf(world, tenants, kept)
      for (let isMore = !isStopped(); isMore;) {
        const asked = size
        const began = performance.now()
        const gone = await asHousekeeper(database, (tx) => removeOver(tx, kept, due, asked))
        const ms = performance.now() - began
        removed[kept] += gone
        world.metrics.removed(kept, gone)
        isMore = gone === asked && !isStopped()
        size = nextSlice(size, ms)
        // Whoever waits has the database at least as long as we had it.
        if (gone > 0) await wait(ms, undefined, { ref: false })
      }
    }
    if (isStopped()) break
  }
  if (KINDS_KEPT.some((kept) => removed[kept] > 0))
    world.log?.info({ removed }, 'expired rows were removed')
  return removed
}

function dueOf(world: ServerContext, tenants: readonly TenantRule[], kept: Kept): Due {
  const { catalog } = world.options.base
  return {
    tenants: tenants.map(({ id }) => id),
    days: tenants.map(
      ({ config, retention }) =>
        retentionOf(retention, catalog.get('config', config)?.retention)[kept],
    ),
  }
}
