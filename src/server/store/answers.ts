/**
 * Attempts and answers. Answers are only ever added; which one counts is decided when they are
 * read.
 */

import { sql, type Selectable } from 'kysely'
import { isObject } from '#engine/documents/json.ts'
import { sqlBuilder as db, type Tx } from '#server/database/database.ts'
import { guardsOf, type Guarded } from './answerguards.ts'
import { columnsOf, joinedColumnsOf } from './columns.ts'
import type { Given } from './effective.ts'
import type { Schema } from './schema.ts'
import { aliveCondition } from './sessionlife.ts'

export type AttemptRow = Selectable<Schema['attempts']>
export type AnswerRow = Selectable<Schema['answers']>

export type NewAttempt = Pick<
  AttemptRow,
  | 'id'
  | 'user_id'
  | 'assessment'
  | 'document'
  | 'scoring'
  | 'items'
  | 'repeat'
  | 'language'
  | 'seed'
> & { instruments: string; now: Date }

/**
 * Creates an attempt; undefined if another device created one at the same moment.
 *
 * The state is a literal: with a parameter, PostgreSQL's generic plan (from the sixth call) can't
 * use the partial index.
 */
export function insertAttempt(
  tx: Tx,
  { now, ...attempt }: NewAttempt,
): Promise<AttemptRow | undefined> {
  return tx.first(
    db
      .insertInto('attempts')
      .values({
        tenant_id: tx.tenant,
        ...attempt,
        state: 'open',
        started_at: now,
        completed_at: null,
        metrics: null,
        quality: null,
        scorer: null,
      })
      .onConflict((conflict) =>
        conflict
          .columns(['tenant_id', 'user_id', 'assessment'])
          .where('state', '=', sql.lit('open'))
          .doNothing(),
      )
      .returning(columnsOf('attempts')),
  )
}

/** How many attempts at an assessment a user has begun, in total and since a point in time. */
export async function countAttempts(
  tx: Tx,
  userId: string,
  assessment: string,
  since: Date,
): Promise<{ all: number; since: number }> {
  const row = await tx.first({
    compile: () =>
      sql<{
        all: number
        since: number
      }>`SELECT count(*)::integer AS "all", (count(*) FILTER (WHERE started_at > ${since}))::integer AS since
        FROM attempts WHERE tenant_id = ${tx.tenant} AND user_id = ${userId} AND assessment = ${assessment}`.compile(
        db,
      ),
  })
  return row ?? { all: 0, since: 0 }
}

export async function countAnswers(tx: Tx, attemptId: string): Promise<number> {
  return Number(
    (
      await tx.first(
        db
          .selectFrom('answers')
          .select((eb) => eb.fn.countAll().as('count'))
          .where('attempt_id', '=', attemptId),
      )
    )?.count ?? 0,
  )
}

export function openAttempt(
  tx: Tx,
  userId: string,
  assessment: string,
): Promise<AttemptRow | undefined> {
  return tx.first(
    db
      .selectFrom('attempts')
      .select(columnsOf('attempts'))
      .where('user_id', '=', userId)
      .where('assessment', '=', assessment)
      .where('state', '=', 'open'),
  )
}

export function openAttemptsOf(
  tx: Tx,
  userId: string,
): Promise<{ id: string; assessment: string; items: string[]; answered: string }[]> {
  return tx.all(
    db
      .selectFrom('attempts')
      .leftJoin('answers', (join) =>
        join
          .onRef('answers.tenant_id', '=', 'attempts.tenant_id')
          .onRef('answers.attempt_id', '=', 'attempts.id'),
      )
      .select([
        'attempts.id',
        'attempts.assessment',
        'attempts.items',
        // For a task, its levels are counted.
        sql<string>`count(DISTINCT answers.item) + (SELECT count(*) FROM task_logs AS logs WHERE logs.tenant_id = attempts.tenant_id AND logs.attempt_id = attempts.id)`.as(
          'answered',
        ),
      ])
      .where('attempts.user_id', '=', userId)
      .where('attempts.state', '=', 'open')
      .groupBy(['attempts.tenant_id', 'attempts.id', 'attempts.assessment', 'attempts.items']),
  )
}

/** An attempt of this user, locked: completing must not race with answering. */
export function lockAttempt(tx: Tx, id: string, userId: string): Promise<AttemptRow | undefined> {
  return tx.first(
    db
      .selectFrom('attempts')
      .select(columnsOf('attempts'))
      .where('id', '=', id)
      .where('user_id', '=', userId)
      .forUpdate(),
  )
}

