/** The audit log of the console: entries are only ever added. */

import { PERSON, tooOften } from '#server/base/bounds.ts'
import { plus } from '#server/base/clock.ts'
import { sqlBuilder as db, type Tx } from '#server/database/database.ts'

export type AuditRow = {
  readonly id: string
  readonly at: Date
  readonly actor: string | null
  readonly action: string
  readonly target: string
  readonly detail: Record<string, unknown>
  /** The actor's id; null if the account was erased. */
  readonly known: string | null
  readonly email: string | null
}
export type NewAudit = {
  readonly id: string
  readonly now: Date
  readonly actor: string | null
  readonly action: string
  readonly target: string
  readonly detail?: Readonly<Record<string, unknown>>
}

/**
 * @throws Refusal `request/rate-limited` if the actor has done more than a person can: the log is
 *   never shortened, so its growth is limited here
 */
export async function addAudit(
  tx: Tx,
  { id, now, actor, action, target, detail = {} }: NewAudit,
): Promise<void> {
  if (actor !== null && (await doneBy(tx, actor, plus(now, -3600))) >= PERSON.auditedAnHour)
    throw tooOften(600)
  await tx.run(
    db.insertInto('audit').values({
      tenant_id: tx.tenant,
      id,
      at: now,
      actor,
      action,
      target,
      detail: JSON.stringify(detail),
    }),
  )
}

async function doneBy(tx: Tx, actor: string, since: Date): Promise<number> {
  const query = db.selectFrom('audit').select((eb) => eb.fn.countAll().as('count'))
  return Number(
    (await tx.first(query.where('actor', '=', actor).where('at', '>', since)))?.count ?? 0,
  )
}

/** When an action was last done. @param since nothing before it is searched */
export async function lastOf(tx: Tx, action: string, since: Date): Promise<Date | null> {
  const query = db.selectFrom('audit').select((eb) => eb.fn.max('at').as('at'))
  return (await tx.first(query.where('action', '=', action).where('at', '>', since)))?.at ?? null
}

export function auditOf(tx: Tx, page: number, pageSize: number): Promise<AuditRow[]> {
  return tx.all(
    entries()
      .limit(pageSize)
      .offset((page - 1) * pageSize),
  )
}

/** The last entries about one thing, newest first. @param actions e.g. `experiment.start` */
export function auditAbout(
  tx: Tx,
  target: string,
  actions: readonly string[],
  most: number,
): Promise<AuditRow[]> {
  return tx.all(
    entries().where('audit.target', '=', target).where('audit.action', 'in', actions).limit(most),
  )
}

/** The entry of an action about something, or with this id of its own. */
export function auditEntry(
  tx: Tx,
  action: string,
  target: string | null,
  id?: string,
): Promise<AuditRow | undefined> {
  const found = entries().where('audit.action', '=', action)
  const about = target === null ? found : found.where('audit.target', '=', target)
  return tx.first(id === undefined ? about : about.where('audit.id', '=', id))
}

function entries() {
  return db
    .selectFrom('audit')
    .leftJoin('users', (join) =>
      join.onRef('users.tenant_id', '=', 'audit.tenant_id').onRef('users.id', '=', 'audit.actor'),
    )
    .select([
      'audit.id',
      'audit.at',
      'audit.actor',
      'audit.action',
      'audit.target',
      'audit.detail',
      'users.id as known',
      'users.email',
    ])
    .orderBy('audit.at', 'desc')
    .orderBy('audit.id', 'desc')
}

export async function countAudit(tx: Tx): Promise<number> {
  return Number(
    (await tx.first(db.selectFrom('audit').select((eb) => eb.fn.countAll().as('count'))))?.count ??
      0,
  )
}
