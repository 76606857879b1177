/**
 * Writes a message in the user's language, stores it, and passes it to the mail server or to the
 * gateway for text messages, if there is one.
 */

import { bodyKey, oneLine, subjectKey, type MessageName } from '#engine/documents/messages.ts'
import { nearestLanguage } from '#engine/documents/languages.ts'
import { translate } from '#engine/documents/translate.ts'
import type { Tx } from '#server/database/database.ts'
import type { Release } from '#server/release/compose.ts'
import { countSendTry, insertMessage, markSent, type Message } from '#server/store/others.ts'
import type { UserRow } from '#server/store/users.ts'
import type { ServerContext } from '#server/start/context.ts'
import type { Address } from '#server/base/address.ts'
import { noteFailure } from '#server/store/ownkeys.ts'
import type { MailSender } from './mailer.ts'
import type { OwnSmtp } from './ownkeys.ts'
import { NotSent } from './ownmailers.ts'

export type Outgoing = {
  readonly id: string
  readonly tenant: string
  readonly channel: Message['channel']
  readonly to: string
  /** Empty for a text message. */
  readonly subject: string
  readonly text: string
  readonly sender: MailSender
}
/** `userId`: the account that the message belongs to; null if the recipient has none. */
export type Recipient = Address & { readonly userId: string | null }

const NO_REPLY = 'no-reply@localhost'

/**
 * The address is the installation's if it has one: a mail server sends only for addresses that it
 * knows. Else it is the tenant's address for help (docs/decisions/0091).
 */
export function senderOf(
  context: ServerContext,
  { appName, assistanceEmail, emails = {} }: Release['config'],
): MailSender {
  const { senderName = appName, replyTo = assistanceEmail } = emails
  const address = context.options.environment.mailFrom ?? assistanceEmail ?? NO_REPLY
  return {
    name: oneLine(senderName),
    address,
    replyTo: replyTo === undefined || replyTo === address ? null : replyTo,
  }
}

/**
 * The language of a message that others cause: what its receiver uses, if the tenant has it
 * (docs/decisions/0223).
 */
export function languageFor(
  { config: { locales } }: Pick<Release, 'config'>,
  { language }: Pick<UserRow, 'language'>,
  otherwise: string = locales.default,
): string {
  if (language === null) return otherwise
  return nearestLanguage(locales.available, language) ?? otherwise
}

/** Stores a message in the same transaction as its cause: both happen, or neither. */
export async function writeMessage(
  context: ServerContext,
  tx: Tx,
  release: Release,
  language: string,
  to: Recipient,
  name: MessageName,
  values: Readonly<Record<string, string>>,
): Promise<Outgoing> {
  const texts = release.texts.get(language) ?? {}
  const all = { app: release.config.appName, ...values }
  const said = (key: string): string => translate(texts, language, key, all)
  const isMail = to.channel === 'email'
  const outgoing: Outgoing = {
    id: context.newId(),
    tenant: tx.tenant,
    channel: isMail ? 'email' : 'sms',
    to: to.value,
    // Names that are filled in may come from documents that were stored before they were checked.
    subject: isMail ? oneLine(said(subjectKey(name))) : '',
    text: said(bodyKey(name, isMail ? 'email' : 'sms')),
    sender: senderOf(context, release.config),
  }
  await insertMessage(tx, {
    id: outgoing.id,
    channel: outgoing.channel,
    recipient: outgoing.to,
    subject: outgoing.subject,
    text: outgoing.text,
    userId: to.userId,
  })
  return outgoing
}

/**
 * Delivers a stored message. An unreachable mail server or gateway does not fail the request; the
 * message stays unsent, and is tried again (start/maintenance.ts).
 */
export function sendMessage(context: ServerContext, message: Outgoing | null): void {
  if (message === null) return
  let outcome: 'sent' | 'failed' = 'failed'
  deliver(context, message)
    .then(() => {
      outcome = 'sent'
      return context.database.tenant(message.tenant, (tx) =>
        markSent(tx, message.id, context.now(), context.demo),
      )
    })
    .catch(async (error: unknown) => {
      // It was sent, and only recording that failed: it may be sent twice, but the mail server is
      // not at fault.
      if (outcome === 'sent')
        return context.log?.warn(
          { message: message.id, err: error as Error },
          'message sent, but not marked as sent: it may be sent again',
        )
      // The error text contains the recipient, so only its codes are logged.
      const { code, responseCode } = error as { code?: string | number; responseCode?: number }
      context.log?.error({ message: message.id, code, responseCode }, 'message not sent')
      return context.database
        .tenant(message.tenant, (tx) => countSendTry(tx, message.id))
        .catch(() => undefined)
    })
    .finally(() => context.metrics.mailed(outcome))
}

/** By the tenant's own mail server if it has one. @throws if it isn't accepted */
export async function deliver(context: ServerContext, message: Outgoing): Promise<void> {
  const { options, ownKeys, ownMailers } = context
  if (message.channel === 'sms') return options.sms.send(message)
  const { smtp } = await ownKeys.of(message.tenant)
  if (smtp !== null) return deliverOwn(context, message, smtp)
  ownMailers.drop(message.tenant)
  return options.mailer.send(message)
}

/** Owners see in the console whether their mail server accepts what it is sent. */
async function deliverOwn(
  context: ServerContext,
  message: Outgoing,
  smtp: OwnSmtp | 'unreadable',
): Promise<void> {
  // Never by the installation's instead: it may not send for that address.
  if (smtp === 'unreadable') throw new NotSent('UNREADABLE')
  const note = async (failure: Parameters<typeof noteFailure>[2]) => {
    await context.database.tenant(message.tenant, (tx) => noteFailure(tx, smtp.id, failure))
    context.ownKeys.forget(message.tenant)
  }
  const sender = ownSender(context, message.sender, smtp.from)
  try {
    await context.ownMailers.send(message.tenant, smtp, { ...message, sender })
  } catch (error) {
    const code = error instanceof NotSent ? error.code : 'FAILED'
    await note({ at: context.now(), code }).catch(() => undefined)
    throw error
  }
  if (smtp.failing) await note(null).catch(() => undefined)
}

/** Answers still go to the tenant's address for help. */
function ownSender(
  { options }: ServerContext,
  { name, address, replyTo }: MailSender,
  from: string,
): MailSender {
  const isHelp = options.environment.mailFrom === null && address !== NO_REPLY
  const answers = replyTo ?? (isHelp ? address : null)
  return { name, address: from, replyTo: answers === from ? null : answers }
}

/** Is there a mail server for a tenant's emails? Not inside a transaction. */
export async function hasMailServer(context: ServerContext, tenant: string): Promise<boolean> {
  if (context.options.environment.smtpUrl !== null) return true
  return (await context.ownKeys.of(tenant)).smtp !== null
}
