/** The files of a tenant's studies, for its researchers (docs/decisions/0132). */

import { Readable } from 'node:stream'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { ResearchOverview } from '#engine/contract/study.ts'
import { csvLine } from '#engine/contract/csv.ts'
import { Refusal } from '#engine/contract/problems.ts'
import { backgroundsOf } from '#engine/study/background.ts'
import { codebookOf, CODEBOOK_COLUMNS } from '#engine/study/codebook.ts'
import { MIN_GROUP } from '#engine/study/disclosure.ts'
import { translate } from '#engine/documents/translate.ts'
import { columnsOf, rowsOf, STUDY_FILES, type StudyFile } from '#engine/study/files.ts'
import type { ServerContext } from '#server/start/context.ts'
import { signedIn } from '../plugins/access.ts'
import { addAudit } from '../store/audit.ts'
import { answeredIn, planOf, type StudyPlan } from './research-plan.ts'
import { peopleOf } from './research-people.ts'

const Asked = {
  querystring: {
    type: 'object',
    properties: {
      file: { type: 'string', enum: STUDY_FILES },
      reason: { type: 'string', maxLength: 300 },
    },
    additionalProperties: false,
  },
} as const
/** A reason is a sentence, not a letter. */
const MIN_REASON = 10

export function researchExportRoutes(app: FastifyInstance, context: ServerContext): void {
  app.get(
    '/admin/research',
    { config: { action: 'research.export' } },
    async (request): Promise<ResearchOverview> => {
      const { disclosure, people } = await planOf(context, request, { whole: false })
      const { release, language } = request
      const texts = release.texts.get(language) ?? {}
      const labels = new Map(
        backgroundsOf(release.catalog).map(({ column, label }) => [column, label]),
      )
      return {
        people,
        rare: disclosure.rare,
        withheld: disclosure.withheld,
        leftOut: disclosure.leftOut,
        least: MIN_GROUP,
        names: Object.fromEntries(
          Object.keys(disclosure.withheld).map((column) => [
            column,
            translate(texts, language, labels.get(column) ?? `console.export.columns.${column}`),
          ]),
        ),
      }
    },
  )

  app.get<{ Querystring: { file?: StudyFile; reason?: string } }>(
    '/admin/research/export',
    { config: { action: 'research.export' }, schema: Asked },
    async (request, reply) => {
      const { row: actor } = await signedIn(request)
      const { file = 'answers' } = request.query
      const reason = reasonOf(request.query.reason, actor.role)
      const now = context.now()
      const plan = await planOf(context, request, { whole: reason !== null })
      // Before the first byte: a file that nobody knows of must not exist.
      await context.database.tenant(request.tenant.id, (tx) =>
        addAudit(tx, {
          id: context.newId(),
          now,
          actor: actor.id,
          action: 'research.export',
          target: 'research',
          detail: {
            file,
            people: plan.disclosure.shown.size,
            leftOut: plan.disclosure.leftOut,
            ...(reason !== null && { reason, rare: plan.disclosure.rare.people }),
          },
        }),
      )
      return reply
        .type('text/csv; charset=utf-8')
        .header('cache-control', 'no-store')
        .header(
          'content-disposition',
          `attachment; filename="research-${file === 'answers' ? '' : `${file}-`}${now.toISOString().slice(0, 10)}.csv"`,
        )
        .send(
          Readable.from(
            file === 'codebook'
              ? codebookLines(context, request, plan)
              : rowLines(context, request, plan, file),
          ),
        )
    },
  )
}

/**
 * Why combinations of few people may be in the file; null if they may not.
 *
 * @throws Refusal `access/role` if it isn't an owner who says so, `request/invalid` if it says nothing
 */
function reasonOf(said: string | undefined, role: string | null): string | null {
  if (said === undefined) return null
  if (role !== 'owner') throw new Refusal('access/role')
  const reason = said.trim()
  if (reason.length < MIN_REASON)
    throw new Refusal('request/invalid', {
      fields: [{ pointer: '/reason', key: 'form.minLength', values: { limit: MIN_REASON } }],
    })
  return reason
}

async function* rowLines(
  context: ServerContext,
  request: FastifyRequest,
  plan: StudyPlan,
  file: Exclude<StudyFile, 'codebook'>,
): AsyncGenerator<string> {
  const columns = columnsOf(
    file,
    backgroundsOf(request.release.catalog).map(({ column }) => column),
    plan.wide,
  )
  yield csvLine(columns)
  for await (const people of peopleOf(context, request, plan, file)) {
    const lines = people.flatMap((person) => rowsOf(file, columns, person).map(csvLine))
    if (lines.length > 0) yield lines.join('')
  }
}

async function* codebookLines(
  context: ServerContext,
  request: FastifyRequest,
  plan: StudyPlan,
): AsyncGenerator<string> {
  const { release, language } = request
  const texts = release.texts.get(language) ?? {}
  yield csvLine(CODEBOOK_COLUMNS)
  const rows = codebookOf(
    backgroundsOf(release.catalog),
    await answeredIn(context, request, plan),
    (text, values) => translate(texts, language, text, values),
  )
  yield rows.map(csvLine).join('')
}
