/**
 * Texts and senders of messages: each says what it is sent for, and none can add a header or turn
 * the writing direction round.
 */

import type { ConfigDocument } from '#engine/documents/kinds.ts'
import {
  bodyKey,
  isOneLine,
  isPlainText,
  MESSAGE_NAMES,
  MESSAGES,
  subjectKey,
} from '#engine/documents/messages.ts'
import { isEmail } from '#engine/forms/email.ts'
import type { Add } from './context.ts'

type Texts = Readonly<Record<string, string>>

/**
 * @param texts of one language; a region may leave out what its language has
 * @param first whether it is English: the other languages have to fill in the same values
 */
export function checkMessageTexts(texts: Texts, first: boolean, add: Add): void {
  for (const name of MESSAGE_NAMES) {
    const { channels, needs } = MESSAGES[name]
    const subject = texts[subjectKey(name)]
    if (subject !== undefined && !isOneLine(subject))
      add('text/message', pointerTo(subjectKey(name)), 'a subject is one line of plain text')
    for (const channel of channels) {
      const key = bodyKey(name, channel)
      const text = texts[key]
      if (text === undefined) continue
      if (!isPlainText(text))
        add(
          'text/message',
          pointerTo(key),
          'a message has no control characters, and none that turn the writing direction round',
        )
      for (const value of first ? needs : [])
        if (!new RegExp(`\\{\\{\\s*${value}\\s*\\}\\}`).test(text))
          add('text/message', pointerTo(key), `without {{${value}}} this message is of no use`)
    }
  }
}

const pointerTo = (key: string) => `/texts/${key.replaceAll('.', '/')}`

/** Signs that mean something in the header of a sender, or make a name look like an address. */
const NOT_IN_NAMES = /[<>"@,;:\\]/

/** Names and addresses that the header of an email is made of. */
export function checkSender(
  { appName, assistanceEmail, emails = {} }: ConfigDocument,
  add: Add,
): void {
  const { senderName, replyTo } = emails
  if (!isOneLine(appName))
    add('config/mail', '/appName', 'a name is one line of plain text: emails are sent under it')
  if (senderName !== undefined && (!isOneLine(senderName) || NOT_IN_NAMES.test(senderName)))
    add(
      'config/mail',
      '/emails/senderName',
      'the name of a sender is one line without < > " @ , ; : and \\',
    )
  for (const [at, address] of [
    ['/assistanceEmail', assistanceEmail],
    ['/emails/replyTo', replyTo],
  ] as const)
    // What isn't an address at all has been reported.
    if (address !== undefined && isEmail(address) && !isOneLine(address))
      add(
        'config/mail',
        at,
        `"${oneWord(address)}" isn't an email address that people can answer to`,
      )
}

/** As much of it as a problem can show. */
function oneWord(address: string): string {
  return address.replace(/[^\x21-\x7e]/g, '?').slice(0, 80)
}
