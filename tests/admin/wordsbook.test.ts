/** Words in place, without the page: keys of one's own, copies of shared texts, offers. */

import { describe, expect, it } from 'vitest'
import type { Locale } from '#admin/form/languages.ts'
import { wordsOf } from '#admin/form/languages.ts'
import { wrapText } from '#admin/form/richtext.ts'
import {
  copyText,
  dropText,
  keyFor,
  offeredText,
  originOf,
  settleText,
  shareText,
  suggestTexts,
} from '#admin/form/wordsbook.ts'
import { withText } from '#admin/form/languages.ts'
import { inspect, type Schema } from '#engine/documents/inspect.ts'
import { KINDS } from '#engine/documents/kinds.ts'

const english: Locale = {
  kind: 'locale',
  id: 'en',
  v: 1,
  title: 'English',
  source: 'own',
  language: 'en',
  name: 'English',
  direction: 'ltr',
  texts: { card: { letsGo: 'Let’s Go' }, menu: { home: 'Home' } },
}
const OWN = 'own.home.next.buttonText'
const offered = (locale: Locale) => offeredText(locale, wordsOf(locale), OWN)

describe('the key of words that are new', () => {
  it('says where they are, without the structure around it', () => {
    expect(keyFor('screen/home', '/children/next/props/buttonText', [])).toBe(OWN)
  })

  it('is taken by no text, and is no group of texts', () => {
    const taken = [{ [OWN]: 'Go' }, { [`${OWN}-2.x`]: 'Go' }]
    expect(keyFor('screen/home', '/children/next/props/buttonText', taken)).toBe(`${OWN}-3`)
  })

  it('is a valid key, whatever the ids of the place', () => {
    expect(keyFor('screen/a b', '/children/é.x/props/title', [])).toMatch(
      /^[A-Za-z][\w-]*(?:\.[\w-]+)+$/,
    )
  })
})

describe('words made from shared ones', () => {
  const own = withText(copyText(english, 'card.letsGo', OWN), OWN, 'Start now')

  it('leave the shared ones alone, and remember them', () => {
    expect(wordsOf(own)).toMatchObject({ 'card.letsGo': 'Let’s Go', [OWN]: 'Start now' })
    expect(originOf(own, OWN)).toEqual({ of: 'card.letsGo', was: 'Let’s Go' })
    expect(inspect(KINDS.locale as unknown as Schema, own).issues).toEqual([])
  })

  it('are offered a later change of the shared ones, until it is taken or refused', () => {
    expect(offered(own)).toBeUndefined()
    const later = withText(own, 'card.letsGo', 'Go on')
    expect(offered(later)).toBe('Go on')
    const taken = settleText(later, OWN, true)
    expect([wordsOf(taken)[OWN], offered(taken)]).toEqual(['Go on', undefined])
    const kept = settleText(later, OWN, false)
    expect([wordsOf(kept)[OWN], offered(kept)]).toEqual(['Start now', undefined])
    expect(offered(withText(kept, 'card.letsGo', 'Begin'))).toBe('Begin')
  })

  it('can become the words of every place', () => {
    const shared = shareText(own, OWN, 'card.letsGo')
    expect(wordsOf(shared)).toEqual({ 'card.letsGo': 'Start now', 'menu.home': 'Home' })
    expect(shared).not.toHaveProperty('origins')
  })

  it('go without a trace', () => {
    expect(dropText(own, OWN)).toEqual(english)
  })
})

describe('words that exist', () => {
  const texts = { a: 'Let’s go', b: 'Let’s go on', c: 'Let’s go home', d: 'Other' }
  const uses = (key: string) => ({ a: 2, b: 9, c: 0, d: 1 })[key] ?? 0

  it('are offered if they begin with what is typed: the same words first, unused ones never', () => {
    expect(suggestTexts("let's go", texts, uses, 'x').map(({ key }) => key)).toEqual(['a', 'b'])
    expect(suggestTexts('l', texts, uses, 'x')).toEqual([])
    expect(suggestTexts("let's go", texts, uses, 'a').map(({ key }) => key)).toEqual(['b'])
  })
})

describe('the looks of a text', () => {
  it('puts a tag around what is selected, and takes it away again', () => {
    const bold = wrapText('Some pages open later', 5, 10, 'b')
    expect(bold).toEqual({ text: 'Some <b>pages</b> open later', from: 8, to: 13 })
    expect(wrapText(bold.text, bold.from, bold.to, 'b')).toEqual({
      text: 'Some pages open later',
      from: 5,
      to: 10,
    })
  })

  it('makes an entry of every line', () => {
    expect(wrapText('- One\n- Two', 0, 11, 'ul').text).toBe('<ul><li>One</li><li>Two</li></ul>')
  })
})
