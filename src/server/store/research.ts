/** Research cohorts of a tenant: their members, and what these answered. */

import { sql } from 'kysely'
import type { StudyCohort } from '#engine/contract/admincontract.ts'
import type { Log } from '#engine/tasks/log.ts'
import { sqlBuilder as db, type Tx } from '#server/database/database.ts'
import type { AnswerRow } from './answers.ts'
import { columnsOf } from './columns.ts'

/**
 * Puts a user into a cohort, or removes them from all. @param slug of the tenant, which the spec
 * has inside the institution
 */
export function setCohort(
  tx: Tx,
  id: string,
  slug: string,
  cohort: StudyCohort | null,
): Promise<number> {
  const stored =
    cohort === null
      ? null
      : JSON.stringify({
          name: cohort.name,
          institution: { name: cohort.institution, tenant: { slug } },
        })
  return tx.run(
    db
      .updateTable('users')
      .set({ cohort: stored, research_assessments: cohort === null ? [] : [...cohort.assessments] })
      .where('id', '=', id),
  )
}

/** More are found by typing. */
const MAX_COHORTS = 200

/** The names of all cohorts: of those with people, and of those that a voucher opens. */
export async function cohortNames(tx: Tx): Promise<string[]> {
  const statement = sql<{ name: string }>`
    SELECT name FROM (
      SELECT cohort ->> 'name' AS name FROM users WHERE cohort IS NOT NULL
      UNION SELECT cohort ->> 'name' FROM vouchers WHERE cohort IS NOT NULL
      UNION SELECT cohort ->> 'name' FROM voucher_batches WHERE cohort IS NOT NULL
    ) AS every WHERE name <> '' ORDER BY name LIMIT ${MAX_COHORTS}`
  const rows = await tx.all({ compile: () => statement.compile(db) })
  return rows.map(({ name }) => name)
}

export type Participant = {
  readonly id: string
  readonly cohort: { name?: string; institution?: { name?: string } }
  readonly research_assessments: string[]
  readonly profile: Readonly<Record<string, unknown>>
}

/** Members of cohorts who agreed to take part in research, in pages by id. */
export function participants(tx: Tx, after: string | null, most: number): Promise<Participant[]> {
  let query = db
    .selectFrom('users')
    .select(['id', 'cohort', 'research_assessments', 'profile'])
    .where('cohort', 'is not', null)
    .where(sql<boolean>`consents #>> '{researchContact,granted}' = 'true'`)
    .orderBy('id')
    .limit(most)
  if (after !== null) query = query.where('id', '>', after)
  return tx.all(query) as Promise<Participant[]>
}

export type CompleteAttempt = {
  readonly id: string
  readonly user_id: string
  readonly assessment: string
  readonly document: string
  readonly scoring: string
  readonly items: string[]
  readonly language: string
  readonly instruments: Readonly<Record<string, string>>
  readonly metrics: unknown
  readonly scorer: number | null
  readonly quality: { confidence?: string; flags?: readonly string[] } | null
  readonly completed_at: Date
}

/** In the order of completion. */
export function completeAttemptsOf(tx: Tx, users: readonly string[]): Promise<CompleteAttempt[]> {
  return tx.all(
    db
      .selectFrom('attempts')
      .select(['id', 'user_id', 'assessment', 'document', 'scoring', 'items', 'language'])
      .select(['instruments', 'metrics', 'scorer', 'quality', 'completed_at'])
      .where(sql<boolean>`user_id = ANY (${users}::uuid[])`)
      .where('state', '=', 'complete')
      .orderBy('completed_at')
      .orderBy('id'),
  ) as Promise<CompleteAttempt[]>
}

export function answersOfAttempts(tx: Tx, attempts: readonly string[]): Promise<AnswerRow[]> {
  return tx.all(
    db
      .selectFrom('answers')
      .select(columnsOf('answers'))
      .where(sql<boolean>`attempt_id = ANY (${attempts}::uuid[])`)
      .orderBy('received'),
  )
}

export function logsOfAttempts(
  tx: Tx,
  attempts: readonly string[],
): Promise<{ attempt_id: string; level: number; events: Log }[]> {
  return tx.all(
    db
      .selectFrom('task_logs')
      .select(['attempt_id', 'level', 'events'])
      .where(sql<boolean>`attempt_id = ANY (${attempts}::uuid[])`)
      .orderBy('attempt_id')
      .orderBy('level'),
  ) as Promise<{ attempt_id: string; level: number; events: Log }[]>
}
