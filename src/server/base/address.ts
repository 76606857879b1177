/**
 * The address of an account: an email address or a phone number, as one thing for codes, limits and
 * messages.
 */

import { FORMATS } from '#engine/forms/formats.ts'
import { phoneOf } from './phone.ts'

export type Channel = 'email' | 'phone'
/** `value`: an email address in lower case, or a phone number in E.164 (`+27821234567`). */
export type Address = { readonly channel: Channel; readonly value: string }

export function normalise(email: string): string {
  return email.trim().toLowerCase()
}

/** An address as users write it. @returns null if it is none */
export function addressFrom(
  channel: Channel,
  written: string,
  country: string | undefined,
): Address | null {
  const value = channel === 'phone' ? phoneOf(written, country) : emailFrom(written)
  return value === null ? null : { channel, value }
}

function emailFrom(written: string): string | null {
  const email = normalise(written)
  return FORMATS.email(email) ? email : null
}

/** A stored value as an address: only email addresses have an @. */
export function addressOfValue(value: string): Address {
  return { channel: value.includes('@') ? 'email' : 'phone', value }
}

type Owner = { readonly email: string | null; readonly phone: string | null }

/**
 * The address that a session signed in with; for a session of another service the account's email
 * address, else its phone number, else null.
 */
export function addressOf({ email, phone }: Owner, method: string): Address | null {
  const own = method === 'phone' ? (phone ?? email) : (email ?? phone)
  return own === null ? null : addressOfValue(own)
}
