/** How a tenant's learners are doing, in numbers: what the console's overview shows of them. */

/** What newcomers do, in the order in which most of them do it. Each is a fact of metrics too. */
export const NEWCOMER_STEPS = [
  'signed-up',
  'consented',
  'assessment-begun',
  'assessment-complete',
  'favourite',
] as const
export type NewcomerStep = (typeof NEWCOMER_STEPS)[number]

/** `GET admin/newcomers` */
export type Newcomers = {
  /** Everyone with an account and no role in the console. */
  readonly learners: number
  /** Of those, who were here within the last 24 hours. */
  readonly here: number
  /** How many days of sign-ups the steps are of. */
  readonly days: number
  /** Of those who signed up in these days, how many have done each by now. */
  readonly steps: readonly { readonly step: NewcomerStep; readonly people: number }[]
}
