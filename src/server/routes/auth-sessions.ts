/** Where an account is open: the security page lists the devices, and ends one or all others. */

import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { Refusal } from '#engine/contract/problems.ts'
import type { Tx } from '#server/database/database.ts'
import type { ServerContext } from '#server/start/context.ts'
import { signedIn } from '../plugins/access.ts'
import { sendAntiForgeryToken } from '../plugins/anti-forgery.ts'
import { clearSession } from '../plugins/session.ts'
import { isAlive } from '../store/sessionlife.ts'
import {
  deleteSessionsOf,
  deleteSessionsOn,
  sessionsOf,
  type SessionRow,
} from '../store/sessions.ts'
import { signInsOf } from '../store/signins.ts'

/** In place of a device's id: every device but this one. */
const OTHERS = 'others'
const Id = { type: 'object', properties: { id: { type: 'string', maxLength: 60 } } } as const

export function sessionListRoutes(app: FastifyInstance, context: ServerContext): void {
  app.get('/auth/sessions', { config: { action: 'account.own' } }, async (request) => {
    const { row, session } = await signedIn(request)
    const now = context.now()
    return context.database.tenant(request.tenant.id, async (tx) => ({
      items: devicesOf(
        (await sessionsOf(tx, row.id)).filter((each) => isAlive(each, now)),
        session.id,
      ),
      recent: (await signInsOf(tx, row.id, now)).map(({ id, outcome, how, label, times, at }) => ({
        id,
        outcome,
        how,
        device: label,
        times,
        at: at.toISOString(),
      })),
    }))
  })

  app.delete<{ Params: { id: string } }>(
    '/auth/sessions/:id',
    { config: { action: 'account.own' }, schema: { params: Id } },
    async (request, reply) => {
      const { row, session } = await signedIn(request)
      const { id } = request.params
      const ended = await context.database.tenant(request.tenant.id, (tx) =>
        id === OTHERS ? deleteSessionsOf(tx, row.id, session.token_hash) : endOn(tx, row.id, id),
      )
      if (ended === 0 && id !== OTHERS) throw new Refusal('request/not-found')
      if (id === session.id) signOut(context, request, reply)
      return reply.status(204).send()
    },
  )
}

const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

async function endOn(tx: Tx, userId: string, device: string): Promise<number> {
  return UUID.test(device) ? deleteSessionsOn(tx, userId, device) : 0
}

/**
 * One entry for each device, the current one first, then by when it was last used. A device may have
 * several sessions, for example in a browser that lost its cookies.
 */
function devicesOf(sessions: readonly SessionRow[], current: string) {
  const devices = new Map<string, SessionRow[]>()
  for (const each of sessions) devices.set(each.id, [...(devices.get(each.id) ?? []), each])
  return [...devices]
    .map(([id, own]) => ({
      id,
      current: id === current,
      device: own.find(({ label }) => label !== null)?.label ?? null,
      since: new Date(Math.min(...own.map((each) => each.created_at.getTime()))).toISOString(),
      seen: new Date(Math.max(...own.map((each) => each.seen_at.getTime()))).toISOString(),
    }))
    .sort((a, b) => Number(b.current) - Number(a.current) || b.seen.localeCompare(a.seen))
}

function signOut(context: ServerContext, request: FastifyRequest, reply: FastifyReply): void {
  clearSession(context, request, reply)
  sendAntiForgeryToken(context, request, reply)
}
