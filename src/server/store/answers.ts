/** Attempts and answers. Answers are only ever added; which one counts is worked out when it is asked. */

import { sql, type Selectable } from 'kysely'
import { sqlBuilder as db, type Tx } from '../database.ts'
import type { Schema } from './schema.ts'

export type AttemptRow = Selectable<Schema['attempts']>
export type AnswerRow = Selectable<Schema['answers']>

export type NewAttempt = Pick<AttemptRow, 'id' | 'user_id' | 'assessment' | 'document' | 'scoring' | 'items' | 'repeat' | 'language'> & { now: Date }

/** Begins an attempt; null where another device began one at the same moment. */
export function insertAttempt(tx: Tx, { now, ...attempt }: NewAttempt): Promise<AttemptRow | undefined> {
  return tx.first(
    db
      .insertInto('attempts')
      .values({ tenant_id: tx.tenant!, ...attempt, state: 'open', started_at: now, completed_at: null, metrics: null, quality: null, scorer: null })
      .onConflict((conflict) => conflict.columns(['tenant_id', 'user_id', 'assessment']).where('state', '=', 'open').doNothing())
      .returningAll(),
  )
}

export function openAttempt(tx: Tx, userId: string, assessment: string): Promise<AttemptRow | undefined> {
  return tx.first(db.selectFrom('attempts').selectAll().where('user_id', '=', userId).where('assessment', '=', assessment).where('state', '=', 'open'))
}

export function openAttemptsOf(tx: Tx, userId: string): Promise<{ id: string; assessment: string; items: string[]; answered: string }[]> {
  return tx.all(
    db
      .selectFrom('attempts')
      .leftJoin('answers', (join) => join.onRef('answers.tenant_id', '=', 'attempts.tenant_id').onRef('answers.attempt_id', '=', 'attempts.id'))
      .select(['attempts.id', 'attempts.assessment', 'attempts.items', sql<string>`count(DISTINCT answers.item)`.as('answered')])
      .where('attempts.user_id', '=', userId)
      .where('attempts.state', '=', 'open')
      .groupBy(['attempts.tenant_id', 'attempts.id', 'attempts.assessment', 'attempts.items']),
  )
}

/** An attempt of this person, locked: completing must not race with answering. */
export function lockAttempt(tx: Tx, id: string, userId: string): Promise<AttemptRow | undefined> {
  return tx.first(db.selectFrom('attempts').selectAll().where('id', '=', id).where('user_id', '=', userId).forUpdate())
}

export function attemptOf(tx: Tx, id: string, userId: string): Promise<AttemptRow | undefined> {
  return tx.first(db.selectFrom('attempts').selectAll().where('id', '=', id).where('user_id', '=', userId))
}

export function answersOf(tx: Tx, attemptId: string): Promise<AnswerRow[]> {
  return tx.all(db.selectFrom('answers').selectAll().where('attempt_id', '=', attemptId).orderBy('received'))
}

export type NewAnswer = { id: string; item: string; value: unknown; ms: number; at: string; seq: number | null }
export type AnswerOutcome = { id: string; state: 'stored' | 'duplicate' | 'late' | 'conflict' | 'refused' }

/**
 * Adds a batch to an attempt, and finds out in the same statement whose session and attempt these are.
 *
 * Nobody else's attempt, no live session: no rows. Every answer gives one row; an id that is there already with the
 * same content is a duplicate, with other content a conflict, and then nothing of the batch is stored.
 */
