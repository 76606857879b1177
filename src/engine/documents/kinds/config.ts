/** The configuration of an instance: brand, sign-up, services, retention. */

import Type from 'typebox'
import { address, envelope, Opt, ref, strict } from './members.ts'

const Colors = Type.Object(
  {
    primary: Opt(
      Type.Union([
        Type.String(),
        Type.Array(Type.String(), { minItems: 10, maxItems: 10, 'x-atomic': true }),
      ]),
    ),
    secondary: Opt(
      Type.Union([
        Type.String(),
        Type.Array(Type.String(), { minItems: 10, maxItems: 10, 'x-atomic': true }),
      ]),
    ),
    rating: Opt(Type.Array(Type.String(), { minItems: 5, maxItems: 5, 'x-atomic': true })),
    ratingInk: Opt(Type.Array(Type.String(), { minItems: 5, maxItems: 5, 'x-atomic': true })),
  },
  strict,
)

const Setting = Type.String({ maxLength: 200 })

const ClaimName = (description: string) =>
  Opt(Type.String({ pattern: '^[A-Za-z0-9_.:/-]{1,120}$', description }))

/**
 * A service to sign in with, by OpenID Connect. Its secret isn't here: documents are public
 * (docs/decisions/0086).
 */
const Provider = Type.Union([
  Type.Boolean(),
  Type.Object(
    {
      label: Opt(
        Type.String({
          maxLength: 60,
          description: 'What its button calls it: "Continue with ...".',
        }),
      ),
      issuer: Opt(
        address('issuer', 'Who issues its tokens; required unless a discovery address says it.'),
      ),
      discovery: Opt(
        address(
          'issuer',
          'Where its metadata is, if not below the issuer: Azure AD B2C has one for each policy.',
        ),
      ),
      clientId: Opt(
        Type.String({ minLength: 1, maxLength: 200, description: 'What it calls this instance.' }),
      ),
      scopes: Opt(
        Type.Array(Type.String({ pattern: '^[\\x21\\x23-\\x5b\\x5d-\\x7e]{1,120}$' }), {
          maxItems: 20,
          description: 'What is asked of it: openid and email, unless something else is said.',
        }),
      ),
      claims: Opt(
        Type.Object(
          {
            email: ClaimName('The claim with the email address; "email", unless it says another.'),
            emailVerified: ClaimName(
              'The claim that says if it is verified; "email_verified", unless it says another.',
            ),
          },
          strict,
        ),
      ),
    },
    strict,
  ),
])

/**
 * Allowed retention periods in days: no longer than the product needs them, and no shorter than the
 * time in which questions may arise.
 */
export const RETENTION_DAYS = {
  events: { minimum: 1, maximum: 800 },
  audit: { minimum: 365, maximum: 3650 },
  messages: { minimum: 1, maximum: 30 },
  openAttempts: { minimum: 90, maximum: 1825 },
  // Tax laws ask for receipts for five to seven years.
  payments: { minimum: 1826, maximum: 3653 },
  // A link to a guardian can be answered for two weeks.
  waitingAccounts: { minimum: 30, maximum: 365 },
} as const

const Retention = Type.Object(
  {
    events: Type.Integer({ ...RETENTION_DAYS.events, description: 'Usage events.' }),
    // Changes must stay traceable while questions may arise: a tenant may extend this period, not
    // shorten it.
    audit: Type.Integer({
      ...RETENTION_DAYS.audit,
      'x-lock': 'tighten-only',
      description: 'Who did what in the console.',
    }),
    messages: Type.Integer({
      ...RETENTION_DAYS.messages,
      description: 'Which email or text message went to whom.',
    }),
    openAttempts: Type.Integer({
      ...RETENTION_DAYS.openAttempts,
      description: 'Answers of an assessment nobody carried on with, counted from the last one.',
    }),
    payments: Opt(
      Type.Integer({
        ...RETENTION_DAYS.payments,
        description: 'Payments, without the person once the account is gone.',
      }),
    ),
    waitingAccounts: Opt(
      Type.Integer({
        ...RETENTION_DAYS.waitingAccounts,
        description:
          'Accounts that still wait for a guardian and have nothing stored, counted from when they last did something.',
      }),
    ),
  },
  { ...strict, description: 'How many days something is kept.' },
)

const Emails = Type.Object(
  {
    senderName: Opt(
      Type.String({
        minLength: 1,
        maxLength: 60,
        description: 'Whom emails are from; the name of the app, unless it says another.',
      }),
    ),
    replyTo: Opt(
      Type.String({
        format: 'email',
        maxLength: 254,
        description: 'Where answers to emails go; the address for help, unless it says another.',
      }),
    ),
  },
  { ...strict, description: 'The sender of emails.' },
)

const FactorRule = (description: string) =>
  Opt(Type.Enum(['required', 'offered', 'off'], { description }))
export type FactorRule = 'required' | 'offered' | 'off'

