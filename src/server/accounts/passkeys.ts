/**
 * Passkeys (WebAuthn): what the browser is asked to sign, and whether it did. A key belongs to the
 * host that it was made on and checks who holds it, so it stands for both factors
 * (docs/decisions/0090).
 */

import { randomBytes } from 'node:crypto'
import type {
  AuthenticationResponseJSON,
  PublicKeyCredentialCreationOptionsJSON,
  PublicKeyCredentialRequestOptionsJSON,
  RegistrationResponseJSON,
} from '@simplewebauthn/server'
import type { PasskeyRow } from '#server/store/passkeys.ts'

/** Loaded when the first passkey is used: most starts of a server never need it. */
const webauthn = () => import('@simplewebauthn/server')

/** How long the browser may take, also on another device. */
export const PASSKEY_SECONDS = 5 * 60
export const MAX_PASSKEYS = 10

/** The host that a key is for, and the origin that its page has. */
export type Site = { readonly host: string; readonly origin: string }
/** What is signed: stored as a hash, and sent in base64url. */
export type Asked<Options> = { readonly challenge: string; readonly options: Options }

export async function askForNew(
  site: Site,
  app: string,
  user: { readonly id: string; readonly name: string },
  own: readonly Pick<PasskeyRow, 'credential'>[],
): Promise<Asked<PublicKeyCredentialCreationOptionsJSON>> {
  const { generateRegistrationOptions } = await webauthn()
  const options = await generateRegistrationOptions({
    rpName: app,
    rpID: site.host,
    userID: new Uint8Array(Buffer.from(user.id)),
    userName: user.name,
    challenge: new Uint8Array(randomBytes(32)),
    timeout: PASSKEY_SECONDS * 1000,
    attestationType: 'none',
    excludeCredentials: own.map(({ credential }) => ({ id: credential })),
    // The key is found without a name, and asks for a fingerprint, a face or a PIN.
    authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
  })
  return { challenge: options.challenge, options }
}

export async function askForKnown(
  site: Site,
): Promise<Asked<PublicKeyCredentialRequestOptionsJSON>> {
  const { generateAuthenticationOptions } = await webauthn()
  const options = await generateAuthenticationOptions({
    rpID: site.host,
    challenge: new Uint8Array(randomBytes(32)),
    timeout: PASSKEY_SECONDS * 1000,
    userVerification: 'required',
  })
  return { challenge: options.challenge, options }
}

/** The challenge that a response says it has signed; null if it can't be read. Proves nothing yet. */
export function challengeIn(clientDataJSON: string): string | null {
  try {
    const data = JSON.parse(Buffer.from(clientDataJSON, 'base64url').toString('utf8')) as {
      challenge?: unknown
    } | null
    return typeof data?.challenge === 'string' ? data.challenge : null
  } catch {
    return null
  }
}

/** @returns null if the response isn't what was asked for */
export async function verifyNew(
  site: Site,
  challenge: string,
  response: RegistrationResponseJSON,
): Promise<(Pick<PasskeyRow, 'credential' | 'public_key'> & { counter: number }) | null> {
  const { verifyRegistrationResponse } = await webauthn()
  try {
    const { verified, registrationInfo } = await verifyRegistrationResponse({
      response,
      expectedChallenge: challenge,
      expectedOrigin: site.origin,
      expectedRPID: site.host,
      requireUserVerification: true,
    })
    if (!verified) return null
    const { id, publicKey, counter } = registrationInfo.credential
    return { credential: id, public_key: Buffer.from(publicKey), counter }
  } catch {
    // Its errors quote what was sent, and say nothing that a user could act on.
    return null
  }
}

/** @returns the key's new counter; null if the response isn't what was asked for, or the counter went back */
export async function verifyKnown(
  site: Site,
  challenge: string,
  response: AuthenticationResponseJSON,
  { credential, public_key, counter }: PasskeyRow,
): Promise<number | null> {
  const { verifyAuthenticationResponse } = await webauthn()
  try {
    const { verified, authenticationInfo } = await verifyAuthenticationResponse({
      response,
      expectedChallenge: challenge,
      expectedOrigin: site.origin,
      expectedRPID: site.host,
      requireUserVerification: true,
      credential: {
        id: credential,
        publicKey: new Uint8Array(public_key),
        counter: Number(counter),
      },
    })
    return verified ? authenticationInfo.newCounter : null
  } catch {
    return null
  }
}
