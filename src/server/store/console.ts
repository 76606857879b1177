/** Users as the console sees them: who has a role, and granting one. */

import { sql } from 'kysely'
import { OPERATOR } from '#engine/contract/admincontract.ts'
import { sqlBuilder as db, type Tx } from '#server/database/database.ts'
import type { UserRow } from './users.ts'

export type RoleRow = {
  readonly id: string
  readonly email: string | null
  readonly phone: string | null
  readonly role: string | null
  /** By a link that nobody has used; it may have expired. */ readonly invited: string | null
  readonly invited_until: Date | null
  readonly account_type: string
  readonly factor_since: Date | null
  readonly cohort: unknown
  readonly research_assessments: string[]
}

/**
 * Which users of a tenant are searched: those with a role by the start of their address, or all of
 * them.
 *
 * @param search in lower case
 */
export type Among = { readonly search: string; readonly everybody: boolean }

/** Users with a role first. */
export function usersForConsole(
  tx: Tx,
  among: Among,
  page: number,
  pageSize: number,
): Promise<RoleRow[]> {
  return tx.all(
    matching(among)
      .select([
        'id',
        'email',
        'phone',
        'role',
        'account_type',
        'cohort',
        'research_assessments',
        'factor_since',
      ])
      .select([own().select('codes.role').as('invited')])
      .select([own().select('codes.expires_at').as('invited_until')])
      .orderBy(sql`role IS NULL`)
      .orderBy('email')
      .limit(pageSize)
      .offset((page - 1) * pageSize),
  )
}

export async function countForConsole(tx: Tx, among: Among): Promise<number> {
  return Number(
    (await tx.first(matching(among).select((eb) => eb.fn.countAll().as('count'))))?.count ?? 0,
  )
}

/** Links that grant a role and weren't used; a user has one at most. */
const invited = () =>
  db.selectFrom('codes').where('codes.purpose', '=', 'invite').where('codes.used_at', 'is', null)

const own = () =>
  invited()
    .where('codes.tenant_id', '=', sql.ref<string>('users.tenant_id'))
    .where('codes.user_id', '=', sql.ref<string>('users.id'))
    .limit(1)

/** Operators of the installation are none of a tenant's people. */
function matching({ search, everybody }: Among) {
  const all = db.selectFrom('users').where('role', 'is distinct from', OPERATOR)
  const found =
    search === ''
      ? all
      : all.where(sql<boolean>`email LIKE ${`${search.replace(/[\\%_]/g, '\\$&')}%`}`)
  return everybody
    ? found
    : found.where((where) =>
        where.or([where('role', 'is not', null), where('id', 'in', invited().select('user_id'))]),
      )
}

/** Locks every owner, so that the last two can't step down at the same time. */
export function lockOwners(tx: Tx): Promise<{ id: string }[]> {
  return tx.all(
    db.selectFrom('users').select('id').where('role', '=', 'owner').orderBy('id').forUpdate(),
  )
}

/** What a message to somebody needs. */
type Told = Pick<UserRow, 'id' | 'email' | 'language'>

/** Users who are told what happens to experiments. */
export function experimenters(tx: Tx): Promise<Told[]> {
  return tx.all(
    db
      .selectFrom('users')
      .select(['id', 'email', 'language'])
      .where('role', 'in', ['experimenter', 'owner'])
      .orderBy('id'),
  )
}

/** Users who have one of these roles. */
export function withRole(tx: Tx, roles: readonly string[]): Promise<Told[]> {
  return tx.all(
    db
      .selectFrom('users')
      .select(['id', 'email', 'language'])
      .where('role', '=', sql<string>`ANY (${[...roles]}::text[])`)
      .orderBy('id'),
  )
}

/** How many others have one of these roles. */
export async function countWithRole(
  tx: Tx,
  roles: readonly string[],
  except: string,
): Promise<number> {
  const query = db.selectFrom('users').select((eb) => eb.fn.countAll().as('count'))
  const found = await tx.first(
    query.where('role', '=', sql<string>`ANY (${[...roles]}::text[])`).where('id', '<>', except),
  )
  return Number(found?.count ?? 0)
}

export function setRole(tx: Tx, id: string, role: string | null): Promise<number> {
  return tx.run(db.updateTable('users').set({ role }).where('id', '=', id))
}
