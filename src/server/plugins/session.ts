/** The session of a request, loaded on demand, and its cookies. Depends on: tenant. */

import type { FastifyReply, FastifyRequest } from 'fastify'
import plugin from 'fastify-plugin'
import { Refusal } from '#engine/contract/problems.ts'
import type { Tx } from '#server/database/database.ts'
import { usedLanguage } from './tenant.ts'
import { loadPerson, onboardingFrom, type Person } from '#server/accounts/people.ts'
import { personOf } from '#server/release/previews.ts'
import { deviceLabel } from '#server/base/device.ts'
import { newToken, sameText, sha256, uuidOf } from '#server/base/secrets.ts'
import { handOver } from './handover.ts'
import { isAlive, LIFETIMES } from '../store/sessionlife.ts'
import {
  insertSession,
  noteLanguage,
  sessionByHash,
  shouldNote,
  shouldTouch,
  touchSession,
} from '../store/sessions.ts'
import { setLanguage } from '../store/users.ts'
import type { ServerContext } from '#server/start/context.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** The user of a live session; null when signed out. */
    person: () => Promise<Person | null>
    /** The same, only if the request has already asked: nothing is loaded for it. */
    personNow: () => Promise<Person | null>
    /** The user as first loaded for this request, only if it has asked: before what it changed. */
    personBefore: () => Promise<Person | null>
    /** Reloads the user after a change. */
    refresh: () => Promise<Person>
    tokenHash: () => Buffer | null
  }
}

