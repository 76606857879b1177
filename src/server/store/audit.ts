/** Who did what in the console: only ever added to. */

import { sqlBuilder as db, type Tx } from '../database.ts'

export type AuditRow = {
  readonly id: string
  readonly at: Date
  readonly actor: string | null
  readonly action: string
  readonly target: string
  readonly detail: Record<string, unknown>
  /** The actor again; null when the account is erased. */
  readonly known: string | null
  readonly email: string | null
}
export type NewAudit = { readonly id: string; readonly now: Date; readonly actor: string | null; readonly action: string; readonly target: string; readonly detail?: Readonly<Record<string, unknown>> }

export function addAudit(tx: Tx, { id, now, actor, action, target, detail = {} }: NewAudit): Promise<number> {
  return tx.run(db.insertInto('audit').values({ tenant_id: tx.tenant!, id, at: now, actor, action, target, detail: JSON.stringify(detail) }))
}

export function auditOf(tx: Tx, page: number, pageSize: number): Promise<AuditRow[]> {
  return tx.all(
    db
      .selectFrom('audit')
      .leftJoin('users', (join) => join.onRef('users.tenant_id', '=', 'audit.tenant_id').onRef('users.id', '=', 'audit.actor'))
      .select(['audit.id', 'audit.at', 'audit.actor', 'audit.action', 'audit.target', 'audit.detail', 'users.id as known', 'users.email'])
      .orderBy('audit.at', 'desc')
      .orderBy('audit.id', 'desc')
      .limit(pageSize)
      .offset((page - 1) * pageSize),
  )
}

export async function countAudit(tx: Tx): Promise<number> {
  return Number((await tx.first(db.selectFrom('audit').select((eb) => eb.fn.countAll().as('count'))))?.count ?? 0)
}
