/** A report as a PDF, and everything about a person in one (docs/decisions/0097). */

import type { FastifyInstance, FastifyRequest } from 'fastify'
import { cvOf } from '#engine/cv/cv.ts'
import { Refusal } from '#engine/contract/problems.ts'
import { limitKey } from '#server/base/limitkey.ts'
import { paperOf } from '#server/papers/cvfile.ts'
import { cvWords } from '#server/papers/cvwords.ts'
import { attachment } from '#server/papers/filename.ts'
import { bundleFile, reportFile } from '#server/papers/reportfile.ts'
import type { ServerContext } from '#server/start/context.ts'
import { mayDoWith, signedIn, type Target } from '../plugins/access.ts'
import { count } from '../store/limits.ts'
import { reportOf, requestedReport, targetOfReport } from './reports.ts'

/** More than anyone needs, and few enough that one person can’t keep the compiler busy. */
const FILES_PER_HOUR = 60
const HOUR = 3600

const FileQuery = {
  querystring: { type: 'object', properties: { format: { type: 'string', enum: ['pdf'] } } },
} as const

export function reportFileRoutes(app: FastifyInstance, context: ServerContext): void {
  app.get<{ Params: { report: string } }>(
    '/reports/:report/file',
    { config: { action: 'report.read', target: requestedReport }, schema: FileQuery },
    async (request, reply) => {
      const { scope } = await signedIn(request)
      await countFile(context, request)
      const answer = await reportOf(context, request, request.params.report)
      const { release, language, tenant } = request
      const made = await reportFile(context.papers, tenant.id, { release, language, scope }, answer)
      return reply
        .header('content-type', 'application/pdf')
        .header('content-disposition', attachment(made.title, 'pdf'))
        .send(made.file)
    },
  )

  app.get('/users/me/file', { config: { action: 'account.own' } }, async (request, reply) => {
    const { user, scope } = await signedIn(request)
    await countFile(context, request)
    const { release, language, tenant } = request
    const reports = await reportsWithResult(request)
    const answers = await Promise.all(reports.map((id) => reportOf(context, request, id)))
    const cv = (await mayRead(request, 'cv.read'))
      ? cvOf(user.profile, paperOf(release, undefined), cvWords(release, language))
      : null
    if (cv === null && answers.length === 0) throw new Refusal('report/not-taken')
    const reader = { release, language, scope }
    const made = await bundleFile(context.papers, tenant.id, reader, cv, answers)
    return reply
      .header('content-type', 'application/pdf')
      .header('content-disposition', attachment(made.title, 'pdf'))
      .send(made.file)
  })
}

/** Those that the person may read, in the order of the menu. */
async function reportsWithResult(request: FastifyRequest): Promise<string[]> {
  const { user } = await signedIn(request)
  const { release } = request
  const menu = release.catalog.get('menu', 'main')?.items.flatMap((item) => item.items ?? [item])
  const place = (feature: string) => menu?.findIndex((item) => item.feature === feature) ?? -1
  const found = release.catalog
    .all('report')
    .filter(({ assessments }) => assessments.some((id) => user.assessments[id] !== undefined))
    .sort((a, b) => place(a.feature) - place(b.feature))
  const may = await Promise.all(
    found.map(({ id }) => mayRead(request, 'report.read', targetOfReport(release, id))),
  )
  return found.flatMap(({ id }, index) => (may[index] ? [id] : []))
}

async function mayRead(request: FastifyRequest, id: string, target?: Target): Promise<boolean> {
  const { scope } = await signedIn(request)
  const { release } = request
  const action = release.catalog.actions.get(id)
  return action !== undefined && mayDoWith(release, action, scope, target).allowed
}

/** @throws Refusal `request/rate-limited` */
async function countFile(context: ServerContext, request: FastifyRequest): Promise<void> {
  const { row } = await signedIn(request)
  const tenant = request.tenant.id
  const made = await context.database.tenant(tenant, (tx) =>
    count(tx, limitKey(context, 'report-file', tenant, row.id), HOUR, context.now()),
  )
  if (made > FILES_PER_HOUR) throw new Refusal('request/rate-limited', { retryAfter: 600 })
}
