/** What experiments have counted so far: the latest sums of each measure, and those of each day. */

import { sql } from 'kysely'
import { sqlBuilder as db, type Tx } from '#server/database/database.ts'

/** Beside metrics: everybody who has seen an arm, and how far they got in onboarding. */
export const SEEN = '*seen'
export const FUNNEL = '*funnel'

export type SumsOf = {
  readonly experiment: string
  readonly phase: string
}
export type Stored = {
  readonly measure: string
  /** YYYY-MM-DD */
  readonly day: string
  readonly through: Date
  readonly people: number
  readonly state: unknown
}

/** By measure, then by day. */
export function sumsOf(tx: Tx, { experiment, phase }: SumsOf): Promise<Stored[]> {
  return tx.all({
    compile: () =>
      sql<Stored>`SELECT measure, to_char(day, 'YYYY-MM-DD') AS day, through, people, state FROM experiment_sums
        WHERE experiment = ${experiment} AND phase = ${phase} ORDER BY measure, day`.compile(db),
  })
}

/** The latest sums of each measure. */
export async function latestSums(
  tx: Tx,
  { experiment, phase }: SumsOf,
): Promise<ReadonlyMap<string, Stored>> {
  const rows = await tx.all({
    compile: () =>
      sql<Stored>`SELECT DISTINCT ON (measure) measure, to_char(day, 'YYYY-MM-DD') AS day, through, people, state FROM experiment_sums
        WHERE experiment = ${experiment} AND phase = ${phase} ORDER BY measure, day DESC`.compile(
        db,
      ),
  })
  return new Map(rows.map((row) => [row.measure, row]))
}

/** The analysis of an experiment that has counted last; undefined if nothing has been counted. */
export async function lastPhase(tx: Tx, experiment: string): Promise<string | undefined> {
  const row = await tx.first(
    db
      .selectFrom('experiment_sums')
      .select('phase')
      .where('experiment', '=', experiment)
      .orderBy('through', 'desc')
      .limit(1),
  )
  return row?.phase
}

/** The latest sums of a measure in any other experiment. */
export function earlierSums(
  tx: Tx,
  measure: string,
  { experiment }: Pick<SumsOf, 'experiment'>,
): Promise<Stored | undefined> {
  return tx.first({
    compile: () =>
      sql<Stored>`SELECT measure, to_char(day, 'YYYY-MM-DD') AS day, through, people, state FROM experiment_sums
        WHERE measure = ${measure} AND experiment <> ${experiment} ORDER BY through DESC LIMIT 1`.compile(
        db,
      ),
  })
}

export async function keepSums(
  tx: Tx,
  { experiment, phase }: SumsOf,
  { measure, day, through, people, state }: Stored,
): Promise<void> {
  await tx.run({
    compile: () =>
      sql`INSERT INTO experiment_sums (tenant_id, experiment, phase, measure, day, through, people, state)
        VALUES (${tx.tenant}::uuid, ${experiment}, ${phase}, ${measure}, ${day}::date, ${through}::timestamptz, ${people}, ${JSON.stringify(state)}::jsonb)
        ON CONFLICT (tenant_id, experiment, phase, measure, day) DO UPDATE SET through = excluded.through, people = excluded.people, state = excluded.state`.compile(
        db,
      ),
  })
}

/**
 * Forgets the sums that have anybody in them who saw their arm later than this. They are counted
 * again.
 *
 * @param through null: all of them
 */
export async function forgetSums(
  tx: Tx,
  { experiment, phase }: SumsOf,
  through: Date | null,
): Promise<void> {
  const all = db
    .deleteFrom('experiment_sums')
    .where('experiment', '=', experiment)
    .where('phase', '=', phase)
  await tx.run(through === null ? all : all.where('through', '>', through))
}

/** @returns false if another server is counting this experiment; it is released with the transaction */
export async function mayCount(tx: Tx, { experiment, phase }: SumsOf): Promise<boolean> {
  const row = await tx.one({
    compile: () =>
      sql<{
        got: boolean
      }>`SELECT pg_try_advisory_xact_lock(hashtextextended(${`count/${tx.tenant}/${experiment}/${phase}`}, 0)) AS got`.compile(
        db,
      ),
  })
  return row.got
}

/** Tenants that have anything to count. As the housekeeper. */
export function countingTenants(tx: Tx): Promise<{ readonly id: string }[]> {
  return tx.all({
    compile: () =>
      sql<{
        id: string
      }>`SELECT id FROM tenants WHERE EXISTS (SELECT FROM experiment_assignments a WHERE a.tenant_id = tenants.id) ORDER BY id`.compile(
        db,
      ),
  })
}
