/** Beginning an assessment, or resuming it on any device. */

import type { FastifyInstance, FastifyRequest } from 'fastify'
import { Refusal } from '#engine/contract/problems.ts'
import type { Log } from '#engine/tasks/log.ts'
import { required } from '#server/base/required.ts'
import type { Person } from '#server/accounts/people.ts'
import { noRoom, PERSON, tooOften } from '#server/base/bounds.ts'
import { plus } from '#server/base/clock.ts'
import { itemIdsOf, levelsDone, newSeed } from '#server/base/tasks.ts'
import type { Tx } from '#server/database/database.ts'
import { shaIn, type Release } from '#server/release/compose.ts'
import type { ServerContext } from '#server/start/context.ts'
import { signedIn } from '../plugins/access.ts'
import {
  answersOf,
  countAttempts,
  given,
  insertAttempt,
  isDoubted,
  lastSeq,
  openAttempt,
  type AnswerRow,
  type AttemptRow,
} from '../store/answers.ts'
import { effectiveAnswers } from '../store/effective.ts'
import {
  assessmentOf,
  assessmentTarget,
  isBuilt,
  isListed,
  type Assessment,
} from './assessment-access.ts'

const DAY_SECONDS = 86_400

/** Absent from older versions of the app, which begin whatever there is. */
const Begin = {
  type: ['object', 'null'],
  additionalProperties: false,
  properties: { again: { type: ['string', 'null'], maxLength: 40 } },
}
type Begin = { readonly again?: string | null } | null

export function beginRoute(app: FastifyInstance, context: ServerContext): void {
  app.post<{ Params: { id: string }; Body: Begin }>(
    '/assessments/:id/attempts',
    {
      config: { action: 'assessment.take', target: assessmentTarget, inPreview: true },
      schema: { body: Begin },
    },
    async (request, reply) => {
      const person = await signedIn(request)
      const { release, language } = request
      const assessment = assessmentOf(release, request.params.id)
      if (!isBuilt(release, assessment)) throw new Refusal('feature/being-built')
      if (request.preview !== null)
        return reply.status(200).send(imagined(release, assessment, language))
      const begun = await context.database.tenant(request.tenant.id, (tx) =>
        begin(context, tx, request, person, assessment, request.body?.again),
      )
      return reply
        .status(begun.created ? 201 : 200)
        .send(presentAttempt(begun, person.session.id, language))
    },
  )
}

type Begun = {
  readonly attempt: AttemptRow
  readonly created: boolean
  readonly answers: readonly AnswerRow[]
  readonly levels: Readonly<Record<string, Log>>
}

/**
 * The open attempt of the user, or a new one.
 *
 * @param again the date of the result that the device knows and wants to replace; null for the first
 *   attempt
 * @throws Refusal `attempt/taken` if there is another result, for example from another phone: taking
 *   an assessment again is something to ask for
 */
async function begin(
  context: ServerContext,
  tx: Tx,
  request: FastifyRequest,
  { row, user }: Person,
  assessment: Assessment,
  again?: string | null,
): Promise<Begun> {
  const known = await openAttempt(tx, row.id, assessment.id)
  if (known !== undefined) return resumed(tx, known)
  const taken = user.assessments[assessment.id]?.updatedAt ?? null
  if (again !== undefined && taken !== null && again !== taken) throw new Refusal('attempt/taken')
  requireInterval(context, request, { row, user }, assessment)
  await requireAttemptRoom(context, tx, row.id, assessment.id)
  const { release, language } = request
  // A doubted run of a game is replaced by the next valid one, which is no practice.
  const counts =
    assessment.task !== undefined && isDoubted(user.assessments[assessment.id]?.quality)
  const repeat = taken !== null && !counts
  const made = await insertAttempt(tx, {
    id: context.newId(),
    user_id: row.id,
    assessment: assessment.id,
    language,
    repeat,
    document: shaIn(release, `assessment/${assessment.id}`),
    scoring: shaIn(release, `scoring/${assessment.id}`),
    instruments: JSON.stringify(release.instruments.get(assessment.id) ?? {}),
    items: orderOf(assessment, isListed(release, user, assessment.id) && !repeat),
    seed: newSeed(assessment),
    now: context.now(),
  })
  if (made !== undefined) return { attempt: made, created: true, answers: [], levels: {} }
  // Another device of the same user was a moment faster.
  return resumed(tx, required(await openAttempt(tx, row.id, assessment.id), 'the open attempt'))
}

async function resumed(tx: Tx, attempt: AttemptRow): Promise<Begun> {
  const answers = await answersOf(tx, attempt.id)
  return { attempt, created: false, answers, levels: await levelsDone(tx, attempt) }
}

/**
 * Answers soon after the last ones show what is remembered of them. A study decides by itself when
 * it asks again, and demo accounts are there to try everything.
 *
 * @throws Refusal `attempt/too-soon` with the moment from which it may be taken again
 */
function requireInterval(
  context: ServerContext,
  { release }: FastifyRequest,
  { row, user }: Pick<Person, 'row' | 'user'>,
  assessment: Assessment,
): void {
  const before = user.assessments[assessment.id]
  const { retakeDays } = assessment
  if (before === undefined || retakeDays === undefined || row.demo) return
  if (isDoubted(before.quality) || isListed(release, user, assessment.id)) return
  const next = plus(new Date(before.updatedAt), retakeDays * DAY_SECONDS)
  if (next > context.now())
    throw new Refusal('attempt/too-soon', {
      said: { key: 'problem.attempt.too-soon', values: { days: retakeDays } },
      extra: { next: next.toISOString() },
    })
}

async function requireAttemptRoom(
  context: ServerContext,
  tx: Tx,
  userId: string,
  assessment: string,
): Promise<void> {
  const yesterday = plus(context.now(), -DAY_SECONDS)
  const before = await countAttempts(tx, userId, assessment, yesterday)
  if (before.all >= PERSON.attempts) throw noRoom()
  if (before.since >= PERSON.attemptsADay) throw tooOften(3600)
}

/** The order in which items are shown: random in research attempts only. */
function orderOf(assessment: Assessment, research: boolean): string[] {
  const items = itemIdsOf(assessment)
  if (!(research && assessment.order === 'random')) return items
  return items
    .map((id) => ({ id, at: Math.random() }))
    .sort((a, b) => a.at - b.at)
    .map(({ id }) => id)
}

function presentAttempt({ attempt, answers, levels }: Begun, device: string, language: string) {
  const instrument = attempt.instruments[language] ?? attempt.instruments[attempt.language]
  const effective = effectiveAnswers(answers.map(given))
  const seq = lastSeq(answers, device)
  return {
    id: attempt.id,
    assessment: attempt.assessment,
    document: attempt.document,
    ...(instrument !== undefined && { instrument }),
    state: attempt.state,
    items: attempt.items,
    answers: {
      ...Object.fromEntries([...effective].map(([item, { value }]) => [item, value])),
      ...levels,
    },
    ...(seq !== null && { seq }),
    ...(attempt.repeat && { repeat: true }),
    ...(attempt.seed !== null && { seed: attempt.seed }),
  }
}

/** An attempt that is stored nowhere, to show the questions in a preview. */
function imagined(release: Release, assessment: Assessment, language: string) {
  const document = shaIn(release, `assessment/${assessment.id}`)
  const instrument = release.instruments.get(assessment.id)?.[language]
  return {
    id: '00000000-0000-7000-8000-000000000001',
    assessment: assessment.id,
    document,
    instrument,
    state: 'open',
    items: orderOf(assessment, false),
    answers: {},
    ...(assessment.task !== undefined && { seed: 1 }),
  }
}
