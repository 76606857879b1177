/** Verification codes and recovery: made, sent, tried and used up within fixed limits (reliability.md 2). */

import { Refusal } from '#engine/problems.ts'
import { plus } from './clock.ts'
import type { Tx } from './database.ts'
import { writeMessage, type Outgoing } from './messages.ts'
import type { Release } from './release.ts'
import { newCode, newLetterToken } from './secrets.ts'
import { codeByHash, countTry, insertCode, latestCode, useCode, type CodeRow } from './store/codes.ts'
import { count, counted } from './store/limits.ts'
import { lockUser } from './store/users.ts'
import type { World } from './world.ts'

export const CODE_SECONDS = 5 * 60
export const CODE_TRIES = 5
export const RECOVER_SECONDS = 60 * 60
const HOUR = 3600
const DAY = 86_400
/** Sends of one kind to one address, and wrong codes for one address: [window in seconds, how many]. */
const SENDS = [
  [60, 1],
  [HOUR, 5],
  [DAY, 10],
] as const
const WRONG = [
  [HOUR, 10],
  [DAY, 20],
] as const

function addressKey(world: World, what: string, tenant: string, address: string): string {
  return `${what}:${world.secrets.mac('limit', tenant, address).toString('base64url')}`
}

/**
 * Whoever signs up and then asks for a way back in gets both mails: each purpose has windows of its own.
 *
 * @returns false when this address has had enough messages of this kind for now
 */
async function maySend(world: World, tx: Tx, purpose: CodeRow['purpose'], { id, email: address }: { id: string; email: string }): Promise<boolean> {
  const now = world.now()
  const key = addressKey(world, `send-${purpose}`, tx.tenant!, address)
  // One after the other: ten that ask at once would all find that none was sent.
  await lockUser(tx, id)
  for (const [seconds, most] of SENDS) if ((await counted(tx, `${key}:${seconds}`, seconds, now)) >= most) return false
  for (const [seconds] of SENDS) await count(tx, `${key}:${seconds}`, seconds, now)
  return true
}

/**
 * Makes a code for an address and writes the message that carries it.
 *
 * @throws Refusal `request/rate-limited` when this address has had enough messages for now
 */
export async function sendCode(world: World, tx: Tx, release: Release, language: string, user: { id: string; email: string }): Promise<Outgoing> {
  if (!(await maySend(world, tx, 'verify', user))) throw new Refusal('request/rate-limited', { retryAfter: 60 })
  const code = newCode()
  const now = world.now()
  await insertCode(tx, { id: world.newId(), userId: user.id, purpose: 'verify', hash: world.secrets.mac('code', tx.tenant!, user.id, code), expiresAt: plus(now, CODE_SECONDS), now })
  return writeMessage(world, tx, release, language, user.email, 'code', { code })
}

export type CodeVerdict = 'right' | 'wrong' | 'expired' | 'too-many'

/** Tries a code. The try is counted, so the caller must let the transaction commit whatever the verdict is. */
export async function tryCode(world: World, tx: Tx, user: { id: string; email: string }, code: string): Promise<CodeVerdict> {
  const now = world.now()
  const key = addressKey(world, 'wrong', tx.tenant!, user.email)
  // One after the other: of a hundred guesses at once each would find the tries of the others not yet counted.
  await lockUser(tx, user.id)
  for (const [seconds, most] of WRONG) if ((await counted(tx, `${key}:${seconds}`, seconds, now)) >= most) return 'too-many'
  const latest = await latestCode(tx, user.id, 'verify')
  const hash = world.secrets.mac('code', tx.tenant!, user.id, code)
  if (latest !== undefined && (await useCode(tx, { id: latest.id, hash, now, tries: CODE_TRIES }))) return 'right'
  for (const [seconds] of WRONG) await count(tx, `${key}:${seconds}`, seconds, now)
  if (latest === undefined || latest.used_at !== null || latest.expires_at <= now || latest.tries >= CODE_TRIES) return 'expired'
  await countTry(tx, latest.id)
  return 'wrong'
}

/** Writes the message with the way back in; null when this address has had enough of them. */
export async function sendRecovery(world: World, tx: Tx, release: Release, language: string, user: { id: string; email: string }, baseUrl: string): Promise<Outgoing | null> {
  if (!(await maySend(world, tx, 'recover', user))) return null
  const token = newLetterToken()
  const now = world.now()
  await insertCode(tx, { id: world.newId(), userId: user.id, purpose: 'recover', hash: world.secrets.mac('recover', tx.tenant!, token), expiresAt: plus(now, RECOVER_SECONDS), now })
  return writeMessage(world, tx, release, language, user.email, 'recover', { link: `${baseUrl}/recover?token=${token}` })
}

/** Uses a recovery token up. @returns the person's id; null for one that is unknown, used or old */
export async function useRecovery(world: World, tx: Tx, token: string): Promise<string | null> {
  const hash = world.secrets.mac('recover', tx.tenant!, token)
  const row = await codeByHash(tx, hash, 'recover')
  if (row === undefined) return null
  return (await useCode(tx, { id: row.id, hash, now: world.now(), tries: CODE_TRIES })) ? row.user_id : null
}
