// @vitest-environment happy-dom
/** The initial language of a page: the stored choice, or the nearest one that this instance has. */

import { expect, it } from 'vitest'
import { languageFor } from '#app/language.ts'
import type { AppConfiguration } from '#app/store.ts'
import { dateOf, languageName, listOf, numberOf } from '#engine/documents/intl.ts'

const having = (...available: string[]) =>
  ({ locales: { default: available[0], available } }) as unknown as AppConfiguration

it.each([
  [['en-ZA', 'af'], 'en_ZA', 'en-ZA'],
  [['en-ZA', 'af'], 'en', 'en-ZA'],
  [['af', 'en'], 'en_ZA', 'en'],
  [['af', 'en'], 'zu', 'af'],
  [['af', 'en'], null, 'af'],
])('of %j, after %j, it is %j', (available, kept, expected) =>
  expect(languageFor(having(...available), kept)).toBe(expected),
)

it('dates, numbers and names are formatted for the region of the language', () => {
  expect([dateOf('2026-11-21T12:00:00Z', 'en-ZA'), languageName('po', 'en')]).toEqual([
    '21 November 2026',
    'Portuguese',
  ])
  // The formats vary between browsers: "1,5" and "South African English", or "1.5" and "English
  // (South Africa)".
  expect([numberOf(1.5, 'en-ZA'), languageName('en_ZA', 'en')]).toEqual([
    expect.stringMatching(/^1[.,]5$/),
    expect.stringContaining('South Africa'),
  ])
})

it('lists have a comma before the last entry if one has an “and” itself', () => {
  expect(listOf(['music', 'food', 'sport'], 'en')).toBe('music, food and sport')
  expect(listOf(['food and drink', 'music', 'sport'], 'en')).toBe(
    'food and drink, music, and sport',
  )
  expect(listOf(['kos en drank', 'musiek', 'sport'], 'af')).toBe('kos en drank, musiek, en sport')
  expect(listOf(['food and drink', 'sport'], 'en')).toBe('food and drink and sport')
})
