/** Texts of a language: flat keys, values filled in, plurals by the rules of the language. */

import { describe, expect, it } from 'vitest'
import { needsOfScreen, pickTexts } from '#engine/check/needs.ts'
import { CODES, type Code } from '#engine/contract/problems.ts'
import { textKeyOf } from '#server/plugins/errors.ts'
import { flattenTexts, groupNames, textNames, withFallback } from '#engine/documents/texts.ts'
import { translate } from '#engine/documents/translate.ts'
import { catalog, code } from '#tests/support/documents.ts'

describe('flattened texts', () => {
  it('have dotted keys, whatever their depth', () => {
    expect(flattenTexts({ menu: { home: 'Home', deep: { er: 'x' } }, top: 'Top' })).toEqual({
      'menu.home': 'Home',
      'menu.deep.er': 'x',
      top: 'Top',
    })
  })

  it('leave out what is neither a text nor a group of texts', () => {
    expect(flattenTexts({ a: 1, b: null, c: ['x'], d: true, e: {}, f: '' })).toEqual({ f: '' })
  })

  it('keep a key that itself contains dots', () =>
    expect(flattenTexts({ 'a.b': 'x' })).toEqual({ 'a.b': 'x' }))
})

describe('a text', () => {
  const texts = {
    hello: 'Hello {{name}}',
    twice: '{{ name }} and {{name}}',
    items_one: '{{count}} item',
    items_other: '{{count}} items',
    only_other: 'many',
    plain: 'Plain',
  }

  it.each([
    ['plain', {}, 'Plain'],
    ['hello', { name: 'Naledi' }, 'Hello Naledi'],
    ['hello', {}, 'Hello {{name}}'],
    ['hello', { nam: 'x' }, 'Hello {{name}}'],
    ['twice', { name: 'A' }, 'A and A'],
    ['hello', { name: '{{name}} $& $1' }, 'Hello {{name}} $& $1'],
    ['items', { count: 1 }, '1 item'],
    ['items', { count: 0 }, '0 items'],
    ['items', { count: 2 }, '2 items'],
    ['items', {}, '{{count}} items'],
    ['only', { count: 1 }, 'many'],
    ['plain', { count: 1 }, 'Plain'],
    ['nowhere', { count: 1 }, 'nowhere'],
    ['nowhere.at.all', {}, 'nowhere.at.all'],
  ])('%s with %j is %j', (key, values, expected) => {
    expect(translate(texts, 'en', key, values as Record<string, string | number>)).toBe(expected)
  })

  it.each(['toString', 'constructor', '__proto__'])(
    'called %s doesn’t exist, although every object inherits it',
    (key) => {
      expect(translate(texts, 'en', key)).toBe(key)
      expect(translate({ x: `{{${key}}}` }, 'en', 'x', {})).toBe(`{{${key}}}`)
    },
  )

  it('has the plural forms of its language', () => {
    const arabic = {
      days_zero: 'zero',
      days_one: 'one',
      days_two: 'two',
      days_few: 'few',
      days_many: 'many',
      days_other: 'other',
    }
    expect(
      [0, 1, 2, 3, 11, 100].map((count) => translate(arabic, 'ar', 'days', { count })),
    ).toEqual(['zero', 'one', 'two', 'few', 'many', 'other'])
  })
})

describe('a language that isn’t whole', () => {
  const en = { hello: 'Hello', days_one: '{{count}} day', days_other: '{{count}} days' }

  it.each([
    { what: 'has its own words', texts: { hello: 'Habari', days_one: 'x', days_other: 'y' } },
    { what: 'gets the other’s words for the rest', texts: { hello: 'Habari' } },
    { what: 'gets all of them', texts: {} },
  ])('$what', ({ texts }) => {
    expect(withFallback(texts, en, 'sw')).toEqual({ ...en, ...texts })
  })

  it('stays the same object if nothing is missing', () => {
    const texts = { hello: 'a', days_one: 'b', days_other: 'c' }
    expect(withFallback(texts, en, 'sw')).toBe(texts)
  })

  it.each([0, 1, 2, 3, 11, 100])('finds a form for %i in Arabic', (count) => {
    const texts = withFallback({}, en, 'ar')
    const said = translate(texts, 'ar', 'days', { count })
    expect(said).toBe(count === 1 ? '1 day' : `${count} days`)
  })
})

