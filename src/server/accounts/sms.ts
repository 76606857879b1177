/**
 * Outgoing text messages, by a gateway's HTTP interface. As with emails, each is stored first, and a
 * gateway that is slow or down fails no request.
 */

import type { SmsSettings } from '#server/base/environment.ts'

export type Sms = {
  /** E.164. */ readonly to: string
  readonly text: string
}
/** Delivers one message. Rejects if the gateway did not accept it. */
export type Sender = { readonly send: (sms: Sms) => Promise<void> }

/** Nothing leaves the machine: messages stay in the database (demo mode, tests). */
export const noSender: Sender = { send: async () => undefined }

/** A gateway that doesn't respond in that time is down. */
const PATIENCE_MS = 10_000

/** Only codes: a gateway's own words may contain the number. */
class SmsRefused extends Error {
  constructor(
    readonly code: string,
    readonly responseCode: number,
  ) {
    super(`the gateway refused the text message: ${code}`)
    this.name = 'SmsRefused'
  }
}

export function smsSender(settings: SmsSettings, patienceMs = PATIENCE_MS): Sender {
  const gateway = GATEWAYS[settings.provider]
  return {
    send: async (sms) => {
      const { path, headers, form } = gateway.request(settings, sms)
      const response = await fetch(new URL(path, settings.url ?? gateway.url), {
        method: 'POST',
        headers: { accept: 'application/json', ...headers },
        body: new URLSearchParams(form),
        // A redirect would carry the key, and the number, to somewhere else.
        redirect: 'error',
        signal: AbortSignal.timeout(patienceMs),
      })
      const body: unknown = await response.json().catch(() => null)
      const refused = response.ok ? gateway.refusal(body) : (codeIn(body) ?? 'http')
      if (refused !== null) throw new SmsRefused(refused, response.status)
    },
  }
}

type Gateway = {
  readonly url: string
  readonly request: (
    settings: SmsSettings,
    sms: Sms,
  ) => {
    readonly path: string
    readonly headers: Readonly<Record<string, string>>
    readonly form: Record<string, string>
  }
  /** What is wrong although the response is 2xx; null if the message was accepted. */
  readonly refusal: (body: unknown) => string | null
}

const GATEWAYS: Readonly<Record<SmsSettings['provider'], Gateway>> = {
  // https://developers.africastalking.com/docs/sms/sending/bulk
  africastalking: {
    url: 'https://api.africastalking.com',
    request: ({ user, key, from }, { to, text }) => ({
      path: '/version1/messaging',
      headers: { apiKey: key },
      form: { username: user, to, message: text, ...(from !== null && { from }) },
    }),
    // 201 for the request; each recipient has a status of its own. 100 to 102: processed, sent, queued.
    refusal: (body) => {
      const { SMSMessageData: data } = (body ?? {}) as {
        SMSMessageData?: { Recipients?: unknown } | null
      }
      const [recipient] = Array.isArray(data?.Recipients) ? (data.Recipients as unknown[]) : []
      const status = (recipient as { statusCode?: unknown } | undefined)?.statusCode
      if (status === undefined) return 'no-recipient'
      return [100, 101, 102].includes(Number(status)) ? null : `status-${Number(status)}`
    },
  },
  // https://www.twilio.com/docs/messaging/api/message-resource
  twilio: {
    url: 'https://api.twilio.com',
    request: ({ user, key, from }, { to, text }) => ({
      path: `/2010-04-01/Accounts/${encodeURIComponent(user)}/Messages.json`,
      headers: { authorization: `Basic ${Buffer.from(`${user}:${key}`).toString('base64')}` },
      form: {
        To: to,
        Body: text,
        ...(from !== null && { [from.startsWith('MG') ? 'MessagingServiceSid' : 'From']: from }),
      },
    }),
    refusal: (body) => {
      const { sid, status } = (body ?? {}) as { sid?: unknown; status?: unknown }
      if (typeof sid !== 'string') return 'no-message'
      return status === 'failed' || status === 'undelivered' ? `status-${status}` : null
    },
  },
}

/** The gateway's own number for what went wrong. */
function codeIn(body: unknown): string | null {
  const { code } = (body ?? {}) as { code?: unknown }
  return typeof code === 'number' ? `code-${code}` : null
}
