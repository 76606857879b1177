/**
 * The signed-in user, as the API returns them (spec 3, User). Their profile has a member for every
 * field of every section.
 */

import Type from 'typebox'
import { Anything, Moment, Named, Nullable, Opt, Uuid } from './shapes.ts'

const ConsentSchema = Type.Object({
  granted: Type.Boolean(),
  updatedAt: Moment,
  version: Type.Optional(
    Type.Integer({ description: 'Of the words that were answered; absent in old answers' }),
  ),
})

export const UserSchema = Type.Object(
  {
    _id: Uuid,
    email: Nullable(Type.String()),
    phone: Nullable(Type.String()),
    emailVerified: Type.Boolean(),
    phoneVerified: Type.Boolean(),
    emailSHA256: Nullable(Type.String()),
    createdAt: Moment,
    profile: Named(Anything, 'Values of the profile sections, by field; `favourites` by type'),
    consents: Named(ConsentSchema, 'Consent -> what was said, and when'),
    assessments: Named(
      Type.Object({ metrics: Anything, quality: Anything, updatedAt: Moment }),
      'Assessment -> its latest result',
    ),
    interactions: Type.Array(Anything),
    app: Type.Object({
      accountType: Type.String({ description: 'The plan' }),
      role: Nullable(Type.String()),
      researchAssessments: Type.Array(Type.String()),
      cohort: Nullable(
        Type.Object({
          name: Opt(Type.String()),
          institution: Type.Object({
            name: Opt(Type.String()),
            tenant: Type.Object({ slug: Type.String() }),
          }),
        }),
      ),
      termsAgreement: Type.Boolean(),
      guardianEmail: Nullable(
        Type.String({ description: 'Whom consent was asked of, masked; may be a phone number' }),
      ),
      legalAge: Nullable(
        Type.Integer({ description: 'Of their country, in years; null while nobody has to agree' }),
      ),
    }),
    auth: Type.Object({
      currentSessionAuthMethod: Type.String(),
      currentSessionAuthVerified: Type.Boolean(),
      secondFactor: Type.Enum(['on', 'offered', 'off', 'due'], {
        description:
          '`due`: this session was opened without it, and the tenant requires it of people like this one',
      }),
      codeTo: Nullable(
        Type.String({ description: 'Where a code goes now: the new address, else the own one' }),
      ),
      newAddress: Nullable(
        Type.String({ description: 'Asked for with `POST auth/address`, and not proven yet' }),
      ),
    }),
  },
  { title: 'User', description: 'The signed-in user' },
)
