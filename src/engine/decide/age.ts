/** Ages, in whole years. */

/** Whole years between two days, both YYYY-MM-DD; null if the first isn't a date. */
export function ageOn(birthDate: unknown, today: string): number | null {
  if (typeof birthDate !== 'string' || !/^\d{4}-\d{2}-\d{2}/.test(birthDate)) return null
  return (
    Number(today.slice(0, 4)) -
    Number(birthDate.slice(0, 4)) -
    (today.slice(5, 10) < birthDate.slice(5, 10) ? 1 : 0)
  )
}
