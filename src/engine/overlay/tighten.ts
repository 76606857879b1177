/**
 * What "stricter" means for a rule and for the order of a decision table; locks.ts says where it
 * applies.
 */

import { isList, type Entry } from '#engine/documents/address.ts'
import { canonical, isObject, own, type Json } from '#engine/documents/json.ts'

/**
 * Which way the `when` of a locked node may change. A row that stops users (redirects them, keeps
 * them in a stage) may match more often; one that lets them through, and the condition of an action
 * (access/actions), may match less often.
 *
 * @returns null if neither way is known to be stricter, so the rule must stay as it is
 */
export function ruleMayBecome(owner: Json): 'wider' | 'narrower' | null {
  const then = own(owner, 'then')
  if (then !== undefined) return own(then, 'go') === 'allow' ? 'narrower' : 'wider'
  return own(owner, 'session') === undefined ? null : 'narrower'
}

/**
 * Is `mine` true wherever `base` is? Equal, or an `or` with the old rule (or all operands of its
 * `or`) among its operands.
 */
export function isWider(base: Json, mine: Json): boolean {
  return joins('or', base, mine)
}

/**
 * Is `mine` false wherever `base` is? Equal, or an `and` with the old rule (or all operands of its
 * `and`) among its operands.
 */
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
 * May this row of a decision table (the first match wins) precede a locked one? A preceding row can
 * match in place of the locked row. Allowed are: a row that precedes it in the base, if it matches
 * no more often than there; and, before a locked row that redirects, another row that redirects: a
 * user who returns still meets the locked row. So the steps of an onboarding can be reordered. Two
 * locked rows keep their order only if one of them does not redirect.
 *
 * @param was the row with the same id that precedes the locked one in the base
 */
export function mayStandBefore(
  row: Entry,
  was: Entry | undefined,
  locked: Entry,
  isLocked: (row: Entry) => boolean,
): boolean {
  if (own(row['then'], 'go') === 'redirect' && own(locked['then'], 'go') !== undefined) return true
  if (was === undefined) return false
  // A locked row is constrained by its own lock.
  return (
    isLocked(was) ||
    (canonical(row['then']) === canonical(was['then']) &&
      isNarrower(was['when'] ?? null, row['when'] ?? null))
  )
}
