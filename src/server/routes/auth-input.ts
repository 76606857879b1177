/** The request bodies of account calls, and their validation. */

import type { FastifyRequest } from 'fastify'
import { Refusal, type Code } from '#engine/contract/problems.ts'
import { passwordProblems } from '#engine/forms/password.ts'
import { addressFrom, type Address, type Channel } from '#server/base/address.ts'
import type { ServerContext } from '#server/start/context.ts'

export const Text = (maxLength: number) => ({ type: 'string', maxLength }) as const
export const body = (required: readonly string[], properties: Record<string, object>) =>
  ({ body: { type: 'object', required, properties, additionalProperties: false } }) as const
/** `country`: of a number written as it is dialled there; without it the tenant's. */
export const WithAddress = {
  email: Text(254),
  phone: Text(32),
  country: { type: 'string', pattern: '^[A-Z]{2}$' },
} as const
export const Account = { ...WithAddress, password: Text(200) }

export type GivenAddress = { email?: string; phone?: string; country?: string }
export type Credentials = GivenAddress & { password: string }

/** @throws Refusal `access/off` if the tenant doesn't allow accounts with a password */
export function requireBasic(request: FastifyRequest): void {
  if (!request.release.config.authProviders['basic']) throw new Refusal('access/off')
}

/** May accounts have a phone number here? Never where no text message can be sent (compose.ts). */
export function offersPhone({ release }: FastifyRequest): boolean {
  const { basic, phone } = release.config.authProviders
  return Boolean(basic) && Boolean(phone)
}

/**
 * The address in a body: `email`, or else `phone`.
 *
 * @throws Refusal `request/invalid` that names the field, `access/off` for a phone number where the
 *   tenant doesn't take them
 */
export function addressIn(request: FastifyRequest, given: GivenAddress): Address {
  const channel: Channel =
    given.email === undefined && given.phone !== undefined ? 'phone' : 'email'
  // One of them would be dropped without a word.
  if (given.email !== undefined && given.phone !== undefined)
    throw named('request/invalid', 'phone', 'form.oneAddress')
  if (channel === 'phone' && !offersPhone(request)) throw new Refusal('access/off')
  const written = given[channel] ?? ''
  const address = readAddress(request, given)
  if (address === null)
    throw named('request/invalid', channel, written.trim() ? KEYS[channel] : 'form.required')
  return address
}

const KEYS = { email: 'form.email', phone: 'form.mobile' } as const

/** The same where the response must not tell what is wrong. @returns null for no address */
export function readAddress(
  { release }: FastifyRequest,
  { email, phone, country = release.config.defaultCountry }: GivenAddress,
): Address | null {
  return email === undefined && phone !== undefined
    ? addressFrom('phone', phone, country)
    : addressFrom('email', email ?? '', country)
}

/** A refusal that points to the field of the address. */
export function named(code: Code, channel: Channel, key: string): Refusal {
  return new Refusal(code, { fields: [{ pointer: `/${channel}`, key }] })
}

export function signupTaken({ channel }: Address): Refusal {
  return named('signup/taken', channel, 'problem.signup.taken')
}

/**
 * The specification's rule with its messages; the most common passwords are refused too
 * (reliability.md 2).
 *
 * @param address of the account, which is no password; empty if unknown
 * @param pointer of the password in the body
 * @throws Refusal `password/rule` or `password/common`
 */
export function requirePassword(
  context: ServerContext,
  password: string,
  address: string,
  pointer = '/password',
): void {
  const broken = passwordProblems(password)
  if (broken.length > 0)
    throw new Refusal('password/rule', { fields: broken.map((key) => ({ pointer, key })) })
  const simple = password.toLowerCase()
  if (context.options.commonPasswords.has(simple) || simple === address)
    throw new Refusal('password/common', { fields: [{ pointer, key: 'problem.password.common' }] })
}
