/** Asking a guardian for consent, and the page on which the guardian answers (docs/decisions/0089). */

import type { FastifyInstance, FastifyRequest } from 'fastify'
import { legalAgeIn } from '#engine/decide/age.ts'
import { countryOf } from '#engine/decide/facts.ts'
import type { GuardianLink, GuardianState } from '#engine/contract/guardiancalls.ts'
import { Refusal } from '#engine/contract/problems.ts'
import { guardedConsents, guardianOf, maskAddress, owedConsents } from '#server/accounts/guarded.ts'
import {
  askGuardian,
  linkState,
  ownAddress,
  storeAnswer,
  storeWithdrawal,
  tell,
} from '#server/accounts/guardians.ts'
import { sendMessage, type Outgoing } from '#server/accounts/messages.ts'
import { plus } from '#server/base/clock.ts'
import { addressFrom, type Address } from '#server/base/address.ts'
import { limitKey } from '#server/base/limitkey.ts'
import { networkOf } from '#server/base/network.ts'
import { sha256 } from '#server/base/secrets.ts'
import type { Tx } from '#server/database/database.ts'
import type { ServerContext } from '#server/start/context.ts'
import { signedIn } from '../plugins/access.ts'
import {
  guardianRequestByHash,
  lastGuardianRequest,
  type GuardianRequestRow,
} from '../store/guardian-requests.ts'
import { count } from '../store/limits.ts'
import { retentionOf } from '../store/retention.ts'
import { erasePerson } from '../store/personal.ts'
import { lockUser, userById, type UserRow } from '../store/users.ts'
import { offersPhone } from './auth-input.ts'
import { tooSoon } from './auth-verify.ts'

/** Guardians of a whole school may share an address. */
const CALLS_AN_HOUR = 120

const Ask = {
  body: {
    type: 'object',
    properties: { address: { type: 'string', maxLength: 254 } },
    additionalProperties: false,
  },
} as const
const ByToken = {
  params: {
    type: 'object',
    required: ['token'],
    properties: { token: { type: 'string', maxLength: 100 } },
  },
} as const
const Answer = {
  ...ByToken,
  body: {
    type: 'object',
    required: ['agrees', 'version'],
    properties: { agrees: { type: 'boolean' }, version: { type: 'integer' } },
    additionalProperties: false,
  },
} as const
const Withdraw = {
  ...ByToken,
  body: {
    type: 'object',
    properties: { erase: { type: 'boolean' } },
    additionalProperties: false,
  },
} as const

export function guardianRoutes(app: FastifyInstance, context: ServerContext): void {
  ownRoutes(app, context)
  guardiansRoutes(app, context)
}

function ownRoutes(app: FastifyInstance, context: ServerContext): void {
  app.get('/guardian', { config: { action: 'guardian.ask' } }, async (request) => {
    const { row } = await signedIn(request)
    return context.database.tenant(request.tenant.id, (tx) => stateOf(context, tx, request, row))
  })

  app.post<{ Body: { address?: string } }>(
    '/guardian/requests',
    { config: { action: 'guardian.ask' }, schema: Ask },
    async (request, reply) => {
      const { row } = await signedIn(request)
      const { tenant, release, language } = request
      const baseUrl = await addressOf(context, request)
      const sent = await context.database.tenant(tenant.id, async (tx) => {
        const user = await lockUser(tx, row.id)
        if (user === undefined) throw new Refusal('access/session')
        const now = context.now()
        const isOwed = owedConsents(release, user, now).length > 0
        if (!isOwed || guardedConsents(release, user, now).length === 0)
          throw new Refusal('guardian/not-needed')
        const guardian = guardianIn(context, request, user)
        return askGuardian(context, tx, release, user, guardian, { language, baseUrl })
      })
      if (typeof sent === 'number') throw tooSoon(sent)
      sendMessage(context, sent)
      const state = await context.database.tenant(tenant.id, async (tx) =>
        stateOf(context, tx, request, (await userById(tx, row.id)) ?? row),
      )
      return reply.status(201).send(state)
    },
  )
}

