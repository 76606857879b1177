/** Ages, in whole years. */

import type { InstanceConfig } from '#engine/rules/scopeshape.ts'

/** Whole years between two days, both YYYY-MM-DD; null if the first isn't a date. */
export function ageOn(birthDate: unknown, today: string): number | null {
  if (typeof birthDate !== 'string' || !/^\d{4}-\d{2}-\d{2}/.test(birthDate)) return null
  return (
    Number(today.slice(0, 4)) -
    Number(birthDate.slice(0, 4)) -
    (today.slice(5, 10) < birthDate.slice(5, 10) ? 1 : 0)
  )
}

/** From which age people of a country need no guardian. */
export function legalAgeIn(
  { legalAge, legalAges }: Pick<InstanceConfig, 'legalAge' | 'legalAges'>,
  person: { readonly country: string },
): number {
  return legalAges === undefined ? legalAge : (legalAges[person.country] ?? legalAge)
}

/**
 * Null while no birth date is known. ISO dates compare as text; a birthday counts from the start of
 * the day, and somebody born on 29 February has theirs on 1 March in other years.
 */
export function isUnderAge(birthDate: unknown, today: string, legalAge: number): boolean | null {
  if (typeof birthDate !== 'string' || !/^\d{4}-\d{2}-\d{2}/.test(birthDate)) return null
  const comesOfAge = `${Number(birthDate.slice(0, 4)) + legalAge}${birthDate.slice(4, 10)}`
  return today.slice(0, 10) < comesOfAge
}
