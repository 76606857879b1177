/** Which assessments there are for a user, and which of them they may take. */

import type { FastifyRequest } from 'fastify'
import { Refusal } from '#engine/contract/problems.ts'
import { subAssessments } from '#engine/decide/facts.ts'
import type { DocumentOf } from '#engine/documents/kinds.ts'
import type { Scope, User } from '#engine/rules/scope.ts'
import { itemIdsOf } from '#server/base/tasks.ts'
import type { Release } from '#server/release/compose.ts'
import type { Target } from '../plugins/access.ts'

export type Assessment = DocumentOf<'assessment'>

/** @throws Refusal `assessment/unknown` */
export function assessmentOf(release: Release, id: string): Assessment {
  const assessment = release.catalog.get('assessment', id)
  if (assessment === undefined) throw new Refusal('assessment/unknown')
  return assessment
}

/** On a research user's list, directly or as a sub-assessment (spec 3). */
export function isListed(release: Release, user: User, id: string): boolean {
  return user.app.researchAssessments.some(
    (each) => each === id || subAssessments(release.catalog, each).includes(id),
  )
}

/** There are items to answer, and a key to score them with. */
export function isBuilt(release: Release, assessment: Assessment): boolean {
  return (
    assessment.built !== false &&
    itemIdsOf(assessment).length > 0 &&
    release.catalog.get('scoring', assessment.id) !== undefined
  )
}

/**
 * Listed assessments are open without a feature, and so are those that come before a plan, where
 * only the plan is missing; all others need the feature of their report.
 */
export function targetOf(
  release: Release,
  { user, feature: features }: Pick<Scope, 'user' | 'feature'>,
  { id, feature, resultFirst }: Assessment,
): Target {
  const listed = user !== null && isListed(release, user, id)
  const first = resultFirst === true && release.config.resultFirst === true
  const missesPlan = feature !== undefined && features[feature]?.why === 'plan'
  return { id, listed, first, feature, open: listed || (first && missesPlan) }
}

export function assessmentTarget(request: FastifyRequest, scope: Scope): Target {
  const assessment = assessmentOf(request.release, (request.params as { id: string }).id)
  const target = targetOf(request.release, scope, assessment)
  if (assessment.researchOnly && !target.listed)
    throw new Refusal('access/off', {
      said: { key: 'problem.access.study' },
      extra: { ...(target.feature !== undefined && { feature: target.feature }) },
    })
  return target
}
