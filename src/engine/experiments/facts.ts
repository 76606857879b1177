/**
 * What the server itself knows of a person, by names that metrics use. Nothing here depends on an
 * event that a phone may lose.
 */

export const FACTS = {
  'signed-up': 'made an account',
  verified: 'proved an email address or a phone number',
  consented: 'agreed to something that was asked',
  'plan-redeemed': 'redeemed a voucher or paid for a plan',
  'profile-complete': 'filled in everything that the first profile asks for',
  onboarded: 'reached the end of onboarding',
  'assessment-begun': 'began an assessment',
  'assessment-complete': 'completed an assessment',
  'report-read': 'opened a report',
  favourite: 'saved a record',
  'cv-downloaded': 'downloaded the CV',
} as const

export type FactName = keyof typeof FACTS

export function isFact(name: string): name is FactName {
  return Object.hasOwn(FACTS, name)
}
