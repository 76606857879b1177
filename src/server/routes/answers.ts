/**
 * Saving answers: the request that every learner sends sixty times (reliability.md 3). Checked
 * against what is in memory, and saved together with the answers of others in one statement.
 */

import type { FastifyInstance, FastifyRequest } from 'fastify'
import { Refusal } from '#engine/contract/problems.ts'
import { standingConsents } from '#server/accounts/guarded.ts'
import { required } from '#server/base/required.ts'
import { Batcher } from '#server/base/batcher.ts'
import { PERSON, tooOften } from '#server/base/bounds.ts'
import type { ServerContext } from '#server/start/context.ts'
import { signedIn } from '../plugins/access.ts'
import {
  addAnswers,
  attemptBySession,
  countAnswers,
  type Addition,
  type AnswerOutcome,
} from '../store/answers.ts'
import { AttemptParams } from './attempt-complete.ts'
import { documentBySha } from '#server/release/attempt-documents.ts'
import { KnownAttempts, type AttemptRules } from './known-attempts.ts'
import { AnswersBody, distinct, idOf, problemsIn, type SentAnswer } from './sent-answers.ts'

export function answerRoute(app: FastifyInstance, context: ServerContext): void {
  const known = new KnownAttempts()
  const saving = batcherOf(context)
  app.put<{ Params: { attempt: string }; Body: { answers: SentAnswer[] } }>(
    '/attempts/:attempt/answers',
    // Users who may begin may also finish: no answer is refused because a plan or a stage has
    // changed in the meantime.
    {
      config: { action: 'assessment.answer', ownSession: true },
      schema: { ...AnswersBody, ...AttemptParams },
    },
    async (request) => {
      const tokenHash = request.tokenHash()
      if (tokenHash === null) throw new Refusal('access/session')
      const { attempt } = request.params
      const { answers } = request.body
      const rules = await rulesOf(context, known, request, attempt)
      await requireValid(request, rules, answers)
      await requireAnswerRoom(context, request.tenant.id, attempt, rules, answers.length)
      const rows = await saving.add(request.tenant.id, {
        tokenHash,
        attempt,
        answers: distinct(attempt, answers),
        guarded: await guardedBy(context, request),
      })
      if (rows.length === 0) throw await notStored(context, request)
      const conflicts = rows.filter(({ state }) => state === 'conflict').map(({ id }) => id)
      if (conflicts.length > 0) throw new Refusal('answer/conflict', { extra: { ids: conflicts } })
      return { answers: outcomesOf(attempt, answers, rows) }
    },
  )
}

function batcherOf(context: ServerContext): Batcher<Addition, AnswerOutcome[]> {
  const saving = new Batcher<Addition, AnswerOutcome[]>({
    // A second batch is sent while the first is written to disk; the embedded database has a single
    // session.
    atOnce: context.database.kind === 'embedded' ? 1 : 3,
    most: 50,
    keys: ({ attempt, answers }) => [attempt, ...answers.map(({ id }) => id)],
    run: async (tenant, additions) => {
      const rows = await context.database.tenantOnce(
        tenant,
        addAnswers(tenant, context.now(), additions),
      )
      const outcomes = additions.map((): AnswerOutcome[] => [])
      for (const { n, id, state } of rows) {
        outcomes[n - 1]?.push({ id, state })
        context.metrics.answered(state)
      }
      return outcomes
    },
  })
  context.metrics.watch(
    'tsela_writes_waiting',
    'Calls whose answers wait to be written with those of others',
    () => saving.waiting,
  )
  context.metrics.watch(
    'tsela_writes_running',
    'Gathered writes of answers under way',
    () => saving.running,
  )
  return saving
}

/** What the attempt accepts: from memory, or from the database for an attempt of this session. */
async function rulesOf(
  context: ServerContext,
  known: KnownAttempts,
  request: FastifyRequest,
  attempt: string,
): Promise<AttemptRules> {
  const tenant = request.tenant.id
  const there = known.get(tenant, attempt)
  if (there !== undefined) return there
  const hash = request.tokenHash()
  const found = await context.database.tenant(tenant, async (tx) => {
    const row = hash === null ? undefined : await attemptBySession(tx, attempt, hash, context.now())
    if (row === undefined) return null
    const { document: sha, assessment } = row
    const document = await documentBySha(tx, request.release, sha, 'assessment', assessment)
    return { ...row, document, sha }
  })
  if (found === null) throw await notTheirs(request)
  return known.keep(tenant, attempt, found)
}

/**
 * Answers are stored with those of others, outside of the request's own transactions: their
 * statement checks the consents of a guardian itself.
 */
async function guardedBy(
  context: ServerContext,
  request: FastifyRequest,
): Promise<Addition['guarded']> {
  if (!request.release.config.consent.parental) return null
  const { row } = await signedIn(request)
  const consents = standingConsents(request.release, row, context.now())
  return consents.length === 0 ? null : { user: row.id, consents }
}

/** Why nothing was stored: a consent that was taken back meanwhile, or it isn't their attempt. */
async function notStored(context: ServerContext, request: FastifyRequest): Promise<Refusal> {
  // A transaction of this request, so it looks whether the consent still stands.
  if ((await guardedBy(context, request)) !== null)
    await context.database.tenant(request.tenant.id, async () => {})
  return notTheirs(request)
}

/** The refusal of an attempt that isn't the user's; of a missing session if there is none. */
async function notTheirs(request: FastifyRequest): Promise<Refusal> {
  await signedIn(request)
  return new Refusal('attempt/unknown')
}

async function requireValid(
  request: FastifyRequest,
  rules: AttemptRules,
  answers: readonly SentAnswer[],
): Promise<void> {
  const fields = problemsIn(answers, rules)
  if (fields.length === 0) return
  // Whose attempt it is comes before what is wrong with the answers.
  if ((await signedIn(request)).row.id !== rules.user) throw new Refusal('attempt/unknown')
  throw new Refusal('answer/invalid', { fields })
}

/**
 * Answers are only ever added, so an attempt has a limit of them. Counted in memory, and in the
 * database before a request is refused.
 */
async function requireAnswerRoom(
  context: ServerContext,
  tenant: string,
  attempt: string,
  rules: AttemptRules,
  more: number,
): Promise<void> {
  const max = rules.items.size * PERSON.answersAnItem
  rules.answers += more
  if (rules.answers <= max) return
  // Repeated requests were counted twice, and other servers count for themselves.
  rules.answers = (await context.database.tenant(tenant, (tx) => countAnswers(tx, attempt))) + more
  if (rules.answers > max) throw tooOften(3600)
}

/** What became of each answer, in the order in which they were sent. */
function outcomesOf(
  attempt: string,
  answers: readonly SentAnswer[],
  rows: readonly AnswerOutcome[],
) {
  const states = new Map(rows.map(({ id, state }) => [id, state]))
  const seen = new Set<string>()
  return answers.map((answer) => {
    const id = idOf(attempt, answer)
    const state = required(states.get(id), `the outcome of answer ${id}`)
    const isRepeated = seen.has(id)
    seen.add(id)
    return {
      id,
      item: answer.item,
      state: isRepeated && state === 'stored' ? ('duplicate' as const) : state,
    }
  })
}
