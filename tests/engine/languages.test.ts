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

const swahili = {
  kind: 'locale',
  id: 'sw',
  v: 1,
  title: 'Kiswahili',
  source: 'test',
  language: 'sw',
  name: 'Kiswahili',
  direction: 'ltr',
  texts: {},
}

/** @param more languages that the product hasn't got */
function checkAll(
  available: readonly string[],
  more: readonly ({ readonly id: string } & Readonly<Record<string, unknown>>)[],
) {
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
  return checkDocuments(
    [...documents, ...more.map((value) => ({ where: `schemas/locales/${value.id}.json`, value }))],
    {
      widgets: Object.fromEntries(
        Object.entries(code.widgets).map(([type, { props }]) => [type, props]),
      ),
      icons: code.icons,
      pictures: code.pictures,
      migrations: MIGRATIONS,
    },
    () => false,
  ).problems
}

describe('a configuration', () => {
  const check = (available: readonly string[], texts?: Record<string, unknown>) => {
    const regional = {
      ...swahili,
      id: 'en_ZA',
      title: 'English of South Africa',
      language: 'en_ZA',
      name: 'English (South Africa)',
      texts,
    }
    return checkAll(available, texts === undefined ? [] : [regional]).map(describeProblem)
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

  describe('may offer a language before all of it has words', () => {
    const some = { menu: { home: 'Nyumbani' } }
    const problems = (more: object, available: readonly string[]) =>
      checkAll(available, [{ ...swahili, ...more }]).filter(({ code }) => code === 'text/missing')

    it('which is said once, with the number of texts', () => {
      const [problem, ...others] = problems({ texts: some }, ['en', 'sw'])
      expect(others).toEqual([])
      expect(problem).toMatchObject({ document: 'schemas/locales/sw.json', severity: 'warning' })
      expect(problem?.message).toMatch(
        /^\d{4} of the \d{4} texts that learners meet have no Kiswahili words/,
      )
    })

    it('and so is what a machine wrote and nobody has read', () => {
      const found = (more: object, available: readonly string[]) =>
        checkAll(available, [{ ...swahili, texts: some, ...more }]).filter(
          ({ code }) => code === 'text/unread',
        )
      const unread = { 'menu.home': 'Nyumbani' }
      expect(found({ unread }, ['en', 'sw'])).toMatchObject([
        { severity: 'warning', message: expect.stringMatching(/^nobody has read 1 of/) as string },
      ])
      expect(found({ unread, unreadShown: true }, ['en', 'sw'])).toEqual([])
      expect(found({ unread }, ['en'])).toEqual([])
    })

    it('unless its document asks for all', () => {
      const found = problems({ texts: some, whole: true }, ['en', 'sw'])
      expect(found.length).toBeGreaterThan(1000)
      expect(found[0]).toMatchObject({ severity: 'error' })
    })

    it('and nothing is said of one that isn’t offered', () => {
      expect(problems({ texts: some }, ['en'])).toEqual([])
    })

    it('but not with values that English doesn’t fill in', () => {
      const texts = { mail: { code: { text: 'Tumia {{msimbo}}.' } } }
      expect(checkAll(['en', 'sw'], [{ ...swahili, texts }]).map(({ code }) => code)).toContain(
        'text/placeholders',
      )
    })
  })

  it('checks a regional language against English like any other', () => {
    expect(check(['en_ZA', 'en'], { menu: { hom: 'Howzit' } })).toEqual([
      expect.stringContaining('en has no text "menu.hom"'),
    ])
  })
})
