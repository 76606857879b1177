/** Taking an assessment: begin or go on, send answers, complete (product contract; reliability.md 3). */

import type { FastifyInstance, FastifyRequest } from 'fastify'
import { subAssessments } from '#engine/decide/facts.ts'
import { checkValue, formatOf, type AnswerValue } from '#engine/scoring/answervalue.ts'
import { canonical } from '#engine/documents/json.ts'
import type { DocumentOf } from '#engine/documents/kinds.ts'
import { Refusal, type FieldProblem } from '#engine/contract/problems.ts'
import { judgeQuality } from '#engine/scoring/quality.ts'
import type { Scope, User } from '#engine/rules/scope.ts'
import { score, SCORER_VERSION, type Answers } from '#engine/scoring/scoring.ts'
import { withoutFormer } from '#engine/documents/former.ts'
import { translate } from '#engine/documents/texts.ts'
import { mayDoWith, signedIn, type Target } from '../plugins/access.ts'
import type { Release } from '#server/release/compose.ts'
import {
  addAnswers,
  answersOf,
  attemptBySession,
  completeAttempt,
  countAnswers,
  countAttempts,
  given,
  insertAttempt,
  lastSeq,
  lockAttempt,
  openAttempt,
  openAttemptsOf,
  type Addition,
  type AnswerOutcome,
  type AnswerRow,
  type AttemptRow,
  type NewAnswer,
} from '../store/answers.ts'
import { effectiveAnswers } from '../store/effective.ts'
import { noRoom, PERSON, tooOften } from '#server/base/bounds.ts'
import { plus } from '#server/base/clock.ts'
import { sha256, uuidOf } from '#server/base/secrets.ts'
import { blob } from '../store/releases.ts'
import type { Tx } from '#server/database/database.ts'
import { Batcher } from '#server/base/batcher.ts'
import { itemIdsOf, keepLog, levelsDone, newSeed, scoreLogs } from '#server/base/tasks.ts'
import { MAX_EVENTS, type Log } from '#engine/tasks/log.ts'
import { TASK_SCORER_VERSION } from '#engine/tasks/score.ts'
import { TASK_LEVELS } from '#engine/documents/vocabulary.ts'
import type { ServerContext } from '#server/start/context.ts'
import { KnownAttempts } from './known-attempts.ts'

type Assessment = DocumentOf<'assessment'>
type Scoring = DocumentOf<'scoring'>

const DAY_SECONDS = 86_400
const MAX_ANSWERS = 100
const MAX_MS = 24 * 3600 * 1000
const Answer = {
  type: 'object',
  required: ['item', 'value', 'ms', 'at'],
  properties: {
    id: { type: 'string', format: 'uuid' },
    item: { type: 'string', minLength: 1, maxLength: 80 },
    value: {},
    ms: { type: 'number', minimum: 0 },
    at: { type: 'string', format: 'date-time', maxLength: 40 },
    seq: { type: 'integer', minimum: 0, maximum: Number.MAX_SAFE_INTEGER },
  },
  additionalProperties: false,
} as const
const AnswersBody = {
  body: {
    type: 'object',
    required: ['answers'],
    properties: { answers: { type: 'array', minItems: 1, maxItems: MAX_ANSWERS, items: Answer } },
    additionalProperties: false,
  },
} as const
/** Which events there are, and what makes a log impossible, is the business of the task's own rules. */
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
const AttemptParams = {
  params: { type: 'object', properties: { attempt: { type: 'string', format: 'uuid' } } },
} as const

type SentAnswer = {
  id?: string
  item: string
  value: unknown
  ms: number
  at: string
  seq?: number
}