export function addAnswers(tenant: string, tokenHash: Buffer, seenAfter: Date, consoleSeenAfter: Date, attempt: string, answers: readonly NewAnswer[]) {
  const batch = JSON.stringify(answers)
  return {
    compile: () =>
      sql<AnswerOutcome & { items: string[]; document: string; state_of_attempt: string }>`
        WITH attempt AS (
          SELECT a.id, a.state, a.items, a.document, s.id AS device
          FROM sessions s JOIN attempts a ON a.tenant_id = s.tenant_id AND a.user_id = s.user_id
          WHERE s.tenant_id = ${tenant} AND s.token_hash = ${tokenHash} AND a.id = ${attempt}
            AND s.seen_at > (CASE WHEN s.console THEN ${consoleSeenAfter}::timestamptz ELSE ${seenAfter}::timestamptz END)
          FOR SHARE OF a
        ), given AS (
          SELECT g.* FROM jsonb_to_recordset(${batch}::jsonb) AS g(id uuid, item text, value jsonb, ms integer, at timestamptz, seq bigint)
        ), wrong AS (
          SELECT 1 FROM attempt CROSS JOIN given JOIN answers o ON o.tenant_id = ${tenant} AND o.id = given.id
          WHERE NOT (o.attempt_id = attempt.id AND o.item = given.item AND o.value = given.value AND o.at = given.at)
        ), added AS (
          INSERT INTO answers (tenant_id, id, attempt_id, item, value, ms, at, seq, device, late)
          SELECT ${tenant}, given.id, attempt.id, given.item, given.value, given.ms, given.at, given.seq, attempt.device, attempt.state = 'complete'
          FROM attempt CROSS JOIN given
          WHERE NOT EXISTS (SELECT FROM wrong)
          ON CONFLICT (tenant_id, id) DO NOTHING
          RETURNING id, late
        )
        SELECT given.id, attempt.items, attempt.document, attempt.state AS state_of_attempt,
          CASE
            WHEN added.id IS NOT NULL THEN CASE WHEN added.late THEN 'late' ELSE 'stored' END
            WHEN old.attempt_id = attempt.id AND old.item = given.item AND old.value = given.value AND old.at = given.at THEN CASE WHEN old.late THEN 'late' ELSE 'duplicate' END
            WHEN old.id IS NOT NULL THEN 'conflict'
            ELSE 'refused'
          END AS state
        FROM attempt CROSS JOIN given
        LEFT JOIN added ON added.id = given.id
        LEFT JOIN answers old ON old.tenant_id = ${tenant} AND old.id = given.id AND added.id IS NULL
      `.compile(db),
  }
}

export async function completeAttempt(tx: Tx, attempt: AttemptRow, result: { metrics: unknown; quality: unknown; scorer: number; now: Date }): Promise<void> {
  const metrics = JSON.stringify(result.metrics)
  const quality = JSON.stringify(result.quality)
  await tx.run(db.updateTable('attempts').set({ state: 'complete', metrics, quality, scorer: result.scorer, completed_at: result.now }).where('id', '=', attempt.id))
  await tx.run(
    db
      .insertInto('results')
      .values({ tenant_id: tx.tenant!, user_id: attempt.user_id, assessment: attempt.assessment, attempt_id: attempt.id, metrics, quality, updated_at: result.now })
      .onConflict((conflict) => conflict.columns(['tenant_id', 'user_id', 'assessment']).doUpdateSet({ attempt_id: attempt.id, metrics, quality, updated_at: result.now })),
  )
}

export function resultsOf(tx: Tx, userId: string): Promise<Selectable<Schema['results']>[]> {
  return tx.all(db.selectFrom('results').selectAll().where('user_id', '=', userId))
}

export function resultOf(tx: Tx, userId: string, assessment: string): Promise<(Selectable<Schema['results']> & { document: string; language: string; items: string[] }) | undefined> {
  return tx.first(
    db
      .selectFrom('results')
      .innerJoin('attempts', (join) => join.onRef('attempts.tenant_id', '=', 'results.tenant_id').onRef('attempts.id', '=', 'results.attempt_id'))
      .selectAll('results')
      .select(['attempts.document', 'attempts.language', 'attempts.items'])
      .where('results.user_id', '=', userId)
      .where('results.assessment', '=', assessment),
  )
}
