/** Who is asked for a second factor, as the tenant's configuration says (docs/decisions/0090). */

import type { FactorRule } from '#engine/documents/kinds.ts'
import type { InstanceConfig } from '#engine/rules/scope.ts'
import type { UserRow } from '#server/store/users.ts'

/**
 * What the tenant says about people like this one. Without a setting the console asks for a second
 * factor; in demo mode, where the passwords are public, it offers one.
 */
export function ruleFor(
  { demo }: { readonly demo: boolean },
  { auth }: Pick<InstanceConfig, 'auth'>,
  { role }: Pick<UserRow, 'role'>,
): FactorRule {
  const said = auth?.secondFactor
  if (role !== null) return said?.consoleRoles ?? (demo ? 'offered' : 'required')
  return said?.learners ?? 'offered'
}

/** What the browser is told about the user of a session. */
export function factorState(
  context: { readonly demo: boolean },
  config: Pick<InstanceConfig, 'auth'>,
  row: Pick<UserRow, 'role' | 'factor_since'>,
  { strong }: { readonly strong: boolean },
): 'on' | 'offered' | 'off' | 'due' {
  const rule = ruleFor(context, config, row)
  if (rule === 'required' && !strong) return 'due'
  if (row.factor_since !== null) return 'on'
  return rule === 'off' ? 'off' : 'offered'
}