export function assessmentRoutes(app: FastifyInstance, world: ServerContext): void {
  app.get('/assessments', { config: { action: 'assessment.list' } }, async (request) => {
    const { user, row, scope } = await signedIn(request)
    const { release } = request
    const { catalog } = release
    const take = catalog.actions.get('assessment.take')
    const texts = release.texts.get(request.language) ?? {}
    const open = await world.database.tenant(request.tenant.id, (tx) => openAttemptsOf(tx, row.id))
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
            mayDoWith(release, take, scope, targetOf(release, user, assessment)).allowed,
        }
      })
    return { items, total: items.length, page: 1, pageSize: items.length }
  })

  app.post<{ Params: { id: string } }>(
    '/assessments/:id/attempts',
    { config: { action: 'assessment.take', target: assessmentTarget, inPreview: true } },
    async (request, reply) => {
      const { row, user, session } = await signedIn(request)
      const { release } = request
      const assessment = assessmentOf(release, request.params.id)
      if (!isBuilt(release, assessment)) throw new Refusal('feature/being-built')
      if (request.preview !== null)
        return reply.status(200).send(imagined(release, assessment, request.language))
      const begun = await world.database.tenant(request.tenant.id, async (tx) => {
        const known = await openAttempt(tx, row.id, assessment.id)
        if (known)
          return {
            attempt: known,
            created: false,
            answers: await answersOf(tx, known.id),
            levels: await levelsDone(tx, known),
          }
        const begunBefore = await countAttempts(
          tx,
          row.id,
          assessment.id,
          plus(world.now(), -DAY_SECONDS),
        )
        if (begunBefore.all >= PERSON.attempts) throw noRoom()
        if (begunBefore.since >= PERSON.attemptsADay) throw tooOften(3600)
        const made = await insertAttempt(tx, {
          id: world.newId(),
          user_id: row.id,
          assessment: assessment.id,
          language: request.language,
          repeat: user.assessments[assessment.id] !== undefined,
          document: release.shas.get(`assessment/${assessment.id}`)!,
          scoring: release.shas.get(`scoring/${assessment.id}`)!,
          instruments: JSON.stringify(release.instruments.get(assessment.id) ?? {}),
          items: orderOf(
            assessment,
            isListed(release, user, assessment.id) && user.assessments[assessment.id] === undefined,
          ),
          seed: newSeed(assessment),
          now: world.now(),
        })
        if (made) return { attempt: made, created: true, answers: [], levels: {} }
        // Another device of the same person was a moment faster.
        const other = (await openAttempt(tx, row.id, assessment.id))!
        return {
          attempt: other,
          created: false,
          answers: await answersOf(tx, other.id),
          levels: await levelsDone(tx, other),
        }
      })
      return reply
        .status(begun.created ? 201 : 200)
        .send(presentAttempt(begun, session.id, request.language))
    },
  )

  app.put<{ Params: { attempt: string }; Body: { answers: SentAnswer[] } }>(
    '/attempts/:attempt/answers',
    // Who may begin may also finish: an answer is never refused because a plan or a stage has changed meanwhile.
    {
      config: { action: 'assessment.answer', ownSession: true },
      schema: { ...AnswersBody, ...AttemptParams },
    },
    async (request) => {
      const hash = request.tokenHash()
      if (hash === null) throw new Refusal('access/session')
      const { attempt } = request.params
      await requireValidItems(world, request, attempt, request.body.answers)
      await requireAnswerRoom(request.tenant.id, attempt, request.body.answers.length)
      const rows = await saving.add(request.tenant.id, {
        tokenHash: hash,
        attempt,
        answers: distinct(attempt, request.body.answers),
      })
      if (rows.length === 0) {
        await signedIn(request)
        throw new Refusal('attempt/unknown')
      }
      const conflicts = rows.filter(({ state }) => state === 'conflict').map(({ id }) => id)
      if (conflicts.length > 0) throw new Refusal('answer/conflict', { extra: { ids: conflicts } })
      const states = new Map(rows.map(({ id, state }) => [id, state]))
      const seen = new Set<string>()
      const answers = request.body.answers.map((answer) => {
        const id = idOf(attempt, answer)
        const state = states.get(id)!
        const again = seen.has(id)
        seen.add(id)
        return {
          id,
          item: answer.item,
          state: again && state === 'stored' ? ('duplicate' as const) : state,
        }
      })
      return { answers }
    },
  )

  app.put<{ Params: { attempt: string }; Body: { level: number; events: Log } }>(
    '/attempts/:attempt/log',
    { config: { action: 'assessment.answer' }, schema: { ...LogBody, ...AttemptParams } },
    async (request) => {
      const { row } = await signedIn(request)
      const { level, events } = request.body
      return world.database.tenant(request.tenant.id, async (tx) => {
        const attempt = await lockAttempt(tx, request.params.attempt, row.id)
        if (attempt === undefined) throw new Refusal('attempt/unknown')
        const document = (await documentBySha(
          tx,
          request.release,
          attempt.document,
          `assessment/${attempt.assessment}`,
        )) as Assessment
        return { level, state: await keepLog(tx, attempt, document, level, events, world.now()) }
      })
    },
  )

  app.post<{ Params: { attempt: string } }>(
    '/attempts/:attempt/complete',
    { config: { action: 'assessment.answer' }, schema: AttemptParams },
    async (request) => {
      const { row } = await signedIn(request)
      return world.database.tenant(request.tenant.id, async (tx) => {
        const attempt = await lockAttempt(tx, request.params.attempt, row.id)
        if (attempt === undefined) throw new Refusal('attempt/unknown')
        if (attempt.state === 'complete')
          return { metrics: attempt.metrics, quality: attempt.quality }
        const key = (await documentBySha(
          tx,
          request.release,
          attempt.scoring,
          `scoring/${attempt.assessment}`,
        )) as Scoring
        if (attempt.seed !== null) {
          const document = (await documentBySha(
            tx,
            request.release,
            attempt.document,
            `assessment/${attempt.assessment}`,
          )) as Assessment
          const result = await scoreLogs(tx, attempt, document, key)
          return completeAttempt(tx, attempt, {
            ...result,
            scorer: TASK_SCORER_VERSION,
            now: world.now(),
            firstCounts: true,
          })
        }
        const effective = effectiveAnswers((await answersOf(tx, attempt.id)).map(given))
        const missing = attempt.items.filter((item) => !effective.has(item))
        if (missing.length > 0) {
          throw new Refusal('attempt/incomplete', {
            fields: missing
              .slice(0, 100)
              .map((item) => ({ pointer: `/answers/${item}`, key: 'form.required' })),
            extra: { missing },
          })
        }
        const answers: Answers = Object.fromEntries(
          [...effective].map(([item, { value }]) => [item, value as AnswerValue]),
        )
        const metrics = score(answers, key)
        const quality = judgeQuality(
          answers,
          Object.fromEntries([...effective].map(([item, { ms }]) => [item, ms])),
          attempt.items,
          key,
        )
        return completeAttempt(tx, attempt, {
          metrics,
          quality,
          scorer: SCORER_VERSION,
          now: world.now(),
        })
      })
    },
  )

  const saving = new Batcher<Addition, AnswerOutcome[]>({
    // A second go is on its way while the first is being written to the disk; the embedded database has but one session.
    atOnce: world.database.kind === 'embedded' ? 1 : 3,
    most: 50,
    keys: ({ attempt, answers }) => [attempt, ...answers.map(({ id }) => id)],
    run: async (tenant, additions) => {
      const rows = await world.database.tenantOnce(
        tenant,
        addAnswers(tenant, world.now(), additions),
      )
      const outcomes = additions.map((): AnswerOutcome[] => [])
      for (const { n, id, state } of rows) {
        outcomes[n - 1]!.push({ id, state })
        world.metrics.answered(state)
      }
      return outcomes
    },
  })

  world.metrics.watch(
    'tsela_writes_waiting',
    'Calls whose answers wait to be written with those of others',
    () => saving.waiting,
  )
  world.metrics.watch(
    'tsela_writes_running',
    'Gathered writes of answers under way',
    () => saving.running,
  )

  const known = new KnownAttempts()

  /** Answers are only ever added, so how many an attempt can have is bounded; counted here, and looked up again before anybody is refused. */
  async function requireAnswerRoom(tenant: string, attempt: string, more: number): Promise<void> {
    const rules = known.get(tenant, attempt)
    if (rules === undefined) return
    const most = rules.items.size * PERSON.answersAnItem
    rules.answers += more
    if (rules.answers <= most) return
    // What was sent again was counted twice, and another server counts for itself.
    rules.answers = (await world.database.tenant(tenant, (tx) => countAnswers(tx, attempt))) + more
    if (rules.answers > most) throw tooOften(3600)
  }

  async function requireValidItems(
    w: ServerContext,
    request: FastifyRequest,
    attempt: string,
    answers: readonly SentAnswer[],
  ): Promise<void> {
    const tenant = request.tenant.id
    let rules = known.get(tenant, attempt)
    if (rules === undefined) {
      const hash = request.tokenHash()
      const found = await w.database.tenant(tenant, async (tx) => {
        const row = hash === null ? undefined : await attemptBySession(tx, attempt, hash, w.now())
        if (row === undefined) return null
        const name = `assessment/${row.assessment}`
        const document = (await documentBySha(
          tx,
          request.release,
          row.document,
          name,
        )) as Assessment
        return { ...row, document, sha: row.document }
      })
      if (found === null) {
        // Signed out is one thing, an attempt of another user another.
        await signedIn(request)
        throw new Refusal('attempt/unknown')
      }
      rules = known.keep(tenant, attempt, found)
    }
    const fields: FieldProblem[] = []
    answers.forEach(({ item, value, ms }, index) => {
      const at = `/answers/${index}`
      const isThere = rules.items.has(item)
      if (!isThere)
        fields.push({
          pointer: `${at}/item`,
          key: 'form.unknownItem',
          values: { item: item.slice(0, 40) },
        })
      // A scale is the same for every item; options of an item that is not there are not either.
      const problem =
        isThere || formatOf(rules.document) === 'scale'
          ? checkValue(rules.document, item, value)
          : null
      if (problem !== null) fields.push({ pointer: `${at}/value`, ...problem })
      if (ms > MAX_MS) fields.push({ pointer: `${at}/ms`, key: 'form.invalid' })
    })
    if (fields.length === 0) return
    // Whose attempt it is comes before what is wrong with the answers.
    if ((await signedIn(request)).row.id !== rules.user) throw new Refusal('attempt/unknown')
    throw new Refusal('answer/invalid', { fields })
  }
}

