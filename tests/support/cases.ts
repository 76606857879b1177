/** One row of a table of navigation cases, and the situation it describes. */

import type { ConfigDocument } from '#engine/documents/kinds.ts'
import type { Onboarding, ScopeInput } from '#engine/rules/scope.ts'
import { makeUser, makeWorld, type PersonOptions } from '#tests/support/documents.ts'

export type Case = {
  readonly description: string
  /** null is a signed-out visitor; a user has completed onboarding unless stated otherwise. */
  readonly person: PersonOptions | null
  readonly config?: Partial<ConfigDocument>
  readonly onboarding?: Partial<Onboarding>
  readonly curricula?: readonly string[]
  readonly path?: string
  readonly expect: string | null
  /** The deciding row, if the case is about it. */
  readonly row?: string
  /** Text key of the reason shown after a redirect; null for none. */
  readonly reason?: string | null
}

export function worldOf({ person, config, onboarding, curricula }: Case): ScopeInput {
  return makeWorld(person === null ? null : makeUser(person), {
    ...(config && { config }),
    ...(onboarding && { onboarding }),
    curricula: curricula ?? null,
  })
}

/** A case of onboarding whose end differs by the letter of section 4. */
export type FirstCase = Case & { readonly letter?: string }

/** Each case where a result comes before the plan, and the same by the letter. */
export function bothWays(cases: readonly FirstCase[]): Case[] {
  return cases.flatMap(({ letter, ...given }) => [
    { ...given, config: { ...given.config, resultFirst: true } },
    {
      ...given,
      description: `${given.description} (by the letter)`,
      expect: letter ?? given.expect,
    },
  ])
}
