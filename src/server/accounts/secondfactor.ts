/**
 * The second factor of an account: codes of an authenticator, and recovery codes for the day it is
 * lost (docs/decisions/0090).
 */

import { randomInt } from 'node:crypto'
import type { Tx } from '#server/database/database.ts'
import type { Address } from '#server/base/address.ts'
import { limitKey } from '#server/base/limitkey.ts'
import type { ServerContext } from '#server/start/context.ts'
import {
  countRecoveryCodes,
  deleteRecoveryCodes,
  replaceRecoveryCodes,
  setFactor,
  useRecoveryCode,
  useStep,
} from '#server/store/factors.ts'
import { count, counted } from '#server/store/limits.ts'
import type { UserRow } from '#server/store/users.ts'
import { weakenSessions } from '#server/store/sessions.ts'
import { stepOf } from './authenticator.ts'

/** How long a sign-in waits for its code, and how many are tried. */
export const STEP_SECONDS = 5 * 60
export const STEP_TRIES = 5
/** How long an enrolment waits for its first code. */
export const ENROL_SECONDS = 15 * 60
/** Wrong codes of one account: [window in seconds, maximum]. Signing in anew doesn't reset them. */
const WRONG = [
  [3600, 10],
  [86_400, 20],
] as const

const RECOVERY_CODES = 10
/** Without letters and digits that look alike: the codes are read from paper. */
const LETTERS = 'abcdefghjkmnpqrstuvwxyz23456789'

/** What someone shows besides the password. */
export type Proof = { readonly code?: string; readonly recoveryCode?: string }
export type ProofVerdict = 'right' | 'wrong' | 'too-many'

/** The owner of a sealed secret: it opens for nobody else. */
function ownerOf({ tenant_id, id }: Pick<UserRow, 'tenant_id' | 'id'>): [string, string] {
  return [tenant_id, id]
}

/** Turns it on with a secret that a code has just proven. @returns new recovery codes, never shown again */
export async function turnOn(
  context: ServerContext,
  tx: Tx,
  user: UserRow,
  { secret, step }: { readonly secret: string; readonly step: number },
): Promise<string[]> {
  const sealed = context.secrets.seal(secret, ...ownerOf(user))
  await setFactor(tx, user.id, { sealed, step, now: context.now() })
  return newRecoveryCodes(context, tx, user.id)
}

export async function turnOff(tx: Tx, userId: string): Promise<void> {
  await setFactor(tx, userId, null)
  await deleteRecoveryCodes(tx, userId)
  await weakenSessions(tx, userId)
}

export async function newRecoveryCodes(
  context: ServerContext,
  tx: Tx,
  userId: string,
): Promise<string[]> {
  const codes = Array.from({ length: RECOVERY_CODES }, newRecoveryCode)
  await replaceRecoveryCodes(
    tx,
    userId,
    codes.map((code) => ({ id: context.newId(), hash: recoveryHash(context, tx, userId, code) })),
    context.now(),
  )
  return codes
}

export function recoveryCodesLeft(tx: Tx, userId: string): Promise<number> {
  return countRecoveryCodes(tx, userId)
}

/** "k7mq-2xhd-9w3p": 59 bits. */
function newRecoveryCode(): string {
  const part = () => Array.from({ length: 4 }, () => LETTERS[randomInt(LETTERS.length)]).join('')
  return `${part()}-${part()}-${part()}`
}

function recoveryHash(context: ServerContext, tx: Tx, userId: string, code: string): Buffer {
  const plain = code.toLowerCase().replace(/[^a-z0-9]/g, '')
  return context.secrets.identify('recovery-code', tx.tenant, userId, plain)
}

/**
 * Tries a code of the authenticator or a recovery code; a right one is used up.
 *
 * Wrong ones are counted, so the caller must lock the user, and let the transaction commit whatever
 * the verdict.
 *
 * @param known id of this device if the account was used on it before: it has limits of its own, so
 *   that someone who has only the password doesn't lock the owner out
 */
export async function tryProof(
  context: ServerContext,
  tx: Tx,
  user: UserRow,
  proof: Proof,
  known: string | null,
): Promise<ProofVerdict> {
  const now = context.now()
  const about = [user.id, ...(known === null ? [] : [known])]
  const key = limitKey(context, 'factor', tx.tenant, ...about)
  for (const [seconds, most] of WRONG)
    if ((await counted(tx, `${key}:${seconds}`, seconds, now)) >= most) return 'too-many'
  if (await isRight(context, tx, user, proof)) return 'right'
  for (const [seconds] of WRONG) await count(tx, `${key}:${seconds}`, seconds, now)
  return 'wrong'
}

async function isRight(
  context: ServerContext,
  tx: Tx,
  user: UserRow,
  { code, recoveryCode }: Proof,
): Promise<boolean> {
  if (recoveryCode !== undefined) {
    const hash = recoveryHash(context, tx, user.id, recoveryCode)
    return useRecoveryCode(tx, user.id, hash, context.now())
  }
  // Without a secret (an operator has cleared what nobody could read) only recovery codes are left.
  if (code === undefined || user.factor_sealed === null) return false
  const secret = context.secrets.open(user.factor_sealed, ...ownerOf(user))
  const step = stepOf(secret, code, context.now())
  return step !== null && useStep(tx, user.id, step)
}

/** Where its owner learns of a change: at a proven address, if there is one. */
export function addressToTell({
  email,
  email_verified,
  phone,
  phone_verified,
}: UserRow): Address | null {
  if (email !== null && (email_verified || !phone_verified))
    return { channel: 'email', value: email }
  return phone === null ? null : { channel: 'phone', value: phone }
}
