/**
 * Metrics of the whole installation, read on demand: is the database reachable, are messages
 * waiting, when was the last publish.
 */

import { asHousekeeper, numbersOfAll } from '#server/store/retention.ts'
import type { ServerContext } from './context.ts'

const PATIENCE_MS = 1000
/** Counts across all tenants are cached for several scrapers. */
const FRESH_MS = 20_000
/** Older messages are given up: a code in them has long expired. */
const GIVEN_UP_MS = 24 * 3600 * 1000

/** @returns a function that updates the metrics; it waits a second at most */
export function watchInstallation(context: ServerContext): () => Promise<void> {
  const { metrics, database } = context
  let isUp = 0
  let counted = { unsent: 0, oldest: 0, published: Number.NaN, tidied: Number.NaN }
  let at = Number.NEGATIVE_INFINITY
  let counting: Promise<void> | null = null
  metrics.watch('tsela_database_up', '1 while the database reads and writes', () => isUp)
  metrics.watch(
    'tsela_outbox_unsent',
    'Messages of all tenants that no mail server has taken yet',
    () => counted.unsent,
  )
  metrics.watch(
    'tsela_outbox_oldest_seconds',
    'How long the oldest of them has waited',
    () => counted.oldest,
  )
  metrics.watch(
    'tsela_last_publish_seconds',
    'Time since any tenant published last',
    () => counted.published,
  )
  metrics.watch(
    'tsela_tidied_seconds',
    'Time since a server last began to remove what is kept no longer',
    () => counted.tidied,
  )

  async function count(): Promise<void> {
    const now = context.now().getTime()
    const { unsent, oldest, published, tidied } = await asHousekeeper(database, (tx) =>
      numbersOfAll(tx, new Date(now - GIVEN_UP_MS)),
    )
    const since = (moment: Date | null, none: number) =>
      moment === null ? none : Math.max(0, (now - moment.getTime()) / 1000)
    counted = {
      unsent: Number(unsent),
      oldest: since(oldest, 0),
      published: since(published, Number.NaN),
      tidied: since(tidied, Number.NaN),
    }
    at = performance.now()
  }

  return async () => {
    isUp = (await database.check(PATIENCE_MS).catch(() => 'failing')) === null ? 1 : 0
    if (isUp === 0 || performance.now() - at < FRESH_MS) return
    counting ??= count().finally(() => (counting = null))
    // A count that takes longer will be ready for the next scrape.
    await Promise.race([
      counting.catch(() => undefined),
      new Promise((resolve) => setTimeout(resolve, PATIENCE_MS).unref()),
    ])
  }
}