function assessmentOf(release: Release, id: string): Assessment {
  const assessment = release.catalog.get('assessment', id)
  if (assessment === undefined) throw new Refusal('assessment/unknown')
  return assessment
}

/** On a research user's list, itself or as a sub-assessment of one that is (spec 3). */
function isListed(release: Release, user: User, id: string): boolean {
  return user.app.researchAssessments.some(
    (each) => each === id || subAssessments(release.catalog, each).includes(id),
  )
}

/** There are items to answer, and a key to score them with. */
function isBuilt(release: Release, assessment: Assessment): boolean {
  return (
    assessment.built !== false &&
    itemIdsOf(assessment).length > 0 &&
    release.catalog.get('scoring', assessment.id) !== undefined
  )
}

/** What stands on the list is open without the feature; the rest needs the feature of its own report. */
function targetOf(release: Release, user: User | null, { id, feature }: Assessment): Target {
  const listed = user !== null && isListed(release, user, id)
  return { id, listed, feature, open: listed }
}

function assessmentTarget(request: FastifyRequest, scope: Scope): Target {
  const assessment = assessmentOf(request.release, (request.params as { id: string }).id)
  const target = targetOf(request.release, scope.user, assessment)
  if (assessment.researchOnly && !target.listed)
    throw new Refusal('access/off', {
      extra: { ...(target.feature !== undefined && { feature: target.feature }) },
    })
  return target
}

