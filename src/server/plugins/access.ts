/**
 * Every route declares its action; the documents decide who may perform it. A route without an
 * action fails at start-up. Depends on: session.
 */

import type { FastifyReply, FastifyRequest } from 'fastify'
import plugin from 'fastify-plugin'
import { mayDo, type Permission } from '#engine/decide/access.ts'
import type { ActionDocument } from '#engine/documents/kinds.ts'
import { Refusal } from '#engine/contract/problems.ts'
import type { Scope } from '#engine/rules/scope.ts'
import { requireStanding, standingConsents } from '#server/accounts/guarded.ts'
import type { Person } from '#server/accounts/people.ts'
import { under } from '#server/database/condition.ts'
import type { Tx } from '#server/database/database.ts'
import type { Release } from '#server/release/compose.ts'

/** The subject of a request, if its action's rule needs it. */
export type Target = {
  readonly id: string
  readonly listed: boolean
  /** Comes before a plan is asked for, where the tenant puts a result first. */
  readonly first?: boolean
  /** Its feature: checked unless `open`, and named in every refusal. */
  readonly feature?: string | undefined
  readonly open?: boolean
}

declare module 'fastify' {
  interface FastifyContextConfig {
    action?: string
    /** Determines the subject of the request. Throws a Refusal if it does not exist. */
    target?: (request: FastifyRequest, scope: Scope) => Target
    /**
     * The handler authenticates in its own statement: for the one request that a learner sends
     * sixty times.
     */
    ownSession?: boolean
    /** What it stores says nothing about who sent it. */
    nameless?: boolean
    /** Takes so large a body that callers without access are refused before it is read. */
    decidedEarly?: boolean
  }
}

export const accessPlugin = plugin<{ actions: ReadonlySet<string>; now: () => Date }>(
  async (app, { actions, now }) => {
    app.addHook('onRoute', ({ url, config, method }) => {
      if (!url.startsWith('/api/') || method === 'HEAD' || method === 'OPTIONS') return
      if (config?.action === undefined)
        throw new Error(`${String(method)} ${url} does not say which action it is`)
      if (!actions.has(config.action))
        throw new Error(`${String(method)} ${url}: access/actions has no action "${config.action}"`)
    })
    app.addHook('preParsing', (request, _reply, payload, done) => {
      if (request.routeOptions.config.decidedEarly !== true) return done(null, payload)
      requireAccess(request).then(() => done(null, payload), done)
    })
    // Before the body is validated: unauthorised callers learn nothing about the expected input.
    app.addHook('preValidation', (request, reply, done) => {
      const { decidedEarly } = request.routeOptions.config
      // No promise where nothing has to be looked up, because every request comes through here.
      const decision = decidedEarly === true ? null : accessOf(request)
      if (!dependsOnGuardian(request)) {
        if (decision === null) return done()
        return void decision.then(() => done(), done)
      }
      Promise.resolve(decision)
        .then(() => goOnUnderConsents(request, reply, now(), () => done()))
        .catch(done)
    })
  },
  { name: 'access', dependencies: ['session'] },
)

async function requireAccess(request: FastifyRequest): Promise<void> {
  await accessOf(request)
}

/**
 * @returns null if it is allowed at once; otherwise rejects with the Refusal
 */
function accessOf(request: FastifyRequest): Promise<void> | null {
  const { action: id, target, ownSession, nameless } = request.routeOptions.config
  if (id === undefined || request.release === undefined) return null
  const { release } = request
  const action = release.catalog.actions.get(id)
  if (action === undefined) return refused('access/off')
  const isSignedIn = request.tokenHash() !== null
  const asksGuardian = release.config.consent.parental
  if (action.session === 'none') {
    if (action.beforeGuardian || nameless === true || !asksGuardian || !isSignedIn) return null
    return request.person().then((person) => {
      if (person?.scope.facts.guardianPending) throw new Refusal('consent/guardian')
    })
  }
  if (ownSession === true && !asksGuardian) return isSignedIn ? null : refused('access/session')
  // The simulated user of a preview has a role for viewing pages; the console's data requires a
  // real one.
  if (request.preview !== null && action.roles !== undefined) return refused('access/role')
  return request.person().then((person) => {
    if (person === null) throw new Refusal('access/session')
    requireAllowed(release, action, person.scope, target?.(request, person.scope))
    requireSecondFactor(action, person)
  })
}

/** May this call store something that a guardian has to agree to, where one is asked? */
function dependsOnGuardian(request: FastifyRequest): boolean {
  const { action: id, nameless } = request.routeOptions.config
  if (id === undefined || nameless === true || request.release === undefined) return false
  const { config, catalog } = request.release
  return (
    config.consent.parental &&
    request.tokenHash() !== null &&
    catalog.actions.get(id)?.beforeGuardian !== true
  )
}

/**
 * Continues with a request. Where it depends on a guardian's consent, all of its transactions look
 * again: the guardian may take it back while the request is under way.
 */
async function goOnUnderConsents(
  request: FastifyRequest,
  reply: FastifyReply,
  now: Date,
  goOn: () => void,
): Promise<void> {
  const person = await request.person()
  const consents = person === null ? [] : standingConsents(request.release, person.row, now)
  if (person === null || consents.length === 0) return goOn()
  const check = (tx: Tx) => requireStanding(tx, person.row.id, consents)
  under({ check, isOver: () => reply.sent }, goOn)
}

function refused(code: 'access/off' | 'access/session' | 'access/role'): Promise<never> {
  return Promise.reject(new Refusal(code))
}

/** May this user do this? The same decision as for the request itself. */
export function mayDoWith(
  release: Release,
  action: ActionDocument,
  scope: Scope,
  target: Target | undefined,
): Permission {
  if (target === undefined) return mayDo(release.catalog, action, scope)
  const asked =
    target.feature === undefined || target.open ? action : { ...action, feature: target.feature }
  const about = {
    ...scope,
    target: { id: target.id, listed: target.listed, first: target.first === true },
  }
  return mayDo(release.catalog, asked, about)
}

function requireAllowed(
  release: Release,
  action: ActionDocument,
  scope: Scope,
  target: Target | undefined,
): void {
  const permission = mayDoWith(release, action, scope, target)
  if (permission.allowed) return
  const feature = permission.feature ?? target?.feature
  throw new Refusal(permission.code, {
    extra: {
      ...(feature !== undefined && { feature }),
      ...(permission.upgrade && { upgrade: true }),
    },
  })
}

/**
 * A second factor that the tenant requires opens the console; of learners it is asked once they are
 * through onboarding. Setting it up is the account's own matter, and always allowed.
 */
function requireSecondFactor({ id, roles }: ActionDocument, { user, scope }: Person): void {
  if (user.auth.secondFactor !== 'due') return
  const needsIt =
    user.app.role !== null
      ? roles !== undefined
      : id !== 'account.own' && scope.stage !== 'onboarding'
  if (needsIt) throw new Refusal('auth/second-factor-required')
}

/** The user of a request whose action requires one; the hook above has checked. */
export async function signedIn(request: FastifyRequest): Promise<Person> {
  const person = await request.person()
  if (person === null) throw new Refusal('access/session')
  return person
}
