/** Where a list was left: the keys of its last row, signed, so that nothing but what was handed out comes back. */

import { timingSafeEqual } from 'node:crypto'
import { Refusal } from '#engine/contract/problems.ts'
import type { Secrets } from '#server/base/secrets.ts'

export type Place = {
  /** Of the page that the row was on, from 1. */
  readonly page: number
  readonly keys: readonly (string | null)[]
}

/** Against guessing, not for ever: a page is left and come back to within a day. */
const SIGNATURE_BYTES = 12

export class Cursors {
  /** @param list what the cursor is good for: tenant, type, search, filters and order */
  constructor(
    readonly secrets: Secrets,
    readonly list: readonly string[],
  ) {}

  write({ page, keys }: Place): string {
    const payload = Buffer.from(JSON.stringify([page, ...keys])).toString('base64url')
    return `${payload}.${this.#sign(payload).toString('base64url')}`
  }

  /** @throws Refusal `catalogue/cursor` where it was changed, or is another list's */
  read(cursor: string): Place {
    const [payload = '', signature = '', ...more] = cursor.split('.')
    const given = Buffer.from(signature, 'base64url')
    const expected = this.#sign(payload)
    if (more.length > 0 || given.length !== expected.length || !timingSafeEqual(given, expected))
      throw new Refusal('catalogue/cursor')
    const [page, ...keys] = JSON.parse(Buffer.from(payload, 'base64url').toString('utf8')) as [
      number,
      ...(string | null)[],
    ]
    return { page, keys }
  }

  #sign(payload: string): Buffer {
    return this.secrets.mac('cursor', ...this.list, payload).subarray(0, SIGNATURE_BYTES)
  }
}
