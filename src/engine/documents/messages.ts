/**
 * Messages that the server writes by itself: emails have the texts `mail.<name>.subject` and
 * `.text`, text messages `sms.<name>`. Those that ask or confirm something only have the texts of
 * the ways by which they are sent.
 */

export type Channel = 'email' | 'sms'

type Kind = {
  readonly channels: readonly Channel[]
  /** What a text has to say, or the message is of no use. */
  readonly needs: readonly string[]
  /** What else it may say, apart from `app`. */
  readonly may: readonly string[]
}

const BOTH = ['email', 'sms'] as const

export const MESSAGES = {
  code: { channels: BOTH, needs: ['code'], may: [] },
  recover: { channels: BOTH, needs: ['link'], may: [] },
  changed: { channels: BOTH, needs: [], may: [] },
  moved: { channels: BOTH, needs: [], may: [] },
  linked: { channels: ['email'], needs: ['service'], may: [] },
  factorOn: { channels: BOTH, needs: [], may: [] },
  factorOff: { channels: BOTH, needs: [], may: [] },
  passkey: { channels: BOTH, needs: [], may: [] },
  passkeyGone: { channels: BOTH, needs: [], may: [] },
  birthDate: { channels: BOTH, needs: [], may: [] },
  receipt: { channels: BOTH, needs: ['number', 'amount'], may: ['plan', 'date'] },
  guardian: { channels: BOTH, needs: ['link'], may: ['account', 'age', 'days'] },
  guardianAgreed: { channels: BOTH, needs: [], may: [] },
  guardianRefused: { channels: BOTH, needs: [], may: [] },
  guardianWithdrawn: { channels: BOTH, needs: [], may: [] },
  guardianErased: { channels: BOTH, needs: [], may: [] },
  guardianStopped: { channels: BOTH, needs: [], may: [] },
  colleague: { channels: ['email'], needs: ['link'], may: ['role'] },
  approvalAsked: { channels: ['email'], needs: ['link'], may: ['who', 'message'] },
  approvalGiven: { channels: ['email'], needs: ['message'], may: ['who', 'link'] },
  approvalReturned: { channels: ['email'], needs: ['comment'], may: ['who', 'message', 'link'] },
  draftCommented: { channels: ['email'], needs: ['comment'], may: ['who', 'document', 'link'] },
  experimentPaused: { channels: ['email'], needs: ['experiment'], may: ['arm'] },
  experimentLost: { channels: ['email'], needs: ['experiment'], may: ['arm'] },
  experimentSplit: { channels: ['email'], needs: ['experiment'], may: [] },
  invite: { channels: ['email'], needs: ['link'], may: [] },
} as const satisfies Readonly<Record<string, Kind>>

export type MessageName = keyof typeof MESSAGES

/** In the order in which people get them. */
export const MESSAGE_NAMES = Object.keys(MESSAGES) as MessageName[]

export const subjectKey = (name: MessageName): string => `mail.${name}.subject`
export const bodyKey = (name: MessageName, channel: Channel): string =>
  channel === 'email' ? `mail.${name}.text` : `sms.${name}`

/** Ends a line, or isn't drawn at all: in a header it would begin another one. */
const CONTROL = /[\p{Cc}\u2028\u2029]/u
/** Turns the writing direction round: "gro.elpmaxe" would be read as "example.org". */
const TURNING = /[\u202a-\u202e\u2066-\u2069]/

/** Can it be a subject, or the name of a sender? */
export function isOneLine(text: string): boolean {
  return !CONTROL.test(text) && !TURNING.test(text)
}

/** Can it be the text of a message? It may have several lines. */
export function isPlainText(text: string): boolean {
  return !TURNING.test(text) && !CONTROL.test(text.replace(/[\n\t]/g, ''))
}

/** What is left of a subject or a name if values that were filled in are none. */
export function oneLine(text: string): string {
  return text
    .replace(new RegExp(TURNING, 'g'), '')
    .replace(new RegExp(`${CONTROL.source}+`, 'gu'), ' ')
    .trim()
}
