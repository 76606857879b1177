/**
 * Verification codes and recovery: created, sent, tried and used up within fixed limits
 * (reliability.md 2).
 */

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
import { count, counted, secondsUntilRoom, takePlace, type Window } from '#server/store/limits.ts'
import { lockUser } from '#server/store/users.ts'
import type { ServerContext } from '#server/start/context.ts'

export const CODE_SECONDS = 5 * 60
export const CODE_TRIES = 5
export const RECOVER_SECONDS = 60 * 60
export const INVITE_SECONDS = 7 * 86_400
const HOUR = 3600
const DAY = 86_400
/**
 * Limits for messages of one kind to one address, and for wrong codes of one address: [window in
 * seconds, maximum].
 */
const SENDS = [
  [60, 1],
  [HOUR, 5],
  [DAY, 10],
] as const
/**
 * The part of these limits that strangers in one network can use: requests for another person's
 * address leave some for the owner.
 */
const SENDS_OF_NETWORK = [
  [HOUR, 3],
  [DAY, 6],
] as const
const WRONG = [
  [HOUR, 10],
  [DAY, 20],
] as const

/** Who requests the message: the network, and the device if the account was used on it before. */
export type MailAsker = { readonly network: string; readonly device: string | null }

/**
 * Signing up and then asking for recovery sends both messages: each purpose has its own windows.
 */
function windowsOf(
  key: string,
  windows: readonly (readonly [seconds: number, most: number])[],
): Window[] {
  return windows.map(([seconds, most]) => ({ key: `${key}:${seconds}`, seconds, most }))
}

/**
 * Creates a code for an address and the message that contains it; null if the limit for this
 * address is reached.
 */
export async function sendCode(
  context: ServerContext,
  tx: Tx,
  release: Release,
  language: string,
  user: { id: string; email: string },
): Promise<Outgoing | null> {
  const now = context.now()
  // Serialised: otherwise ten simultaneous requests would all find that nothing was sent yet.
  await lockUser(tx, user.id)
  const next = await takePlace(tx, codeWindows(context, tx, user.email), now)
  if (next === null) return null
  const code = newCode()
  await insertCode(tx, {
    id: context.newId(),
    userId: user.id,
    purpose: 'verify',
    keyId: context.secrets.keyId,
    hash: context.secrets.mac('code', tx.tenant, user.id, code),
    expiresAt: plus(now, CODE_SECONDS),
    now,
  })
  return writeMessage(context, tx, release, language, user.email, 'code', { code })
}

/** Seconds until this address may be sent another code, at least one. */
export async function secondsUntilCode(
  context: ServerContext,
  tx: Tx,
  email: string,
): Promise<number> {
  let wait = 1
  for (const window of codeWindows(context, tx, email))
    wait = Math.max(wait, await secondsUntilRoom(tx, window, context.now()))
  return wait
}

function codeWindows(context: ServerContext, tx: Tx, email: string): Window[] {
  return windowsOf(limitKey(context, 'send-verify', tx.tenant, email), SENDS)
}

export type CodeVerdict = 'right' | 'wrong' | 'expired' | 'too-many'

/**
 * Tries a code. The try is counted, so the caller must let the transaction commit whatever the
 * verdict.
 */
export async function tryCode(
  context: ServerContext,
  tx: Tx,
  user: { id: string; email: string },
  code: string,
): Promise<CodeVerdict> {
  const now = context.now()
  const key = limitKey(context, 'wrong', tx.tenant, user.email)
  // Serialised: otherwise a hundred simultaneous guesses would not see each other's tries.
  await lockUser(tx, user.id)
  for (const [seconds, most] of WRONG)
    if ((await counted(tx, `${key}:${seconds}`, seconds, now)) >= most) return 'too-many'
  const latest = await latestCode(tx, user.id, 'verify')
  const hashes = context.secrets.macs('code', tx.tenant, user.id, code)
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
 * Writes the recovery message; null if the limit for this address is reached.
 *
 * Strangers can request it repeatedly, and must not lock the owner out by that: strangers in one
 * network use only part of the limit, a device that the account was used on has its own, every link
 * stays valid until one of them is used, and the last one at least until another can be sent.
 */
export async function sendRecovery(
  context: ServerContext,
  tx: Tx,
  release: Release,
  language: string,
  user: { id: string; email: string },
  baseUrl: string,
  { network, device }: MailAsker,
): Promise<Outgoing | null> {
  const now = context.now()
  const key = (what: string, ...more: string[]) =>
    limitKey(context, what, tx.tenant, user.email, ...more)
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
    id: context.newId(),
    userId: user.id,
    purpose: 'recover',
    keyId: context.secrets.keyId,
    hash: context.secrets.mac('recover', tx.tenant, token),
    expiresAt,
    now,
  })
  return writeMessage(context, tx, release, language, user.email, 'recover', {
    link: `${baseUrl}/recover?token=${token}`,
  })
}

/** Purposes of links that set a password. */
const WAYS_BACK = ['recover', 'invite'] as const

/** Is this token valid? Checking does not use it up. */
export async function isRecoveryToken(
  context: ServerContext,
  tx: Tx,
  token: string,
): Promise<boolean> {
  const row = await codeByHash(tx, context.secrets.macs('recover', tx.tenant, token), WAYS_BACK)
  return row !== undefined && row.used_at === null && row.expires_at > context.now()
}

/**
 * Creates the token of an invitation link, which sets a password and grants a role; earlier links
 * become invalid.
 */
export async function makeInvitation(
  context: ServerContext,
  tx: Tx,
  userId: string,
  role: Role,
): Promise<string> {
  const token = newLetterToken()
  const now = context.now()
  await insertCode(tx, {
    id: context.newId(),
    userId,
    purpose: 'invite',
    role,
    keyId: context.secrets.keyId,
    hash: context.secrets.mac('recover', tx.tenant, token),
    expiresAt: plus(now, INVITE_SECONDS),
    now,
  })
  return token
}

export type Recovery = {
  readonly userId: string
  /** What an invitation gives. */ readonly role: Role | null
}

/** Uses up a recovery token or an invitation. @returns null if it is unknown, used or expired */
export async function useRecovery(
  context: ServerContext,
  tx: Tx,
  token: string,
): Promise<Recovery | null> {
  const hashes = context.secrets.macs('recover', tx.tenant, token)
  const row = await codeByHash(tx, hashes, WAYS_BACK)
  if (row === undefined) return null
  return (await useCode(tx, { id: row.id, hashes, now: context.now(), tries: CODE_TRIES }))
    ? { userId: row.user_id, role: row.role }
    : null
}
