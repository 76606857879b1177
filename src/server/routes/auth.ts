/** Accounts by e-mail: sign-up, login, verification, recovery, logout (spec 4; reliability.md 2). */

import type { FastifyInstance, FastifyRequest } from 'fastify'
import { passwordProblems } from '#engine/forms/password.ts'
import { versionOf } from '#engine/decide/consents.ts'
import { Refusal } from '#engine/contract/problems.ts'
import { FORMATS } from '#engine/forms/formats.ts'
import { isWayBack, sendCode, sendRecovery, tryCode, useRecovery } from '#server/accounts/codes.ts'
import { isDuplicate, type Tx } from '#server/database/database.ts'
import { FairQueue } from '#server/base/fairqueue.ts'
import { Guesses } from '#server/accounts/guesses.ts'
import { limitKey } from '#server/base/limitkey.ts'
import { sendMessage, writeMessage } from '#server/accounts/messages.ts'
import { networkOf } from '#server/base/network.ts'
import { mayEnter } from '#server/accounts/people.ts'
import {
  clearSession,
  knownDevice,
  openSession,
  rememberDevice,
  sendSession,
} from '../plugins/session.ts'
import { setValue } from '../plugins/anti-forgery.ts'
import { signedIn } from '../plugins/access.ts'
import { SignUps } from '#server/accounts/signups.ts'
import { addAudit } from '../store/audit.ts'
import { setRole } from '../store/console.ts'
import { count } from '../store/limits.ts'
import { deleteSession, deleteSessionsOf, verifySessions } from '../store/sessions.ts'
import { insertUser, setPassword, setVerified, userByEmail, userById } from '../store/users.ts'
import type { ServerContext } from '#server/start/context.ts'

const Text = (maxLength: number) => ({ type: 'string', maxLength }) as const
const body = (required: readonly string[], properties: Record<string, object>) =>
  ({ body: { type: 'object', required, properties, additionalProperties: false } }) as const
const Account = { email: Text(254), phone: Text(32), password: Text(200) }

type Credentials = { email?: string; phone?: string; password: string }

/** Each one sends a mail. */
const PASSWORD_CHANGES_PER_HOUR = 20
/** Mails with a way back in are written after the answer: so many at once, and so many wait. */
const RECOVERIES = { atOnce: 2, room: [50] }

