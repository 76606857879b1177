/**
 * Cohorts: who takes part in which study, and the answers of those who agreed, for the tenant's
 * researchers.
 */

import { Readable } from 'node:stream'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { OPERATOR, type StudyCohort } from '#engine/contract/admincontract.ts'
import { csvLine } from '#engine/contract/csv.ts'
import { subAssessments } from '#engine/decide/facts.ts'
import type { DocumentOf } from '#engine/documents/kinds.ts'
import { Refusal } from '#engine/contract/problems.ts'
import { requireGuardian } from '#server/accounts/guarded.ts'
import { offeredForResearch } from '#engine/decide/research.ts'
import { required } from '#server/base/required.ts'
import { signedIn } from '../plugins/access.ts'
import type { Release } from '#server/release/compose.ts'
import { given } from '../store/answers.ts'
import { addAudit } from '../store/audit.ts'
import { effectiveAnswers } from '../store/effective.ts'
import { blob } from '../store/releases.ts'
import { apart } from '#server/base/patience.ts'
import type { Tx } from '#server/database/database.ts'
import {
  answersOfAttempts,
  completeAttemptsOf,
  participants,
  setCohort,
  type Participant,
} from '../store/research.ts'
import { lockUser } from '../store/users.ts'
import type { ServerContext } from '#server/start/context.ts'

/** Users per page of the export: a few thousand lines, and then the database is free again. */
const PAGE = 20
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
  properties: { cohort: Cohort },
  additionalProperties: false,
} as const

const COLUMNS = [
  'person',
  'institution',
  'cohort',
  'assessment',
  'attempt',
  'position',
  'item',
  'answer',
  'ms',
  'version',
  'language',
  'confidence',
  'flags',
] as const

export function adminResearchRoutes(app: FastifyInstance, context: ServerContext): void {
  app.put<{ Params: { id: string }; Body: { cohort: StudyCohort | null } }>(
    '/admin/users/:id/cohort',
    { config: { action: 'cohort.set' }, schema: { params: UserId, body: CohortBody } },
    async (request, reply) => {
      const { row: actor } = await signedIn(request)
      const cohort = requireCohort(request.release, request.body.cohort, '/cohort')
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
          detail: { from: user.cohort, to: cohort },
        })
      })
      return reply.status(204).send()
    },
  )

  app.get(
    '/admin/research/export',
    { config: { action: 'research.export' } },
    async (request, reply) => {
      const { row: actor } = await signedIn(request)
      const now = context.now()
      await context.database.tenant(request.tenant.id, (tx) =>
        addAudit(tx, {
          id: context.newId(),
          now,
          actor: actor.id,
          action: 'research.export',
          target: 'research',
        }),
      )
      return reply
        .type('text/csv; charset=utf-8')
        .header('cache-control', 'no-store')
        .header(
          'content-disposition',
          `attachment; filename="research-${now.toISOString().slice(0, 10)}.csv"`,
        )
        .send(Readable.from(lines(context, request)))
    },
  )
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

/** In pages of users, each in its own transaction: a long download holds nothing up. */
async function* lines(
  context: ServerContext,
  { tenant, release }: FastifyRequest,
): AsyncGenerator<string> {
  yield csvLine(COLUMNS)
  const versions = new Map<string, string>()
  for (let after: string | null = null; ;) {
    const part = () =>
      context.database.tenant(tenant.id, async (tx) => {
        const some = await participants(tx, after, PAGE)
        return {
          people: some,
          text: some.length === 0 ? '' : await linesOf(context, tx, release, some, versions),
        }
      })
    // A large study takes longer than a request may wait for the database.
    const { people, text } = await apart(part)
    if (text !== '') yield text
    if (people.length < PAGE) return
    after = required(people.at(-1), 'the last person').id
  }
}

/** One line for each answer that counts, of the assessments in each user's study. */
async function linesOf(
  context: ServerContext,
  tx: Tx,
  release: Release,
  people: readonly Participant[],
  versions: Map<string, string>,
): Promise<string> {
  const asked = new Map(
    people.map((person) => [
      person.id,
      new Set(
        person.research_assessments.flatMap((id) => [id, ...subAssessments(release.catalog, id)]),
      ),
    ]),
  )
  const ids = people.map(({ id }) => id)
  const attempts = (await completeAttemptsOf(tx, ids)).filter(({ user_id, assessment }) =>
    asked.get(user_id)?.has(assessment),
  )
  const answers =
    attempts.length === 0
      ? []
      : await answersOfAttempts(
          tx,
          attempts.map(({ id }) => id),
        )
  for (const { document, assessment } of attempts)
    if (!versions.has(document))
      versions.set(document, versionIn(document, assessment, release, await blob(tx, document)))
  return people
    .flatMap((person) => {
      const own = attempts.filter(({ user_id }) => user_id === person.id)
      const who = [
        pseudonym(context, tx.tenant, person.id),
        person.cohort.institution?.name ?? '',
        person.cohort.name ?? '',
      ] as const
      return own.flatMap((attempt) => {
        const number =
          own.filter(({ assessment }) => assessment === attempt.assessment).indexOf(attempt) + 1
        const about = [
          versions.get(attempt.document) ?? '',
          attempt.language,
          attempt.quality?.confidence ?? '',
          attempt.quality?.flags?.join(' ') ?? '',
        ] as const
        const effective = effectiveAnswers(
          answers.filter(({ attempt_id }) => attempt_id === attempt.id).map(given),
        )
        return attempt.items.flatMap((item, index) => {
          const answer = effective.get(item)
          return answer === undefined
            ? []
            : csvLine([
                ...who,
                attempt.assessment,
                number,
                index + 1,
                item,
                valueOf(answer.value),
                answer.ms,
                ...about,
              ])
        })
      })
    })
    .join('')
}

/**
 * A user's pseudonym: the same in every export of a tenant, different in another tenant, and not
 * reversible without the server's secret.
 */
function pseudonym(context: ServerContext, tenant: string, person: string): string {
  return context.secrets.identify(`research:${tenant}`, person).toString('hex').slice(0, 20)
}

/** A ranking is its options in order. */
function valueOf(value: unknown): string | number {
  if (typeof value === 'number') return value
  return Array.isArray(value) ? value.join(' ') : String(value)
}

/** The instrument's version when the attempt began; empty if that document is no longer stored. */
function versionIn(
  sha: string,
  assessment: string,
  release: Release,
  kept: string | undefined,
): string {
  const document =
    release.shas.get(`assessment/${assessment}`) === sha
      ? release.catalog.get('assessment', assessment)
      : kept === undefined
        ? undefined
        : (JSON.parse(kept) as DocumentOf<'assessment'>)
  return document?.instrument?.version ?? ''
}
