/** Messages: what each has to say, and what could add a header or mislead whoever reads it. */

import { describe, expect, it } from 'vitest'
import { checkMessageTexts, checkSender } from '#engine/check/messages.ts'
import type { ConfigDocument } from '#engine/documents/kinds.ts'
import {
  isOneLine,
  isPlainText,
  MESSAGE_NAMES,
  MESSAGES,
  oneLine,
} from '#engine/documents/messages.ts'
import { flattenTexts } from '#engine/documents/texts.ts'
import { catalog } from '#tests/support/documents.ts'

const english = flattenTexts(catalog.get('locale', 'en')!.texts)
const config = catalog.get('config', 'default')!

function faultsOf(texts: Readonly<Record<string, string>>): string[] {
  const faults: string[] = []
  checkMessageTexts({ ...english, ...texts }, true, (_code, at, message) =>
    faults.push(`${at}: ${message}`),
  )
  return faults
}
function sendersFaults(more: Partial<ConfigDocument>): string[] {
  const faults: string[] = []
  checkSender({ ...config, ...more }, (_code, at) => faults.push(at))
  return faults
}

describe('the messages of the product', () => {
  it('have a name in the console, and so has nothing else', () => {
    const prefix = 'console.messages.name.'
    const named = Object.keys(english).filter((key) => key.startsWith(prefix))
    expect(named.toSorted()).toEqual(MESSAGE_NAMES.map((name) => prefix + name).toSorted())
  })

  it('have a text for each way by which they are sent, and no others have', () => {
    const sent = MESSAGE_NAMES.flatMap((name) =>
      MESSAGES[name].channels.flatMap((channel) =>
        channel === 'email' ? [`mail.${name}.subject`, `mail.${name}.text`] : [`sms.${name}`],
      ),
    )
    const written = Object.keys(english).filter((key) => /^(mail|sms)\./.test(key))
    expect(written.toSorted()).toEqual(sent.toSorted())
  })

  it.each(catalog.all('locale').map(({ id, texts }) => [id, flattenTexts(texts)] as const))(
    'use only values that are filled in: %s',
    (_id, texts) => {
      for (const name of MESSAGE_NAMES) {
        const { needs, may } = MESSAGES[name]
        const known = ['app', ...needs, ...may]
        const all = [`mail.${name}.subject`, `mail.${name}.text`, `sms.${name}`]
        const used = all.flatMap((key) =>
          [...(texts[key] ?? '').matchAll(/\{\{\s*(\w+)\s*\}\}/g)].map(([, value]) => value!),
        )
        expect(
          used.filter((value) => !known.includes(value)),
          name,
        ).toEqual([])
      }
    },
  )

  it('are accepted', () => {
    expect(faultsOf({})).toEqual([])
    expect(sendersFaults({})).toEqual([])
  })
})

describe('a text of a message is refused', () => {
  it.each([
    ['a header in the subject', { 'mail.code.subject': 'Code\r\nBcc: all@evil.test' }],
    ['a line separator', { 'mail.code.subject': 'Code\u2028Bcc: all@evil.test' }],
    ['a subject that runs backwards', { 'mail.code.subject': 'Code \u202etset.live' }],
    ['a text that runs backwards', { 'mail.code.text': '{{code}} \u2066x\u2069' }],
    ['a null character', { 'sms.code': '{{code}}\u0000' }],
    ['a code without the code', { 'mail.code.text': 'Here it is' }],
    ['a link without the link', { 'sms.recover': 'Choose a new password' }],
  ])('%s', (_what, texts) => {
    expect(faultsOf(texts)).toHaveLength(1)
  })

  it('but lines, tabs and marks of Arabic and Hebrew are not', () => {
    expect(isPlainText('Hello,\n\n\t{{code}}\n')).toBe(true)
    expect([isOneLine('\u200fשלום\u200f (Tsela)'), isOneLine('a\tb')]).toEqual([true, false])
  })
})

describe('a sender is refused', () => {
  it.each([
    [
      'a second header',
      { emails: { senderName: 'School\r\nBcc: all@evil.test' } },
      '/emails/senderName',
    ],
    ['another address', { emails: { senderName: 'Bank <help@bank.test>' } }, '/emails/senderName'],
    ['a list', { emails: { senderName: 'School, Bank' } }, '/emails/senderName'],
    ['one that runs backwards', { emails: { senderName: '\u202eknaB' } }, '/emails/senderName'],
    ['answers to a null character', { emails: { replyTo: 'a\u0000@b.test' } }, '/emails/replyTo'],
    ['an app of two lines', { appName: 'Tsela\r\nBcc: all@evil.test' }, '/appName'],
  ] as const)('%s', (_what, more, at) => {
    expect(sendersFaults(more)).toEqual([at])
  })

  it('but a school with an accent, brackets and an ampersand is not', () => {
    const emails = { senderName: 'Hoërskool Ñandú (Gr. 9 & 10)', replyTo: 'skool@example.org' }
    expect(sendersFaults({ emails })).toEqual([])
  })
})

it('leaves one line of what was stored before it was checked', () => {
  expect(oneLine(' Tsela\r\nBcc: x@y.test \u202eabc')).toBe('Tsela Bcc: x@y.test abc')
})