export function authRoutes(app: FastifyInstance, world: ServerContext): void {
  const guesses = new Guesses(world)
  const signUps = new SignUps(world)
  const recoveries = new FairQueue({
    ...RECOVERIES,
    refuse: () => new Refusal('server/busy', { retryAfter: 2 }),
  })

  const guest = async (tx: Tx, email: string) => {
    const user = await userByEmail(tx, email)
    return user !== undefined && mayEnter(world, user) ? user : undefined
  }

  app.get('/auth/ping', { config: { action: 'public.read' } }, () => ({ status: 'ok' }))

  app.get('/auth/get-user', { config: { action: 'session.open' } }, async (request, reply) => {
    const person = await request.person()
    // 204 means "nobody is signed in" (spec 4), not an error.
    return person === null ? reply.status(204).send() : person.user
  })

  app.get(
    '/auth/logout',
    { config: { action: 'session.open', changes: true } },
    async (request, reply) => {
      const hash = request.tokenHash()
      if (hash !== null)
        await world.database.tenant(request.tenant.id, (tx) => deleteSession(tx, hash))
      clearSession(world, request, reply)
      setValue(world, request, reply)
      return reply.status(204).send()
    },
  )

  app.post<{ Body: Credentials }>(
    '/auth/signup',
    { config: { action: 'session.open' }, schema: body(['password'], Account) },
    async (request, reply) => {
      requireBasic(request)
      if (!request.release.config.signup) throw new Refusal('signup/off')
      const email = emailOf(request.body)
      requirePassword(world, request.body.password, email)
      const asker = { network: networkOf(request.ip), signsUp: true }
      world.passwords.requireRoom(asker)
      const now = world.now()
      // Told anyway (docs/decisions/0016), and before it costs a hash.
      if (!(await signUps.admit(request.tenant.id, email, asker.network))) throw signupTaken()
      const passwordHash = await world.passwords.hash(request.body.password, asker)
      const id = world.newId()
      const { token, message } = await world.database
        .tenant(request.tenant.id, async (tx) => {
          // Accepting the terms is part of signing up only where the tenant says so; the page then says it too.
          const consents = request.release.config.defaultTermsConsent
            ? {
                terms: {
                  granted: true,
                  updatedAt: now.toISOString(),
                  version: versionOf(request.release.catalog, 'terms'),
                },
              }
            : {}
          await insertUser(tx, { id, email, passwordHash, accountType: 'free', consents })
          const token = await openSession(world, request, tx, {
            userId: id,
            method: 'email',
            verified: false,
            console: false,
          })
          // Without a mail too, where somebody else has used the address's mails up: the owner comes in by the way back.
          const message = await sendCode(world, tx, request.release, request.language, {
            id,
            email,
          })
          await signUps.made(tx, asker.network)
          return { token, message }
        })
        .catch((error: unknown) => {
          throw isDuplicate(error) ? signupTaken() : error
        })
      sendMessage(world, message)
      sendSession(world, request, reply, token)
      setValue(world, request, reply)
      return reply.status(201).send((await request.refresh()).user)
    },
  )

  app.post<{ Body: Credentials }>(
    '/auth/login',
    { config: { action: 'session.open' }, schema: body(['password'], Account) },
    async (request, reply) => {
      requireBasic(request)
      const email = normalise(request.body.email ?? request.body.phone ?? '')
      const { user, isRight, forgive } = await guesses.check(
        request,
        email,
        request.body.password,
        (tx) => guest(tx, email),
      )
      // Body and time are the same for a wrong name and a wrong password.
      if (!isRight) throw new Refusal('login/failed')
      const old = request.tokenHash()
      const token = await world.database.tenant(request.tenant.id, async (tx) => {
        if (old !== null) await deleteSession(tx, old)
        const opened = await openSession(world, request, tx, {
          userId: user!.id,
          method: 'email',
          verified: user!.email_verified,
          console: user!.role !== null,
        })
        await forgive(tx)
        return opened
      })
      rememberDevice(world, request, reply, email)
      sendSession(world, request, reply, token)
      setValue(world, request, reply)
      return (await request.refresh()).user
    },
  )

  app.post<{ Body: { code: string } }>(
    '/auth/verify',
    {
      config: { action: 'account.own' },
      schema: body(['code'], {
        code: { type: 'string', pattern: '^\\s*[0-9](\\s*[0-9]){5}\\s*$' },
      }),
    },
    async (request, reply) => {
      const { row, session } = await signedIn(request)
      if (row.email === null) throw new Refusal('feature/being-built')
      if (row.email_verified) return (await request.refresh()).user
      const address = row.email
      const { verdict, token } = await world.database.tenant(request.tenant.id, async (tx) => {
        const tried = await tryCode(
          world,
          tx,
          { id: row.id, email: address },
          request.body.code.replace(/\s/g, ''),
        )
        if (tried !== 'right') return { verdict: tried, token: null }
        await setVerified(tx, row.id, 'email')
        await verifySessions(tx, row.id, 'email')
        // A confirmed account is worth more than an unconfirmed one, so it gets a token that nobody has seen yet.
        await deleteSession(tx, session.token_hash)
        return {
          verdict: tried,
          token: await openSession(world, request, tx, {
            userId: row.id,
            method: session.method,
            verified: true,
            console: session.console,
          }),
        }
      })
      if (verdict === 'too-many') throw new Refusal('request/rate-limited', { retryAfter: 3600 })
      if (verdict !== 'right')
        throw new Refusal(verdict === 'wrong' ? 'code/wrong' : 'code/expired', {
          fields: [
            {
              pointer: '/code',
              key: verdict === 'wrong' ? 'problem.code.wrong' : 'problem.code.expired',
            },
          ],
        })
      rememberDevice(world, request, reply, address)
      sendSession(world, request, reply, token!)
      setValue(world, request, reply)
      return (await request.refresh()).user
    },
  )

  app.post('/auth/verify/resend', { config: { action: 'account.own' } }, async (request, reply) => {
    const { row } = await signedIn(request)
    if (row.email === null) throw new Refusal('feature/being-built')
    const address = row.email
    if (row.email_verified) return reply.status(204).send()
    const message = await world.database.tenant(request.tenant.id, (tx) =>
      sendCode(world, tx, request.release, request.language, { id: row.id, email: address }),
    )
    if (message === null) throw new Refusal('request/rate-limited', { retryAfter: 60 })
    sendMessage(world, message)
    return reply.status(204).send()
  })

  app.post<{ Body: { email?: string; phone?: string } }>(
    '/auth/recover',
    {
      config: { action: 'session.open' },
      schema: body([], { email: Account.email, phone: Account.phone }),
    },
    async (request, reply) => {
      requireBasic(request)
      const email = normalise(request.body.email ?? '')
      const baseUrl = await world.baseUrl(request.tenant)
      const network = networkOf(request.ip)
      if (recoveries.isFull(network)) throw new Refusal('server/busy', { retryAfter: 2 })
      const device = knownDevice(world, request, email)
      const work = recoveries.run(network, () =>
        world.database.tenant(request.tenant.id, async (tx) => {
          const user = await guest(tx, email)
          return user?.email == null
            ? null
            : sendRecovery(
                world,
                tx,
                request.release,
                request.language,
                { id: user.id, email: user.email },
                baseUrl,
                { network, device },
              )
        }),
      )
      // The answer does not wait for the work, so that its time does not tell whether there is an account.
      work
        .then((message) => sendMessage(world, message))
        .catch((error: unknown) =>
          request.log.error({ err: error as Error }, 'recovery not written'),
        )
      return reply.status(204).send()
    },
  )

  app.post<{ Body: { token: string; password: string } }>(
    '/auth/recover/confirm',
    {
      config: { action: 'session.open' },
      schema: body(['token', 'password'], { token: Text(200), password: Account.password }),
    },
    async (request, reply) => {
      requireBasic(request)
      requirePassword(world, request.body.password, '')
      // A made-up token is not worth a hash; it is used up below, where two that come at once meet.
      const isKnown = await world.database.tenant(request.tenant.id, (tx) =>
        isWayBack(world, tx, request.body.token),
      )
      if (!isKnown) throw new Refusal('recover/expired')
      const passwordHash = await world.passwords.hash(request.body.password, {
        network: networkOf(request.ip),
      })
      const message = await world.database.tenant(request.tenant.id, async (tx) => {
        const recovery = await useRecovery(world, tx, request.body.token)
        const user = recovery === null ? undefined : await userById(tx, recovery.userId)
        if (user === undefined) return undefined
        if (recovery!.role !== null) {
          await setRole(tx, user.id, recovery!.role)
          await addAudit(tx, {
            id: world.newId(),
            now: world.now(),
            actor: user.id,
            action: 'owner.accept',
            target: user.id,
            detail: { from: user.role, to: recovery!.role },
          })
        }
        await setPassword(tx, user.id, passwordHash)
        // Whoever can read the mail has shown that the address is theirs.
        await setVerified(tx, user.id, 'email')
        await deleteSessionsOf(tx, user.id)
        return user.email === null
          ? null
          : writeMessage(world, tx, request.release, request.language, user.email, 'changed', {})
      })
      if (message === undefined) throw new Refusal('recover/expired')
      sendMessage(world, message)
      return reply.status(204).send()
    },
  )

  app.post<{ Body: { current: string; next: string } }>(
    '/auth/password',
    {
      config: { action: 'account.own' },
      schema: body(['current', 'next'], { current: Account.password, next: Account.password }),
    },
    async (request, reply) => {
      const { row, session } = await signedIn(request)
      requirePassword(world, request.body.next, row.email ?? '', '/next')
      // Somebody at a phone that was left open guesses no faster than at the login.
      const { isRight, forgive } = await guesses.check(
        request,
        row.email ?? row.id,
        request.body.current,
        async () => row,
      )
      if (!isRight)
        throw new Refusal('password/wrong', {
          fields: [{ pointer: '/current', key: 'problem.password.wrong' }],
        })
      const changes = await world.database.tenant(request.tenant.id, (tx) =>
        count(tx, limitKey(world, 'password', request.tenant.id, row.id), 3600, world.now()),
      )
      if (changes > PASSWORD_CHANGES_PER_HOUR)
        throw new Refusal('request/rate-limited', { retryAfter: 600 })
      const passwordHash = await world.passwords.hash(request.body.next, {
        network: networkOf(request.ip),
      })
      const { token, message } = await world.database.tenant(request.tenant.id, async (tx) => {
        await setPassword(tx, row.id, passwordHash)
        await deleteSessionsOf(tx, row.id)
        const token = await openSession(world, request, tx, {
          userId: row.id,
          method: session.method,
          verified: session.verified,
          console: session.console,
        })
        await forgive(tx)
        return {
          token,
          message:
            row.email === null
              ? null
              : await writeMessage(
                  world,
                  tx,
                  request.release,
                  request.language,
                  row.email,
                  'changed',
                  {},
                ),
        }
      })
      sendMessage(world, message)
      sendSession(world, request, reply, token)
      setValue(world, request, reply)
      return reply.status(204).send()
    },
  )

  // Other ways in come later; their address says so instead of not being there.
  for (const path of ['/auth/providers/:provider', '/auth/providers/:provider/callback']) {
    app.get(path, { config: { action: 'session.open' } }, () => {
      throw new Refusal('feature/being-built')
    })
  }
}

