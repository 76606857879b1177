/** Ending an assessment: the logs of a timed task, and the result. */

import type { FastifyInstance } from 'fastify'
import { Refusal } from '#engine/contract/problems.ts'
import { TASK_LEVELS } from '#engine/documents/vocabulary.ts'
import type { AnswerValue } from '#engine/scoring/answervalue.ts'
import { fittedKey, withNorms } from '#engine/psychometrics/own.ts'
import { judgeQuality } from '#engine/scoring/quality.ts'
import { score, SCORER_VERSION, type Answers } from '#engine/scoring/scoring.ts'
import { MAX_EVENTS, type Log } from '#engine/tasks/log.ts'
import { TASK_SCORER_VERSION } from '#engine/tasks/score.ts'
import { keepLog, scoreLogs } from '#server/base/tasks.ts'
import type { Tx } from '#server/database/database.ts'
import type { Release } from '#server/release/compose.ts'
import type { ServerContext } from '#server/start/context.ts'
import { signedIn } from '../plugins/access.ts'
import {
  answersOf,
  completeAttempt,
  given,
  lockAttempt,
  type AttemptRow,
} from '../store/answers.ts'
import { effectiveAnswers } from '../store/effective.ts'
import { documentBySha } from '#server/release/attempt-documents.ts'
import { ownNorms, type Person } from './own-norms.ts'

/** Ids of missing items that a refusal names with a pointer each; `missing` has all of them. */
const MAX_POINTERS = 100

export const AttemptParams = {
  params: { type: 'object', properties: { attempt: { type: 'string', format: 'uuid' } } },
} as const
/** The rules of each task define which events exist, and what makes a log impossible. */
const LogBody = {
  body: {
    type: 'object',
    required: ['level', 'events'],
    properties: {
      level: { enum: [...TASK_LEVELS] },
      events: {
        type: 'array',
        minItems: 1,
        maxItems: MAX_EVENTS,
        items: {
          type: 'array',
          minItems: 2,
          maxItems: 6,
          items: { anyOf: [{ type: 'number' }, { type: 'string', maxLength: 40 }] },
        },
      },
    },
    additionalProperties: false,
  },
} as const

export function completeRoutes(app: FastifyInstance, context: ServerContext): void {
  app.put<{ Params: { attempt: string }; Body: { level: number; events: Log } }>(
    '/attempts/:attempt/log',
    { config: { action: 'assessment.answer' }, schema: { ...LogBody, ...AttemptParams } },
    async (request) => {
      const { row } = await signedIn(request)
      const { level, events } = request.body
      return context.database.tenant(request.tenant.id, async (tx) => {
        const attempt = await ownAttempt(tx, request.params.attempt, row.id)
        const { document: sha, assessment } = attempt
        const document = await documentBySha(tx, request.release, sha, 'assessment', assessment)
        return { level, state: await keepLog(tx, attempt, document, level, events, context.now()) }
      })
    },
  )

  app.post<{ Params: { attempt: string } }>(
    '/attempts/:attempt/complete',
    { config: { action: 'assessment.answer' }, schema: AttemptParams },
    async (request) => {
      const { row, user } = await signedIn(request)
      const result = await context.database.tenant(request.tenant.id, async (tx) => {
        const attempt = await ownAttempt(tx, request.params.attempt, row.id)
        // A repeated request, perhaps because the first response got lost.
        if (attempt.state === 'complete')
          return { metrics: attempt.metrics, quality: attempt.quality }
        return attempt.seed === null
          ? completeQuestionnaire(tx, request.release, attempt, user, context.now())
          : completeTask(tx, request.release, attempt, context.now())
      })
      await context.releases.keepWords(request.tenant)
      return result
    },
  )
}

/** The attempt, locked until the transaction ends. */
async function ownAttempt(tx: Tx, id: string, userId: string): Promise<AttemptRow> {
  const attempt = await lockAttempt(tx, id, userId)
  if (attempt === undefined) throw new Refusal('attempt/unknown')
  return attempt
}

async function completeTask(tx: Tx, release: Release, attempt: AttemptRow, now: Date) {
  const { assessment } = attempt
  const key = await documentBySha(tx, release, attempt.scoring, 'scoring', assessment)
  const document = await documentBySha(tx, release, attempt.document, 'assessment', assessment)
  const result = await scoreLogs(tx, attempt, document, key, now)
  return completeAttempt(tx, attempt, {
    ...result,
    scorer: TASK_SCORER_VERSION,
    release: release.id,
    now,
    firstCounts: true,
  })
}

/** Scores with the key that the attempt began under. */
async function completeQuestionnaire(
  tx: Tx,
  release: Release,
  attempt: AttemptRow,
  person: Person,
  now: Date,
) {
  const key = await documentBySha(tx, release, attempt.scoring, 'scoring', attempt.assessment)
  const effective = effectiveAnswers((await answersOf(tx, attempt.id)).map(given))
  const missing = attempt.items.filter((item) => !effective.has(item))
  if (missing.length > 0) throw incomplete(missing)
  const answers: Answers = Object.fromEntries(
    [...effective].map(([item, { value }]) => [item, value as AnswerValue]),
  )
  const times = Object.fromEntries([...effective].map(([item, { ms }]) => [item, ms]))
  const { assessment, scoring, language } = attempt
  const document = await documentBySha(tx, release, attempt.document, 'assessment', assessment)
  const version = document.instrument?.version ?? ''
  const own = await ownNorms(tx, release, { assessment, scoring, version, language, person })
  return completeAttempt(tx, attempt, {
    metrics: withNorms(score(answers, key), answers, key, own),
    quality: judgeQuality(answers, times, attempt.items, fittedKey(key, own), document),
    scorer: SCORER_VERSION,
    release: release.id,
    now,
  })
}

/** Names the items that have no answer. */
export function incomplete(missing: readonly string[]): Refusal {
  return new Refusal('attempt/incomplete', {
    fields: missing
      .slice(0, MAX_POINTERS)
      .map((item) => ({ pointer: `/answers/${item}`, key: 'form.required' })),
    extra: { missing },
  })
}
