/**
 * A position in a list: the sort keys of the last row, signed so that a client can't make up its
 * own.
 */

import { timingSafeEqual } from 'node:crypto'
import { Refusal } from '#engine/contract/problems.ts'
import type { Secrets } from '#server/base/secrets.ts'

export type Place = {
  /** Of the page that the row was on, from 1. */
  readonly page: number
  readonly keys: readonly (string | null)[]
}

/** Clients come back to a page within a day; after that a signature is refused. */
const SIGNATURE_BYTES = 12

export class Cursors {
  /** @param list what the cursor is valid for: tenant, type, search, filters and order */
  constructor(
    readonly secrets: Secrets,
    readonly list: readonly string[],
  ) {}

  write({ page, keys }: Place): string {
    const payload = Buffer.from(JSON.stringify([page, ...keys])).toString('base64url')
    return `${payload}.${this.#sign(payload).toString('base64url')}`
  }

  /** @throws Refusal `catalogue/cursor` if it was tampered with or belongs to another list */
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
