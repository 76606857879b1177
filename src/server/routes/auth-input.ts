/** The request bodies of account calls, and their validation. */

import type { FastifyRequest } from 'fastify'
import { Refusal } from '#engine/contract/problems.ts'
import { FORMATS } from '#engine/forms/formats.ts'
import { passwordProblems } from '#engine/forms/password.ts'
import type { ServerContext } from '#server/start/context.ts'

export const Text = (maxLength: number) => ({ type: 'string', maxLength }) as const
export const body = (required: readonly string[], properties: Record<string, object>) =>
  ({ body: { type: 'object', required, properties, additionalProperties: false } }) as const
export const Account = { email: Text(254), phone: Text(32), password: Text(200) }

export type Credentials = { email?: string; phone?: string; password: string }

export function normalise(address: string): string {
  return address.trim().toLowerCase()
}

/** @throws Refusal `access/off` if the tenant doesn't allow accounts with an email address */
export function requireBasic(request: FastifyRequest): void {
  if (!request.release.config.authProviders['basic']) throw new Refusal('access/off')
}

/**
 * @throws Refusal if the body has no email address, or only a phone number, which isn't built yet
 */
export function emailOf(given: Credentials): string {
  if (given.email === undefined && given.phone !== undefined)
    throw new Refusal('feature/being-built')
  const email = normalise(given.email ?? '')
  if (!FORMATS.email(email))
    throw new Refusal('request/invalid', {
      fields: [{ pointer: '/email', key: given.email ? 'form.email' : 'form.required' }],
    })
  return email
}

/**
 * The specification's rule with its messages; the most common passwords are refused too
 * (reliability.md 2).
 *
 * @param pointer of the password in the body
 * @throws Refusal `password/rule` or `password/common`
 */
export function requirePassword(
  context: ServerContext,
  password: string,
  email: string,
  pointer = '/password',
): void {
  const broken = passwordProblems(password)
  if (broken.length > 0)
    throw new Refusal('password/rule', { fields: broken.map((key) => ({ pointer, key })) })
  const simple = password.toLowerCase()
  if (context.options.commonPasswords.has(simple) || simple === email)
    throw new Refusal('password/common', { fields: [{ pointer, key: 'problem.password.common' }] })
}