function normalise(address: string): string {
  return address.trim().toLowerCase()
}

function requireBasic(request: FastifyRequest): void {
  if (!request.release.config.authProviders['basic']) throw new Refusal('access/off')
}

/** @throws Refusal where the body has no e-mail address; accounts by phone come later, and say so */
function emailOf(given: Credentials): string {
  if (given.email === undefined && given.phone !== undefined)
    throw new Refusal('feature/being-built')
  const email = normalise(given.email ?? '')
  if (!FORMATS['email']!(email))
    throw new Refusal('request/invalid', {
      fields: [{ pointer: '/email', key: given.email ? 'form.email' : 'form.required' }],
    })
  return email
}

/** The specification's rule with its messages, and never one of the most common ones (reliability.md 2). */
function requirePassword(
  world: ServerContext,
  password: string,
  email: string,
  pointer = '/password',
): void {
  const broken = passwordProblems(password)
  if (broken.length > 0)
    throw new Refusal('password/rule', { fields: broken.map((key) => ({ pointer, key })) })
  const simple = password.toLowerCase()
  if (world.options.commonPasswords.has(simple) || simple === email)
    throw new Refusal('password/common', { fields: [{ pointer, key: 'problem.password.common' }] })
}

function signupTaken(): Refusal {
  return new Refusal('signup/taken', {
    fields: [{ pointer: '/email', key: 'problem.signup.taken' }],
  })
}
