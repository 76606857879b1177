/**
 * Why a career is near or far, as text keys with the types that fill them: built only from facts.
 */

import type { Why } from './match.ts'
import type { Letter } from './scoring.ts'

/** `key` is the end of a text key; `types` fill {{first}}, {{second}}, {{third}}. */
export type WhyText = {
  readonly key: 'three' | 'two' | 'one' | 'none' | 'more' | 'less' | 'both'
  readonly types: readonly Letter[]
}

const SHARED = ['none', 'one', 'two', 'three'] as const

/** One sentence on what is shared, and one on a clear difference if there is one. */
export function explainFit({ shared, more, less }: Why): WhyText[] {
  const first: WhyText = { key: SHARED[Math.min(3, shared.length)]!, types: shared.slice(0, 3) }
  if (more !== null && less !== null) return [first, { key: 'both', types: [more, less] }]
  if (more !== null) return [first, { key: 'more', types: [more] }]
  return less === null ? [first] : [first, { key: 'less', types: [less] }]
}
