/** GET reports/{report}/file: a report as a PDF (docs/decisions/0097). */

import type { FastifyInstance, FastifyRequest } from 'fastify'
import { Refusal } from '#engine/contract/problems.ts'
import { limitKey } from '#server/base/limitkey.ts'
import { attachment } from '#server/papers/filename.ts'
import { reportFile } from '#server/papers/reportfile.ts'
import type { ServerContext } from '#server/start/context.ts'
import { signedIn } from '../plugins/access.ts'
import { count } from '../store/limits.ts'
import { reportOf, requestedReport } from './reports.ts'

/** More than anyone needs, and few enough that one person can’t keep the compiler busy. */
const FILES_PER_HOUR = 60
const HOUR = 3600

export function reportFileRoutes(app: FastifyInstance, context: ServerContext): void {
  app.get<{ Params: { report: string } }>(
    '/reports/:report/file',
    { config: { action: 'report.read', target: requestedReport } },
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
