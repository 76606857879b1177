/**
 * A guardian's consent: asking for it, and what an answer changes
 * (docs/decisions/0089). A caller with a transaction has locked the user's row in it, so that
 * an answer, its withdrawal and a new request can't overtake each other.
 */

import { legalAgeIn } from '#engine/decide/age.ts'
import type { ConsentItem } from '#engine/decide/consents.ts'
import type { MessageName } from '#engine/documents/messages.ts'
import { plus } from '#server/base/clock.ts'
import { addressOfValue, type Address } from '#server/base/address.ts'
import { limitKey } from '#server/base/limitkey.ts'
import { newLetterToken, sha256 } from '#server/base/secrets.ts'
import type { Tx } from '#server/database/database.ts'
import type { Release } from '#server/release/compose.ts'
import { noteReachedOf } from './milestones.ts'
import type { ServerContext } from '#server/start/context.ts'
import {
  insertGuardianRequest,
  setGuardian,
  setGuardianRequest,
  type GuardianRequestRow,
} from '#server/store/guardian-requests.ts'
import { secondsUntilRoom, takePlace, type Window } from '#server/store/limits.ts'
import type { StoredConsent } from '#server/store/schema.ts'
import { patchConsents, type UserRow } from '#server/store/users.ts'
import { guardedConsents, guardianOf, maskAddress, personOf } from './guarded.ts'
import { languageFor, writeMessage, type Outgoing } from './messages.ts'

/** How long a link can be answered. What was agreed with it can be taken back until they are of age. */
const GUARDIAN_DAYS = 14
/** Like codes: [window in seconds, maximum]. */
const SENDS = [
  [60, 1],
  [3600, 5],
  [86_400, 10],
] as const

/** The address of the account that a guardian is asked about. */
export function ownAddress({ email, phone }: Pick<UserRow, 'email' | 'phone'>): Address | null {
  const own = email ?? phone
  return own === null ? null : addressOfValue(own)
}

/**
 * Sends a request, with a link of its own; the one before ends.
 *
 * @returns seconds to wait, if too much was sent for this account or to this address
 */
export async function askGuardian(
  context: ServerContext,
  tx: Tx,
  release: Release,
  user: UserRow,
  guardian: Address,
  { language, baseUrl }: { language: string; baseUrl: string },
): Promise<Outgoing | number> {
  const now = context.now()
  const windows = [
    ...windowsOf(limitKey(context, 'guardian', tx.tenant, user.id)),
    ...windowsOf(limitKey(context, 'guardian-to', tx.tenant, guardian.value)),
  ]
  if ((await takePlace(tx, windows, now)) === null) {
    let wait = 1
    for (const window of windows) wait = Math.max(wait, await secondsUntilRoom(tx, window, now))
    return wait
  }
  const token = newLetterToken()
  await insertGuardianRequest(tx, {
    id: context.newId(),
    user_id: user.id,
    token_hash: sha256(token),
    channel: guardian.channel,
    language,
    created_at: now,
    expires_at: plus(now, GUARDIAN_DAYS * 86_400),
  })
  await setGuardian(tx, user.id, context.secrets.seal(guardian.value, tx.tenant, user.id))
  const own = ownAddress(user)
  const { country } = personOf(release, user, now)
  return writeMessage(
    context,
    tx,
    release,
    language,
    { ...guardian, userId: user.id },
    'guardian',
    {
      link: `${baseUrl}/guardian/${token}`,
      days: String(GUARDIAN_DAYS),
      age: String(legalAgeIn(release.config, { country })),
      account: own === null ? '' : maskAddress(own),
    },
  )
}

function windowsOf(key: string): Window[] {
  return SENDS.map(([seconds, most]) => ({ key: `${key}:${seconds}`, seconds, most }))
}

/** What a link is good for now. `ended`: for nothing, any more. */
export type LinkState = 'open' | 'agreed' | 'refused' | 'withdrawn' | 'ended'

export function linkState(
  release: Release,
  user: UserRow,
  row: GuardianRequestRow,
  now: Date,
): LinkState {
  if (guardedConsents(release, user, now).length === 0) return 'ended'
  if (row.state === 'replaced') return 'ended'
  return row.state === 'open' && row.expires_at <= now ? 'ended' : row.state
}

/** Stores the answer to an open request and tells the person who asked. */
export async function storeAnswer(
  context: ServerContext,
  tx: Tx,
  release: Release,
  user: UserRow,
  row: GuardianRequestRow,
  agrees: boolean,
): Promise<Outgoing[]> {
  const now = context.now()
  const items = guardedConsents(release, user, now)
  await setGuardianRequest(tx, row.id, {
    state: agrees ? 'agreed' : 'refused',
    version: Math.max(...items.map(({ version }) => version)),
    answered_at: now,
  })
  await patchConsents(tx, user.id, saying(items, agrees, now))
  // Who said no is left alone: the address isn't kept.
  if (!agrees) await setGuardian(tx, user.id, null)
  await noteReachedOf(context, tx, release, user)
  return tell(context, tx, release, user, row, agrees ? 'guardianAgreed' : 'guardianRefused')
}

/** From now on nothing is stored. What was stored before stays the person's, to export or erase. */
export async function storeWithdrawal(
  context: ServerContext,
  tx: Tx,
  release: Release,
  user: UserRow,
  row: GuardianRequestRow,
): Promise<Outgoing[]> {
  const now = context.now()
  await setGuardianRequest(tx, row.id, { state: 'withdrawn', withdrawn_at: now })
  await patchConsents(tx, user.id, saying(guardedConsents(release, user, now), false, now))
  const told = [
    ...(await tell(context, tx, release, user, row, 'guardianWithdrawn')),
    ...(await confirm(context, tx, release, user, row)),
  ]
  await setGuardian(tx, user.id, null)
  return told
}

function saying(
  items: readonly ConsentItem[],
  granted: boolean,
  now: Date,
): Record<string, StoredConsent> {
  return Object.fromEntries(
    items.map(({ id, version }) => [id, { granted, version, updatedAt: now.toISOString() }]),
  )
}

/** In the language that the person uses, else that in which they asked. */
export async function tell(
  context: ServerContext,
  tx: Tx,
  release: Release,
  user: UserRow,
  row: GuardianRequestRow,
  name: MessageName,
): Promise<Outgoing[]> {
  const own = ownAddress(user)
  if (own === null) return []
  // The account may be erased in the same transaction, and the message has to outlive it.
  const userId = name === 'guardianErased' ? null : user.id
  const language = languageFor(release, user, row.language)
  return [await writeMessage(context, tx, release, language, { ...own, userId }, name, {})]
}

/** To the guardian, in the language in which they were asked: they have no account. */
async function confirm(
  context: ServerContext,
  tx: Tx,
  release: Release,
  user: UserRow,
  row: GuardianRequestRow,
): Promise<Outgoing[]> {
  const guardian = guardianOf(context, user)
  if (guardian === null) return []
  const to = { ...guardian, userId: user.id }
  return [await writeMessage(context, tx, release, row.language, to, 'guardianStopped', {})]
}
