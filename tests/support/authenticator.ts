/** What a user has in hand: an authenticator app, and a device that holds passkeys. */

import { createHash, generateKeyPairSync, randomBytes, sign, type KeyObject } from 'node:crypto'
import { Secret, TOTP } from 'otpauth'

/** The code that an app with this secret shows at that time. */
export function codeAt(secret: string, at: Date): string {
  return new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: at.getTime() })
}

const sha256 = (data: Buffer | string) => createHash('sha256').update(data).digest()
const USER_PRESENT = 0x01
const USER_VERIFIED = 0x04
const ATTESTED = 0x40

type Site = { readonly host: string; readonly origin: string }
type Habits = {
  /** Sent with each use; keys that don't count send 0. */
  readonly counter?: number
  /** False: nobody was asked for a fingerprint or a PIN. */
  readonly verifies?: boolean
}

/** One passkey (WebAuthn level 3, section 6): ES256, no attestation. */
export class SoftKey {
  readonly id = randomBytes(16)
  readonly #key: KeyObject
  readonly #point: Buffer
  #user = ''

  constructor() {
    const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
    const { x = '', y = '' } = publicKey.export({ format: 'jwk' })
    this.#key = privateKey
    // COSE: an EC2 key for ES256 on P-256.
    this.#point = Buffer.concat([
      Buffer.from('a5010203262001215820', 'hex'),
      Buffer.from(x, 'base64url'),
      Buffer.from('225820', 'hex'),
      Buffer.from(y, 'base64url'),
    ])
  }

  create(
    options: { readonly challenge: string; readonly user: { readonly id: string } },
    site: Site,
    { counter = 0, verifies = true }: Habits = {},
  ) {
    this.#user = options.user.id
    const length = Buffer.alloc(2)
    length.writeUInt16BE(this.id.length)
    const data = Buffer.concat([
      authenticatorData(site.host, counter, ATTESTED | (verifies ? USER_VERIFIED : 0)),
      Buffer.alloc(16),
      length,
      this.id,
      this.#point,
    ])
    const attestation = Buffer.concat([
      Buffer.from('a363666d74646e6f6e656761747453746d74a068617574684461746158', 'hex'),
      Buffer.from([data.length]),
      data,
    ])
    return this.#credential({
      clientDataJSON: clientData('webauthn.create', options.challenge, site.origin),
      attestationObject: attestation.toString('base64url'),
    })
  }

  get(
    options: { readonly challenge: string },
    site: Site,
    { counter = 0, verifies = true }: Habits = {},
    user = this.#user,
  ) {
    const clientDataJSON = clientData('webauthn.get', options.challenge, site.origin)
    const data = authenticatorData(site.host, counter, verifies ? USER_VERIFIED : 0)
    const signed = Buffer.concat([data, sha256(Buffer.from(clientDataJSON, 'base64url'))])
    return this.#credential({
      clientDataJSON,
      authenticatorData: data.toString('base64url'),
      signature: sign('sha256', signed, this.#key).toString('base64url'),
      userHandle: user,
    })
  }

  #credential<Response extends object>(response: Response) {
    const id = this.id.toString('base64url')
    return { id, rawId: id, type: 'public-key', response, clientExtensionResults: {} }
  }
}

function authenticatorData(host: string, counter: number, flags: number): Buffer {
  const count = Buffer.alloc(4)
  count.writeUInt32BE(counter)
  return Buffer.concat([sha256(host), Buffer.from([USER_PRESENT | flags]), count])
}

function clientData(type: string, challenge: string, origin: string): string {
  return Buffer.from(JSON.stringify({ type, challenge, origin, crossOrigin: false })).toString(
    'base64url',
  )
}
