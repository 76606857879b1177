/**
 * Careers against school subjects, by O*NET's knowledge areas (docs/decisions/0069): which field of
 * study a career is studied in, how open it is to a set of subjects, and how much it uses one
 * subject. Pure.
 */

import type { Openness } from '#engine/decide/subjects.ts'
import type { Career } from './career.ts'

/** Out of 5; from this value on, O*NET's knowledge areas count as important (content.md 4). */
const IMPORTANT = 3.5

/** Training paths through higher education: only there do subjects decide who may apply. */
const STUDIED: ReadonlySet<string> = new Set([
  'diploma',
  'degree',
  'professional',
  'postgraduate',
  'professional_plus',
  'professional_long',
  'articles',
  'masters',
  'medicine',
  'specialist',
])

/**
 * ISCO-08 groups that are studied in one field, whatever else they need to know; the first match
 * counts.
 */
const BY_GROUP: readonly (readonly [isco: string, field: string])[] = [
  ['2132', '01'],
  ['2161', '02'],
  ['2162', '02'],
  ['2164', '02'],
  ['2163', '03'],
  ['2166', '03'],
  ['2165', '08'],
  ['2634', '18'],
  ['2635', '20'],
  ['211', '14'],
  ['212', '15'],
  ['213', '13'],
  ['214', '08'],
  ['215', '08'],
  ['311', '08'],
  ['22', '09'],
  ['32', '09'],
  ['23', '07'],
  ['241', '04'],
  ['25', '06'],
  ['35', '06'],
  ['261', '12'],
]

/**
 * English and customer service are important nearly everywhere, so they don't distinguish one field
 * from another.
 */
const EVERYWHERE: ReadonlySet<string> = new Set(['2.C.7.a', '2.C.1.e'])

export type StudyField = { readonly id: string; readonly knowledge: readonly string[] }

/**
 * @returns the field that its ISCO-08 group is studied in, otherwise the one whose knowledge is
 * most important to it; null if neither decides
 */
export function fieldOf(
  { isco08, knowledge }: Pick<Career, 'isco08' | 'knowledge'>,
  fields: readonly StudyField[],
): string | null {
  const grouped = BY_GROUP.find(([group]) => isco08?.startsWith(group) === true)?.[1]
  if (grouped !== undefined && fields.some(({ id }) => id === grouped)) return grouped
  let best: { readonly id: string; readonly importance: number } | null = null
  for (const { id, knowledge: areas } of fields)
    for (const [area, importance] of knowledge)
      if (
        importance >= IMPORTANT &&
        importance > (best?.importance ?? 0) &&
        areas.includes(area) &&
        !EVERYWHERE.has(area)
      )
        best = { id, importance }
  return best?.id ?? null
}

/**
 * @returns how open it is, and the field that says so; without a field, or if it needs no study,
 * it's open, because no required subject is known
 */
export function careerOpenness(
  career: Pick<Career, 'isco08' | 'knowledge' | 'training'>,
  fields: readonly StudyField[],
  openness: Readonly<Record<string, Openness>>,
): { readonly opens: Openness; readonly field: string | null } {
  const road = career.training?.road
  const field = fieldOf(career, fields)
  if (road === undefined || !STUDIED.has(road) || field === null)
    return { opens: 'open', field: null }
  const opens = openness[field] ?? 'open'
  // A diploma requires less than a degree in the same field.
  return { opens: road === 'diploma' && opens === 'closed' ? 'some' : opens, field }
}

/** How important a subject's knowledge is for a career, out of 5; 0 if it isn't important. */
export function usesSubject(
  { knowledge }: Pick<Career, 'knowledge'>,
  areas: readonly string[],
): number {
  return Math.max(
    0,
    ...knowledge.flatMap(([area, importance]) =>
      areas.includes(area) && importance >= IMPORTANT ? [importance] : [],
    ),
  )
}
