/** What "asks for more" means of a rule and of the order of a decision table; locks.ts says where it is asked. */

import { isList, type Entry } from '#engine/documents/address.ts'
import { canonical, isObject, own, type Json } from '#engine/documents/json.ts'

/**
 * Which way the `when` of a locked node may go. A row that stops people (redirects them, keeps them in a stage) may hold
 * more often; one that lets them through, and the condition of an action (access/actions), may hold less often.
 *
 * @returns null: neither way is known to be stricter, so the rule stays as it is
 */
export function ruleMayBecome(owner: Json): 'wider' | 'narrower' | null {
  const then = own(owner, 'then')
  if (then !== undefined) return own(then, 'go') === 'allow' ? 'narrower' : 'wider'
  return own(owner, 'session') === undefined ? null : 'narrower'
}

/** Does `mine` hold wherever `base` does? Equal, or an `or` with the old rule (or all that it joins by `or`) among its operands. */
export function isWider(base: Json, mine: Json): boolean {
  return joins('or', base, mine)
}

/** Does `mine` hold nowhere else than `base`? Equal, or an `and` with the old rule (or all that it joins by `and`) among its operands. */
export function isNarrower(base: Json, mine: Json): boolean {
  return joins('and', base, mine)
}

function joins(operator: 'or' | 'and', base: Json, mine: Json): boolean {
  if (canonical(base) === canonical(mine)) return true
  const operands = new Set(operandsOf(operator, mine)?.map(canonical))
  return (
    operands.has(canonical(base)) ||
    (operandsOf(operator, base)?.every((each) => operands.has(canonical(each))) ?? false)
  )
}

function operandsOf(operator: string, rule: Json): readonly Json[] | undefined {
  if (!isObject(rule) || Object.keys(rule).length !== 1) return undefined
  const operands = own(rule, operator) as Json | undefined
  return isList(operands) && operands.length > 0 ? operands : undefined
}

/**
 * May this row of a decision table (the first match wins) stand before a locked one? Whatever stands there can answer in
 * the locked row's stead. So: what the base has there, if it answers no more often than there; and, before a locked row
 * that sends people somewhere, another one that does too: whoever comes back meets the locked row. That keeps steps of
 * an onboarding free to be reordered. Two locked rows keep their order only where one of them does not redirect.
 *
 * @param was the row of the same id that the base has before the locked one
 */
export function mayStandBefore(
  row: Entry,
  was: Entry | undefined,
  locked: Entry,
  isLocked: (row: Entry) => boolean,
): boolean {
  if (own(row['then'], 'go') === 'redirect' && own(locked['then'], 'go') !== undefined) return true
  if (was === undefined) return false
  // What a locked row may become is said by its own lock.
  return (
    isLocked(was) ||
    (canonical(row['then']) === canonical(was['then']) &&
      isNarrower(was['when'] ?? null, row['when'] ?? null))
  )
}
