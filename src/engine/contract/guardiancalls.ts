/** Asking a guardian for consent, and answering (docs/decisions/0089). */

import Type, { type Static } from 'typebox'
import type { Calls } from './call.ts'
import { Anything, Moment, Named, Nullable } from './shapes.ts'

const GuardianStateSchema = Type.Object(
  {
    state: Type.Enum(['none', 'waiting', 'expired', 'refused', 'withdrawn', 'given'], {
      description:
        'none: nobody was asked, or to other words than those of now. given: also where nobody has to agree.',
    }),
    to: Nullable(Type.String({ description: 'Whom the request went to, masked' })),
    askedAt: Nullable(Moment),
    expiresAt: Nullable(Moment),
    keptUntil: Type.String({
      format: 'date-time',
      description:
        'When the account will be removed, unless a guardian agrees or its owner comes back',
    }),
  },
  { title: 'GuardianState' },
)
export type GuardianState = Static<typeof GuardianStateSchema>

const GuardianLinkSchema = Type.Object(
  {
    state: Type.Enum(['open', 'agreed', 'refused', 'withdrawn', 'ended'], {
      description:
        'ended: the link is too old, a newer one was sent, or nobody has to agree any more.',
    }),
    app: Type.String(),
    account: Nullable(Type.String({ description: 'The address of the account, masked' })),
    legalAge: Type.Integer({ description: 'From which age nobody has to agree, in years' }),
    version: Type.Integer({ description: 'Of the words of now' }),
    askedAt: Moment,
    expiresAt: Moment,
    answered: Nullable(Type.Integer({ description: 'Version of the words that were answered' })),
    answeredAt: Nullable(Moment),
    withdrawnAt: Nullable(Moment),
    erased: Type.Boolean(),
  },
  { title: 'GuardianLink', description: 'All that a link tells about the person who asks' },
)
export type GuardianLink = Static<typeof GuardianLinkSchema>

export const guardianCalls: Calls = {
  'PUT /users/birth-date': {
    area: 'profile',
    summary: 'Saves the birth date alone',
    description:
      'The one value of a profile that is stored before a guardian has agreed. Where guardians are asked, a person under age can’t move it to an earlier day.',
    responses: { 200: Named(Anything, 'The value as it is kept now') },
    errors: [
      'profile/unknown-section',
      'profile/invalid',
      'profile/changed',
      'profile/locked',
      'request/method',
    ],
  },
  'GET /guardian': {
    area: 'profile',
    summary: 'How far asking a guardian for consent is',
    responses: { 200: GuardianStateSchema },
  },
  'POST /guardian/requests': {
    area: 'profile',
    summary: 'Asks a guardian for consent',
    description:
      'Sends a link to `address`, an email address or a mobile number; without it, a new link to the one asked before. The link before ends.',
    responses: { 201: GuardianStateSchema },
    errors: ['guardian/not-needed', 'request/rate-limited'],
  },
  'GET /guardian/requests/:token': {
    area: 'profile',
    summary: 'What a guardian was asked, and has answered',
    description: 'For everyone who has the link.',
    responses: { 200: GuardianLinkSchema },
    errors: ['request/rate-limited'],
  },
  'POST /guardian/requests/:token/answer': {
    area: 'profile',
    summary: 'A guardian agrees or refuses',
    description:
      'Once; the same answer again changes nothing. `version` is of the words that were read.',
    responses: { 200: GuardianLinkSchema },
    errors: ['guardian/link-ended', 'consent/changed', 'request/rate-limited'],
  },
  'POST /guardian/requests/:token/withdraw': {
    area: 'profile',
    summary: 'A guardian takes the consent back',
    description:
      'Nothing further is stored then. With `erase`, the account and everything of it are deleted, except for an account with a role in the console.',
    responses: { 200: GuardianLinkSchema },
    errors: ['guardian/link-ended', 'request/rate-limited'],
  },
}
