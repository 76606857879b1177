/** Passkeys of an account: adding, listing and removing them, and signing in with one. */

import type { AuthenticationResponseJSON, RegistrationResponseJSON } from '@simplewebauthn/server'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { Refusal } from '#engine/contract/problems.ts'
import { addressOf } from '#server/base/address.ts'
import { plus } from '#server/base/clock.ts'
import { networkOf } from '#server/base/network.ts'
import { sha256 } from '#server/base/secrets.ts'
import { Windows } from '#server/base/windows.ts'
import type { Guesses } from '#server/accounts/guesses.ts'
import { sendMessage } from '#server/accounts/messages.ts'
import { mayEnter } from '#server/accounts/people.ts'
import {
  askForKnown,
  askForNew,
  challengeIn,
  MAX_PASSKEYS,
  PASSKEY_SECONDS,
  verifyKnown,
  verifyNew,
  type Site,
} from '#server/accounts/passkeys.ts'
import { isDuplicate, type Tx } from '#server/database/database.ts'
import type { ServerContext } from '#server/start/context.ts'
import { signedIn } from '../plugins/access.ts'
import { startSession } from '../plugins/anti-forgery.ts'
import { rememberDevice } from '../plugins/session.ts'
import { insertChallenge, takeChallenge, type ChallengeRow } from '../store/challenges.ts'
import {
  deletePasskey,
  insertPasskey,
  passkeyByCredential,
  passkeysOf,
  usePasskey,
} from '../store/passkeys.ts'
import { lockUser, type UserRow } from '../store/users.ts'
import { openFor } from './auth-enter.ts'
import { requireOwn, tell } from './auth-factor.ts'
import { Account, body, Text } from './auth-input.ts'

const OWN = { action: 'account.own' } as const
/** A whole school may sign in at once; more than that is a flood. */
const FLOOD = { seconds: 60, most: 300 }

/** What a browser makes of a key; members that we don't read are left out. */
const Credential = (inner: Record<string, object>) => ({
  type: 'object',
  required: ['id', 'rawId', 'type', 'response'],
  properties: {
    id: Text(2000),
    rawId: Text(2000),
    type: { type: 'string', enum: ['public-key'] },
    response: { type: 'object', required: Object.keys(inner), properties: inner },
  },
})
const Created = Credential({ clientDataJSON: Text(4000), attestationObject: Text(20_000) })
const Signed = Credential({
  clientDataJSON: Text(4000),
  authenticatorData: Text(4000),
  signature: Text(4000),
  userHandle: Text(200),
})
const Id = { type: 'object', properties: { id: { type: 'string', maxLength: 60 } } } as const
const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

export function passkeyRoutes(
  app: FastifyInstance,
  context: ServerContext,
  guesses: Guesses,
): void {
  listRoutes(app, context)
  addRoutes(app, context, guesses)
  signInRoutes(app, context)
}

function listRoutes(app: FastifyInstance, context: ServerContext): void {
  // In the shape of the list of devices, which draws both.
  app.get('/auth/passkeys', { config: OWN }, async (request) => {
    const { row } = await signedIn(request)
    const rows = await context.database.tenant(request.tenant.id, (tx) => passkeysOf(tx, row.id))
    return {
      items: rows.map(({ id, name, created_at, used_at }) => ({
        id,
        current: false,
        device: name,
        since: created_at.toISOString(),
        seen: (used_at ?? created_at).toISOString(),
      })),
    }
  })

  app.delete<{ Params: { id: string } }>(
    '/auth/passkeys/:id',
    { config: OWN, schema: { params: Id } },
    async (request, reply) => {
      const { row } = await signedIn(request)
      const { id } = request.params
      if (!UUID.test(id)) throw new Refusal('request/not-found')
      const message = await context.database.tenant(request.tenant.id, async (tx) => {
        if ((await deletePasskey(tx, row.id, id)) === 0) throw new Refusal('request/not-found')
        return tell(context, request, tx, row, 'passkeyGone')
      })
      sendMessage(context, message)
      return reply.status(204).send()
    },
  )
}

function addRoutes(app: FastifyInstance, context: ServerContext, guesses: Guesses): void {
  app.post<{ Body: { password?: string } }>(
    '/auth/passkeys/options',
    { config: OWN, schema: body([], { password: Account.password }) },
    async (request) => {
      const person = await signedIn(request)
      const { row } = person
      await requireOwn(request, guesses, person, request.body.password)
      const site = siteOf(context, request)
      return context.database.tenant(request.tenant.id, async (tx) => {
        const own = await passkeysOf(tx, row.id)
        if (own.length >= MAX_PASSKEYS) throw new Refusal('limit/reached')
        const user = { id: row.id, name: row.email ?? row.phone ?? '' }
        const { challenge, options } = await askForNew(
          site,
          request.release.config.appName,
          user,
          own,
        )
        await keep(context, tx, 'passkey', row.id, site, challenge)
        return options
      })
    },
  )

  app.post<{ Body: { name: string; credential: RegistrationResponseJSON } }>(
    '/auth/passkeys',
    {
      config: OWN,
      schema: body(['name', 'credential'], { name: Text(40), credential: Created }),
    },
    async (request, reply) => {
      const { row } = await signedIn(request)
      const { name, credential } = request.body
      const site = siteOf(context, request)
      const challenge = challengeIn(credential.response.clientDataJSON)
      const asked = await take(context, request, 'passkey', challenge)
      const made =
        asked?.user_id !== row.id || asked.value !== site.host || challenge === null
          ? null
          : await verifyNew(site, challenge, readCreated(credential))
      if (made === null || name.trim() === '') throw new Refusal('passkey/refused')
      const message = await context.database
        .tenant(request.tenant.id, async (tx) => {
          const user = await lockUser(tx, row.id)
          if (user === undefined) return null
          if ((await passkeysOf(tx, row.id)).length >= MAX_PASSKEYS)
            throw new Refusal('limit/reached')
          await insertPasskey(tx, {
            ...made,
            id: context.newId(),
            user_id: row.id,
            name: name.trim(),
            now: context.now(),
          })
          return tell(context, request, tx, user, 'passkey')
        })
        .catch((error: unknown) => {
          throw isDuplicate(error) ? new Refusal('passkey/refused') : error
        })
      sendMessage(context, message)
      return reply.status(204).send()
    },
  )
}

