/** What the console asks of people: who has a role, and giving one. */

import { sql } from 'kysely'
import { sqlBuilder as db, type Tx } from '../database.ts'

export type RoleRow = {
  readonly id: string
  readonly email: string | null
  readonly role: string | null
  readonly account_type: string
  readonly cohort: unknown
  readonly research_assessments: string[]
}

/** People with a role first; a search finds others by the beginning of their address. */
export function usersForConsole(tx: Tx, search: string, page: number, pageSize: number): Promise<RoleRow[]> {
  return tx.all(
    matching(search)
      .select(['id', 'email', 'role', 'account_type', 'cohort', 'research_assessments'])
      .orderBy(sql`role IS NULL`)
      .orderBy('email')
      .limit(pageSize)
      .offset((page - 1) * pageSize),
  )
}

export async function countForConsole(tx: Tx, search: string): Promise<number> {
  return Number((await tx.first(matching(search).select((eb) => eb.fn.countAll().as('count'))))?.count ?? 0)
}

function matching(search: string) {
  // Without a search only the console's own people: nobody leafs through learners.
  const query = db.selectFrom('users')
  return search === '' ? query.where('role', 'is not', null) : query.where(sql<boolean>`email LIKE ${`${search.toLowerCase().replace(/[\\%_]/g, '\\$&')}%`}`)
}

/** Locks every owner, so that two who step down at once do not leave nobody. */
export function lockOwners(tx: Tx): Promise<{ id: string }[]> {
  return tx.all(db.selectFrom('users').select('id').where('role', '=', 'owner').orderBy('id').forUpdate())
}

export function setRole(tx: Tx, id: string, role: string | null): Promise<number> {
  return tx.run(db.updateTable('users').set({ role }).where('id', '=', id))
}

export function insertImage(tx: Tx, image: { sha: string; type: string; body: Buffer }): Promise<number> {
  return tx.run(
    db
      .insertInto('images')
      .values({ tenant_id: tx.tenant!, ...image })
      .onConflict((conflict) => conflict.doNothing()),
  )
}

export function imageBySha(tx: Tx, sha: string): Promise<{ type: string; body: Buffer } | undefined> {
  return tx.first(db.selectFrom('images').select(['type', 'body']).where('sha', '=', sha))
}
