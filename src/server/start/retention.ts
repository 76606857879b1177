/**
 * Deletes what exceeds its tenant's retention periods: events, the audit log, messages, abandoned
 * attempts, old payments, accounts that wait for a guardian in vain. Once a day, by one server for all, in slices small enough not to delay requests: the
 * embedded database has one session.
 */

import { setTimeout as wait } from 'node:timers/promises'
import {
  asHousekeeper,
  clockOf,
  deleteExpired,
  claimChore,
  KINDS_KEPT,
  retentionOf,
  tenantRules,
  type Aged,
  type Due,
  type Kept,
  type TenantRule,
} from '#server/store/retention.ts'
import { owedConsents } from '#server/accounts/guarded.ts'
import type { Release } from '#server/release/compose.ts'
import { erasePerson } from '#server/store/personal.ts'
import { tenantsById, type Tenant } from '#server/store/tenants.ts'
import { emptyAccounts } from '#server/store/waiting.ts'
import type { ServerContext } from './context.ts'

const DAY_MS = 86_400_000
/** How often a server checks whether it is due. */
const ASK_MS = 3_600_000
/**
 * Rows carry the clock of the server that wrote them. If it and the database's differ by more than
 * this, ages are unreliable.
 */
const SKEW_MS = 5 * 60_000
const TENANTS_AT_ONCE = 200
/** Target duration of a slice; at most a quarter of the acceptable delay. */
const SLICE_MS = 50
const SLICE = { first: 100, least: 5, most: 2000, accounts: 20 } as const
const NO_ID = '00000000-0000-0000-0000-000000000000'

const KINDS_AGED = KINDS_KEPT.filter((kept): kept is Aged => kept !== 'waitingAccounts')

/** The next slice is larger if this one was quick, and smaller if not. */
export function nextSlice(size: number, ms: number): number {
  const wanted = ms > SLICE_MS ? size / 2 : ms < SLICE_MS / 3 ? size * 2 : size
  return Math.max(SLICE.least, Math.min(SLICE.most, Math.floor(wanted)))
}

/** @returns a function that stops it */
export function startRetention(context: ServerContext): () => void {
  const ending = new AbortController()
  const ask = () =>
    void retain(context, ending.signal).catch(
      (error: unknown) =>
        ending.signal.aborted || context.log?.error({ err: error as Error }, 'retention failed'),
    )
  const timer = setInterval(ask, ASK_MS)
  timer.unref()
  return () => {
    clearInterval(timer)
    ending.abort()
  }
}

/**
 * One pass, if none was started for a day. Ages are measured by the database's clock, never by this
 * server's.
 *
 * @returns the rows deleted per kind; null if it is not due, or if the two clocks disagree
 */
export async function retain(
  context: ServerContext,
  signal?: AbortSignal,
): Promise<Readonly<Record<Kept, number>> | null> {
  const { database } = context
  const skew = context.now().getTime() - (await database.owner(null, clockOf)).getTime()
  if (Math.abs(skew) > SKEW_MS) {
    context.log?.warn(
      { seconds: Math.round(skew / 1000) },
      "nothing is removed, because this server's clock and the database's differ by more than five minutes: correct them",
    )
    return null
  }
  if (!(await database.owner(null, (tx) => claimChore(tx, 'retention', DAY_MS)))) return null
  const removed: Record<Kept, number> = {
    events: 0,
    audit: 0,
    messages: 0,
    openAttempts: 0,
    payments: 0,
    waitingAccounts: 0,
  }
  const isStopped = () => signal?.aborted === true
  let size: number = SLICE.first
  for (let after = NO_ID; ;) {
    const tenants = await asHousekeeper(database, (tx) => tenantRules(tx, after, TENANTS_AT_ONCE))
    const last = tenants.at(-1)
    if (last === undefined) break
    after = last.id
    for (const kept of KINDS_AGED) {
      // In demo mode users read their messages in the outbox.
      if (kept === 'messages' && context.demo) continue
      const due = dueOf(context, tenants, kept)
      for (let isMore = !isStopped(); isMore;) {
        const asked = size
        const began = performance.now()
        const gone = await asHousekeeper(database, (tx) => deleteExpired(tx, kept, due, asked))
        const ms = performance.now() - began
        removed[kept] += gone
        context.metrics.removed(kept, gone)
        isMore = gone === asked && !isStopped()
        size = nextSlice(size, ms)
        // Waiting requests get the database for at least as long as we had it.
        if (gone > 0) await wait(ms, undefined, { ref: false })
      }
    }
    const gone = await removeWaiting(context, tenants, isStopped)
    removed.waitingAccounts += gone
    context.metrics.removed('waitingAccounts', gone)
    if (isStopped()) break
  }
  if (KINDS_KEPT.some((kept) => removed[kept] > 0))
    context.log?.info({ removed }, 'expired rows were removed')
  return removed
}

/**
 * Accounts that have waited for a guardian for too long, of the tenants that ask one.
 *
 * @returns how many were removed
 */
async function removeWaiting(
  context: ServerContext,
  rules: readonly TenantRule[],
  isStopped: () => boolean,
): Promise<number> {
  const { catalog } = context.options.base
  const shippedOf = ({ config }: TenantRule) => catalog.get('config', config)
  const asking = rules.filter(
    (rule) => rule.parental ?? shippedOf(rule)?.consent?.parental ?? false,
  )
  const ids = asking.map(({ id }) => id)
  const known = await context.database.shared((tx) => tenantsById(tx, ids))
  let removed = 0
  for (const rule of asking) {
    const tenant = known.get(rule.id)
    // While a tenant is closed, no guardian can answer.
    if (tenant === undefined || tenant.suspended || isStopped()) continue
    const days = retentionOf(rule.retention, shippedOf(rule)?.retention).waitingAccounts
    // A release that can't be read keeps the accounts of its tenant, and of nobody else.
    const release = await context.live(tenant).catch((error: unknown) => {
      context.log?.error({ err: error, tenant: tenant.id }, 'no release to remove accounts by')
      return null
    })
    if (release !== null)
      removed += await removeWaitingOf(context, tenant, release, days, isStopped)
  }
  return removed
}

async function removeWaitingOf(
  context: ServerContext,
  tenant: Tenant,
  /** Read before a transaction begins: the embedded database has one session. */
  release: Release,
  days: number,
  isStopped: () => boolean,
): Promise<number> {
  let removed = 0
  for (let after: string | null = NO_ID; after !== null && !isStopped();) {
    const from: string = after
    const began = performance.now()
    const slice = await context.database.tenant(tenant.id, async (tx) => {
      const { empty, last } = await emptyAccounts(tx, { days, after: from, most: SLICE.accounts })
      let gone = 0
      const today = await clockOf(tx)
      for (const user of empty) {
        // Of age by now, or nobody has to agree any more: theirs to carry on with.
        if (owedConsents(release, user, today).length === 0) continue
        await erasePerson(tx, user)
        gone++
      }
      return { gone, last }
    })
    removed += slice.gone
    after = slice.last
    if (slice.gone > 0) await wait(performance.now() - began, undefined, { ref: false })
  }
  return removed
}

function dueOf(context: ServerContext, tenants: readonly TenantRule[], kept: Aged): Due {
  const { catalog } = context.options.base
  return {
    tenants: tenants.map(({ id }) => id),
    days: tenants.map(
      ({ config, retention }) =>
        retentionOf(retention, catalog.get('config', config)?.retention)[kept],
    ),
  }
}