/** For everyone who has the link: no session, and of the account only what the guardian recognises. */
function guardiansRoutes(app: FastifyInstance, context: ServerContext): void {
  app.get<{ Params: { token: string } }>(
    '/guardian/requests/:token',
    { config: { action: 'guardian.answer' }, schema: ByToken },
    (request) =>
      withLink(context, request, async (_tx, user, row) => present(context, request, user, row)),
  )

  app.post<{ Params: { token: string }; Body: { agrees: boolean; version: number } }>(
    '/guardian/requests/:token/answer',
    { config: { action: 'guardian.answer' }, schema: Answer },
    async (request) => {
      const { agrees, version } = request.body
      const { messages, link } = await withLink(context, request, async (tx, user, row) => {
        const { release } = request
        const state = linkState(release, user, row, context.now())
        const same = agrees ? 'agreed' : 'refused'
        let told: Outgoing[] = []
        // Sent twice, it was answered once.
        if (state !== same) {
          if (state !== 'open') throw new Refusal('guardian/link-ended')
          const current = guardedConsents(release, user, context.now())
          // The words changed while the guardian was reading.
          if (current.some((item) => item.version > version)) throw new Refusal('consent/changed')
          told = await storeAnswer(context, tx, release, user, row, agrees)
        }
        return { messages: told, link: await again(context, tx, request, user) }
      })
      messages.forEach((message) => sendMessage(context, message))
      return link
    },
  )

  app.post<{ Params: { token: string }; Body: { erase?: boolean } }>(
    '/guardian/requests/:token/withdraw',
    { config: { action: 'guardian.answer' }, schema: Withdraw },
    async (request) => {
      const { messages, link } = await withLink(context, request, async (tx, user, row) => {
        const { release } = request
        const state = linkState(release, user, row, context.now())
        if (state !== 'agreed' && state !== 'withdrawn') throw new Refusal('guardian/link-ended')
        const told =
          state === 'agreed' ? await storeWithdrawal(context, tx, release, user, row) : []
        // Another guardian may have agreed since: then this link decides nothing.
        const now = await userById(tx, user.id)
        if (now === undefined || owedConsents(release, now, context.now()).length === 0)
          throw new Refusal('guardian/link-ended')
        const after = await again(context, tx, request, user)
        // Somebody with work in the console leaves it to an owner first.
        if (request.body.erase !== true || user.role !== null)
          return { messages: told, link: after }
        await erasePerson(tx, user)
        const last = await tell(context, tx, release, user, row, 'guardianErased')
        return { messages: last, link: { ...after, erased: true } }
      })
      messages.forEach((message) => sendMessage(context, message))
      return link
    },
  )
}

/**
 * Runs `work` with the request of a link and its user, both locked.
 *
 * @throws Refusal `request/not-found` for a link that isn't known; trying is limited, although
 *   links can't be guessed
 */
async function withLink<Result>(
  context: ServerContext,
  request: FastifyRequest<{ Params: { token: string } }>,
  work: (tx: Tx, user: UserRow, row: GuardianRequestRow) => Promise<Result>,
): Promise<Result> {
  const hash = sha256(request.params.token)
  const found = await context.database.tenant(request.tenant.id, async (tx) => {
    const known = await guardianRequestByHash(tx, hash)
    const user = known === undefined ? undefined : await lockUser(tx, known.user_id)
    // Read again: it may have been answered while we waited for the lock.
    const row = user === undefined ? undefined : await guardianRequestByHash(tx, hash)
    return user === undefined || row === undefined ? null : { result: await work(tx, user, row) }
  })
  if (found !== null) return found.result
  const { id } = request.tenant
  const key = limitKey(context, 'guardian-net', id, networkOf(request.ip))
  const calls = await context.database.tenant(id, (tx) => count(tx, key, 3600, context.now()))
  if (calls > CALLS_AN_HOUR) throw new Refusal('request/rate-limited', { retryAfter: 600 })
  throw new Refusal('request/not-found')
}

