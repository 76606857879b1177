/** Devices that have been here before, by their cookies. */

import type { FastifyReply, FastifyRequest } from 'fastify'
import { LRUCache } from 'lru-cache'
import { readUnit, writeUnit, type Unit } from '#server/accounts/units.ts'
import type { ServerContext } from '#server/start/context.ts'

const MAX_DEVICES = 20_000
/** As long as the device's own cookie. */
const UNIT_SECONDS = 365 * 86_400

export type Device = {
  readonly unit: Unit
  /**
   * The arms that it sees in a release, once there is nothing more to get into: then nothing is
   * divided again until something is published. By names, so that no old release is kept for it.
   */
  settled: { readonly release: string; readonly arms: string } | null
  /** The session whose person is known to have this unit: a hash of its token. */
  ownedIn: string | null
}

/** Cookies that were found to be ours need no signature again. */
export class Devices {
  readonly #known = new LRUCache<string, Device>({ max: MAX_DEVICES })

  constructor(readonly context: Pick<ServerContext, 'https' | 'secrets'>) {}

  /** @returns null without a cookie, or with a forged one */
  of(request: FastifyRequest): Device | null {
    const cookie = request.cookies[unitCookie(this.context)]
    if (cookie === undefined) return null
    const key = `${request.tenant.id}/${cookie}`
    const known = this.#known.get(key)
    if (known !== undefined) return known
    const unit = readUnit(this.context.secrets, request.tenant.id, cookie)
    if (unit === null) return null
    const device = { unit, settled: null, ownedIn: null }
    this.#known.set(key, device)
    return device
  }

  send(reply: FastifyReply, tenant: string, unit: Unit): void {
    const { https, secrets } = this.context
    reply.setCookie(unitCookie(this.context), writeUnit(secrets, tenant, unit), {
      httpOnly: true,
      sameSite: 'lax',
      path: '/',
      secure: https,
      maxAge: UNIT_SECONDS,
    })
  }
}

function unitCookie({ https }: Pick<ServerContext, 'https'>): string {
  return https ? '__Host-unit' : 'unit'
}
