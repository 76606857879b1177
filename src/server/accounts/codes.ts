/** Verification codes and recovery: made, sent, tried and used up within fixed limits (reliability.md 2). */

import type { Role } from '#engine/contract/admincontract.ts'
import { plus } from '#server/base/clock.ts'
import type { Tx } from '#server/database/database.ts'
import { limitKey } from '#server/base/limitkey.ts'
import { writeMessage, type Outgoing } from './messages.ts'
import type { Release } from '#server/release/compose.ts'
import { newCode, newLetterToken } from '#server/base/secrets.ts'
import {
  addCode,
  codeByHash,
  countTry,
  insertCode,
  latestCode,
  useCode,
} from '#server/store/codes.ts'
import { count, counted, takePlace, type Window } from '#server/store/limits.ts'
import { lockUser } from '#server/store/users.ts'
import type { ServerContext } from '#server/start/context.ts'

export const CODE_SECONDS = 5 * 60
export const CODE_TRIES = 5
export const RECOVER_SECONDS = 60 * 60
export const INVITE_SECONDS = 7 * 86_400
const HOUR = 3600
const DAY = 86_400
/** Sends of one kind to one address, and wrong codes for one address: [window in seconds, how many]. */
const SENDS = [
  [60, 1],
  [HOUR, 5],
  [DAY, 10],
] as const
/** What of these strangers in one network may take: whoever asks for mails to somebody else's address leaves some for them. */
const SENDS_OF_NETWORK = [
  [HOUR, 3],
  [DAY, 6],
] as const
const WRONG = [
  [HOUR, 10],
  [DAY, 20],
] as const

/** Who asks for a mail: from which network, and on which device that the account was used on before. */
export type MailAsker = { readonly network: string; readonly device: string | null }

/** Whoever signs up and then asks for a way back in gets both mails: each purpose has windows of its own. */
function windowsOf(
  key: string,
  windows: readonly (readonly [seconds: number, most: number])[],
): Window[] {
  return windows.map(([seconds, most]) => ({ key: `${key}:${seconds}`, seconds, most }))
}

/** Makes a code for an address and writes the message that carries it; null when this address has had enough of them for now. */
export async function sendCode(
  world: ServerContext,
  tx: Tx,
  release: Release,
  language: string,
  user: { id: string; email: string },
): Promise<Outgoing | null> {
  const now = world.now()
  // One after the other: ten that ask at once would all find that none was sent.
  await lockUser(tx, user.id)
  const next = await takePlace(
    tx,
    windowsOf(limitKey(world, 'send-verify', tx.tenant!, user.email), SENDS),
    now,
  )
  if (next === null) return null
  const code = newCode()
  await insertCode(tx, {
    id: world.newId(),
    userId: user.id,
    purpose: 'verify',
    keyId: world.secrets.keyId,
    hash: world.secrets.mac('code', tx.tenant!, user.id, code),
    expiresAt: plus(now, CODE_SECONDS),
    now,
  })
  return writeMessage(world, tx, release, language, user.email, 'code', { code })
}

export type CodeVerdict = 'right' | 'wrong' | 'expired' | 'too-many'

/** Tries a code. The try is counted, so the caller must let the transaction commit whatever the verdict is. */
export async function tryCode(
  world: ServerContext,
  tx: Tx,
  user: { id: string; email: string },
  code: string,
): Promise<CodeVerdict> {
  const now = world.now()
  const key = limitKey(world, 'wrong', tx.tenant!, user.email)
  // One after the other: of a hundred guesses at once each would find the tries of the others not yet counted.
  await lockUser(tx, user.id)
  for (const [seconds, most] of WRONG)
    if ((await counted(tx, `${key}:${seconds}`, seconds, now)) >= most) return 'too-many'
  const latest = await latestCode(tx, user.id, 'verify')
  const hashes = world.secrets.macs('code', tx.tenant!, user.id, code)
  if (
    latest !== undefined &&
    (await useCode(tx, { id: latest.id, hashes, now, tries: CODE_TRIES }))
  )
    return 'right'
  for (const [seconds] of WRONG) await count(tx, `${key}:${seconds}`, seconds, now)
  if (
    latest === undefined ||
    latest.used_at !== null ||
    latest.expires_at <= now ||
    latest.tries >= CODE_TRIES
  )
    return 'expired'
  await countTry(tx, latest.id)
  return 'wrong'
}

/**
 * Writes the message with the way back in; null when this address has had enough of them for now.
 *
 * Somebody else may ask for it too, again and again, and must not shut the owner out by that: strangers in one network take
 * a part of the sends, a device that the account was used on has sends of its own, every link that was sent stays good until
 * one of them is used, and the last one at least until another can be sent.
 */
export async function sendRecovery(
  world: ServerContext,
  tx: Tx,
  release: Release,
  language: string,
  user: { id: string; email: string },
  baseUrl: string,
  { network, device }: MailAsker,
): Promise<Outgoing | null> {
  const now = world.now()
  const key = (what: string, ...more: string[]) =>
    limitKey(world, what, tx.tenant!, user.email, ...more)
  const windows =
    device === null
      ? [
          ...windowsOf(key('send-recover'), SENDS),
          ...windowsOf(key('send-recover-net', network), SENDS_OF_NETWORK),
        ]
      : windowsOf(key('send-recover-device', device), SENDS)
  await lockUser(tx, user.id)
  const next = await takePlace(tx, windows, now)
  if (next === null) return null
  const token = newLetterToken()
  const hourLater = plus(now, RECOVER_SECONDS)
  const expiresAt = next > hourLater ? next : hourLater
  await addCode(tx, {
    id: world.newId(),
    userId: user.id,
    purpose: 'recover',
    keyId: world.secrets.keyId,
    hash: world.secrets.mac('recover', tx.tenant!, token),
    expiresAt,
    now,
  })
  return writeMessage(world, tx, release, language, user.email, 'recover', {
    link: `${baseUrl}/recover?token=${token}`,
  })
}

/** Purposes of the links that are sent: each sets a password. */
const WAYS_BACK = ['recover', 'invite'] as const

/** Would this token let somebody in? Nothing is used up by asking. */
export async function isWayBack(world: ServerContext, tx: Tx, token: string): Promise<boolean> {
  const row = await codeByHash(tx, world.secrets.macs('recover', tx.tenant!, token), WAYS_BACK)
  return row !== undefined && row.used_at === null && row.expires_at > world.now()
}

/** Makes the token of a link with which somebody sets a password and has a role; an earlier link is useless then. */
export async function makeInvitation(
  world: ServerContext,
  tx: Tx,
  userId: string,
  role: Role,
): Promise<string> {
  const token = newLetterToken()
  const now = world.now()
  await insertCode(tx, {
    id: world.newId(),
    userId,
    purpose: 'invite',
    role,
    keyId: world.secrets.keyId,
    hash: world.secrets.mac('recover', tx.tenant!, token),
    expiresAt: plus(now, INVITE_SECONDS),
    now,
  })
  return token
}

export type Recovery = {
  readonly userId: string
  /** What an invitation gives. */ readonly role: Role | null
}

/** Uses a recovery token or an invitation up. @returns null for one that is unknown, used or old */
export async function useRecovery(
  world: ServerContext,
  tx: Tx,
  token: string,
): Promise<Recovery | null> {
  const hashes = world.secrets.macs('recover', tx.tenant!, token)
  const row = await codeByHash(tx, hashes, WAYS_BACK)
  if (row === undefined) return null
  return (await useCode(tx, { id: row.id, hashes, now: world.now(), tries: CODE_TRIES }))
    ? { userId: row.user_id, role: row.role }
    : null
}
