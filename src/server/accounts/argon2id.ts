/** argon2id with the settings of reliability.md 2: in the thread that asks, or in the pool of libuv. */

import { hash, hashSync, verify, verifySync } from '@node-rs/argon2'

/** The expensive part. */
export type HashWork = {
  readonly hash: (password: string) => Promise<string>
  readonly verify: (stored: string, password: string) => Promise<boolean>
}

/** 2 is argon2id in the library's enum, which isolated modules cannot import. */
const SETTINGS = { algorithm: 2, memoryCost: 19_456, timeCost: 2, parallelism: 1 } as const

export const inPool: HashWork = {
  hash: (password) => hash(password, SETTINGS),
  // What isn't a hash is nobody's password.
  verify: (stored, password) => verify(stored, password).catch(() => false),
}

export function hashNow(password: string): string {
  return hashSync(password, SETTINGS)
}

/** @returns false also where `stored` isn't a hash */
export function verifyNow(stored: string, password: string): boolean {
  try {
    return verifySync(stored, password)
  } catch {
    return false
  }
}
