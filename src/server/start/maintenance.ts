/** Regular work: ended sessions, old codes and windows, unsent messages, payments, experiments, instruments. */

import { senderOf, sendMessage } from '#server/accounts/messages.ts'
import { expireOverdue } from '#server/accounts/payment-looking.ts'
import { workOff } from '#server/accounts/payment-tasks.ts'
import { claimChore } from '#server/store/retention.ts'
import { suspendedTenants, tenantsById } from '#server/store/tenants.ts'
import { deleteSome, unsentMessages, expiredRows } from '#server/store/tidying.ts'
import type { ServerContext } from './context.ts'
import { watchExperiments } from './experimentwatch.ts'
import { countInstruments } from './instruments.ts'

const EVERY_MS = 10 * 60_000
/** Each server checks more often than that: the one that did it last may be gone. */
const LOOK_MS = 60_000
/** A receipt that a killed server owes isn't later than this. */
const PAYMENTS_MS = 50_000
/** People become due all day; a minute later is soon enough. */
const COUNTING_MS = 50_000
const HOUR_MS = 3_600_000
/**
 * Rows deleted per statement: the embedded database does one thing at a time, and requests must not
 * wait for this.
 */
const SLICE = 500
/** After this many attempts a message is given up; codes in it have long expired. */
const MAX_TRIES = 6
const MAX_MESSAGES = 200

/** Other regular work, which one of the servers does every ten minutes. */
export type Chore = {
  readonly name: string
  readonly run: (context: ServerContext) => Promise<void>
}

/** @returns a function that stops it */
export function startMaintenance(context: ServerContext, more: readonly Chore[] = []): () => void {
  const ending = new AbortController()
  const look = async () => {
    if (await context.database.owner(null, (tx) => claimChore(tx, 'tidying', EVERY_MS)))
      await tidy(context)
    if (await context.database.owner(null, (tx) => claimChore(tx, 'payments', PAYMENTS_MS)))
      await tidyPayments(context)
    if (await context.database.owner(null, (tx) => claimChore(tx, 'experiments', COUNTING_MS)))
      await watchExperiments(
        context,
        await context.database.owner(null, (tx) => claimChore(tx, 'experiment-people', HOUR_MS)),
      )
    if (await context.database.owner(null, (tx) => claimChore(tx, 'instruments', EVERY_MS)))
      await countInstruments(context, ending.signal)
    for (const { name, run } of more)
      if (await context.database.owner(null, (tx) => claimChore(tx, name, EVERY_MS)))
        await run(context)
  }
  const timer = setInterval(
    () =>
      void look().catch((error: unknown) =>
        context.log?.error({ err: error as Error }, 'maintenance failed'),
      ),
    LOOK_MS,
  )
  timer.unref()
  return () => {
    ending.abort()
    clearInterval(timer)
  }
}

/** Payments whose time is over, and what must follow those that were made. */
async function tidyPayments(context: ServerContext): Promise<void> {
  await expireOverdue(context)
  await workOff(context)
}

/** One pass for all tenants. */
export async function tidy(context: ServerContext): Promise<void> {
  const { database } = context
  const now = context.now()
  for (const expired of expiredRows(now)) {
    for (let gone = SLICE; gone === SLICE;)
      gone = await database.keeper((tx) => deleteSome(tx, expired, SLICE))
  }
  const except = await database.shared(suspendedTenants)
  const unsent = await database.keeper((tx) =>
    unsentMessages(tx, {
      except,
      since: new Date(now.getTime() - HOUR_MS),
      mostTries: MAX_TRIES,
      most: MAX_MESSAGES,
    }),
  )
  const tenants = await database.shared((tx) =>
    tenantsById(tx, [...new Set(unsent.map(({ tenant }) => tenant))]),
  )
  for (const { id, tenant: of, channel, recipient, subject, text } of unsent) {
    const tenant = tenants.get(of)
    if (tenant === undefined || tenant.suspended) continue
    const sender = senderOf(context, (await context.live(tenant)).config)
    sendMessage(context, { id, tenant: of, channel, to: recipient, subject, text, sender })
  }
}
