/** The first owner of a tenant, and operators: a link that sets a password and grants the role. */

import { OPERATOR } from '#engine/contract/admincontract.ts'
import { translate } from '#engine/documents/translate.ts'
import { makeInvitation } from '#server/accounts/codes.ts'
import {
  hasMailServer,
  languageFor,
  sendMessage,
  writeMessage,
  type Outgoing,
} from '#server/accounts/messages.ts'
import type { Tx } from '#server/database/database.ts'
import type { Release } from '#server/release/compose.ts'
import type { ServerContext } from '#server/start/context.ts'
import { addAudit } from '../store/audit.ts'
import type { Tenant } from '../store/tenants.ts'
import { insertUser, userByEmail, waitingOwners, type UserRow } from '../store/users.ts'

export type Invited = {
  readonly email: string
  readonly role: 'owner' | typeof OPERATOR
  /** If the operator says one, in place of the person's own. */
  readonly language?: string | undefined
  /** Address of the tenant. */
  readonly baseUrl: string
}

export type Invitation = {
  readonly owner: string
  readonly link: string
  /** Null without a mail server: somebody passes the link on. */
  readonly message: Outgoing | null
}

/** Not inside a transaction. */
export async function sendsMail(context: ServerContext, tenant: string): Promise<boolean> {
  return context.demo || hasMailServer(context, tenant)
}

/** The owner of a tenant that has no address yet is invited as soon as it has one. */
export async function letOwnerWait(context: ServerContext, tx: Tx, email: string): Promise<void> {
  const { id: target } = await accountOf(context, tx, email)
  const entry = { id: context.newId(), now: context.now(), actor: null, target }
  await addAudit(tx, { ...entry, action: 'owner.wait' })
}

/**
 * Invites the owner of a new tenant, or lets them wait for its address.
 *
 * @returns the link, if no mail server sends it and the operator has to pass it on
 */
export async function inviteFirst(
  context: ServerContext,
  made: Tenant,
  email: string,
  waits: boolean,
): Promise<string | null> {
  if (waits) {
    await context.database.tenant(made.id, (tx) => letOwnerWait(context, tx, email))
    return null
  }
  const release = await context.live(made)
  const baseUrl = await context.baseUrl(made)
  const invited = { email, role: 'owner', baseUrl } as const
  const mails = await sendsMail(context, made.id)
  const { link, message } = await context.database.tenant(made.id, (tx) =>
    writeInvitation(context, tx, release, invited, mails),
  )
  sendMessage(context, message)
  return message === null ? link : null
}

export async function inviteWaiting(
  context: ServerContext,
  tx: Tx,
  release: Release,
  baseUrl: string,
  mails: boolean,
): Promise<Invitation[]> {
  const invitations: Invitation[] = []
  for (const { email } of await waitingOwners(tx)) {
    const invited = { email, role: 'owner', baseUrl } as const
    const written = await writeInvitation(context, tx, release, invited, mails)
    invitations.push({ owner: email, ...written })
  }
  return invitations
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
  { email, role, language: said, baseUrl }: Invited,
  mails: boolean,
): Promise<{ readonly link: string; readonly message: Outgoing | null }> {
  const user = await accountOf(context, tx, email)
  const { id } = user
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
  const language = said ?? languageFor(release, user)
  const to = { channel: 'email', value: email, userId: id } as const
  const name = translate(release.texts.get(language) ?? {}, language, `console.role.${role}`)
  const message =
    role === OPERATOR
      ? await writeMessage(context, tx, release, language, to, 'colleague', { link, role: name })
      : await writeMessage(context, tx, release, language, to, 'invite', { link })
  return { link, message }
}

/** There is one from now on. */
async function accountOf(
  context: ServerContext,
  tx: Tx,
  email: string,
): Promise<Pick<UserRow, 'id' | 'language'>> {
  const found = await userByEmail(tx, email)
  if (found !== undefined) return found
  const id = context.newId()
  await insertUser(tx, { id, email, phone: null, passwordHash: null, accountType: 'free' })
  return { id, language: null }
}
