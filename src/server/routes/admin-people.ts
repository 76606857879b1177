/** The users of the console, their roles, the audit log, and how learners are doing. */

import type { FastifyInstance } from 'fastify'
import {
  OPERATOR,
  ROLES,
  type AuditEntry,
  type ConsoleUser,
  type Page,
  type Role,
  type StudyCohort,
} from '#engine/contract/admincontract.ts'
import type { Newcomers } from '#engine/contract/newcomers.ts'
import { Refusal } from '#engine/contract/problems.ts'
import { requireGuardian } from '#server/accounts/guarded.ts'
import { tooOften } from '#server/base/bounds.ts'
import { limitKey } from '#server/base/limitkey.ts'
import type { Tx } from '#server/database/database.ts'
import type { ServerContext } from '#server/start/context.ts'
import { signedIn } from '../plugins/access.ts'
import { addAudit, auditOf, countAudit } from '../store/audit.ts'
import { countForConsole, lockOwners, setRole, usersForConsole } from '../store/console.ts'
import { deleteInvitations } from '../store/codes.ts'
import { count } from '../store/limits.ts'
import { newcomers } from '../store/newcomers.ts'
import { deleteSessionsOf } from '../store/sessions.ts'
import { userById } from '../store/users.ts'

const PAGE = 50
/** Characters of an address before learners are found by it. */
const MIN_LETTERS = 3
const MAX_SEARCHES_PER_HOUR = 300
const Paged = {
  type: 'object',
  properties: {
    page: { type: 'integer', minimum: 1, maximum: 100_000 },
    search: { type: 'string', maxLength: 120 },
  },
} as const
const RoleBody = {
  type: 'object',
  required: ['role'],
  properties: {
    role: { type: ['string', 'null'], enum: [...ROLES, null] },
    reason: {
      type: 'string',
      maxLength: 300,
      description: 'Why, for the audit log. The console always asks for it.',
    },
  },
  additionalProperties: false,
} as const
const UserId = { type: 'object', properties: { id: { type: 'string', format: 'uuid' } } } as const

export function adminPeopleRoutes(app: FastifyInstance, context: ServerContext): void {
  usersRoute(app, context)
  roleRoute(app, context)
  auditRoute(app, context)
  app.get(
    '/admin/newcomers',
    { config: { action: 'console.read' } },
    (request): Promise<Newcomers> =>
      context.database.tenant(request.tenant.id, (tx) => newcomers(tx, context.now())),
  )
}

function usersRoute(app: FastifyInstance, context: ServerContext): void {
  app.get<{ Querystring: { page?: number; search?: string } }>(
    '/admin/users',
    { config: { action: 'console.read' }, schema: { querystring: Paged } },
    async (request): Promise<Page<ConsoleUser>> => {
      const { row: actor } = await signedIn(request)
      const { page = 1 } = request.query
      const search = (request.query.search ?? '').trim().toLowerCase()
      // Learners can't be browsed: without a good part of an address only users with a role are
      // found.
      const among = { search, everybody: search.length >= MIN_LETTERS }
      return context.database.tenant(request.tenant.id, async (tx) => {
        const total = await countForConsole(tx, among)
        if (among.everybody) {
          await requireFewSearches(context, tx, request.tenant.id, actor.id)
          // Enough to show what was searched for, but no address: the log outlives the accounts.
          const target = `${search.slice(0, MIN_LETTERS)}…`
          await addAudit(tx, {
            id: context.newId(),
            now: context.now(),
            actor: actor.id,
            action: 'people.search',
            target,
            detail: { letters: search.length, found: total, page },
          })
        }
        return {
          items: (await usersForConsole(tx, among, page, PAGE)).map(
            ({
              id,
              email,
              phone,
              role,
              invited,
              invited_until,
              factor_since,
              account_type,
              cohort,
              research_assessments,
            }) => ({
              id,
              email: email ?? phone,
              role: role as Role | null,
              invited: invited as Role | null,
              invitedUntil: invited_until?.toISOString() ?? null,
              secondFactor: factor_since !== null,
              accountType: account_type,
              cohort: cohortOf(cohort, research_assessments),
            }),
          ),
          total,
          page,
          pageSize: PAGE,
        }
      })
    },
  )
}

async function requireFewSearches(
  context: ServerContext,
  tx: Tx,
  tenant: string,
  userId: string,
): Promise<void> {
  const key = limitKey(context, 'people-search', tenant, userId)
  if ((await count(tx, key, 3600, context.now())) > MAX_SEARCHES_PER_HOUR) throw tooOften(600)
}

function roleRoute(app: FastifyInstance, context: ServerContext): void {
  app.put<{ Params: { id: string }; Body: { role: Role | null; reason?: string } }>(
    '/admin/users/:id/role',
    { config: { action: 'role.grant' }, schema: { params: UserId, body: RoleBody } },
    async (request, reply) => {
      const { row: actor } = await signedIn(request)
      const { role } = request.body
      const reason = request.body.reason?.trim() ?? ''
      await context.database.tenant(request.tenant.id, async (tx) => {
        const owners = await lockOwners(tx)
        const user = await userById(tx, request.params.id)
        if (user === undefined || user.role === OPERATOR) throw new Refusal('user/unknown')
        if (user.role === 'owner' && role !== 'owner' && owners.length === 1)
          throw new Refusal('role/last-owner')
        if (role !== null) requireGuardian(request.release, user, context.now())
        await setRole(tx, user.id, role)
        // An invitation that wasn't used would bring back another role.
        await deleteInvitations(tx, user.id)
        // A session without the console's short lifetime must not gain the console's rights, nor
        // the reverse.
        if (user.id !== actor.id) await deleteSessionsOf(tx, user.id)
        await addAudit(tx, {
          id: context.newId(),
          now: context.now(),
          actor: actor.id,
          action: 'role.grant',
          target: user.id,
          detail: { from: user.role, to: role, ...(reason !== '' && { reason }) },
        })
      })
      return reply.status(204).send()
    },
  )
}

function auditRoute(app: FastifyInstance, context: ServerContext): void {
  app.get<{ Querystring: { page?: number } }>(
    '/admin/audit',
    { config: { action: 'console.read' }, schema: { querystring: Paged } },
    async (request): Promise<Page<AuditEntry>> => {
      const { page = 1 } = request.query
      return context.database.tenant(request.tenant.id, async (tx) => ({
        items: (await auditOf(tx, page, PAGE)).map(
          ({ id, at, actor, known, email, action, target, detail }) => ({
            id,
            at: at.toISOString(),
            by: actor !== null && known === null ? null : (email ?? ''),
            action,
            target,
            detail,
          }),
        ),
        total: await countAudit(tx),
        page,
        pageSize: PAGE,
      }))
    },
  )
}

/** The stored cohort of a user (spec 3, User) as the console shows it. */
function cohortOf(kept: unknown, assessments: readonly string[]): StudyCohort | null {
  const { name = '', institution } = (kept ?? {}) as {
    name?: string
    institution?: { name?: string }
  }
  return kept === null ? null : { name, institution: institution?.name ?? '', assessments }
}
