/** Every call declares what it does; the documents say who may. A call without an action fails at the start. Depends on: session. */

import type { FastifyRequest } from 'fastify'
import plugin from 'fastify-plugin'
import { mayDo, type Permission } from '#engine/decide/access.ts'
import type { ActionDocument } from '#engine/documents/kinds.ts'
import { Refusal } from '#engine/contract/problems.ts'
import type { Scope } from '#engine/rules/scope.ts'
import type { Person } from '#server/accounts/people.ts'
import type { Release } from '#server/release/compose.ts'

/** What a call is about, where its action's rule needs to know. */
export type Target = {
  readonly id: string
  readonly listed: boolean
  /** What it belongs to: asked for, unless it is `open` without, and named in every refusal. */
  readonly feature?: string | undefined
  readonly open?: boolean
}

declare module 'fastify' {
  interface FastifyContextConfig {
    action?: string
    /** Finds out what the call is about. Throws a Refusal for what does not exist. */
    target?: (request: FastifyRequest, scope: Scope) => Target
    /** The handler authenticates in its own statement: for the one call that a learner makes sixty times. */
    ownSession?: boolean
  }
}

export const accessPlugin = plugin<{ actions: ReadonlySet<string> }>(
  async (app, { actions }) => {
    app.addHook('onRoute', ({ url, config, method }) => {
      if (!url.startsWith('/api/') || method === 'HEAD' || method === 'OPTIONS') return
      if (config?.action === undefined)
        throw new Error(`${String(method)} ${url} does not say which action it is`)
      if (!actions.has(config.action))
        throw new Error(`${String(method)} ${url}: access/actions has no action "${config.action}"`)
    })
    // Before the body is judged: who may not do this is not told how it would be done.
    app.addHook('preValidation', (request, _reply, done) => {
      const { action: id, target, ownSession } = request.routeOptions.config
      if (id === undefined || request.release === undefined) return done()
      const { release } = request
      const action = release.catalog.actions.get(id)
      if (action === undefined) return done(new Refusal('access/off'))
      if (action.session === 'none') return done()
      if (ownSession === true)
        return done(request.tokenHash() === null ? new Refusal('access/session') : undefined)
      // Whoever a preview imagines has a role to see pages with; the console's data are for people who exist.
      if (request.preview !== null && action.roles !== undefined)
        return done(new Refusal('access/role'))
      request
        .person()
        .then((person) => {
          if (person === null) throw new Refusal('access/session')
          requireAllowed(release, action, person.scope, target?.(request, person.scope))
        })
        .then(() => done(), done)
    })
  },
  { name: 'access', dependencies: ['session'] },
)

/** May somebody do this with that? The answer that the call itself would get. */
export function mayDoWith(
  release: Release,
  action: ActionDocument,
  scope: Scope,
  target: Target | undefined,
): Permission {
  if (target === undefined) return mayDo(release.catalog, action, scope)
  const asked =
    target.feature === undefined || target.open ? action : { ...action, feature: target.feature }
  const about = { ...scope, target: { id: target.id, listed: target.listed } }
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

/** The person of a call whose action needs one: the hook above has seen to it. */
export async function signedIn(request: FastifyRequest): Promise<Person> {
  const person = await request.person()
  if (person === null) throw new Refusal('access/session')
  return person
}
