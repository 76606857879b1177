/** One row of a table of cases on who lands where, and the world that it describes. */

import type { ConfigDocument } from '#engine/documents/kinds.ts'
import type { Onboarding, ScopeInput } from '#engine/rules/scope.ts'
import { makeUser, makeWorld, type PersonOptions } from '#tests/support/documents.ts'

export type Case = {
  readonly description: string
  /** null is nobody; a person has everything of onboarding unless said otherwise. */
  readonly person: PersonOptions | null
  readonly config?: Partial<ConfigDocument>
  readonly onboarding?: Partial<Onboarding>
  readonly curricula?: readonly string[]
  readonly path?: string
  readonly expect: string | null
  /** The row that decides, where the case is about it. */
  readonly row?: string
  /** Text key of what is said to somebody who was sent elsewhere; null for nothing. */
  readonly reason?: string | null
}

export function worldOf({ person, config, onboarding, curricula }: Case): ScopeInput {
  return makeWorld(person === null ? null : makeUser(person), {
    ...(config && { config }),
    ...(onboarding && { onboarding }),
    curricula: curricula ?? null,
  })
}
