/**
 * Verification codes and recovery: created, sent, tried and used up within fixed limits
 * (reliability.md 2).
 */

import type { GrantedRole } from '#engine/contract/admincontract.ts'
import { plus } from '#server/base/clock.ts'
import type { Tx } from '#server/database/database.ts'
import { limitKey } from '#server/base/limitkey.ts'
import type { Address, Channel } from '#server/base/address.ts'
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

const CODE_SECONDS = 5 * 60
const CODE_TRIES = 5
const RECOVER_SECONDS = 60 * 60
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

/** An account, and the one of its addresses that this is about. */
export type Addressee = { readonly id: string; readonly address: Address }

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
  { id, address }: Addressee,
  purpose: Confirms = 'verify',
): Promise<Outgoing | null> {
  const now = context.now()
  // Serialised: otherwise ten simultaneous requests would all find that nothing was sent yet.
  await lockUser(tx, id)
  const next = await takePlace(tx, codeWindows(context, tx, address), now)
  if (next === null) return null
  const code = newCode()
  await insertCode(tx, {
    id: context.newId(),
    userId: id,
    purpose,
    keyId: context.secrets.keyId,
    hash: context.secrets.mac(...codeParts(tx, { id, address }, purpose), code),
    expiresAt: plus(now, CODE_SECONDS),
    now,
  })
  const to = { ...address, userId: id }
  return writeMessage(context, tx, release, language, to, 'code', { code })
}

/**
 * What a code is for: proving the address of the account, or one that is to replace it. Only the
 * last code of the two counts.
 */
type Confirms = 'verify' | 'address'

/** A code for a new address is worth nothing for another one. */
function codeParts(
  { tenant }: Tx,
  { id, address }: Addressee,
  purpose: Confirms,
): [purpose: string, ...parts: string[]] {
  return purpose === 'verify' ? ['code', tenant, id] : ['code', tenant, id, address.value]
}

/** Seconds until this address may be sent another code, at least one. */
export async function secondsUntilCode(
  context: ServerContext,
  tx: Tx,
  address: Address,
): Promise<number> {
  let wait = 1
  for (const window of codeWindows(context, tx, address))
    wait = Math.max(wait, await secondsUntilRoom(tx, window, context.now()))
  return wait
}

function codeWindows(context: ServerContext, tx: Tx, { value }: Address): Window[] {
  return windowsOf(limitKey(context, 'send-verify', tx.tenant, value), SENDS)
}

export type CodeVerdict = 'right' | 'wrong' | 'expired' | 'too-many'

/**
 * Tries a code. The try is counted, so the caller must let the transaction commit whatever the
 * verdict.
 */
export async function tryCode(
  context: ServerContext,
  tx: Tx,
  user: Addressee,
  code: string,
  purpose: Confirms = 'verify',
): Promise<CodeVerdict> {
  const now = context.now()
  const key = limitKey(context, 'wrong', tx.tenant, user.address.value)
  // Serialised: otherwise a hundred simultaneous guesses would not see each other's tries.
  await lockUser(tx, user.id)
  for (const [seconds, most] of WRONG)
    if ((await counted(tx, `${key}:${seconds}`, seconds, now)) >= most) return 'too-many'
  const latest = await latestCode(tx, user.id, purpose)
  const hashes = context.secrets.macs(...codeParts(tx, user, purpose), code)
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
  { id, address }: Addressee,
  baseUrl: string,
  { network, device }: MailAsker,
): Promise<Outgoing | null> {
  const now = context.now()
  const key = (what: string, ...more: string[]) =>
    limitKey(context, what, tx.tenant, address.value, ...more)
  const windows =
    device === null
      ? [
          ...windowsOf(key('send-recover'), SENDS),
          ...windowsOf(key('send-recover-net', network), SENDS_OF_NETWORK),
        ]
      : windowsOf(key('send-recover-device', device), SENDS)
  await lockUser(tx, id)
  const next = await takePlace(tx, windows, now)
  if (next === null) return null
  const token = newLetterToken()
  const hourLater = plus(now, RECOVER_SECONDS)
  const expiresAt = next > hourLater ? next : hourLater
  await addCode(tx, {
    id: context.newId(),
    userId: id,
    purpose: 'recover',
    channel: address.channel,
    keyId: context.secrets.keyId,
    hash: context.secrets.mac('recover', tx.tenant, token),
    expiresAt,
    now,
  })
  const to = { ...address, userId: id }
  const link = `${baseUrl}/recover?token=${token}`
  return writeMessage(context, tx, release, language, to, 'recover', { link })
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
  role: GrantedRole,
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
  /** Where the link went. */ readonly channel: Channel
  /** What an invitation gives. */ readonly role: GrantedRole | null
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
    ? { userId: row.user_id, channel: row.channel ?? 'email', role: row.role }
    : null
}
