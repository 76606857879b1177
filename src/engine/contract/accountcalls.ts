/**
 * Signing up and in, and what belongs to a user: profile, consents, favourites, everything that is
 * stored about them.
 */

import Type from 'typebox'
import type { Calls } from './call.ts'
import { Anything, Media, Named, Nothing } from './shapes.ts'
import { SavedListSchema } from './contract.ts'
import { UserSchema } from './usershape.ts'

const Saved = Named(Anything, 'The values as they are kept now, by field')
const saveSection = (summary: string) =>
  ({
    area: 'profile',
    summary,
    description:
      'One record of a list (`shape: records`) is created by POST; it is changed by the section’s own `update` method, ' +
      'with its `_id`. The first entry of the response is the record. Choices (`shape: choices`) are sent as a list of ' +
      '`{ id }` or `{ text }`, and added to those that are kept, or replace them if the section says so; ' +
      '`remove` names those that go. The response has the whole list. ' +
      'Which sections there are, with their fields and methods, is said by the profile-section documents. ' +
      'A value is refused in the same words in the browser and here. With `If-Match`, the tag of the values that ' +
      'the section was edited from, it is refused if they have changed since.',
    rest: 'section',
    responses: { 200: Saved },
    errors: [
      'profile/unknown-section',
      'profile/unknown-record',
      'profile/invalid',
      'profile/changed',
      'profile/locked',
      'consent/not-given',
      'request/method',
      'limit/reached',
    ],
  }) as const
const When = Type.String({ format: 'date-time' })
/** A few words such as "Chrome, Android". */
const DeviceName = Type.Union([Type.String(), Type.Null()])
const DeviceSchema = Type.Object({
  id: Type.String({ description: 'Of the device, the same for all sessions on it' }),
  current: Type.Boolean(),
  device: DeviceName,
  since: When,
  seen: When,
})
const StepSchema = Type.Object(
  {
    secondFactor: Type.Literal('code'),
    page: Type.String({ description: 'The page that asks for the code' }),
  },
  {
    description:
      'The password is right, and the account has a second factor: nobody is signed in yet',
  },
)
const BegunSchema = Type.Object({
  secret: Type.String({ description: 'In base32, to type into the app' }),
  address: Type.String({ description: '`otpauth:`, to draw as a QR code' }),
})
const FactorSchema = Type.Object({
  rule: Type.Enum(['required', 'offered', 'off']),
  since: Type.Union([When, Type.Null()], { description: 'Null: off' }),
  recoveryCodes: Type.Integer({ description: 'How many are left' }),
  hasPassword: Type.Boolean(),
  recent: Type.Boolean({
    description:
      'Signed in a moment ago: enough for an account without a password to change its address',
  }),
})
const RecoveryCodesSchema = Type.Object({
  recoveryCodes: Type.Array(Type.String(), { description: 'Shown once; each works once' }),
})
const SessionsSchema = Type.Object({
  items: Type.Array(DeviceSchema),
  recent: Type.Array(
    Type.Object({
      id: Type.String(),
      outcome: Type.Enum(['in', 'wrong']),
      how: Type.Union([Type.Enum(['code', 'recovery', 'passkey']), Type.Null()], {
        description: 'Besides a password or another service',
      }),
      device: DeviceName,
      times: Type.Integer({ description: 'Wrong passwords within an hour are one entry' }),
      at: When,
    }),
    { description: 'Of the last 30 days, newest first' },
  ),
})
const Ids = Type.Array(Type.String(), { description: 'Ids of all favourites of this type' })

