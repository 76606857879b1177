/** Time comes from outside, so that tests can have another. */

export type Clock = { readonly now: () => Date }

export const systemClock: Clock = { now: () => new Date() }

export function plus(date: Date, seconds: number): Date {
  return new Date(date.getTime() + seconds * 1000)
}