export const ConfigKind = envelope('config', {
  instanceKey: Type.String(),
  appName: Type.String({ maxLength: 60 }),
  assistanceEmail: Opt(Type.String({ format: 'email' })),
  emails: Opt(Emails),
  help: Opt(
    Type.Enum(['free', 'chat'], {
      description:
        'Where the header offers help: always (free, the default), or only where a chat is configured.',
    }),
  ),
  integrations: Type.Object(
    {
      oneTrustScriptID: Opt(Setting),
      typeFormEmbedID: Opt(Setting),
      sentryDSNUrl: Opt(Setting),
      sentryTrackingEnvironment: Opt(Setting),
      googleAnalyticsCode: Opt(Setting),
      googleTagManagerCode: Opt(Setting),
      mixpanelId: Opt(Setting),
      adobeAnalyticsLaunchScript: Opt(Setting),
      crispChatId: Opt(Setting),
    },
    strict,
  ),
  oneTrustGroups: Opt(
    Type.Record(Type.String({ pattern: '^[A-Za-z0-9_-]{1,40}$' }), Type.String({ maxLength: 80 }), {
      description:
        'Which consent each group of cookies in OneTrust stands for; C0004 is marketing, unless it says another.',
    }),
  ),
  themeLight: Type.Object({ colors: Colors }, strict),
  themeDark: Opt(Type.Record(Type.String(), Type.String())),
  cssVariables: Type.Record(Type.String(), Type.String()),
  fonts: Type.Record(Type.String(), address('font')),
  images: Type.Object(
    {
      favicon: Opt(address('picture')),
      logo: Opt(address('picture')),
      icon: Opt(address('picture')),
    },
    strict,
  ),
  locales: Type.Object(
    { default: Type.String(), available: Type.Array(Type.String(), { minItems: 1 }) },
    strict,
  ),
  viewport: Type.Object({ zoom: Type.Enum(['free', 'locked']) }, strict),
  features: Type.Record(Type.String(), Type.Boolean()),
  signup: Type.Boolean(),
  approval: Opt(
    Type.Boolean({
      description: 'Whatever is published needs the approval of a second person; off where absent.',
    }),
  ),
  policies: Type.Object(
    {
      privacy: Type.Boolean({ 'x-lock': 'tighten-only' }),
      terms: Type.Boolean({ 'x-lock': 'tighten-only' }),
    },
    strict,
  ),
  initialProfile: Type.Object(
    {
      birthDate: Type.Boolean(),
      firstName: Type.Boolean(),
      lastName: Type.Boolean(),
      nationality: Type.Boolean(),
      phone: Type.Boolean(),
      rsaIdNumber: Type.Boolean(),
    },
    strict,
  ),
  consent: Type.Object(
    {
      marketing: Type.Boolean(),
      internalMarketing: Type.Boolean(),
      parental: Type.Boolean({ 'x-lock': 'tighten-only' }),
      research: Type.Boolean(),
    },
    strict,
  ),
  defaultTermsConsent: Type.Boolean(),
  skipVerification: Opt(
    Type.Boolean({
      description:
        'Users may leave the code for later, unless they are buying a plan: the step offers it, and the cookie skip-verification says so. Off by default: the cookie alone skips nothing.',
    }),
  ),
  resultFirst: Opt(
    Type.Boolean({
      description:
        'Free accounts and signed-out visitors may take the assessments that say so, and read their report, before a plan is asked for; off where absent.',
    }),
  ),
  authProviders: Type.Record(Type.String(), Provider),
  auth: Opt(
    Type.Object(
      {
        secondFactor: Opt(
          Type.Object(
            {
              consoleRoles: FactorRule(
                'People with a role in the console. Required unless something else is said; offered in demo mode.',
              ),
              learners: FactorRule('Everybody else; offered unless something else is said.'),
            },
            {
              ...strict,
              description:
                'A code of an authenticator after the password. Who has turned it on is always asked.',
            },
          ),
        ),
      },
      strict,
    ),
  ),
  authSettings: Type.Record(
    Type.String(),
    Type.Object({ singleLogoutUrl: Opt(address('page')) }, strict),
  ),
  defaultCountry: Type.String({ pattern: '^[A-Z]{2}$' }),
  legalAge: Type.Integer({ minimum: 13, maximum: 21, 'x-lock': 'tighten-only' }),
  legalAges: Opt(
    Type.Record(
      Type.String({ pattern: '^[A-Z]{2}$' }),
      Type.Integer({ minimum: 13, maximum: 21, 'x-lock': 'tighten-only' }),
      {
        description:
          'Where it is another: two letters of a country (ISO 3166) -> the age from which people there need no guardian.',
      },
    ),
  ),
  retention: Opt(Retention),
})

export const TenantKind = envelope('tenant', {
  config: ref('config', 'Its instance configuration.'),
  hosts: Type.Array(Type.String()),
  demoAccounts: Opt(Type.Boolean()),
})