export const accountCalls: Calls = {
  'GET /auth/ping': {
    area: 'account',
    summary: 'Sets the anti-forgery cookie',
    responses: { 200: Type.Object({ status: Type.Literal('ok') }) },
  },
  'GET /auth/get-user': {
    area: 'account',
    summary: 'The signed-in user',
    responses: { 200: UserSchema, 204: Nothing('Not signed in') },
  },
  'GET /auth/logout': {
    area: 'account',
    summary: 'Ends the session',
    responses: { 204: Nothing('Signed out') },
  },
  'POST /auth/signup': {
    area: 'account',
    summary: 'Creates an account, signs it in and sends a code to its address',
    responses: { 201: UserSchema },
    errors: [
      'access/off',
      'signup/off',
      'signup/taken',
      'password/rule',
      'password/common',
      'request/rate-limited',
    ],
  },
  'POST /auth/login': {
    area: 'account',
    summary: 'Signs in',
    description: 'The response is the same for a wrong address and a wrong password.',
    responses: { 200: UserSchema, 202: StepSchema },
    errors: ['access/off', 'login/failed', 'request/rate-limited'],
  },
  'POST /auth/second-factor/check': {
    area: 'account',
    summary: 'Completes a sign-in with a code of the authenticator, or a recovery code',
    description:
      'After `POST auth/login` has said 202, or after another service; within five minutes, five tries.',
    responses: { 200: UserSchema },
    errors: ['login/expired', 'code/wrong', 'request/rate-limited'],
  },
  'GET /auth/second-factor': {
    area: 'account',
    summary: 'Whether the account has a second factor',
    responses: { 200: FactorSchema },
  },
  'POST /auth/second-factor': {
    area: 'account',
    summary: 'Begins to set up an authenticator',
    description:
      'Nothing changes until a code has proven it, within 15 minutes. An account with a password asks for it.',
    responses: { 200: BegunSchema },
    errors: ['access/off', 'password/wrong', 'request/rate-limited'],
  },
  'POST /auth/second-factor/confirm': {
    area: 'account',
    summary: 'Turns the second factor on with the first code',
    description: 'Of people with a role in the console, other sessions end.',
    responses: { 200: RecoveryCodesSchema },
    errors: ['code/wrong', 'code/expired'],
  },
  'POST /auth/second-factor/recovery': {
    area: 'account',
    summary: 'Makes new recovery codes; earlier ones stop working',
    responses: { 200: RecoveryCodesSchema },
    errors: ['access/off', 'code/wrong', 'request/rate-limited'],
  },
  'DELETE /auth/second-factor': {
    area: 'account',
    summary: 'Turns the second factor off',
    description: 'Needs a code, a recovery code or the password.',
    responses: { 204: Nothing('Off') },
    errors: ['code/wrong', 'password/wrong', 'request/rate-limited'],
  },
  'GET /auth/passkeys': {
    area: 'account',
    summary: 'The passkeys of the account',
    responses: { 200: Type.Object({ items: Type.Array(DeviceSchema) }) },
  },
  'POST /auth/passkeys/options': {
    area: 'account',
    summary: 'What a browser needs to make a passkey',
    description: 'For `navigator.credentials.create`. An account with a password asks for it.',
    responses: { 200: Named(Anything, 'PublicKeyCredentialCreationOptionsJSON') },
    errors: ['password/wrong', 'limit/reached', 'request/rate-limited'],
  },
  'POST /auth/passkeys': {
    area: 'account',
    summary: 'Adds the passkey that a browser has made',
    responses: { 204: Nothing('Added') },
    errors: ['passkey/refused', 'limit/reached'],
  },
  'DELETE /auth/passkeys/:id': {
    area: 'account',
    summary: 'Removes a passkey',
    responses: { 204: Nothing('Removed') },
    errors: ['request/not-found'],
  },
  'POST /auth/passkeys/login/options': {
    area: 'account',
    summary: 'What a browser needs to sign in with a passkey',
    description: 'For `navigator.credentials.get`. Five minutes, once.',
    responses: { 200: Named(Anything, 'PublicKeyCredentialRequestOptionsJSON') },
    errors: ['request/rate-limited'],
  },
  'POST /auth/passkeys/login': {
    area: 'account',
    summary: 'Signs in with a passkey, which stands for both factors',
    responses: { 200: UserSchema },
    errors: ['passkey/refused', 'request/rate-limited'],
  },
  'POST /auth/verify': {
    area: 'account',
    summary: 'Verifies the address with the code sent to it',
    responses: { 200: UserSchema },
    description:
      'If the account has a new address (`POST auth/address`), the code proves that one, and it replaces the old one.',
    errors: ['code/wrong', 'code/expired', 'signup/taken', 'request/rate-limited'],
  },
  'POST /auth/verify/resend': {
    area: 'account',
    summary: 'Sends another code',
    responses: { 204: Nothing('Sent, or the address is already verified') },
    errors: ['request/rate-limited'],
  },
  'POST /auth/recover': {
    area: 'account',
    summary: 'Sends a link for choosing a new password',
    responses: { 204: Nothing('Always, whether or not the account exists') },
    errors: ['access/off'],
  },
  'POST /auth/recover/confirm': {
    area: 'account',
    summary: 'Sets the new password and ends all sessions',
    responses: { 204: Nothing('Password set') },
    errors: ['access/off', 'recover/expired', 'password/rule', 'password/common'],
  },
  'POST /auth/password': {
    area: 'account',
    summary: 'Changes the password and ends all other sessions',
    responses: { 204: Nothing('Password changed') },
    errors: ['password/wrong', 'password/rule', 'password/common', 'request/rate-limited'],
  },
  'GET /auth/sessions': {
    area: 'account',
    summary: 'Where the account is open, and recent sign-ins',
    responses: { 200: SessionsSchema },
  },
  'DELETE /auth/sessions/:id': {
    area: 'account',
    summary: 'Signs one device out, or with the id `others` every one but this',
    responses: { 204: Nothing('Signed out') },
    errors: ['request/not-found'],
  },
  'POST /auth/address': {
    area: 'account',
    summary: 'Asks for another email address or phone number',
    description:
      'Sends a code to the new address, which replaces the old one once `POST auth/verify` has proven it. ' +
      'The address that the account has takes an earlier request back. ' +
      'An account without a password must have shown who it is within the last ten minutes instead: its service has to say when it asked.',
    responses: { 200: UserSchema },
    errors: ['access/off', 'password/wrong', 'login/again', 'signup/taken', 'request/rate-limited'],
  },
  'GET /auth/providers/:provider': {
    area: 'account',
    summary: 'Sends the browser to another service to sign in',
    description:
      'OpenID Connect. `redirect` is the page to go to afterwards. Always a redirect: to the service, or to /auth-callback?error=.',
    responses: { 302: Nothing('To the service, or back with an error') },
  },
  'GET /auth/providers/:provider/callback': {
    area: 'account',
    summary: 'Where that service sends the browser back to',
    responses: { 302: Nothing('To /auth-callback, signed in or with an error') },
  },

  'POST /users/*': saveSection('Saves a profile section that is sent whole'),
  'PUT /users/*': saveSection('Replaces a profile section'),
  'PATCH /users/*': saveSection('Saves some fields of a profile section'),
  'PUT /users/consents': {
    area: 'profile',
    summary: 'Gives or withdraws consents',
    responses: { 200: UserSchema },
    errors: ['consent/terms-required', 'consent/needed', 'consent/changed'],
  },
  'PUT /users/school-curriculum': {
    area: 'profile',
    summary: 'Chooses the school curriculum',
    responses: { 200: UserSchema },
    errors: ['profile/unknown-curriculum'],
  },
  'POST /users/interactions': {
    area: 'profile',
    summary: 'Records something that the user did or saw',
    responses: { 201: Named(Anything, 'The interaction as it was sent, with its `_id`') },
  },
  'POST /users/cv/hide-section': {
    area: 'profile',
    summary: 'Hides a section of the CV, or shows it again',
    responses: { 200: Type.Object({ hiddenSections: Type.Array(Type.String()) }) },
    errors: ['profile/unknown-section'],
  },
  'PUT /users/entries/:section/:list/:member/:id': {
    area: 'profile',
    summary: 'Adds an entry to a list in the profile',
    description:
      'The list is a field of the section; `member` is the text of its entries that identifies them. ' +
      'Entries that other devices have added stay. One that is there already stays as it is.',
    responses: { 200: Saved },
    errors: ['profile/unknown-section', 'profile/invalid'],
  },
  'DELETE /users/entries/:section/:list/:member/:id': {
    area: 'profile',
    summary: 'Removes an entry from a list in the profile',
    responses: { 200: Saved },
    errors: ['profile/unknown-section'],
  },
  'PUT /users/order/:section': {
    area: 'profile',
    summary: 'Sorts a list of records or choices',
    description:
      'Items that `order` doesn’t name, such as new ones of another device, come last. With ' +
      '`If-Match`, refused if another device has sorted them since.',
    responses: { 200: Saved },
    errors: ['profile/unknown-section', 'profile/changed'],
  },
  'DELETE /users/:section/:id': {
    area: 'profile',
    summary: 'Removes a record by its `_id`, or a choice by its `_id` or its id in the list',
    description:
      'The response has the lists without it. With `If-Match`, refused if it has changed.',
    responses: { 200: Saved },
    errors: ['profile/unknown-section', 'profile/unknown-record', 'profile/changed'],
  },
  'GET /users/favourites': {
    area: 'profile',
    summary: 'The records that were saved last, of every type',
    description: 'At most 30, without what the plan doesn’t open.',
    responses: { 200: SavedListSchema },
  },
  'GET /users/seen': {
    area: 'profile',
    summary: 'The records that were opened last, of every type',
    description: 'At most 12, the newest first, without what the plan doesn’t open.',
    responses: { 200: SavedListSchema },
  },
  'PUT /users/favourites/:type/:id': {
    area: 'profile',
    summary: 'Adds a favourite',
    responses: { 200: Ids },
    errors: ['limit/reached'],
  },
  'DELETE /users/favourites/:type/:id': {
    area: 'profile',
    summary: 'Removes a favourite',
    responses: { 200: Ids },
  },
  'GET /users/me/file': {
    area: 'profile',
    summary: 'The CV and every report as one PDF',
    description: 'What the person may read and has a result for. In the language of the request.',
    responses: { 200: Media(['application/pdf'], 'As an attachment') },
    errors: ['report/not-taken', 'report/too-long', 'request/rate-limited', 'server/busy'],
  },
  'GET /users/me/export': {
    area: 'profile',
    summary: 'All data stored about the user, as a file',
    description: 'One list per table, oldest first. Without secrets.',
    responses: {
      200: Type.Object(
        {
          exportedAt: Type.String({ format: 'date-time' }),
          tenant: Type.String(),
          account: Named(Anything, 'The account itself'),
        },
        { additionalProperties: Type.Array(Anything) },
      ),
    },
    errors: ['request/rate-limited'],
  },
  'DELETE /users/me': {
    area: 'profile',
    summary: 'Erases the user’s data and signs them out',
    responses: { 204: Nothing('Erased') },
    errors: ['role/last-owner'],
  },
}
