/** Units, their arms and their exposures. The first write of each wins. */

import { sql } from 'kysely'
import type { Arms } from '#engine/experiments/assign.ts'
import { sqlBuilder as db, type Tx } from '#server/database/database.ts'

/** An arm of a unit, as it is stored. */
export type NewAssignment = {
  readonly unit: string
  readonly experiment: string
  readonly phase: string
  readonly arm: string
  /** Share of those who take part that this arm had when the unit got into it. */
  readonly probability: number
  /** It got into the arm before this analysis: it keeps the arm, and isn't counted (docs/decisions/0201). */
  readonly earlier: boolean
}

/** What results are broken down by, as it is when somebody sees their arm. */
export type SeenOn = {
  readonly device: 'phone' | 'computer'
  readonly language: string
  /** Null: none, or not signed in. */
  readonly plan: string | null
}

/** The unit that a person was handed; undefined before the first experiment. */
export async function unitOf(tx: Tx, userId: string): Promise<string | undefined> {
  const row = await tx.first(
    db.selectFrom('person_units').select('unit').where('user_id', '=', userId),
  )
  return row?.unit
}

/** @returns the person's unit, which is an earlier one if there is one */
export async function giveUnit(
  tx: Tx,
  userId: string,
  unit: string,
  now: Date,
): Promise<string | undefined> {
  const write = () =>
    tx.run({
      compile: () =>
        sql`INSERT INTO person_units (tenant_id, user_id, unit, counted, created_at)
        SELECT ${tx.tenant}::uuid, ${userId}::uuid, ${unit}::uuid, NOT EXISTS (SELECT FROM person_units WHERE unit = ${unit}::uuid), ${now}::timestamptz
        ON CONFLICT DO NOTHING`.compile(db),
    })
  // Somebody else may have taken over the same unit in this moment: then they are the one who counts.
  if ((await write()) === 0 && (await unitOf(tx, userId)) === undefined) await write()
  return unitOf(tx, userId)
}

/** Of all that the unit has ever been in: experiment -> arm, and -> the analysis that divided it. */
export async function armsOf(
  tx: Tx,
  unit: string,
): Promise<{ readonly arms: Arms; readonly since: Readonly<Record<string, string>> }> {
  const rows = await tx.all(
    db
      .selectFrom('experiment_assignments')
      .select(['experiment', 'arm', 'phase', 'earlier'])
      .where('unit', '=', unit)
      .orderBy('assigned_at', 'desc'),
  )
  // The first of each was written last here: the earliest counts.
  const first = new Map(rows.map((row) => [row.experiment, row]))
  const each = [...first.values()]
  return {
    arms: Object.fromEntries(each.map(({ experiment, arm }) => [experiment, arm])),
    since: Object.fromEntries(
      each.flatMap(({ experiment, phase, earlier }) => (earlier ? [] : [[experiment, phase]])),
    ),
  }
}

/**
 * Stores arms that aren't stored yet. A unit that was in another analysis of the experiment keeps the
 * probability of that time, and isn't counted in this one.
 *
 * @param exposedAt when the unit has seen its arm; null if it hasn't. An earlier exposure stays
 * @returns how many are new, or exposed for the first time
 */
export async function addAssignments(
  tx: Tx,
  assignments: readonly NewAssignment[],
  exposedAt: Date | null,
  now: Date,
  { device, language, plan }: Partial<SeenOn> = {},
): Promise<number> {
  let written = 0
  for (const { unit, experiment, phase, arm, probability, earlier } of assignments)
    written += await tx.run({
      compile: () =>
        sql`INSERT INTO experiment_assignments AS known (tenant_id, unit, experiment, phase, arm, probability, assigned_at, exposed_at, device, language, plan, earlier)
          SELECT ${tx.tenant}::uuid, ${unit}::uuid, ${experiment}, ${phase}, coalesce(before.arm, ${arm}), coalesce(before.probability, ${probability}::double precision), ${now}::timestamptz, ${exposedAt}::timestamptz, ${device ?? null}::text, ${language ?? null}::text, ${plan ?? null}::text, ${earlier}::boolean OR EXISTS (SELECT FROM experiment_assignments WHERE unit = ${unit}::uuid AND experiment = ${experiment} AND phase <> ${phase})
          FROM (SELECT 1) AS one LEFT JOIN LATERAL (
            SELECT arm, probability FROM experiment_assignments WHERE unit = ${unit}::uuid AND experiment = ${experiment} ORDER BY assigned_at LIMIT 1) AS before ON true
          ON CONFLICT (tenant_id, unit, experiment, phase) DO UPDATE SET exposed_at = excluded.exposed_at, device = excluded.device, language = excluded.language, plan = excluded.plan, earlier = known.earlier OR excluded.earlier
          WHERE known.exposed_at IS NULL AND excluded.exposed_at IS NOT NULL AND known.arm = excluded.arm`.compile(
          db,
        ),
    })
  return written
}
