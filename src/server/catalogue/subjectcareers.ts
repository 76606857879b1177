/**
 * Careers against school subjects (docs/decisions/0069, 0203): how open a career is to a set of
 * subjects, by the field that the join of its page names first, and how much it uses one subject.
 * Pure.
 */

import type { Openness } from '#engine/decide/subjects.ts'
import type { Career } from './career.ts'

/** Out of 5; from this value on, O*NET's knowledge areas count as important. */
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
 * @param field that it's studied in, as the join of its page says; null if it names none
 * @returns how open it is, and the field that says so; without a field, or if it needs no study,
 * it's open, because no required subject is known
 */
export function careerOpenness(
  { training }: Pick<Career, 'training'>,
  field: string | null,
  openness: Readonly<Record<string, Openness>>,
): { readonly opens: Openness; readonly field: string | null } {
  const road = training?.road
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
