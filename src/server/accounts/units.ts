/**
 * The unit that experiments divide: a pseudonym in a cookie of this host alone, with the arms that
 * it is in. Signed, so that nobody can make up units, or choose an arm (docs/decisions/0099).
 */

import { readArms, nameOfArms, type Arms } from '#engine/experiments/assign.ts'
import { sameText, type Secrets } from '#server/base/secrets.ts'

export type Unit = {
  /** A random UUID. */
  readonly id: string
  /** Experiment -> the arm that it got into. */
  readonly arms: Arms
}

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/
/** Characters of the signature: 132 bits. */
const SIGNED = 22
/** More are never in one cookie: a hostile one is refused before it is hashed. */
const MAX_LENGTH = 2000

/** `{unit}.{arms}.{signature}` */
export function writeUnit(secrets: Secrets, tenant: string, { id, arms }: Unit): string {
  const value = `${id}.${nameOfArms(arms)}`
  return `${value}.${secrets.mac('unit', tenant, value).toString('base64url').slice(0, SIGNED)}`
}

/** @returns null for one that this server, or one with its secrets, didn't write for this tenant */
export function readUnit(
  secrets: Secrets,
  tenant: string,
  cookie: string | undefined,
): Unit | null {
  if (cookie === undefined || cookie.length > MAX_LENGTH) return null
  const [id = '', name = '', signature = '', ...rest] = cookie.split('.')
  if (!UUID.test(id) || rest.length > 0) return null
  const isOurs = secrets
    .macs('unit', tenant, `${id}.${name}`)
    .some((mac) => sameText(mac.toString('base64url').slice(0, SIGNED), signature))
  const arms = isOurs ? readArms(name) : null
  return arms === null ? null : { id, arms }
}
