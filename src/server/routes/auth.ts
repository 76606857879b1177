/** Accounts by e-mail: sign-up, login, verification, recovery, logout (spec 4; reliability.md 2). */

import { setTimeout as wait } from 'node:timers/promises'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { passwordProblems } from '#engine/password.ts'
import { Refusal } from '#engine/problems.ts'
import { FORMATS } from '#engine/formats.ts'
import { sendCode, sendRecovery, tryCode, useRecovery } from '../codes.ts'
import { isDuplicate, type Tx } from '../database.ts'
import { sendMessage, writeMessage } from '../messages.ts'
import { clearSession, openSession, sendSession } from '../plugins/session.ts'
import { setValue } from '../plugins/anti-forgery.ts'
import { signedIn } from '../plugins/access.ts'
import { count, counted, forget } from '../store/limits.ts'
import { deleteSession, deleteSessionsOf, verifySessions } from '../store/sessions.ts'
import { insertUser, setPassword, setVerified, userByEmail, userById } from '../store/users.ts'
import type { World } from '../world.ts'

const Text = (maxLength: number) => ({ type: 'string', maxLength }) as const
const body = (required: readonly string[], properties: Record<string, object>) => ({ body: { type: 'object', required, properties, additionalProperties: false } }) as const
const Account = { email: Text(254), phone: Text(32), password: Text(200) }

type Credentials = { email?: string; phone?: string; password: string }

/** Failed logins: none is slowed before the fifth, none longer than this. Nobody is ever locked out. */
const FREE_FAILURES = 5
const LONGEST_WAIT_MS = 3000
const FAILURE_WINDOW = 15 * 60
/** A whole school may sign up behind one address. */
const SIGNUPS_PER_HOUR = 1000

