/** What has to be tidied now and then: ended sessions, old codes and windows, messages that did not go out. */

import { sendMessage } from './messages.ts'
import { deleteExpiredCodes } from './store/codes.ts'
import { deleteOldLimits } from './store/limits.ts'
import { deleteMessages, unsentMessages } from './store/others.ts'
import { deleteOldPreviews } from './store/previews.ts'
import { deleteExpired } from './store/sessions.ts'
import { allTenants } from './store/tenants.ts'
import type { World } from './world.ts'

const EVERY_MS = 10 * 60_000
const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS
/** After so many tries a message is given up; codes in it are long expired then. */
const MOST_TRIES = 6

/** @returns a function that ends it */
export function startMaintenance(world: World): () => void {
  const timer = setInterval(() => void tidy(world).catch((error: unknown) => world.log?.error({ err: error as Error }, 'maintenance failed')), EVERY_MS)
  timer.unref()
  return () => clearInterval(timer)
}

/** One round, tenant by tenant. Several servers may do it at once: every statement is one that may run twice. */
export async function tidy(world: World): Promise<void> {
  const now = world.now()
  for (const tenant of await world.database.shared(allTenants)) {
    const unsent = await world.database.tenant(tenant.id, async (tx) => {
      await deleteExpired(tx, now)
      await deleteOldPreviews(tx, now)
      await deleteExpiredCodes(tx, new Date(now.getTime() - DAY_MS))
      await deleteOldLimits(tx, new Date(now.getTime() - 2 * DAY_MS))
      if (!world.demo) await deleteMessages(tx, new Date(now.getTime() - 30 * DAY_MS))
      return unsentMessages(tx, new Date(now.getTime() - HOUR_MS), MOST_TRIES)
    })
    if (unsent.length === 0) continue
    const from = (await world.live(tenant)).config.assistanceEmail ?? 'no-reply@localhost'
    for (const { id, recipient, subject, text } of unsent) sendMessage(world, { id, tenant: tenant.id, to: recipient, subject, text, from })
  }
}