function signInRoutes(app: FastifyInstance, context: ServerContext): void {
  const floods = new Windows(FLOOD.seconds, FLOOD.most)
  const requireCalm = (request: FastifyRequest) => {
    if (!floods.take(`${request.tenant.id}|${networkOf(request.ip)}`, context.now()))
      throw new Refusal('request/rate-limited', { retryAfter: FLOOD.seconds })
  }

  app.post(
    '/auth/passkeys/login/options',
    { config: { action: 'session.open' } },
    async (request) => {
      requireCalm(request)
      const site = siteOf(context, request)
      const { challenge, options } = await askForKnown(site)
      await context.database.tenant(request.tenant.id, (tx) =>
        keep(context, tx, 'passkey-sign-in', null, site, challenge),
      )
      return options
    },
  )

  app.post<{ Body: { credential: AuthenticationResponseJSON } }>(
    '/auth/passkeys/login',
    { config: { action: 'session.open' }, schema: body(['credential'], { credential: Signed }) },
    async (request, reply) => {
      requireCalm(request)
      const { credential } = request.body
      const site = siteOf(context, request)
      const challenge = challengeIn(credential.response.clientDataJSON)
      const asked = await take(context, request, 'passkey-sign-in', challenge)
      const passkey = await context.database.tenant(request.tenant.id, (tx) =>
        passkeyByCredential(tx, credential.id),
      )
      const counter =
        asked === undefined ||
        passkey === undefined ||
        challenge === null ||
        asked.value !== site.host
          ? null
          : await verifyKnown(site, challenge, readSigned(credential), passkey)
      if (counter === null || passkey === undefined || !isOf(credential, passkey.user_id))
        throw new Refusal('passkey/refused')
      const entered = await context.database.tenant(request.tenant.id, async (tx) => {
        const user = await lockUser(tx, passkey.user_id)
        if (user === undefined || !mayEnter(context, user)) return null
        if (!(await usePasskey(tx, passkey.id, counter, context.now()))) return null
        const method = methodOf(user)
        return {
          ...(await openFor(context, request, reply, tx, user, method, 'passkey')),
          name: addressOf(user, method)?.value ?? null,
        }
      })
      if (entered === null) throw new Refusal('passkey/refused')
      if (entered.name !== null) rememberDevice(context, request, reply, entered.name)
      sendMessage(context, entered.message)
      startSession(context, request, reply, entered.token)
      return (await request.refresh()).user
    },
  )
}

/** The host as the browser sees it, which is one of the tenant's. */
function siteOf(context: ServerContext, request: FastifyRequest): Site {
  return {
    host: request.hostname.toLowerCase(),
    origin: `${context.https ? 'https' : 'http'}://${request.host.toLowerCase()}`,
  }
}

async function keep(
  context: ServerContext,
  tx: Tx,
  purpose: 'passkey' | 'passkey-sign-in',
  userId: string | null,
  site: Site,
  challenge: string,
): Promise<void> {
  const now = context.now()
  await insertChallenge(tx, {
    hash: sha256(challenge),
    userId,
    purpose,
    value: site.host,
    now,
    expiresAt: plus(now, PASSKEY_SECONDS),
  })
}

/** Whatever comes of it, a challenge is answered once. */
async function take(
  context: ServerContext,
  request: FastifyRequest,
  purpose: 'passkey' | 'passkey-sign-in',
  challenge: string | null,
): Promise<ChallengeRow | undefined> {
  if (challenge === null) return undefined
  return context.database.tenant(request.tenant.id, (tx) =>
    takeChallenge(tx, sha256(challenge), purpose, context.now()),
  )
}

/** The account's own address, as if its owner had logged in with it; without one, the key alone. */
function methodOf({ email, phone }: UserRow): string {
  if (email !== null) return 'email'
  return phone === null ? 'passkey' : 'phone'
}

/** The key itself says whose it is. */
function isOf({ response }: AuthenticationResponseJSON, userId: string): boolean {
  return Buffer.from(response.userHandle ?? '', 'base64url').toString('utf8') === userId
}

function readCreated({ id, rawId, response }: RegistrationResponseJSON): RegistrationResponseJSON {
  const { clientDataJSON, attestationObject } = response
  return {
    id,
    rawId,
    type: 'public-key',
    response: { clientDataJSON, attestationObject },
    clientExtensionResults: {},
  }
}

function readSigned({
  id,
  rawId,
  response,
}: AuthenticationResponseJSON): AuthenticationResponseJSON {
  const { clientDataJSON, authenticatorData, signature } = response
  return {
    id,
    rawId,
    type: 'public-key',
    response: { clientDataJSON, authenticatorData, signature },
    clientExtensionResults: {},
  }
}
