/** Language codes as people write them, as browsers know them, and where their texts come from. */

import { describe, expect, it } from 'vitest'
import { checkDocuments } from '#engine/check/check.ts'
import { localesFor, nearestLanguage, tagOf } from '#engine/documents/languages.ts'
import { MIGRATIONS } from '#engine/documents/migrations.ts'
import { describeProblem } from '#engine/contract/problems.ts'
import { wordsFor } from '#engine/documents/texts.ts'
import { code, sources } from '#tests/support/documents.ts'

describe('a code', () => {
  // Every locale that spec 1 names, and the languages of its locale data.
  it.each([
    ['en_ZA', 'en-ZA'],
    ['en_ET', 'en-ET'],
    ['en', 'en'],
    ['af', 'af'],
    ['om', 'om'],
    ['am', 'am'],
    ['fr', 'fr'],
    ['hi', 'hi'],
    ['po', 'pt'],
    ['ar', 'ar'],
    ['cas', 'es'],
    ['sw', 'sw'],
    ['xh', 'xh'],
    ['zu', 'zu'],
    ['nr', 'nr'],
    ['nso', 'nso'],
    ['ss', 'ss'],
    ['st', 'st'],
    ['tn', 'tn'],
    ['ts', 'ts'],
    ['ve', 've'],
    ['EN_za', 'en-ZA'],
    ['en-ZA', 'en-ZA'],
    ['po_MZ', 'pt-MZ'],
    ['constructor', 'constructor'],
  ])('%s is %s to browsers, which recognise it', (written, tag) => {
    expect(tagOf(written)).toBe(tag)
    expect(tagOf(tag), 'and stays so').toBe(tag)
    if (written === 'constructor') return
    expect(Intl.getCanonicalLocales(tag)).toEqual([tag])
    expect(() => [
      new Intl.DateTimeFormat(tag),
      new Intl.PluralRules(tag),
      new Intl.DisplayNames([tag], { type: 'language' }).of(tag),
    ]).not.toThrow()
  })
})

describe('the language for a user', () => {
  it.each([
    [['en', 'af'], 'en_ZA', 'en'],
    [['en', 'en-ZA'], 'en_ZA', 'en-ZA'],
    [['en-ZA', 'en'], 'en-US', 'en'],
    [['en-ET', 'en-ZA'], 'en', 'en-ET'],
    [['af', 'pt'], 'po', 'pt'],
    [['en', 'af'], 'zu', undefined],
    [['en', 'af'], '', undefined],
  ])('who prefers %j, among %j, is %j', (available, wanted, given) => {
    expect(nearestLanguage(available, wanted)).toBe(given)
  })
})

describe('texts', () => {
  const locales = [
    { id: 'en', texts: { menu: { home: 'Home', cv: 'CV' } } },
    { id: 'en_ZA', texts: { menu: { home: 'Howzit' } } },
    { id: 'pt', texts: { menu: { home: 'Início' } } },
  ]
  it.each([
    ['en', { 'menu.home': 'Home', 'menu.cv': 'CV' }],
    ['en_ZA', { 'menu.home': 'Howzit', 'menu.cv': 'CV' }],
    ['en-ZA', { 'menu.home': 'Howzit', 'menu.cv': 'CV' }],
    ['en_ET', { 'menu.home': 'Home', 'menu.cv': 'CV' }],
    ['po', { 'menu.home': 'Início' }],
    ['zu', {}],
  ])('of %s', (language, expected) => expect(wordsFor(locales, language)).toEqual(expected))

  it('are empty if no document is in that language', () =>
    expect(localesFor(locales, 'zu')).toEqual([]))
})

describe('a configuration', () => {
  const check = (available: readonly string[], texts?: Record<string, unknown>) => {
    const documents = sources.map(({ where, value }) => {
      const document = value as { kind: string; id: string; locales: object }
      return {
        where,
        value:
          document.kind === 'config' && document.id === 'default'
            ? { ...document, locales: { default: available[0], available } }
            : value,
      }
    })
    const regional = {
      kind: 'locale',
      id: 'en_ZA',
      v: 1,
      title: 'English of South Africa',
      source: 'test',
      language: 'en_ZA',
      name: 'English (South Africa)',
      direction: 'ltr',
      texts,
    }
    const all =
      texts === undefined
        ? documents
        : [...documents, { where: 'schemas/locales/en_ZA.json', value: regional }]
    return checkDocuments(
      all,
      {
        widgets: Object.fromEntries(
          Object.entries(code.widgets).map(([type, { props }]) => [type, props]),
        ),
        icons: code.icons,
        pictures: code.pictures,
        migrations: MIGRATIONS,
      },
      () => false,
    ).problems.map(describeProblem)
  }

  it('may name a language as the specification does, with its own wording for some texts or for none', () => {
    expect(check(['en_ZA', 'af'])).toEqual([])
    expect(check(['en_ZA', 'en'], { menu: { home: 'Howzit' } })).toEqual([])
  })

  it('may not name one that has no texts', () => {
    expect(check(['en_ZA', 'po'])).toEqual([
      expect.stringContaining('there is no locale called "po"'),
    ])
  })

  it('checks a regional language against English like any other', () => {
    expect(check(['en_ZA', 'en'], { menu: { hom: 'Howzit' } })).toEqual([
      expect.stringContaining('en has no text "menu.hom"'),
    ])
  })
})