describe('the product’s own texts', () => {
  const languages = catalog
    .all('locale')
    .map((locale) => [locale.id, locale, flattenTexts(locale.texts)] as const)
  const english = flattenTexts(catalog.get('locale', 'en')!.texts)

  it('exist in English and Afrikaans', () =>
    expect(languages.map(([id]) => id).sort()).toEqual(['af', 'en']))

  it.each(languages)('say every error code: %s', (_id, _locale, texts) => {
    expect((Object.keys(CODES) as Code[]).filter((each) => !texts[textKeyOf(each)])).toEqual([])
  })

  it.each(languages)('are never empty, and never the key itself: %s', (_id, _locale, texts) => {
    expect(
      Object.entries(texts).filter(([key, text]) => text.trim() === '' || text === key),
    ).toEqual([])
  })

  it('have the exact words that the specification gives', () => {
    const said = new Set(Object.values(english))
    for (const words of [
      'Must be 6 to 20 characters.',
      'Must contain a lowercase letter.',
      'Must contain an uppercase letter.',
      'Must contain a number.',
      'Password is required',
      'First Name is required',
      'Failed to load app configuration. Please try again.',
      'Error Loading App',
      'Please check your connection and try again.',
      'If the issue persists, please contact support.',
      'You are not allowed to access this page.',
      'Something went wrong and we cannot load this page right now.',
    ])
      expect(
        [...said].some((text) => text.includes(words)),
        words,
      ).toBe(true)
  })
})

describe('the texts that come with a page', () => {
  it('are those of the keys that it names, plural forms and whole groups included', () => {
    const texts = { a: 'A', b: 'B', c_one: '1', c_other: 'n', 'd.x': 'X', 'd.y': 'Y', dd: 'Z' }
    expect(pickTexts(texts, new Set(['a', 'c', 'd.']))).toEqual({
      a: 'A',
      c_one: '1',
      c_other: 'n',
      'd.x': 'X',
      'd.y': 'Y',
    })
  })

  it('include a whole group if a record says which one is shown', () => {
    const { texts, documents } = needsOfScreen(catalog, code, 'career')
    for (const group of ['onet.', 'career.study.', 'career.fit.']) expect(texts).toContain(group)
    expect(documents).toContain('list/job-families')
    expect(texts).toContain('list.family.11')
  })

  it('include whatever a rule may choose', () => {
    for (const screen of ['home', 'home-pluggedin'])
      for (const key of ['home.create', 'home.haveAccount', 'header.login'])
        expect([screen, [...needsOfScreen(catalog, code, screen).texts]]).toEqual([
          screen,
          expect.arrayContaining([key]),
        ])
  })

  it('of the console’s frame come with every page of the console, whatever it is made of', () => {
    const { texts, documents } = needsOfScreen(catalog, code, 'console-guide')
    expect(catalog.get('screen', 'console-guide')!.children.map(({ type }) => type)).not.toContain(
      expect.stringMatching(/^console/),
    )
    expect(code.consoleFrame.length).toBeGreaterThan(3)
    for (const key of code.consoleFrame) expect(texts).toContain(key)
    expect(documents).toContain('menu/console')
    expect(texts).toContain('console.menu.documents')
    expect(needsOfScreen(catalog, code, 'home').documents).not.toContain('menu/console')
  })

  it('are in no property called note, because authors’ notes stay on the server', () => {
    const members = (schema: unknown): string[] =>
      typeof schema === 'object' && schema !== null
        ? Object.entries(schema).flatMap(([key, value]) => [
            ...(key === 'properties' ? Object.keys(value as object) : []),
            ...members(value),
          ])
        : []
    for (const [type, { props }] of Object.entries(code.widgets))
      expect(members(props), type).not.toContain('note')
  })

  it('may be named by their group, or without their plural forms', () => {
    const texts = { 'a.b.c': '', 'a.d_one': '', 'a.d_other': '', e: '' }
    expect(groupNames(texts)).toEqual(['a.b', 'a'])
    expect(textNames(texts)).toEqual(['a.b.c', 'a.d_one', 'a.d', 'a.d_other', 'e'])
  })

  it.each(catalog.all('screen').map(({ id }) => id))('all exist: %s', (id) => {
    const english = flattenTexts(catalog.get('locale', 'en')!.texts)
    const { texts } = needsOfScreen(catalog, code, id)
    for (const key of texts)
      expect(Object.keys(pickTexts(english, new Set([key]))).length, key).toBeGreaterThan(0)
  })
})
