/**
 * Writes a message in the user's language, stores it, and passes it to the mail server if there is
 * one.
 */

import { translate } from '#engine/documents/texts.ts'
import type { Tx } from '#server/database/database.ts'
import type { Release } from '#server/release/compose.ts'
import { countSendTry, insertMessage, markSent } from '#server/store/others.ts'
import type { ServerContext } from '#server/start/context.ts'

export type Outgoing = {
  readonly id: string
  readonly tenant: string
  readonly to: string
  readonly subject: string
  readonly text: string
  readonly from: string
}

/** Stores a message in the same transaction as its cause: both happen, or neither. */
export async function writeMessage(
  context: ServerContext,
  tx: Tx,
  release: Release,
  language: string,
  to: string,
  template: 'code' | 'recover' | 'invite' | 'changed',
  values: Record<string, string>,
): Promise<Outgoing> {
  const texts = release.texts.get(language) ?? {}
  const all = { app: release.config.appName, ...values }
  const outgoing = {
    id: context.newId(),
    tenant: tx.tenant,
    to,
    subject: translate(texts, language, `mail.${template}.subject`, all),
    text: translate(texts, language, `mail.${template}.text`, all),
    from: release.config.assistanceEmail ?? 'no-reply@localhost',
  }
  await insertMessage(tx, {
    id: outgoing.id,
    channel: 'email',
    recipient: to,
    subject: outgoing.subject,
    text: outgoing.text,
  })
  return outgoing
}

/**
 * Delivers a stored message. An unreachable mail server does not fail the request; the message
 * stays unsent.
 */
export function sendMessage(context: ServerContext, message: Outgoing | null): void {
  if (message === null) return
  let outcome: 'sent' | 'failed' = 'failed'
  context.options.mailer
    .send(message)
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
      // A mail server's error text contains the recipient, so only its codes are logged.
      const { code, responseCode } = error as { code?: string; responseCode?: number }
      context.log?.error({ message: message.id, code, responseCode }, 'message not sent')
      return context.database
        .tenant(message.tenant, (tx) => countSendTry(tx, message.id))
        .catch(() => undefined)
    })
    .finally(() => context.metrics.mailed(outcome))
}