/**
 * What an attempt accepts, if it belongs to the user of this session. One query, because it comes
 * before every first answer.
 */
export function attemptBySession(
  tx: Tx,
  id: string,
  tokenHash: Buffer,
  now: Date,
): Promise<
  | { user_id: string; assessment: string; document: string; items: string[]; answers: number }
  | undefined
> {
  return tx.first({
    compile: () =>
      sql<{
        user_id: string
        assessment: string
        document: string
        items: string[]
        answers: number
      }>`SELECT a.user_id, a.assessment, a.document, a.items,
          (SELECT count(*)::integer FROM answers o WHERE o.tenant_id = a.tenant_id AND o.attempt_id = a.id) AS answers
        FROM sessions s JOIN attempts a ON a.tenant_id = s.tenant_id AND a.user_id = s.user_id
        WHERE s.tenant_id = ${tx.tenant} AND s.token_hash = ${tokenHash} AND a.id = ${id} AND ${aliveCondition(now)}`.compile(
        db,
      ),
  })
}

export function answersOf(tx: Tx, attemptId: string): Promise<AnswerRow[]> {
  return tx.all(
    db
      .selectFrom('answers')
      .select(columnsOf('answers'))
      .where('attempt_id', '=', attemptId)
      .orderBy('received'),
  )
}

export type NewAnswer = {
  id: string
  item: string
  value: unknown
  ms: number
  at: string
  seq: number | null
}
/** `refused`: another answer of the request is in conflict, so none of it was stored. */
export type AnswerOutcome = {
  id: string
  state: 'stored' | 'duplicate' | 'late' | 'conflict' | 'refused'
}

/** What one request adds: the token of its session, its attempt and its answers. */
export type Addition = {
  readonly tokenHash: Buffer
  readonly attempt: string
  readonly answers: readonly NewAnswer[]
  readonly guarded: Guarded
}

/**
 * Adds the answers of several requests, and checks in the same statement whose sessions and
 * attempts they are. No two of the requests may share an attempt or the id of an answer.
 *
 * Another user's attempt or an expired session gives no rows. Otherwise every answer gives a row
 * with the position of its request. An existing id with the same content is a duplicate; with other
 * content it is a conflict, and nothing of that request is stored. Existing answers are looked up
 * by a list of ids: joined with the batch, whose size the planner doesn't know, the whole table was
 * read. Requests for one attempt wait for each other, and attempts are locked in a fixed order:
 * otherwise two requests that hold the same attempts could block each other forever.
 */
export function addAnswers(tenant: string, now: Date, additions: readonly Addition[]) {
  const all = additions.flatMap(({ answers }, index) =>
    answers.map((answer) => ({ ...answer, n: index + 1 })),
  )
  const guards = guardsOf(
    tenant,
    additions.map(({ guarded }) => guarded),
  )
  return {
    compile: () =>
      sql<AnswerOutcome & { n: number }>`
        WITH ${guards.agreed} attempt AS (
          SELECT asked.n::integer AS n, a.id, a.state, s.id AS device
          FROM unnest(${additions.map(({ tokenHash }) => tokenHash.toString('hex'))}::text[], ${additions.map(({ attempt }) => attempt)}::uuid[]) WITH ORDINALITY AS asked(hash, attempt, n)
            JOIN sessions s ON s.tenant_id = ${tenant} AND s.token_hash = decode(asked.hash, 'hex')
            JOIN attempts a ON a.tenant_id = s.tenant_id AND a.user_id = s.user_id AND a.id = asked.attempt
          WHERE ${aliveCondition(now)} ${guards.isAgreed}
          ORDER BY a.id
          FOR UPDATE OF a
        ), given AS (
          SELECT g.n, g.id, g.item, g.value, g.ms, g.at, g.seq FROM jsonb_to_recordset(${JSON.stringify(all)}::jsonb) AS g(n integer, id uuid, item text, value jsonb, ms integer, at timestamptz, seq bigint)
        ), old AS (
          SELECT o.id, o.attempt_id, o.item, o.value, o.at, o.late FROM answers o WHERE o.tenant_id = ${tenant} AND o.id = ANY (${all.map(({ id }) => id)}::uuid[])
        ), seen AS (
          SELECT given.n, given.id, given.item, given.value, given.ms, given.at, given.seq, attempt.id AS attempt_id, attempt.state, attempt.device, old.id IS NOT NULL AS known, old.late AS was_late,
            old.attempt_id = attempt.id AND old.item = given.item AND old.value = given.value AND old.at = given.at AS same
          FROM attempt JOIN given ON given.n = attempt.n LEFT JOIN old ON old.id = given.id
        ), added AS (
          INSERT INTO answers (tenant_id, id, attempt_id, item, value, ms, at, seq, device, late)
          SELECT ${tenant}, id, attempt_id, item, value, ms, at, seq, device, state = 'complete' FROM seen
          WHERE n NOT IN (SELECT n FROM seen WHERE known AND NOT same)
          ON CONFLICT (tenant_id, id) DO NOTHING
          RETURNING id, late
        )
        SELECT seen.n, seen.id,
          CASE
            WHEN added.id IS NOT NULL THEN CASE WHEN added.late THEN 'late' ELSE 'stored' END
            WHEN same THEN CASE WHEN was_late THEN 'late' ELSE 'duplicate' END
            WHEN known THEN 'conflict'
            ELSE 'refused'
          END AS state
        FROM seen LEFT JOIN added ON added.id = seen.id
      `.compile(db),
  }
}

