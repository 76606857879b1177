/** GET users/cv: what the CV's page shows (docs/decisions/0094). */

import type { FastifyInstance } from 'fastify'
import type { CvView } from '#engine/contract/cvcalls.ts'
import { paperOf } from '#server/papers/cvfile.ts'
import { cvView } from '#server/papers/cvview.ts'
import type { ServerContext } from '#server/start/context.ts'
import { signedIn } from '../plugins/access.ts'
import { lastCvFile } from '../store/cvfiles.ts'

const Query = {
  querystring: {
    type: 'object',
    properties: { layout: { type: 'string', maxLength: 120 } },
  },
} as const

export function cvViewRoute(app: FastifyInstance, context: ServerContext): void {
  app.get<{ Querystring: { layout?: string } }>(
    '/users/cv',
    { config: { action: 'cv.read' }, schema: Query },
    async (request): Promise<CvView> => {
      const { row, user } = await signedIn(request)
      const { release, language, tenant } = request
      const view = cvView(release, language, user.profile, paperOf(release, request.query.layout))
      const file = await context.database.tenant(tenant.id, (tx) => lastCvFile(tx, row.id))
      return {
        ...view,
        file: file === undefined ? null : { format: file.format, at: file.last_at.toISOString() },
      }
    },
  )
}