/** The link after a change in the same transaction. */
async function again(
  context: ServerContext,
  tx: Tx,
  request: FastifyRequest<{ Params: { token: string } }>,
  user: UserRow,
): Promise<GuardianLink> {
  const row = await guardianRequestByHash(tx, sha256(request.params.token))
  if (row === undefined) throw new Refusal('request/not-found')
  return present(context, request, user, row)
}

function present(
  context: ServerContext,
  { release }: FastifyRequest,
  user: UserRow,
  row: GuardianRequestRow,
): GuardianLink {
  const { config } = release
  const now = context.now()
  const own = ownAddress(user)
  const state = linkState(release, user, row, now)
  return {
    state,
    app: config.appName,
    account: own === null || state === 'ended' ? null : maskAddress(own),
    legalAge: legalAgeIn(config, { country: countryOf({ user, config }) }),
    version: Math.max(1, ...guardedConsents(release, user, now).map(({ version }) => version)),
    askedAt: row.created_at.toISOString(),
    expiresAt: row.expires_at.toISOString(),
    answered: row.version,
    answeredAt: row.answered_at?.toISOString() ?? null,
    withdrawnAt: row.withdrawn_at?.toISOString() ?? null,
    erased: false,
  }
}

/** What the person who asks sees of it. */
async function stateOf(
  context: ServerContext,
  tx: Tx,
  { release, tenant }: FastifyRequest,
  user: UserRow,
): Promise<GuardianState> {
  const now = context.now()
  const { waitingAccounts } = retentionOf(
    release.catalog.get('config', tenant.config)?.retention,
    context.options.base.catalog.get('config', tenant.config)?.retention,
  )
  const last = await lastGuardianRequest(tx, user.id)
  const guardian = guardianOf(context, user)
  const isOwed = owedConsents(release, user, now).length > 0
  const state = (): GuardianState['state'] => {
    if (!isOwed) return 'given'
    // Agreed to older words: to be asked again.
    if (last === undefined || last.state === 'agreed' || last.state === 'replaced') return 'none'
    if (last.state === 'open') return last.expires_at <= now ? 'expired' : 'waiting'
    return last.state
  }
  return {
    state: state(),
    to: guardian === null ? null : maskAddress(guardian),
    askedAt: last?.created_at.toISOString() ?? null,
    expiresAt: last?.expires_at.toISOString() ?? null,
    keptUntil: plus(now, waitingAccounts * 86_400).toISOString(),
  }
}

/**
 * Whom to ask: an email address or a mobile number, or again the one that was asked before.
 *
 * @throws Refusal `request/invalid` at the field, also for the person's own address
 */
function guardianIn(
  context: ServerContext,
  request: FastifyRequest<{ Body: { address?: string } }>,
  user: UserRow,
): Address {
  const { address: written } = request.body
  const wrong = (key: string) =>
    new Refusal('request/invalid', { fields: [{ pointer: '/address', key }] })
  if (written === undefined) {
    const known = guardianOf(context, user)
    if (known === null) throw wrong('form.required')
    return known
  }
  const takesPhone = offersPhone(request)
  const { defaultCountry } = request.release.config
  const address =
    addressFrom('email', written, undefined) ??
    (takesPhone ? addressFrom('phone', written, defaultCountry) : null)
  if (address === null) throw wrong(takesPhone ? 'form.emailOrMobile' : 'form.email')
  if (address.value === user.email || address.value === user.phone) throw wrong('form.ownAddress')
  return address
}

/** A demo is opened by any name that leads to this machine; otherwise the tenant's own host. */
async function addressOf(context: ServerContext, request: FastifyRequest): Promise<string> {
  return request.tenant.demo
    ? `${request.protocol}://${request.host}`
    : context.baseUrl(request.tenant)
}
