/** The first owner of a tenant, and operators: a link that sets a password and grants the role. */

import { OPERATOR } from '#engine/contract/admincontract.ts'
import { translate } from '#engine/documents/translate.ts'
import { makeInvitation } from '#server/accounts/codes.ts'
import { writeMessage, type Outgoing } from '#server/accounts/messages.ts'
import type { Tx } from '#server/database/database.ts'
import type { Release } from '#server/release/compose.ts'
import type { ServerContext } from '#server/start/context.ts'
import { addAudit } from '../store/audit.ts'
import { insertUser, userByEmail } from '../store/users.ts'

export type Invited = {
  readonly email: string
  readonly role: 'owner' | typeof OPERATOR
  readonly language: string
  /** Address of the tenant. */
  readonly baseUrl: string
}

/**
 * The role is granted only when the link is used: an earlier sign-up with an unverified address
 * gains nothing from the invitation.
 *
 * @param mails without a mail server nothing is stored: otherwise it would be sent once one is
 *   configured
 */
export async function writeInvitation(
  context: ServerContext,
  tx: Tx,
  release: Release,
  { email, role, language, baseUrl }: Invited,
  mails: boolean,
): Promise<{ readonly link: string; readonly message: Outgoing | null }> {
  const found = await userByEmail(tx, email)
  const id = found?.id ?? context.newId()
  if (found === undefined)
    await insertUser(tx, { id, email, phone: null, passwordHash: null, accountType: 'free' })
  const link = `${baseUrl}/recover?token=${await makeInvitation(context, tx, id, role)}`
  await addAudit(tx, {
    id: context.newId(),
    now: context.now(),
    actor: null,
    action: 'owner.invite',
    target: id,
    detail: { role },
  })
  if (!mails) return { link, message: null }
  const to = { channel: 'email', value: email, userId: id } as const
  const name = translate(release.texts.get(language) ?? {}, language, `console.role.${role}`)
  const message =
    role === OPERATOR
      ? await writeMessage(context, tx, release, language, to, 'colleague', { link, role: name })
      : await writeMessage(context, tx, release, language, to, 'invite', { link })
  return { link, message }
}
