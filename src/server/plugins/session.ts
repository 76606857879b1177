/** The session of a request, loaded when first asked for, and the cookies that carry it. Depends on: tenant. */

import type { FastifyReply, FastifyRequest } from 'fastify'
import plugin from 'fastify-plugin'
import { Refusal } from '#engine/problems.ts'
import type { Tx } from '../database.ts'
import { loadPerson, onboardingFrom, type Person } from '../people.ts'
import { personOf } from '../previews.ts'
import { newToken, sha256 } from '../secrets.ts'
import { insertSession, isAlive, SEEN_EVERY_SECONDS, sessionByHash, touchSession, type SessionRow } from '../store/sessions.ts'
import type { World } from '../world.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** The live session's person; null when nobody is signed in. */
    person: () => Promise<Person | null>
    /** The person again, after something about them changed. */
    refresh: () => Promise<Person>
    tokenHash: () => Buffer | null
  }
}

export const sessionPlugin = plugin<{ world: World }>(
  async (app, { world }) => {
    const cached = new WeakMap<FastifyRequest, Promise<Person | null>>()
    app.decorateRequest('tokenHash', function (this: FastifyRequest) {
      const token = this.cookies[cookieNames(world).session]
      return token !== undefined && /^[\w-]{20,100}$/.test(token) ? sha256(token) : null
    })
    app.decorateRequest('person', function (this: FastifyRequest) {
      let person = cached.get(this)
      if (person === undefined) {
        person = this.preview === null ? load(world, this) : Promise.resolve(personOf(world, this.tenant, this.preview))
        cached.set(this, person)
      }
      return person
    })
    app.decorateRequest('refresh', async function (this: FastifyRequest) {
      cached.delete(this)
      const person = await this.person()
      if (person === null) throw new Refusal('access/session')
      return person
    })
  },
  { name: 'session', dependencies: ['tenant'] },
)

async function load(world: World, request: FastifyRequest): Promise<Person | null> {
  const hash = request.tokenHash()
  if (hash === null) return null
  return world.database.tenant(request.tenant.id, async (tx) => {
    const session = await sessionByHash(tx, hash)
    const now = world.now()
    if (session === undefined || !isAlive(session, now)) return null
    if (now.getTime() - session.seen_at.getTime() > SEEN_EVERY_SECONDS * 1000) await touchSession(tx, hash, now)
    return loadPerson(world, tx, request.release, session, onboardingFrom(request.cookies), request.language)
  })
}

/** Over https the names bind the cookies to this very host; over plain http browsers refuse such names. */
export function cookieNames(world: World): { session: string; csrf: string } {
  return world.https ? { session: '__Host-sid', csrf: '__Host-csrf-token' } : { session: 'sid', csrf: 'csrf-token' }
}

const ABSOLUTE_SECONDS = 90 * 86_400

/** Opens a session, in the transaction of what earned it. The cookie is set by `sendSession` when that has happened. */
export async function openSession(world: World, tx: Tx, session: { userId: string; method: string; verified: boolean; console: boolean }): Promise<{ token: string; row: SessionRow }> {
  const token = newToken()
  const now = world.now()
  const tokenHash = sha256(token)
  const id = world.newId()
  await insertSession(tx, { tokenHash, id, userId: session.userId, method: session.method, verified: session.verified, console: session.console, now })
  return {
    token,
    row: { tenant_id: tx.tenant!, token_hash: tokenHash, id, user_id: session.userId, method: session.method, verified: session.verified, console: session.console, created_at: now, seen_at: now },
  }
}

export function sendSession(world: World, request: FastifyRequest, reply: FastifyReply, token: string): void {
  const { session } = cookieNames(world)
  reply.setCookie(session, token, { httpOnly: true, sameSite: 'lax', path: '/', secure: world.https, maxAge: ABSOLUTE_SECONDS })
  // The rest of this request speaks for the new session.
  request.cookies[session] = token
}

export function clearSession(world: World, request: FastifyRequest, reply: FastifyReply): void {
  const { session } = cookieNames(world)
  reply.clearCookie(session, { path: '/', secure: world.https, httpOnly: true, sameSite: 'lax' })
  delete request.cookies[session]
}
