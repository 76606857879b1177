/** Why a career is near or far, as text keys with the types that fill them: built from facts alone. */

import type { Why } from './match.ts'
import type { Letter } from './scoring.ts'

/** `key` is the end of a text key; `types` fill {{first}}, {{second}}, {{third}}. */
export type WhyText = { readonly key: 'three' | 'two' | 'one' | 'none' | 'more' | 'less' | 'both'; readonly types: readonly Letter[] }

const SHARED = ['none', 'one', 'two', 'three'] as const

/** One sentence on what is shared, and one on what differs where something stands out. */
export function sayWhy({ shared, more, less }: Why): WhyText[] {
  const first: WhyText = { key: SHARED[Math.min(3, shared.length)]!, types: shared.slice(0, 3) }
  if (more !== null && less !== null) return [first, { key: 'both', types: [more, less] }]
  if (more !== null) return [first, { key: 'more', types: [more] }]
  return less === null ? [first] : [first, { key: 'less', types: [less] }]
}

/** The most that a person's sum of one type can be: ten items, 0 to 4 each (assessments 1). */
export const HIGHEST_SUM = 40

/** Where a value stands on its own scale, 0 to 1: a person's sum goes from 0 to 40, a job's interest from 1 to 7. */
export const shareOf = {
  person: (sum: number) => clamp(sum / HIGHEST_SUM),
  job: (interest: number) => clamp((interest - 1) / 6),
} as const

function clamp(share: number): number {
  return Math.min(1, Math.max(0, share))
}

/** O*NET's importance, 1 to 5, in a word. */
export function importanceWord(importance: number): 'very' | 'important' | 'somewhat' {
  if (importance >= 4) return 'very'
  return importance >= 3 ? 'important' : 'somewhat'
}
