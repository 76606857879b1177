/** Random tokens, keyed hashes and sealed values. One secret from the environment, a key of its own for each purpose. */

import { createCipheriv, createDecipheriv, createHash, createHmac, hkdfSync, randomBytes, randomInt, timingSafeEqual } from 'node:crypto'

export class Secrets {
  readonly #secret: Buffer
  readonly #keys = new Map<string, Buffer>()

  constructor(secret: string) {
    this.#secret = Buffer.from(secret, 'utf8')
  }

  #key(purpose: string): Buffer {
    let key = this.#keys.get(purpose)
    if (key === undefined) {
      key = Buffer.from(hkdfSync('sha256', this.#secret, 'tsela', purpose, 32))
      this.#keys.set(purpose, key)
    }
    return key
  }

  /** Keyed hash of some texts; each part is length-prefixed, so that no two lists of parts collide. */
  mac(purpose: string, ...parts: string[]): Buffer {
    const hmac = createHmac('sha256', this.#key(purpose))
    for (const part of parts) hmac.update(`${Buffer.byteLength(part)}:`).update(part)
    return hmac.digest()
  }

  /**
   * Seals a value with AES-256-GCM.
   *
   * @param owner bound to the value: what is sealed for one tenant and person does not open for another
   */
  seal(text: string, ...owner: string[]): string {
    const iv = randomBytes(12)
    const cipher = createCipheriv('aes-256-gcm', this.#key('seal'), iv).setAAD(Buffer.from(JSON.stringify(owner)))
    return ['v1', iv.toString('base64url'), Buffer.concat([cipher.update(text, 'utf8'), cipher.final(), cipher.getAuthTag()]).toString('base64url')].join('.')
  }

  /** @throws when the value was changed, or sealed for somebody else */
  open(sealed: string, ...owner: string[]): string {
    const [version, iv, body] = sealed.split('.')
    if (version !== 'v1' || iv === undefined || body === undefined) throw new Error('not a sealed value')
    const bytes = Buffer.from(body, 'base64url')
    const decipher = createDecipheriv('aes-256-gcm', this.#key('seal'), Buffer.from(iv, 'base64url'))
    decipher.setAAD(Buffer.from(JSON.stringify(owner)))
    decipher.setAuthTag(bytes.subarray(-16))
    return Buffer.concat([decipher.update(bytes.subarray(0, -16)), decipher.final()]).toString('utf8')
  }
}

/** 256 random bits as text. */
export function newToken(): string {
  return randomBytes(32).toString('base64url')
}

/** 256 random bits in letters only: it stands in mails, where six digits in a row mean a code. */
export function newLetterToken(): string {
  return [...randomBytes(32)].map((byte) => String.fromCharCode(97 + (byte >> 4), 97 + (byte & 15))).join('')
}

export function newCode(): string {
  return String(randomInt(0, 1_000_000)).padStart(6, '0')
}

export function sha256(value: string): Buffer {
  return createHash('sha256').update(value).digest()
}

/** A hash in the shape of an id (UUID version 8): the same one every time. */
export function uuidOf(hash: Buffer): string {
  const hex = hash.toString('hex')
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-8${hex.slice(13, 16)}-a${hex.slice(17, 20)}-${hex.slice(20, 32)}`
}

/** Equality in constant time; texts of different length are simply not equal. */
export function sameText(a: string, b: string): boolean {
  const left = Buffer.from(a)
  const right = Buffer.from(b)
  return left.length === right.length && timingSafeEqual(left, right)
}