export function authRoutes(app: FastifyInstance, world: World): void {
  app.get('/auth/ping', { config: { action: 'public.read' } }, () => ({ status: 'ok' }))

  app.get('/auth/get-user', { config: { action: 'session.open' } }, async (request, reply) => {
    const person = await request.person()
    // 204 means "nobody is signed in" (spec 4), not an error.
    return person === null ? reply.status(204).send() : person.user
  })

  app.get('/auth/logout', { config: { action: 'session.open', changes: true } }, async (request, reply) => {
    const hash = request.tokenHash()
    if (hash !== null) await world.database.tenant(request.tenant.id, (tx) => deleteSession(tx, hash))
    clearSession(world, request, reply)
    setValue(world, request, reply)
    return reply.status(204).send()
  })

  app.post<{ Body: Credentials }>('/auth/signup', { config: { action: 'session.open' }, schema: body(['password'], Account) }, async (request, reply) => {
    requireBasic(request)
    if (!request.release.config.signup) throw new Refusal('signup/off')
    const email = emailOf(request.body)
    requirePassword(world, request.body.password, email)
    const now = world.now()
    const tries = await world.database.tenant(request.tenant.id, (tx) => count(tx, networkKey(world, request, 'signup'), 3600, now))
    if (tries > SIGNUPS_PER_HOUR) throw new Refusal('request/rate-limited', { retryAfter: 600 })
    const passwordHash = await world.passwords.hash(request.body.password)
    const id = world.newId()
    const { token, message } = await world.database
      .tenant(request.tenant.id, async (tx) => {
        // Accepting the terms is part of signing up only where the tenant says so; the page then says it too.
        const consents = request.release.config.defaultTermsConsent ? { terms: { granted: true, updatedAt: now.toISOString() } } : {}
        await insertUser(tx, { id, email, passwordHash, accountType: 'free', consents })
        const token = await openSession(world, request, tx, { userId: id, method: 'email', verified: false, console: false })
        return { token, message: await sendCode(world, tx, request.release, request.language, { id, email }) }
      })
      .catch((error: unknown) => {
        throw isDuplicate(error) ? new Refusal('signup/taken', { fields: [{ pointer: '/email', key: 'problem.signup.taken' }] }) : error
      })
    sendMessage(world, message)
    sendSession(world, request, reply, token)
    setValue(world, request, reply)
    return reply.status(201).send((await request.refresh()).user)
  })

  app.post<{ Body: Credentials }>('/auth/login', { config: { action: 'session.open' }, schema: body(['password'], Account) }, async (request, reply) => {
    requireBasic(request)
    const email = normalise(request.body.email ?? request.body.phone ?? '')
    const keys = guessKeys(world, request, email)
    const { failures, user } = await world.database.tenant(request.tenant.id, async (tx) => ({ failures: await failuresOf(world, tx, keys), user: await userByEmail(tx, email) }))
    await slowDown(failures)
    // Body and time are the same for a wrong name and a wrong password.
    if (!(await world.passwords.verify(user?.password_hash ?? null, request.body.password))) {
      await countFailure(world, request, keys)
      throw new Refusal('login/failed')
    }
    const old = request.tokenHash()
    const token = await world.database.tenant(request.tenant.id, async (tx) => {
      await forget(tx, keys.person)
      if (old !== null) await deleteSession(tx, old)
      return openSession(world, request, tx, { userId: user!.id, method: 'email', verified: user!.email_verified, console: user!.role !== null })
    })
    sendSession(world, request, reply, token)
    setValue(world, request, reply)
    return (await request.refresh()).user
  })

  app.post<{ Body: { code: string } }>(
    '/auth/verify',
    { config: { action: 'account.own' }, schema: body(['code'], { code: { type: 'string', pattern: '^\\s*[0-9](\\s*[0-9]){5}\\s*$' } }) },
    async (request, reply) => {
      const { row, session } = await signedIn(request)
      if (row.email === null) throw new Refusal('feature/being-built')
      if (row.email_verified) return (await request.refresh()).user
      const address = row.email
      const { verdict, token } = await world.database.tenant(request.tenant.id, async (tx) => {
        const tried = await tryCode(world, tx, { id: row.id, email: address }, request.body.code.replace(/\s/g, ''))
        if (tried !== 'right') return { verdict: tried, token: null }
        await setVerified(tx, row.id, 'email')
        await verifySessions(tx, row.id, 'email')
        // A confirmed account is worth more than an unconfirmed one, so it gets a token that nobody has seen yet.
        await deleteSession(tx, session.token_hash)
        return { verdict: tried, token: await openSession(world, request, tx, { userId: row.id, method: session.method, verified: true, console: session.console }) }
      })
      if (verdict === 'too-many') throw new Refusal('request/rate-limited', { retryAfter: 3600 })
      if (verdict !== 'right')
        throw new Refusal(verdict === 'wrong' ? 'code/wrong' : 'code/expired', { fields: [{ pointer: '/code', key: verdict === 'wrong' ? 'problem.code.wrong' : 'problem.code.expired' }] })
      sendSession(world, request, reply, token!)
      setValue(world, request, reply)
      return (await request.refresh()).user
    },
  )

  app.post('/auth/verify/resend', { config: { action: 'account.own' } }, async (request, reply) => {
    const { row } = await signedIn(request)
    if (row.email === null) throw new Refusal('feature/being-built')
    const address = row.email
    if (!row.email_verified) sendMessage(world, await world.database.tenant(request.tenant.id, (tx) => sendCode(world, tx, request.release, request.language, { id: row.id, email: address })))
    return reply.status(204).send()
  })

  app.post<{ Body: { email?: string; phone?: string } }>(
    '/auth/recover',
    { config: { action: 'session.open' }, schema: body([], { email: Account.email, phone: Account.phone }) },
    async (request, reply) => {
      requireBasic(request)
      const email = normalise(request.body.email ?? '')
      const baseUrl = await world.baseUrl(request.tenant)
      const work = world.database.tenant(request.tenant.id, async (tx) => {
        const user = await userByEmail(tx, email)
        return user?.email == null ? null : sendRecovery(world, tx, request.release, request.language, { id: user.id, email: user.email }, baseUrl)
      })
      // The answer does not wait for the work, so that its time does not tell whether there is an account.
      work.then((message) => sendMessage(world, message)).catch((error: unknown) => request.log.error({ err: error as Error }, 'recovery not written'))
      return reply.status(204).send()
    },
  )

  app.post<{ Body: { token: string; password: string } }>(
    '/auth/recover/confirm',
    { config: { action: 'session.open' }, schema: body(['token', 'password'], { token: Text(200), password: Account.password }) },
    async (request, reply) => {
      requireBasic(request)
      requirePassword(world, request.body.password, '')
      const passwordHash = await world.passwords.hash(request.body.password)
      const message = await world.database.tenant(request.tenant.id, async (tx) => {
        const userId = await useRecovery(world, tx, request.body.token)
        const user = userId === null ? undefined : await userById(tx, userId)
        if (user === undefined) return undefined
        await setPassword(tx, user.id, passwordHash)
        // Whoever can read the mail has shown that the address is theirs.
        await setVerified(tx, user.id, 'email')
        await deleteSessionsOf(tx, user.id)
        return user.email === null ? null : writeMessage(world, tx, request.release, request.language, user.email, 'changed', {})
      })
      if (message === undefined) throw new Refusal('recover/expired')
      sendMessage(world, message)
      return reply.status(204).send()
    },
  )

  app.post<{ Body: { current: string; next: string } }>(
    '/auth/password',
    { config: { action: 'account.own' }, schema: body(['current', 'next'], { current: Account.password, next: Account.password }) },
    async (request, reply) => {
      const { row, session } = await signedIn(request)
      requirePassword(world, request.body.next, row.email ?? '', '/next')
      // Somebody at a phone that was left open guesses no faster than at the login.
      const keys = guessKeys(world, request, row.email ?? row.id)
      await slowDown(await world.database.tenant(request.tenant.id, (tx) => failuresOf(world, tx, keys)))
      if (!(await world.passwords.verify(row.password_hash, request.body.current))) {
        await countFailure(world, request, keys)
        throw new Refusal('password/wrong', { fields: [{ pointer: '/current', key: 'problem.password.wrong' }] })
      }
      const passwordHash = await world.passwords.hash(request.body.next)
      const { token, message } = await world.database.tenant(request.tenant.id, async (tx) => {
        await forget(tx, keys.person)
        await setPassword(tx, row.id, passwordHash)
        await deleteSessionsOf(tx, row.id)
        const token = await openSession(world, request, tx, { userId: row.id, method: session.method, verified: session.verified, console: session.console })
        return { token, message: row.email === null ? null : await writeMessage(world, tx, request.release, request.language, row.email, 'changed', {}) }
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
  if (given.email === undefined && given.phone !== undefined) throw new Refusal('feature/being-built')
  const email = normalise(given.email ?? '')
  if (!FORMATS['email']!(email)) throw new Refusal('request/invalid', { fields: [{ pointer: '/email', key: given.email ? 'form.email' : 'form.required' }] })
  return email
}

/** The specification's rule with its messages, and never one of the most common ones (reliability.md 2). */
function requirePassword(world: World, password: string, email: string, pointer = '/password'): void {
  const broken = passwordProblems(password)
  if (broken.length > 0) throw new Refusal('password/rule', { fields: broken.map((key) => ({ pointer, key })) })
  const simple = password.toLowerCase()
  if (world.options.commonPasswords.has(simple) || simple === email) throw new Refusal('password/common', { fields: [{ pointer, key: 'problem.password.common' }] })
}

/** What wrong passwords are counted under: for the person, and for the network that they came from. */
type GuessKeys = { readonly person: string; readonly network: string }

function guessKeys(world: World, request: FastifyRequest, name: string): GuessKeys {
  return { person: `login:${world.secrets.mac('limit', request.tenant.id, name).toString('base64url')}`, network: networkKey(world, request, 'login') }
}

/** Wrong passwords of late; ten of a network count as one, for a whole school may sit behind it. */
async function failuresOf(world: World, tx: Tx, { person, network }: GuessKeys): Promise<number> {
  return Math.max(await counted(tx, person, FAILURE_WINDOW, world.now()), (await counted(tx, network, FAILURE_WINDOW, world.now())) / 10)
}

async function slowDown(failures: number): Promise<void> {
  if (failures >= FREE_FAILURES) await wait(Math.min(LONGEST_WAIT_MS, 250 * 2 ** (failures - FREE_FAILURES)))
}

async function countFailure(world: World, request: FastifyRequest, { person, network }: GuessKeys): Promise<void> {
  await world.database.tenant(request.tenant.id, async (tx) => {
    for (const key of [person, network]) await count(tx, key, FAILURE_WINDOW, world.now())
  })
}

function networkKey(world: World, request: FastifyRequest, what: string): string {
  return `${what}-net:${world.secrets.mac('limit', request.tenant.id, request.ip).toString('base64url')}`
}
