/** GET users/cv: what the CV's page shows (docs/decisions/0094). */

import type { FastifyInstance } from 'fastify'
import { paperOf } from '#server/papers/cvfile.ts'
import { cvView } from '#server/papers/cvview.ts'
import { signedIn } from '../plugins/access.ts'

const Query = {
  querystring: {
    type: 'object',
    properties: { layout: { type: 'string', maxLength: 120 } },
  },
} as const

export function cvViewRoute(app: FastifyInstance): void {
  app.get<{ Querystring: { layout?: string } }>(
    '/users/cv',
    { config: { action: 'cv.read' }, schema: Query },
    async (request) => {
      const { user } = await signedIn(request)
      const { release, language } = request
      return cvView(release, language, user.profile, paperOf(release, request.query.layout))
    },
  )
}