type Scored = { readonly scorer: number; readonly release: string; readonly now: Date }

/**
 * Completes an attempt with its result.
 *
 * @param result `firstCounts`: the first result of which nothing is doubted stays, and what comes
 *   after it is practice
 * @returns the result as stored, because the database orders members in its own way: the first
 *   response reads like all later ones
 */
export async function completeAttempt(
  tx: Tx,
  attempt: AttemptRow,
  result: { metrics: unknown; quality: unknown; firstCounts?: boolean } & Scored,
): Promise<Pick<AttemptRow, 'metrics' | 'quality'>> {
  const { scorer, release, now } = result
  const metrics = JSON.stringify(result.metrics)
  const quality = JSON.stringify(result.quality)
  const kept = await tx.one(
    db
      .updateTable('attempts')
      .set({ state: 'complete', metrics, quality, scorer, release, completed_at: now })
      .where('id', '=', attempt.id)
      .returning(['metrics', 'quality']),
  )
  if (result.firstCounts) {
    const before = await resultOf(tx, attempt.user_id, attempt.assessment)
    if (before !== undefined && (!isDoubted(before.quality) || isDoubted(result.quality)))
      return kept
  }
  await tx.run(
    db
      .insertInto('results')
      .values({
        tenant_id: tx.tenant,
        user_id: attempt.user_id,
        assessment: attempt.assessment,
        attempt_id: attempt.id,
        metrics,
        quality,
        updated_at: now,
      })
      .onConflict((conflict) =>
        conflict
          .columns(['tenant_id', 'user_id', 'assessment'])
          .doUpdateSet({ attempt_id: attempt.id, metrics, quality, updated_at: now }),
      ),
  )
  return kept
}

/** Is a result marked as uncertain? */
export function isDoubted(quality: unknown): boolean {
  return isObject(quality) && quality['confidence'] === 'low'
}

export function resultsOf(tx: Tx, userId: string): Promise<Selectable<Schema['results']>[]> {
  return tx.all(db.selectFrom('results').select(columnsOf('results')).where('user_id', '=', userId))
}

export function resultOf(
  tx: Tx,
  userId: string,
  assessment: string,
): Promise<
  | (Selectable<Schema['results']> &
      Pick<AttemptRow, 'document' | 'scoring' | 'language' | 'items' | 'release'>)
  | undefined
> {
  return tx.first(
    db
      .selectFrom('results')
      .innerJoin('attempts', (join) =>
        join
          .onRef('attempts.tenant_id', '=', 'results.tenant_id')
          .onRef('attempts.id', '=', 'results.attempt_id'),
      )
      .select([
        ...joinedColumnsOf('results'),
        'attempts.document',
        'attempts.scoring',
        'attempts.language',
        'attempts.items',
        'attempts.release',
      ])
      .where('results.user_id', '=', userId)
      .where('results.assessment', '=', assessment),
  )
}

/**
 * The highest `seq` of a device, from which it continues counting after it has lost its own count;
 * null if it has sent none.
 */
export function lastSeq(answers: readonly AnswerRow[], device: string): number | null {
  const own = answers.flatMap((answer) =>
    answer.device === device && answer.seq !== null ? [Number(answer.seq)] : [],
  )
  return own.length === 0 ? null : Math.max(...own)
}

/** A row as effective.ts expects it. */
export function given(row: {
  item: string
  value: unknown
  ms: number
  seq: string | null
  device: string
  received: string
  late: boolean
}): Given {
  return {
    item: row.item,
    value: row.value,
    ms: row.ms,
    seq: row.seq === null ? null : Number(row.seq),
    device: row.device,
    received: Number(row.received),
    late: row.late,
  }
}
