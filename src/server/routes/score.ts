/**
 * POST assessments/{id}/score: the report of a signed-out visitor's answers. Nothing is stored
 * (docs/decisions/0082).
 */

import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { ReportAnswer, ReportResult, ScoreAnswer } from '#engine/contract/contract.ts'
import { Refusal, type FieldProblem } from '#engine/contract/problems.ts'
import type { DocumentOf } from '#engine/documents/kinds.ts'
import { checkValue } from '#engine/scoring/answervalue.ts'
import { fittedKey, withNorms, type OwnNorms } from '#engine/psychometrics/own.ts'
import { judgeQuality } from '#engine/scoring/quality.ts'
import { strengthsOf } from '#engine/scoring/reports.ts'
import { score, scoreFacets, type Answers } from '#engine/scoring/scoring.ts'
import { tooOften } from '#server/base/bounds.ts'
import { limitKey } from '#server/base/limitkey.ts'
import { networkOf } from '#server/base/network.ts'
import { required } from '#server/base/required.ts'
import { itemIdsOf } from '#server/base/tasks.ts'
import { personOf } from '#server/catalogue/fit.ts'
import type { Release } from '#server/release/compose.ts'
import type { ServerContext } from '#server/start/context.ts'
import { count } from '../store/limits.ts'
import { assessmentOf, isBuilt, type Assessment } from './assessment-access.ts'
import { incomplete } from './attempt-complete.ts'
import { ownNorms } from './own-norms.ts'
import { careersInReport, type InReport } from './report-careers.ts'

const HOUR = 3600
/** A whole school may be behind one address; a result takes a visitor minutes. */
const PER_HOUR = 1000
const MAX_MS = 24 * HOUR * 1000

const Body = {
  body: {
    type: 'object',
    required: ['answers'],
    properties: {
      answers: {
        type: 'object',
        maxProperties: 200,
        propertyNames: { minLength: 1, maxLength: 80 },
      },
      // How long each answer took: a result of very fast answers says so.
      ms: {
        type: 'object',
        maxProperties: 200,
        propertyNames: { minLength: 1, maxLength: 80 },
        additionalProperties: { type: 'number', minimum: 0, maximum: MAX_MS },
      },
    },
    additionalProperties: false,
  },
} as const
type Sent = {
  readonly answers: Readonly<Record<string, unknown>>
  readonly ms?: Readonly<Record<string, number>>
}

export function scoreRoutes(app: FastifyInstance, context: ServerContext): void {
  app.post<{ Params: { id: string }; Body: Sent }>(
    '/assessments/:id/score',
    {
      config: { action: 'assessment.try' },
      schema: Body,
      // Before the body is validated, as for every other call that isn't allowed.
      preValidation: (request, _reply, done) => {
        try {
          offeredOf(request.release, request.params.id)
          done()
        } catch (refusal) {
          done(refusal as Error)
        }
      },
    },
    async (request): Promise<ScoreAnswer> => {
      const { release, tenant } = request
      const { assessment, report } = offeredOf(release, request.params.id)
      const answers = validAnswers(assessment, request.body.answers)
      const now = context.now()
      const key = limitKey(context, 'score', tenant.id, networkOf(request.ip))
      const { times, own } = await context.database.tenant(tenant.id, async (tx) => ({
        times: await count(tx, key, HOUR, now),
        own: await ownNorms(tx, release, {
          assessment: assessment.id,
          scoring: release.shas.get(`scoring/${assessment.id}`) ?? '',
          version: assessment.instrument?.version ?? '',
          language: request.language,
          person: null,
        }),
      }))
      if (times > PER_HOUR) throw tooOften(HOUR)
      const result = resultOf(request, assessment, { answers, ms: request.body.ms ?? {} }, own, now)
      const { careers = [], ...rest } = await careersOf(
        context,
        request,
        report,
        assessment.id,
        result,
      )
      return { report: { ...reportOf(report, assessment.id, result), ...rest }, careers }
    },
  )
}

type Offered = { readonly assessment: Assessment; readonly report: DocumentOf<'report'> }

/**
 * The assessment, if the tenant offers it to visitors, and the report that has only its result.
 *
 * @throws Refusal `assessment/unknown`; `access/off` if it isn't offered so
 */
function offeredOf(release: Release, id: string): Offered {
  const assessment = assessmentOf(release, id)
  const report = release.catalog
    .all('report')
    .find(({ assessments }) => assessments.length === 1 && assessments[0] === id)
  const { config } = release
  const isOffered =
    config.resultFirst === true &&
    assessment.resultFirst === true &&
    assessment.task === undefined &&
    isBuilt(release, assessment) &&
    config.features[assessment.feature ?? ''] !== false
  if (!isOffered || report === undefined)
    throw new Refusal('access/off', {
      extra: { ...(assessment.feature !== undefined && { feature: assessment.feature }) },
    })
  return { assessment, report }
}

/**
 * @throws Refusal `answer/invalid` naming each answer that isn't one, `attempt/incomplete` naming
 *   the items that are missing
 */
function validAnswers(assessment: Assessment, sent: Sent['answers']): Answers {
  const items = itemIdsOf(assessment)
  const known = new Set(items)
  const fields = Object.entries(sent).flatMap(([item, value]): FieldProblem[] => {
    const pointer = `/answers/${item}`
    if (!known.has(item))
      return [{ pointer, key: 'form.unknownItem', values: { item: item.slice(0, 40) } }]
    const problem = checkValue(assessment, item, value)
    return problem === null ? [] : [{ pointer, ...problem }]
  })
  if (fields.length > 0) throw new Refusal('answer/invalid', { fields })
  const missing = items.filter((item) => !Object.hasOwn(sent, item))
  if (missing.length > 0) throw incomplete(missing)
  return sent as Answers
}

function resultOf(
  { release, language }: FastifyRequest,
  assessment: Assessment,
  { answers, ms }: { readonly answers: Answers; readonly ms: Readonly<Record<string, number>> },
  own: OwnNorms | undefined,
  now: Date,
): ReportResult {
  const key = required(release.catalog.get('scoring', assessment.id), `scoring/${assessment.id}`)
  const items = itemIdsOf(assessment)
  return {
    metrics: withNorms(score(answers, key), answers, key, own),
    quality: judgeQuality(
      answers,
      ms,
      items,
      fittedKey(key, own),
      assessment,
    ) as ReportResult['quality'],
    resultDate: now.toISOString(),
    instrument: {
      version: assessment.instrument?.version ?? '',
      items: items.length,
      language,
    },
    ...(key.facets !== undefined && { facets: scoreFacets(answers, key) }),
  }
}

/** As `GET reports/{report}` gives it to a user with this result and no other. */
function reportOf(
  document: DocumentOf<'report'>,
  assessment: string,
  result: ReportResult,
): ReportAnswer {
  return {
    report: document.id,
    ...result,
    results: { [assessment]: result },
    open: [],
    strengths: strengthsOf(document, { [assessment]: result.metrics }),
  }
}

async function careersOf(
  context: ServerContext,
  request: FastifyRequest,
  { careers }: DocumentOf<'report'>,
  assessment: string,
  { metrics, resultDate }: ReportResult,
): Promise<Partial<InReport>> {
  if (careers === undefined) return {}
  const { release, language } = request
  const user = { profile: {}, assessments: { [assessment]: { metrics, updatedAt: resultDate } } }
  const seer = {
    user,
    country: release.config.defaultCountry,
    language,
    notForMe: new Set<string>(),
    person: personOf(release.catalog, user),
  }
  return careersInReport(context, request, seer, careers.most)
}
