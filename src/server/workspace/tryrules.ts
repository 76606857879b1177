/** For which imaginary people rules hold, as they are being written. */

import type { PersonaInput, RulesTried } from '#engine/contract/admincontract.ts'
import type { Catalog } from '#engine/documents/catalog.ts'
import { personaUser } from '#engine/check/personas.ts'
import type { ConfigDocument } from '#engine/documents/kinds.ts'
import type { Json } from '#engine/documents/json.ts'
import { buildScope, NO_ONBOARDING } from '#engine/rules/scope.ts'

export type TryRulesInput = {
  readonly rules: readonly Json[]
  readonly personas: readonly PersonaInput[]
  readonly config: string
  /** YYYY-MM-DD */
  readonly today: string
}

export function tryRules(
  catalog: Catalog,
  { rules, personas, config: configId, today }: TryRulesInput,
): RulesTried {
  const config = catalog.get('config', configId) as ConfigDocument
  const curricula = catalog.get('list', 'curricula')?.items.map(({ id }) => id) ?? null
  return {
    holds: personas.map((persona) => {
      const scope = buildScope(catalog, {
        user: personaUser(catalog, config, persona, '00000000-0000-7000-8000-000000000000', today),
        initialised: true,
        onboarding: NO_ONBOARDING,
        config,
        language: persona.language,
        today,
        curricula,
      })
      return rules.map((rule) => holds(catalog, rule, scope))
    }),
  }
}

/** Null while it isn't a rule yet: the check of the document says why. */
function holds(catalog: Catalog, rule: Json, scope: unknown): boolean | null {
  try {
    return catalog.book.holds(rule, scope)
  } catch {
    return null
  }
}
