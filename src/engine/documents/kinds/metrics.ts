/** A metric: what is counted of each person of an experiment, and within which time. */

import Type from 'typebox'
import { envelope, Opt, strict, Text } from './members.ts'

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

const Source = Type.Union([
  Type.Object(
    {
      fact: Type.Enum(Object.keys(FACTS) as FactName[], { description: 'What the server knows.' }),
    },
    strict,
  ),
  Type.Object(
    {
      event: Type.Enum(['linkClick', 'pageView', 'formStart', 'formComplete'], {
        description: 'What a browser reports; some of these are lost.',
      }),
      name: Opt(
        Type.String({
          pattern: '^[A-Za-z0-9_./:-]{1,80}$',
          description: 'Of this page, form or link only.',
        }),
      ),
    },
    strict,
  ),
])

const Measure = Type.Union([
  Type.Object({ as: Type.Literal('proportion'), of: Source }, strict),
  Type.Object(
    {
      as: Type.Literal('mean'),
      of: Source,
      cut: Type.Integer({
        minimum: 1,
        maximum: 10_000,
        description: 'More than this counts as this: a few people must not decide.',
      }),
    },
    strict,
  ),
  Type.Object({ as: Type.Literal('ratio'), of: Source, per: Source }, strict),
  Type.Object(
    { as: Type.Literal('time'), of: Source },
    {
      ...strict,
      description: 'Mean hours until it happened; who didn’t get there counts the whole window.',
    },
  ),
])

export const MetricKind = envelope('metric', {
  name: Text,
  goal: Type.Enum(['more', 'less'], { description: 'Which direction is good.' }),
  windowDays: Type.Integer({
    minimum: 1,
    maximum: 90,
    description: 'Counted from the moment in which the person saw an arm for the first time.',
  }),
  measure: Measure,
})