/** The order in which items are shown; random in research attempts alone. */
function orderOf(assessment: Assessment, research: boolean): string[] {
  const items = itemIdsOf(assessment)
  if (!(research && assessment.order === 'random')) return items
  return items
    .map((id) => ({ id, at: Math.random() }))
    .sort((a, b) => a.at - b.at)
    .map(({ id }) => id)
}

type Begun = {
  readonly attempt: AttemptRow
  readonly answers: readonly AnswerRow[]
  readonly levels: Readonly<Record<string, Log>>
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

/** An attempt of nobody, to look at the questions in a preview. */
function imagined(release: Release, assessment: Assessment, language: string) {
  const document = release.shas.get(`assessment/${assessment.id}`)!
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

/** Without an id of its own an answer is known by its item and its moment: the same id every time it is sent. */
function idOf(attempt: string, { id, item, at }: SentAnswer): string {
  if (id !== undefined) return id.toLowerCase()
  return uuidOf(sha256(canonical([attempt, item, new Date(at).toISOString()])))
}

/** The batch with each id once. Two different answers under one id are a conflict, whoever was first. */
function distinct(attempt: string, answers: readonly SentAnswer[]): NewAnswer[] {
  const batch = new Map<string, NewAnswer>()
  for (const answer of answers) {
    const id = idOf(attempt, answer)
    const row: NewAnswer = {
      id,
      item: answer.item,
      value: answer.value,
      ms: Math.round(answer.ms),
      at: new Date(answer.at).toISOString(),
      seq: answer.seq ?? null,
    }
    const other = batch.get(id)
    if (
      other !== undefined &&
      (other.item !== row.item ||
        other.at !== row.at ||
        canonical(other.value) !== canonical(row.value))
    )
      throw new Refusal('answer/conflict', { extra: { ids: [id] } })
    batch.set(id, row)
  }
  return [...batch.values()]
}

/** A document as an attempt began with it: from the release, or from what was kept when releases moved on. */
async function documentBySha(
  tx: Tx,
  release: Release,
  sha: string,
  name: string,
): Promise<unknown> {
  if (release.shas.get(name) === sha) {
    const [kind, id] = name.split('/') as ['assessment' | 'scoring', string]
    return release.catalog.get(kind, id)
  }
  const body = await blob(tx, sha)
  if (body === undefined) throw new Error(`the document ${sha} of an attempt is gone`)
  return withoutFormer(JSON.parse(body) as Record<string, unknown>)
}
