/** Cohorts: who takes part in which study. */

import type { FastifyInstance } from 'fastify'
import { OPERATOR, type Page, type StudyCohort } from '#engine/contract/admincontract.ts'
import { Refusal, type FieldProblem } from '#engine/contract/problems.ts'
import { requireGuardian } from '#server/accounts/guarded.ts'
import { offeredForResearch } from '#engine/decide/research.ts'
import { signedIn } from '../plugins/access.ts'
import type { Release } from '#server/release/compose.ts'
import { addAudit } from '../store/audit.ts'
import { cohortNames, setCohort } from '../store/research.ts'
import { lockUser, userByEmail } from '../store/users.ts'
import type { ServerContext } from '#server/start/context.ts'

const UserId = { type: 'object', properties: { id: { type: 'string', format: 'uuid' } } } as const
const Name = { type: 'string', minLength: 1, maxLength: 120, pattern: '\\S' } as const
export const Cohort = {
  type: ['object', 'null'],
  required: ['institution', 'name', 'assessments'],
  properties: {
    institution: Name,
    name: Name,
    assessments: {
      type: 'array',
      minItems: 1,
      maxItems: 20,
      uniqueItems: true,
      items: { type: 'string', maxLength: 80 },
    },
  },
  additionalProperties: false,
} as const
const CohortBody = {
  type: 'object',
  required: ['cohort'],
  properties: {
    cohort: Cohort,
    reason: {
      type: 'string',
      maxLength: 300,
      description: 'Why, for the audit log. The console always asks for it.',
    },
  },
  additionalProperties: false,
} as const

/** Addresses that one call takes: two large classes. */
const MAX_TOGETHER = 100
const TogetherBody = {
  type: 'object',
  required: ['emails', 'cohort', 'reason'],
  properties: {
    emails: {
      type: 'array',
      minItems: 1,
      maxItems: MAX_TOGETHER,
      items: { type: 'string', maxLength: 254 },
    },
    cohort: { ...Cohort, type: 'object' },
    reason: { type: 'string', maxLength: 300, pattern: '\\S' },
  },
  additionalProperties: false,
} as const
type Together = { emails: readonly string[]; cohort: StudyCohort; reason: string }

export function adminResearchRoutes(app: FastifyInstance, context: ServerContext): void {
  togetherRoute(app, context)
  app.get(
    '/admin/cohorts',
    { config: { action: 'cohort.set' } },
    async ({ tenant }): Promise<Page<{ name: string }>> => {
      const names = await context.database.tenant(tenant.id, cohortNames)
      const items = names.map((name) => ({ name }))
      return { items, total: items.length, page: 1, pageSize: items.length }
    },
  )
  app.put<{ Params: { id: string }; Body: { cohort: StudyCohort | null; reason?: string } }>(
    '/admin/users/:id/cohort',
    { config: { action: 'cohort.set' }, schema: { params: UserId, body: CohortBody } },
    async (request, reply) => {
      const { row: actor } = await signedIn(request)
      const cohort = requireCohort(request.release, request.body.cohort, '/cohort')
      const reason = request.body.reason?.trim() ?? ''
      await context.database.tenant(request.tenant.id, async (tx) => {
        const user = await lockUser(tx, request.params.id)
        if (user === undefined || user.role === OPERATOR) throw new Refusal('user/unknown')
        requireGuardian(request.release, user, context.now())
        await setCohort(tx, user.id, request.tenant.slug, cohort)
        await addAudit(tx, {
          id: context.newId(),
          now: context.now(),
          actor: actor.id,
          action: 'cohort.set',
          target: user.id,
          detail: { from: user.cohort, to: cohort, ...(reason !== '' && { reason }) },
        })
      })
      return reply.status(204).send()
    },
  )
}

/** All of them or none: people who can't join are named by their place in the list. */
function togetherRoute(app: FastifyInstance, context: ServerContext): void {
  app.post<{ Body: Together }>(
    '/admin/cohorts',
    { config: { action: 'cohort.set' }, schema: { body: TogetherBody } },
    async (request): Promise<{ joined: number }> => {
      const { row: actor } = await signedIn(request)
      const cohort = requireCohort(request.release, request.body.cohort, '/cohort')
      const emails = request.body.emails.map((email) => email.trim().toLowerCase())
      return context.database.tenant(request.tenant.id, async (tx) => {
        const fields: FieldProblem[] = []
        const people = new Map<string, string>()
        for (const [index, email] of emails.entries()) {
          const user = await userByEmail(tx, email)
          const problem =
            user === undefined || user.role === OPERATOR
              ? 'user/unknown'
              : refusalOf(() => requireGuardian(request.release, user, context.now()))
          if (problem === null) people.set(user!.id, email)
          else
            fields.push({
              pointer: `/emails/${index}`,
              key: `problem.${problem.replaceAll('/', '.')}`,
            })
        }
        if (fields.length > 0) throw new Refusal('request/invalid', { fields })
        // In one order, so that two owners at once wait for each other instead of for ever.
        for (const id of [...people.keys()].sort()) {
          const user = await lockUser(tx, id)
          if (user === undefined) throw new Refusal('user/unknown')
          await setCohort(tx, id, request.tenant.slug, cohort)
          await addAudit(tx, {
            id: context.newId(),
            now: context.now(),
            actor: actor.id,
            action: 'cohort.set',
            target: id,
            detail: { from: user.cohort, to: cohort, reason: request.body.reason.trim() },
          })
        }
        return { joined: people.size }
      })
    },
  )
}

/** @returns the code that it throws, or null */
function refusalOf(check: () => void): string | null {
  try {
    check()
    return null
  } catch (error) {
    if (error instanceof Refusal) return error.code
    throw error
  }
}

/**
 * @throws Refusal `request/invalid` if an assessment has no page for cohorts: its members could
 *   never finish
 */
export function requireCohort(
  release: Release,
  cohort: StudyCohort | null | undefined,
  pointer: string,
): StudyCohort | null {
  if (cohort == null) return null
  const offered = offeredForResearch(release.catalog)
  const fields = cohort.assessments.flatMap((id, index) =>
    offered.includes(id)
      ? []
      : [{ pointer: `${pointer}/assessments/${index}`, key: 'form.invalid' }],
  )
  if (fields.length > 0) throw new Refusal('request/invalid', { fields })
  return {
    institution: cohort.institution.trim(),
    name: cohort.name.trim(),
    assessments: cohort.assessments,
  }
}
