/**
 * `?variant=`: a previewer looks at an arm of a running experiment without being in it. The
 * choice is in a cookie of its own for an hour, signed for the session, so that nobody else can choose.
 */

import { nameOfArms, readArms, type Arms } from '#engine/experiments/assign.ts'
import type { ExperimentDocument } from '#engine/documents/kinds.ts'
import { sameText, type Secrets } from '#server/base/secrets.ts'

export const SHOWN_SECONDS = 3600
/** Characters of the signature: 132 bits. */
const SIGNED = 22
const MAX_LENGTH = 2000

/**
 * @param asked `outcome`, `home-action:outcome`, or several of them with `~` between
 * @returns null if one of them isn't an arm of exactly one running experiment
 */
export function shownArms(asked: string, experiments: readonly ExperimentDocument[]): Arms | null {
  const chosen: Record<string, string> = {}
  for (const each of asked.split('~')) {
    const [arm = '', id] = each.split(':').reverse()
    const found = experiments.filter(
      (experiment) =>
        (id === undefined || experiment.id === id) && experiment.arms.some((own) => own.id === arm),
    )
    if (found.length !== 1) return null
    chosen[found[0]!.id] = arm
  }
  return chosen
}

/** `{arms}.{until}.{signature}` */
export function writeShown(secrets: Secrets, session: string, arms: Arms, now: Date): string {
  const until = Math.floor(now.getTime() / 1000) + SHOWN_SECONDS
  const value = `${nameOfArms(arms)}.${until}`
  return `${value}.${signed(secrets.mac('shown', session, value))}`
}

/** @returns null if it has expired, or wasn't written for this session */
export function readShown(
  secrets: Secrets,
  session: string,
  cookie: string | undefined,
  now: Date,
): Arms | null {
  if (cookie === undefined || cookie.length > MAX_LENGTH) return null
  const [name = '', until = '', signature = '', ...rest] = cookie.split('.')
  if (rest.length > 0 || !(Number(until) * 1000 > now.getTime())) return null
  const isOurs = secrets
    .macs('shown', session, `${name}.${until}`)
    .some((mac) => sameText(signed(mac), signature))
  return isOurs ? readArms(name) : null
}

function signed(mac: Buffer): string {
  return mac.toString('base64url').slice(0, SIGNED)
}
