/**
 * Signs files that leave an installation, and verifies those of others. The key is derived from the
 * root of identities, which outlives a rotation of SECRET, so that receivers need to trust it once.
 */

import {
  createHash,
  createPrivateKey,
  createPublicKey,
  sign,
  verify,
  type KeyObject,
} from 'node:crypto'
import type { Secrets } from '#server/base/secrets.ts'

/** An Ed25519 key in PKCS #8 is this and 32 bytes; a public one in SPKI the other (RFC 8410). */
const PRIVATE = Buffer.from('302e020100300506032b657004220420', 'hex')
const PUBLIC = Buffer.from('302a300506032b6570032100', 'hex')
const KEY = /^[A-Za-z0-9_-]{43}$/

export type Signature = {
  /** The public key: 32 bytes in base64url. */
  readonly key: string
  readonly signature: string
}

export function signed(secrets: Secrets, text: string): Signature {
  return {
    key: publicKeyOf(secrets),
    signature: sign(null, Buffer.from(text), privateKeyOf(secrets)).toString('base64url'),
  }
}

/** The public key of this installation. */
export function publicKeyOf(secrets: Secrets): string {
  return createPublicKey(privateKeyOf(secrets))
    .export({ format: 'der', type: 'spki' })
    .subarray(PUBLIC.length)
    .toString('base64url')
}

function privateKeyOf(secrets: Secrets): KeyObject {
  return createPrivateKey({
    key: Buffer.concat([PRIVATE, secrets.seed('bundle')]),
    format: 'der',
    type: 'pkcs8',
  })
}

export function isSignedBy({ key, signature }: Signature, text: string): boolean {
  if (!KEY.test(key)) return false
  try {
    const publicKey = createPublicKey({
      key: Buffer.concat([PUBLIC, Buffer.from(key, 'base64url')]),
      format: 'der',
      type: 'spki',
    })
    return verify(null, Buffer.from(text), publicKey, Buffer.from(signature, 'base64url'))
  } catch {
    return false
  }
}

/** What two operators compare by telephone: 80 bits in groups of four. */
export function fingerprintOf(key: string): string {
  const digits = createHash('sha256').update(key).digest('hex').slice(0, 20)
  return (digits.match(/.{4}/g) ?? []).join('-')
}
