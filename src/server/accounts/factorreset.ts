/** The way back for someone who has lost the authenticator and the recovery codes. */

import type { Tx } from '#server/database/database.ts'
import type { Release } from '#server/release/compose.ts'
import type { ServerContext } from '#server/start/context.ts'
import { addAudit } from '#server/store/audit.ts'
import { deletePasskeysOf } from '#server/store/passkeys.ts'
import { deleteSessionsOf } from '#server/store/sessions.ts'
import { lockUser } from '#server/store/users.ts'
import { languageFor, writeMessage, type Outgoing } from './messages.ts'
import { addressToTell, turnOff } from './secondfactor.ts'

/**
 * Turns the second factor off, removes the passkeys and ends every session: the password alone opens
 * the account again.
 *
 * @returns the message that tells its owner, null without an address; undefined if there is no such
 *   user
 */
export async function resetFactor(
  context: ServerContext,
  tx: Tx,
  asked: {
    readonly id: string
    /** Null: an operator. */
    readonly by: string | null
    readonly reason: string
    readonly release: Release
  },
): Promise<Outgoing | null | undefined> {
  const user = await lockUser(tx, asked.id)
  if (user === undefined) return undefined
  await turnOff(tx, user.id)
  const passkeys = await deletePasskeysOf(tx, user.id)
  await deleteSessionsOf(tx, user.id)
  await addAudit(tx, {
    id: context.newId(),
    now: context.now(),
    actor: asked.by,
    action: 'factor.reset',
    target: user.id,
    detail: { was: user.factor_since !== null, passkeys, reason: asked.reason },
  })
  const to = addressToTell(user)
  if (to === null) return null
  const { release } = asked
  const language = languageFor(release, user)
  const recipient = { ...to, userId: user.id }
  return writeMessage(context, tx, release, language, recipient, 'factorOff', {})
}
