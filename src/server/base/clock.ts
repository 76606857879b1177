/** The clock is passed in, so that tests can use another. */

export type Clock = { readonly now: () => Date }

export const systemClock: Clock = { now: () => new Date() }

export function plus(date: Date, seconds: number): Date {
  return new Date(date.getTime() + seconds * 1000)
}

/**
 * A time that JavaScript and the database can both represent: a leap second and the year 0 look
 * like dates too. A wrong clock is no reason to lose an answer.
 */
export function isMoment(at: string): boolean {
  const year = new Date(at).getUTCFullYear()
  return year >= 1 && year <= 9999
}
