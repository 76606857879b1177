/** The tenant's own words: which occur in a text, and whether its translation has them. */

import { describe, expect, it } from 'vitest'
import { glossaryBetween, noteOf } from '#engine/documents/glossary.ts'
import { flattenTexts } from '#engine/documents/texts.ts'
import { catalog } from '#tests/support/documents.ts'

const term = (id: string, words: Record<string, unknown>, meaning?: string) => ({
  id,
  words,
  ...(meaning !== undefined && { meaning }),
})
const glossary = {
  terms: [
    term('career', { en: { preferred: 'career' }, sw: { preferred: 'kazi' } }, 'A kind of work.'),
    term('bursary', {
      en: { preferred: 'bursary', forms: ['bursaries'] },
      sw: { preferred: 'ufadhili', avoid: ['msaada wa fedha'] },
    }),
    term('plan', { en: { preferred: 'plan' }, sw: { preferred: 'mpango', forms: ['mipango'] } }),
    term('guardian', { en: { preferred: 'guardian' } }),
  ],
}
const { terms, avoided, size } = glossaryBetween(glossary, 'en', 'sw')
const found = (source: string, target = '') => terms(source, target).map(({ id }) => id)
const lacking = (source: string, target: string) =>
  terms(source, target).flatMap(({ id, isLacking }) => (isLacking ? [id] : []))

describe('a term', () => {
  it('counts if both languages have a word for it', () => {
    expect(size).toBe(3)
    expect(found('Ask your guardian')).toEqual([])
  })

  it.each([
    ['Careers that fit you', ['career']],
    ['BURSARIES for every career', ['career', 'bursary']],
    ['Plant a tree, scareremy', []],
    ['Your plans', ['plan']],
    ['<a href="/plan">Go</a> {{plan}}', []],
  ])('is found in %j as %j', (source, expected) => {
    expect(found(source)).toEqual(expected)
  })

  it('is lacking where the translation has neither its word nor another form of it', () => {
    expect(lacking('Your career', 'Ajira yako')).toEqual(['career'])
    expect(lacking('Your career', 'Kazi yako')).toEqual([])
    expect(lacking('Your careers', 'Makazi yako')).toEqual([])
    expect(lacking('All plans', 'Mipango yote')).toEqual([])
    expect(lacking('Your career', '  ')).toEqual([])
  })

  it('of a language without a region serves those with one', () => {
    expect(glossaryBetween(glossary, 'en_ZA', 'sw-KE').size).toBe(3)
  })

  it('is a line for a translator', () => {
    expect(terms('A career with a bursary', '').map(noteOf)).toEqual([
      'career: kazi (A kind of work.)',
      'bursary: ufadhili',
    ])
  })
})

it('says which words nobody should use, and what to write', () => {
  expect(avoided('Omba msaada  wa fedha')).toEqual([
    { word: 'msaada wa fedha', preferred: 'ufadhili' },
  ])
  expect(avoided('Omba ufadhili')).toEqual([])
})

it('takes words with any characters as they are', () => {
  const odd = { terms: [term('c', { en: { preferred: 'C++ (a-z)/*' }, sw: { preferred: '$&' } })] }
  expect(
    glossaryBetween(odd, 'en', 'sw')
      .terms('Learn C++ (a-z)/* now', 'x')
      .map(({ isLacking }) => isLacking),
  ).toEqual([true])
})

it.each([
  null,
  'text',
  { terms: 'none' },
  { terms: [null, 1, { id: 'a' }, { id: 'b', words: { en: 'x', sw: { preferred: 3 } } }] },
])('has nothing to say of a draft like %j', (draft) => {
  const { size: none, terms: of, avoided: no } = glossaryBetween(draft, 'en', 'sw')
  expect([none, of('a career', 'x'), no('x')]).toEqual([0, [], []])
})

it('is kept by our own Afrikaans', () => {
  const own = glossaryBetween(catalog.get('glossary', 'main'), 'en', 'af')
  expect(own.size).toBeGreaterThan(5)
  const [en, af] = ['en', 'af'].map((id) => flattenTexts(catalog.get('locale', id)!.texts))
  expect(
    Object.entries(en!).flatMap(([key, words]) =>
      own
        .terms(words, af![key] ?? '')
        .flatMap(({ id, isLacking }) => (isLacking ? [`${key}: ${id}`] : [])),
    ),
    // Said otherwise on purpose, in fewer or plainer words.
  ).toEqual(['visitor.code: voucher', 'career.facts.direction: career'])
})
