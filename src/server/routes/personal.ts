/**
 * Export of everything stored about a user, for that user; and erasure at their request
 * (reliability.md 6).
 */

import type { FastifyInstance } from 'fastify'
import { Refusal } from '#engine/contract/problems.ts'
import { required } from '#server/base/required.ts'
import { limitKey } from '#server/base/limitkey.ts'
import { signedIn } from '../plugins/access.ts'
import { sendAntiForgeryToken } from '../plugins/anti-forgery.ts'
import { clearSession } from '../plugins/session.ts'
import { lockOwners } from '../store/console.ts'
import { count } from '../store/limits.ts'
import { erasePerson, everythingOf } from '../store/personal.ts'
import { lockUser, userById } from '../store/users.ts'
import type { ServerContext } from '#server/start/context.ts'

/** An export reads every row of a user, so it's limited. */
const EXPORTS_PER_HOUR = 20

export function personalRoutes(app: FastifyInstance, context: ServerContext): void {
  app.get('/users/me/export', { config: { action: 'account.own' } }, async (request, reply) => {
    const { row } = await signedIn(request)
    const now = context.now()
    const tenant = request.tenant.id
    const exports = await context.database.tenant(tenant, (tx) =>
      count(tx, limitKey(context, 'export', tenant, row.id), 3600, now),
    )
    if (exports > EXPORTS_PER_HOUR) throw new Refusal('request/rate-limited', { retryAfter: 600 })
    // All tables in one snapshot: no answer without its attempt, no result without its answers.
    const { user, rows } = await context.database.snapshot(tenant, async (tx) => {
      const found = await userById(tx, row.id)
      if (found === undefined) throw new Refusal('access/session')
      return { user: found, rows: await everythingOf(tx, found) }
    })
    const open = (sealed: string | null) =>
      sealed === null ? null : context.secrets.open(sealed, tenant, user.id)
    const { users, ...others } = rows
    reply.header(
      'content-disposition',
      `attachment; filename="${request.tenant.slug}-my-data-${now.toISOString().slice(0, 10)}.json"`,
    )
    return {
      exportedAt: now.toISOString(),
      tenant: request.tenant.slug,
      account: {
        ...inCamel(required(users[0], 'the account of a signed-in user')),
        idNumber: open(user.id_number_sealed),
        guardian: open(user.guardian_sealed),
      },
      ...inCamel(
        Object.fromEntries(
          Object.entries(others).map(([table, found]) => [table, found.map(inCamel)]),
        ),
      ),
    }
  })

  app.delete('/users/me', { config: { action: 'account.own' } }, async (request, reply) => {
    const { row } = await signedIn(request)
    await context.database.tenant(request.tenant.id, async (tx) => {
      const owners = await lockOwners(tx)
      // Locked, so that what another device is adding now is either erased with the rest or
      // refused.
      const user = await lockUser(tx, row.id)
      if (user === undefined) throw new Refusal('access/session')
      if (user.role === 'owner' && owners.length === 1) throw new Refusal('role/last-owner')
      await erasePerson(tx, user)
    })
    clearSession(context, request, reply)
    sendAntiForgeryToken(context, request, reply)
    return reply.status(204).send()
  })
}

/**
 * `user_id` -> `userId`, for names of columns and tables only: the content of values is the user's.
 */
function inCamel(row: Readonly<Record<string, unknown>>): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(row).map(([name, value]) => [
      name.replace(/_(.)/g, (_, letter: string) => letter.toUpperCase()),
      value,
    ]),
  )
}