export const sessionPlugin = plugin<{ context: ServerContext }>(
  async (app, { context }) => {
    const cached = new WeakMap<FastifyRequest, Promise<Person | null>>()
    const first = new WeakMap<FastifyRequest, Promise<Person | null>>()
    app.decorateRequest('tokenHash', function (this: FastifyRequest) {
      const token = this.cookies[cookieNames(context).session]
      return token !== undefined && /^[\w-]{20,100}$/.test(token) ? sha256(token) : null
    })
    app.decorateRequest('person', function (this: FastifyRequest) {
      let person = cached.get(this)
      if (person === undefined) {
        person =
          this.preview === null
            ? load(context, this)
            : Promise.resolve(personOf(context, this.tenant, this.preview))
        cached.set(this, person)
        if (!first.has(this)) first.set(this, person)
      }
      return person
    })
    app.decorateRequest('personNow', async function (this: FastifyRequest) {
      return (await cached.get(this)?.catch(() => null)) ?? null
    })
    app.decorateRequest('personBefore', async function (this: FastifyRequest) {
      return (await first.get(this)?.catch(() => null)) ?? null
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

async function load(context: ServerContext, request: FastifyRequest): Promise<Person | null> {
  const hash = request.tokenHash()
  if (hash === null) return null
  return context.database.tenant(request.tenant.id, async (tx) => {
    const session = await sessionByHash(tx, hash)
    const now = context.now()
    if (session === undefined || !isAlive(session, now)) return null
    const language = usedLanguage(request)
    if (language !== null && shouldNote(session, language, now)) {
      // The user's row first, as everywhere: two that wait for each other would both fail.
      await setLanguage(tx, session.user_id, language)
      await noteLanguage(tx, hash, language)
    }
    if (shouldTouch(session, now)) await touchSession(tx, hash, now)
    return loadPerson(
      context,
      tx,
      request.release,
      session,
      onboardingFrom(request.cookies),
      request.language,
    )
  })
}

/**
 * Over https the prefixes bind the cookies to this host; over plain http browsers refuse such
 * names.
 */
export function cookieNames(context: ServerContext): {
  session: string
  csrf: string
  device: string
  known: string
} {
  return context.https
    ? {
        session: '__Host-sid',
        csrf: '__Host-csrf-token',
        device: '__Host-device',
        known: '__Secure-known',
      }
    : { session: 'sid', csrf: 'csrf-token', device: 'device', known: 'known' }
}

const DEVICE_SECONDS = 365 * 86_400

/**
 * The device cookie, the same for all users and logins; a new one if it is missing or malformed.
 */
function deviceCookie(context: ServerContext, request: FastifyRequest): string {
  const { device } = cookieNames(context)
  const known = request.cookies[device]
  if (known !== undefined && /^[\w-]{43}$/.test(known)) return known
  return (request.cookies[device] = newToken())
}

/**
 * The device id as stored: the same in every session of a user on it, but different for other
 * users, so that it does not reveal who shares a phone.
 */
function deviceId(context: ServerContext, tenant: string, userId: string, cookie: string): string {
  return uuidOf(context.secrets.identify('device', tenant, userId, cookie))
}

/** Sent only to the login routes. */
const KNOWN_PATH = '/api/auth'
/** Maximum users remembered per device. */
const MAX_KNOWN = 5

/**
 * Proves that this email address has signed in on this device before: it cannot be forged or moved
 * to another device.
 */
function knownMark(context: ServerContext, request: FastifyRequest, name: string): string {
  return context.secrets
    .identify(
      'known-device',
      request.tenant.id,
      name,
      request.cookies[cookieNames(context).device] ?? '',
    )
    .toString('base64url')
}

function knownMarks(context: ServerContext, request: FastifyRequest): string[] {
  return (request.cookies[cookieNames(context).known] ?? '').split('.', MAX_KNOWN)
}

/** @returns an id of this device if the account was used on it before; null otherwise */
export function knownDevice(
  context: ServerContext,
  request: FastifyRequest,
  name: string,
): string | null {
  const mark = knownMark(context, request, name)
  return knownMarks(context, request).some((each) => sameText(each, mark)) ? mark : null
}

/**
 * Remembers on the device whose it is, so that strangers who guess passwords or request messages
 * don't use up the owner's limits (docs/decisions/0041).
 */
export function rememberDevice(
  context: ServerContext,
  request: FastifyRequest,
  reply: FastifyReply,
  name: string,
): void {
  deviceCookie(context, request)
  const mark = knownMark(context, request, name)
  const others = knownMarks(context, request).filter(
    (each) => /^[\w-]{43}$/.test(each) && each !== mark,
  )
  reply.setCookie(cookieNames(context).known, [mark, ...others].slice(0, MAX_KNOWN).join('.'), {
    httpOnly: true,
    sameSite: 'lax',
    path: KNOWN_PATH,
    secure: context.https,
    maxAge: DEVICE_SECONDS,
  })
}

/**
 * Opens a session in the transaction that authorises it. After the commit, `startSession` sends its
 * token.
 */
export async function openSession(
  context: ServerContext,
  request: FastifyRequest,
  tx: Tx,
  session: {
    userId: string
    method: string
    verified: boolean
    console: boolean
    /** With a second factor or a passkey. */
    strong: boolean
    /** When the person signed in, if this takes the place of a session. */
    since?: Date
  },
): Promise<string> {
  const token = newToken()
  const id = deviceId(context, tx.tenant, session.userId, deviceCookie(context, request))
  const label = deviceLabel(request.headers['user-agent'])
  const now = context.now()
  const since = session.since ?? now
  const made = { ...session, tokenHash: sha256(token), id, label, since, now }
  const unit = await insertSession(tx, made)
  await handOver(context, request, tx, session.userId, unit)
  return token
}

export function sendSession(
  context: ServerContext,
  request: FastifyRequest,
  reply: FastifyReply,
  token: string,
): void {
  const { session, device } = cookieNames(context)
  const hidden = { httpOnly: true, sameSite: 'lax', path: '/', secure: context.https } as const
  reply.setCookie(session, token, { ...hidden, maxAge: LIFETIMES.learner.absolute })
  reply.setCookie(device, deviceCookie(context, request), { ...hidden, maxAge: DEVICE_SECONDS })
  // The rest of this request belongs to the new session.
  request.cookies[session] = token
}

/**
 * The device cookie stays: answers sent after the next login keep their order with earlier ones.
 */
export function clearSession(
  context: ServerContext,
  request: FastifyRequest,
  reply: FastifyReply,
): void {
  const { session } = cookieNames(context)
  reply.clearCookie(session, { path: '/', secure: context.https, httpOnly: true, sameSite: 'lax' })
  delete request.cookies[session]
}
