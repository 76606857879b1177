/**
 * Random tokens, keyed hashes and sealed values. One secret from the environment, with a derived
 * key for each purpose; and, while it is being rotated, the former ones (docs/decisions/0046).
 */

import {
  createCipheriv,
  createDecipheriv,
  createHash,
  createHmac,
  randomBytes,
  randomInt,
  timingSafeEqual,
} from 'node:crypto'

/** The keys derived from one secret, one per purpose. */
class Keyring {
  readonly #keys = new Map<string, Buffer>()

  /**
   * @param root HKDF-Extract of the secret: everything else is derived from it, and the secret
   *   itself is not kept
   */
  constructor(readonly root: Buffer) {}

  static of(secret: string): Keyring {
    return new Keyring(createHmac('sha256', 'tsela').update(secret, 'utf8').digest())
  }

  /** HKDF-Expand (RFC 5869), of which one block is enough. */
  key(purpose: string): Buffer {
    let key = this.#keys.get(purpose)
    if (key === undefined) {
      key = createHmac('sha256', this.root).update(purpose).update(Buffer.of(1)).digest()
      this.#keys.set(purpose, key)
    }
    return key
  }

  mac(purpose: string, parts: readonly string[]): Buffer {
    const hmac = createHmac('sha256', this.key(purpose))
    for (const part of parts) hmac.update(`${Buffer.byteLength(part)}:`).update(part)
    return hmac.digest()
  }

  /** Identifies in a sealed value which secret it needs; the secret cannot be derived from it. */
  get id(): string {
    return this.mac('key-id', []).toString('base64url').slice(0, KEY_ID_LENGTH)
  }
}

const KEY_ID_LENGTH = 10

/** The value needs a secret that is neither SECRET nor in SECRET_PREVIOUS. */
export class UnknownKey extends Error {
  constructor(readonly keyId: string) {
    super(`sealed with a secret that is not here any more (key ${keyId})`)
    this.name = 'UnknownKey'
  }
}

export class Secrets {
  /** The sealing key ring first, then those that only open. */
  readonly #rings: readonly [Keyring, ...Keyring[]]
  /** By key id. */
  readonly #byId: ReadonlyMap<string, Keyring>
  #identity: Keyring

  constructor(secret: string, previous: readonly string[] = []) {
    this.#rings = [Keyring.of(secret), ...previous.map(Keyring.of)]
    this.#byId = new Map([...this.#rings].reverse().map((ring) => [ring.id, ring]))
    // Until the database says otherwise: of several secrets, identities were derived from the
    // oldest.
    this.#identity = this.#rings.at(-1)!
  }

  /** Id of the key that seals. */
  get keyId(): string {
    return this.#rings[0].id
  }

  /** Ids of all keys that open, the sealing one first. */
  get keyIds(): readonly string[] {
    return [...new Set(this.#rings.map(({ id }) => id))]
  }

  /**
   * Keyed hash of several texts; each is length-prefixed, so that no two lists of texts collide.
   */
  mac(purpose: string, ...parts: string[]): Buffer {
    return this.#rings[0].mac(purpose, parts)
  }

  /**
   * The hash under every known secret, the current one first: values issued before a rotation must
   * still be recognised.
   */
  macs(purpose: string, ...parts: string[]): readonly Buffer[] {
    return this.#rings.map((ring) => ring.mac(purpose, parts))
  }

  /** Keyed hash that survives a rotation of the secret, for stable pseudonyms. */
  identify(purpose: string, ...parts: string[]): Buffer {
    return this.#identity.mac(purpose, parts)
  }

  /** 32 bytes that survive a rotation of the secret: the root of a private key. */
  seed(purpose: string): Buffer {
    return this.#identity.key(purpose)
  }

  /** The root of {@link identify}, sealed for storage with one of the keys. */
  identitySealedBy(keyId: string): string {
    return encipher(
      this.#byId.get(keyId) ?? unknown(keyId),
      this.#identity.root.toString('base64'),
      [IDENTITY],
    )
  }

  /** @throws UnknownKey, or Error if the value was tampered with */
  adoptIdentity(sealed: string): void {
    this.#identity = new Keyring(Buffer.from(this.open(sealed, IDENTITY), 'base64'))
  }

  /**
   * Seals a value with AES-256-GCM.
   *
   * @param owner bound to the value: what is sealed for one tenant and user does not open for
   *   another
   * @returns `v1.{iv}.{body}.{key id}`; the key id is last, where servers before 1.53 do not look
   */
  seal(text: string, ...owner: string[]): string {
    return encipher(this.#rings[0], text, owner)
  }

  /**
   * @throws UnknownKey if its secret is unknown; Error if the value was tampered with, or sealed
   *   for another owner
   */
  open(sealed: string, ...owner: string[]): string {
    const [version, iv, body, keyId] = sealed.split('.')
    if (version !== 'v1' || iv === undefined || body === undefined)
      throw new Error('not a sealed value')
    // Values from before 1.53 have no key id.
    const rings = keyId === undefined ? this.#rings : [this.#byId.get(keyId) ?? unknown(keyId)]
    let failure: unknown
    for (const ring of rings) {
      try {
        return decipher(ring.key('seal'), iv, body, owner)
      } catch (error) {
        failure = error
      }
    }
    throw failure
  }
}

const IDENTITY = 'identity'

function unknown(keyId: string): never {
  throw new UnknownKey(keyId)
}

function encipher(ring: Keyring, text: string, owner: readonly string[]): string {
  const iv = randomBytes(12)
  const cipher = createCipheriv('aes-256-gcm', ring.key('seal'), iv).setAAD(
    Buffer.from(JSON.stringify(owner)),
  )
  return [
    'v1',
    iv.toString('base64url'),
    Buffer.concat([cipher.update(text, 'utf8'), cipher.final(), cipher.getAuthTag()]).toString(
      'base64url',
    ),
    ring.id,
  ].join('.')
}

function decipher(key: Buffer, iv: string, body: string, owner: readonly string[]): string {
  const bytes = Buffer.from(body, 'base64url')
  const decipher = createDecipheriv('aes-256-gcm', key, Buffer.from(iv, 'base64url'))
  decipher.setAAD(Buffer.from(JSON.stringify(owner)))
  decipher.setAuthTag(bytes.subarray(-16))
  return Buffer.concat([decipher.update(bytes.subarray(0, -16)), decipher.final()]).toString('utf8')
}

/** 256 random bits as text. */
export function newToken(): string {
  return randomBytes(32).toString('base64url')
}

/**
 * 256 random bits in letters only: used in emails, where six digits in a row would look like a
 * code.
 */
export function newLetterToken(): string {
  return [...randomBytes(32)]
    .map((byte) => String.fromCharCode(97 + (byte >> 4), 97 + (byte & 15)))
    .join('')
}

export function newCode(): string {
  return String(randomInt(0, 1_000_000)).padStart(6, '0')
}

export function sha256(value: string): Buffer {
  return createHash('sha256').update(value).digest()
}

/** A hash in the form of an id (UUID version 8): always the same one. */
export function uuidOf(hash: Buffer): string {
  const hex = hash.toString('hex')
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-8${hex.slice(13, 16)}-a${hex.slice(17, 20)}-${hex.slice(20, 32)}`
}

/** Constant-time comparison; texts of different length are unequal. */
export function sameText(a: string, b: string): boolean {
  const left = Buffer.from(a)
  const right = Buffer.from(b)
  return left.length === right.length && timingSafeEqual(left, right)
}
