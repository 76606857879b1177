/** What a language lacks, page by page: by the texts that the bundles of a page have. */

import { describe, expect, it } from 'vitest'
import { wordGaps } from '#engine/check/wordgaps.ts'
import { Catalog } from '#engine/documents/catalog.ts'
import type { AnyDocument, DocumentOf } from '#engine/documents/kinds.ts'
import { flattenTexts } from '#engine/documents/texts.ts'
import { catalog, code } from '#tests/support/documents.ts'

const english = catalog.get('locale', 'en') as DocumentOf<'locale'>
const flat = flattenTexts(english.texts)

/** The product in a language that has only what it's given. */
function gapsWith(texts: Record<string, string>, more: Partial<DocumentOf<'locale'>> = {}) {
  const swahili = { ...english, id: 'sw', language: 'sw', name: 'Kiswahili', texts, ...more }
  const { whole: _whole, ...partial } = swahili
  const all = [...catalog.documents(), partial as AnyDocument]
  return wordGaps(new Catalog(all), code, 'sw')
}
const of = (gaps: ReturnType<typeof gapsWith>, document: string) =>
  gaps.find((gap) => gap.document === document)

describe('what a language lacks', () => {
  it('is nothing in a whole one', () => {
    expect(wordGaps(catalog, code, 'af').filter(({ missing }) => missing > 0)).toEqual([])
  })

  it('is everything in an empty one, and each text of English is somewhere', () => {
    const gaps = gapsWith({})
    expect(gaps.every(({ of: all, missing }) => all === missing)).toBe(true)
    expect(new Set(gaps.flatMap(({ keys = [] }) => keys))).toEqual(new Set(Object.keys(flat)))
  })

  it('is counted on each page that shows a text, and what every page shows only once', () => {
    const gaps = gapsWith(
      Object.fromEntries(Object.entries(flat).filter(([key]) => key !== 'login.text')),
    )
    const lacking = gaps.filter(({ missing }) => missing > 0)
    expect(lacking.map(({ document, missing, keys }) => [document, missing, keys])).toEqual([
      ['screen/login', 1, ['login.text']],
      ['screen/addresses', 1, ['login.text']],
    ])
    const { 'menu.home': _home, ...without } = flat
    expect(
      gapsWith(without)
        .filter(({ missing }) => missing > 0)
        .map(({ document }) => document),
    ).toEqual(['frame'])
  })

  it('has the worst first, with what every page shows before, and the rest behind', () => {
    const gaps = gapsWith({})
    expect(gaps[0]?.document).toBe('frame')
    expect(gaps.slice(-2).map(({ document }) => document)).toEqual(['console', 'rest'])
    const pages = gaps.slice(1, -2)
    const theme = pages.findIndex(({ document }) => document === 'screen/theme')
    const home = pages.findIndex(({ document }) => document === 'screen/home')
    expect(theme, 'few people see it').toBeGreaterThan(home)
    expect(pages.map(({ document }) => document.split('/')[0])).toContain('assessment')
    expect(pages.map(({ document }) => document.split('/')[0])).toContain('report')
    expect(pages.some(({ document }) => document.startsWith('screen/console'))).toBe(false)
  })

  it('tells words that nobody has read apart', () => {
    const gaps = gapsWith(flat, { unread: { 'login.text': flat['login.text'] ?? '' } })
    expect(of(gaps, 'screen/login')).toMatchObject({ missing: 0, unread: 1, keys: ['login.text'] })
  })

  it('takes the words of the language without its region', () => {
    const region = { ...english, id: 'en_ZA', language: 'en-ZA', texts: {} } as AnyDocument
    const gaps = wordGaps(new Catalog([...catalog.documents(), region]), code, 'en_ZA')
    expect(gaps.every(({ missing }) => missing === 0)).toBe(true)
  })
})
