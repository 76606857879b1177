/** Taking an assessment: list, begin, answer, complete (product contract; reliability.md 3). */

import type { FastifyInstance } from 'fastify'
import { translate } from '#engine/documents/translate.ts'
import { itemIdsOf } from '#server/base/tasks.ts'
import type { ServerContext } from '#server/start/context.ts'
import { mayDoWith, signedIn } from '../plugins/access.ts'
import { openAttemptsOf } from '../store/answers.ts'
import { answerRoute } from './answers.ts'
import { isBuilt, isListed, targetOf } from './assessment-access.ts'
import { beginRoute } from './attempt-begin.ts'
import { completeRoutes } from './attempt-complete.ts'
import { scoreRoutes } from './score.ts'

export function assessmentRoutes(app: FastifyInstance, context: ServerContext): void {
  listRoute(app, context)
  beginRoute(app, context)
  answerRoute(app, context)
  completeRoutes(app, context)
  scoreRoutes(app, context)
}

function listRoute(app: FastifyInstance, context: ServerContext): void {
  app.get('/assessments', { config: { action: 'assessment.list' } }, async (request) => {
    const { user, row, scope } = await signedIn(request)
    const { release } = request
    const { catalog } = release
    const take = catalog.actions.get('assessment.take')
    const texts = release.texts.get(request.language) ?? {}
    const open = await context.database.tenant(request.tenant.id, (tx) =>
      openAttemptsOf(tx, row.id),
    )
    const items = catalog
      .all('assessment')
      .filter((assessment) => !assessment.researchOnly || isListed(release, user, assessment.id))
      .map((assessment) => {
        const attempt = open.find((each) => each.assessment === assessment.id)
        const result = user.assessments[assessment.id]
        const all = attempt?.items.length ?? itemIdsOf(assessment).length
        return {
          id: assessment.id,
          title: translate(texts, request.language, assessment.label),
          minutes: assessment.minutes,
          state: attempt ? 'open' : result ? 'complete' : 'new',
          answered: attempt ? Number(attempt.answered) : result ? all : 0,
          items: all,
          resultDate: result?.updatedAt ?? null,
          available:
            isBuilt(release, assessment) &&
            take !== undefined &&
            mayDoWith(release, take, scope, targetOf(release, scope, assessment)).allowed,
        }
      })
    return { items, total: items.length, page: 1, pageSize: items.length }
  })
}
