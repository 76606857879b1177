/** One-time codes of an authenticator app (RFC 6238), as such apps expect them. Pure. */

import { Secret, TOTP } from 'otpauth'

const PERIOD_SECONDS = 30
/** A phone's clock may be this many periods off, and a code takes a moment to type. */
const WINDOW = 1
/** As RFC 4226 recommends. */
const SECRET_BYTES = 20

/** @returns in base32, as people type it */
export function newSecret(): string {
  return new Secret({ size: SECRET_BYTES }).base32
}

/**
 * @param issuer what the app on the phone calls us
 * @param label  which account of ours it is
 * @returns the address that the app reads from a QR code
 */
export function addressOfSecret(secret: string, issuer: string, label: string): string {
  return totp(secret, issuer, label).toString()
}

/** @returns the time step that the code belongs to; null if it is wrong */
export function stepOf(secret: string, code: string, now: Date): number | null {
  const timestamp = now.getTime()
  const delta = totp(secret).validate({ token: code, timestamp, window: WINDOW })
  return delta === null ? null : Math.floor(timestamp / 1000 / PERIOD_SECONDS) + delta
}

function totp(secret: string, issuer = '', label = ''): TOTP {
  return new TOTP({
    // A colon separates the two in the address.
    issuer: issuer.replaceAll(':', ' '),
    label: label.replaceAll(':', ' '),
    secret: Secret.fromBase32(secret),
    algorithm: 'SHA1',
    digits: 6,
    period: PERIOD_SECONDS,
  })
}
