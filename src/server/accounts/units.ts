/**
 * The unit that experiments divide: a pseudonym in a cookie of this host alone, with the arms that
 * it is in. Signed, so that nobody can make up units, or choose an arm (docs/decisions/0099).
 */

import type { Arms } from '#engine/experiments/assign.ts'
import { sameText, type Secrets } from '#server/base/secrets.ts'

export type Unit = {
  /** A random UUID. */
  readonly id: string
  /** Experiment -> the arm that it got into. */
  readonly arms: Arms
  /**
   * Experiment -> the analysis in which it got into that arm. Without one (a cookie of an earlier
   * version) the shares that it was divided by are unknown.
   */
  readonly since: Readonly<Record<string, string>>
}

const WORD = /^[a-z0-9-]{1,40}$/
const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/
/** Characters of the signature: 132 bits. */
const SIGNED = 22
/** More are never in one cookie: a hostile one is refused before it is hashed. */
const MAX_LENGTH = 2000

/** `experiment:arm:analysis`, one after another, in the order of the experiments' ids. */
function wordsOf({ arms, since }: Unit): string {
  return Object.keys(arms)
    .sort()
    .map((id) => [id, arms[id], ...(since[id] === undefined ? [] : [since[id]])].join(':'))
    .join('~')
}

function readWords(text: string): Pick<Unit, 'arms' | 'since'> | null {
  const words = text === '' ? [] : text.split('~').map((each) => each.split(':'))
  const isOne = (each: string[]) =>
    (each.length === 2 || each.length === 3) && each.every((word) => WORD.test(word))
  if (!words.every(isOne)) return null
  return {
    arms: Object.fromEntries(words.map(([id = '', arm = '']) => [id, arm])),
    since: Object.fromEntries(
      words.flatMap(([id = '', , phase]) => (phase === undefined ? [] : [[id, phase]])),
    ),
  }
}

/** `{unit}.{arms}.{signature}` */
export function writeUnit(secrets: Secrets, tenant: string, unit: Unit): string {
  const value = `${unit.id}.${wordsOf(unit)}`
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
  const words = isOurs ? readWords(name) : null
  return words === null ? null : { id, ...words }
}
