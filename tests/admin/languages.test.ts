import { describe, expect, it } from 'vitest'
import {
  asRead,
  completeness,
  foundKeys,
  isLanguage,
  isNewKey,
  newLocale,
  percent,
  withMachineText,
  withText,
  wordsOf,
  type Locale,
} from '#admin/form/languages.ts'
import { inspect, type Schema } from '#engine/documents/inspect.ts'
import { isForLearners, unreadTexts } from '#engine/documents/texts.ts'
import { KINDS } from '#engine/documents/kinds.ts'

const locale = (texts: Record<string, unknown>): Locale => ({
  kind: 'locale',
  id: 'zu',
  v: 1,
  title: 'isiZulu',
  source: 'own',
  language: 'zu',
  name: 'isiZulu',
  direction: 'ltr',
  texts,
})

describe('completeness', () => {
  it('counts the keys of English; empty texts count as missing, and extra ones don’t count', () => {
    expect(completeness({ a: 'A', b: 'B', c: 'C' }, { a: 'x', b: '', d: 'y' })).toEqual({
      done: 1,
      of: 3,
      missing: ['b', 'c'],
    })
  })

  it('counts what learners meet; the console’s own words are counted apart', () => {
    const english = { 'console.save': 'Save', 'showcase.list': 'Parts', 'menu.home': 'Home' }
    expect(completeness(english, { 'menu.home': 'Tuis' }, isForLearners)).toMatchObject({
      done: 1,
      of: 1,
    })
  })

  it('is 100 percent only when nothing is missing', () => {
    expect(percent({ done: 1299, of: 1300, missing: ['a'] })).toBe(99)
    expect(percent({ done: 1300, of: 1300, missing: [] })).toBe(100)
    expect(percent({ done: 0, of: 0, missing: [] })).toBe(100)
  })
})

describe('searching for a text', () => {
  const left = { 'menu.home': 'Home', 'menu.reports': 'Reports' }
  const right = { 'menu.home': 'Tuis', 'own.key': 'Eie' }
  it.each([
    ['', false, ['menu.home', 'menu.reports', 'own.key']],
    ['TUIS', false, ['menu.home']],
    ['menu.', false, ['menu.home', 'menu.reports']],
    ['', true, ['menu.reports', 'own.key']],
    ['tuis', true, []],
  ])('%j, missing only %s', (query, onlyMissing, expected) => {
    expect(foundKeys(left, right, query, { missing: onlyMissing })).toEqual(expected)
  })
})

describe('the key of a new text', () => {
  const english = { 'menu.home': 'Home' }
  it.each([
    ['section.hobbies.title', true],
    ['menu.reports', true],
    ['menu.home', false],
    ['own.key', false],
    // A text and a group cannot share a key.
    ['menu.home.now', false],
    ['own', false],
    ['Some words', false],
    ['menu.', false],
  ])('%j: %s', (key, expected) => {
    expect(isNewKey(key, english, { 'own.key': 'Eie' })).toBe(expected)
  })
})

describe('changed texts', () => {
  it('keep the place of the key', () => {
    const changed = withText(
      locale({ menu: { home: 'A', reports: 'B' }, page: { cv: 'C' } }),
      'menu.home',
      'X',
    )
    expect(JSON.stringify(changed.texts)).toBe(
      '{"menu":{"home":"X","reports":"B"},"page":{"cv":"C"}}',
    )
  })

  it('create the groups that they need, and remove those that become empty', () => {
    const made = withText(locale({}), 'a.b.c', 'X')
    expect(made.texts).toEqual({ a: { b: { c: 'X' } } })
    expect(withText(made, 'a.b.c', '').texts).toEqual({})
  })

  it('leave the language that they were copied from as it was', () => {
    const before = locale({ a: 'A' })
    withText(before, 'a', 'B')
    expect(wordsOf(before)).toEqual({ a: 'A' })
  })
})

it.each([
  ['zu', true],
  ['pt-MZ', true],
  ['ZU', false],
  ['z', false],
  ['zulu', false],
])('%j as the code of a language: %s', (code, expected) => {
  expect(isLanguage(code)).toBe(expected)
})

it('starts a language that its meta-schema accepts, with or without texts', () => {
  for (const from of [null, locale({ a: 'A' })]) {
    const made = newLocale({ id: 'ar', name: 'العربية', direction: 'rtl' }, from)
    expect(inspect(KINDS.locale as unknown as Schema, made).issues).toEqual([])
    expect(wordsOf(made)).toEqual(from === null ? {} : { a: 'A' })
  }
})

describe('words that a machine wrote', () => {
  const written = withMachineText(
    withMachineText(locale({ a: { b: 'x' } }), 'a.b', 'Moja'),
    'a.c',
    'Mbili',
  )

  it('are marked with what they say', () => {
    expect(written.texts).toEqual({ a: { b: 'Moja', c: 'Mbili' } })
    expect(unreadTexts(written)).toEqual(['a.b', 'a.c'])
    expect(inspect(KINDS.locale as unknown as Schema, written).issues).toEqual([])
  })

  it('are read once somebody says so, or writes other words, however that is done', () => {
    expect(unreadTexts(asRead(written, ['a.b']))).toEqual(['a.c'])
    expect(asRead(asRead(written, ['a.b']), ['a.c'])).not.toHaveProperty('unread')
    expect(withText(written, 'a.c', 'Tatu').unread).toEqual({ 'a.b': 'Moja' })
    expect(unreadTexts({ ...written, texts: { a: { b: 'Moja!', c: 'Mbili' } } })).toEqual(['a.c'])
    expect(asRead(written, ['a.d'])).toBe(written)
  })
})
