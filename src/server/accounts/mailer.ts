/**
 * Outgoing messages. Each is written to the database first; a configured mail server then delivers
 * it.
 */

import nodemailer from 'nodemailer'

/** Whom an email is from, and who gets the answers; null: the sender. */
export type MailSender = {
  readonly name: string
  readonly address: string
  readonly replyTo: string | null
}
export type Mail = {
  readonly to: string
  readonly subject: string
  readonly text: string
  readonly sender: MailSender
}
/** Delivers one message. Rejects if the mail server did not accept it. */
export type Mailer = { readonly send: (mail: Mail) => Promise<void>; readonly close: () => void }

/** Nothing leaves the machine: messages stay in the database (demo mode, tests). */
export const outboxOnly: Mailer = { send: async () => undefined, close: () => undefined }

export function smtpMailer(url: string): Mailer {
  const transport = nodemailer.createTransport(url, {
    connectionTimeout: 10_000,
    socketTimeout: 20_000,
  } as never)
  return {
    send: async (mail) => {
      await transport.sendMail(asSent(mail))
    },
    close: () => transport.close(),
  }
}

/** As the client for mail servers wants it. */
export function asSent({ sender: { name, address, replyTo }, to, subject, text }: Mail) {
  return {
    from: { name, address },
    ...(replyTo !== null && { replyTo }),
    to,
    subject,
    text,
  }
}
