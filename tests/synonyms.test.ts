/** Words that users type: what a search makes of them, and that each shipped one finds something. */

import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { corrected, foundInstead, lookedUp } from '#server/catalogue/nearwords.ts'
import { otherWords, synonymsOf } from '#server/catalogue/synonyms.ts'
import { fold, searchedOf, wantedOf, type Fields } from '#server/catalogue/words.ts'
import { catalog, root } from '#tests/support/documents.ts'

const synonyms = synonymsOf(catalog, catalog.get('content-type', 'institutions')!)

describe('a search', () => {
  it.each([
    ['stellenbosch', "'stellenbosch':*"],
    ['cape town', "'cape' & 'town':*"],
    ['Varsity', "('varsity':* | ('university'))"],
    ['kollege kaapstad', "('kollege' | ('college')) & ('kaapstad':* | ('cape' & 'town'))"],
    ['colleges', "('colleges':* | ('college'))"],
    ['bursaries', "('bursaries':* | ('bursary') | ('scholarship'))"],
    ['xhosa', "'xhosa':*"],
  ])('for %s is %s', (typed, query) => {
    expect(wantedOf(typed, synonyms)).toEqual({ query, typed: fold(typed) })
  })

  it('asks for the words of a synonym and nothing else, whatever a tenant writes', () => {
    const odd = () => ["x' | !'y", ' ', 'Été:* & (']
    expect(wantedOf('a', odd)!.query).toBe("('a':* | ('x' & 'y') | ('ete'))")
  })

  it('has synonyms for its first six words', () => {
    const { query } = wantedOf('a b c d e f g', () => ['z'])!
    expect(query.match(/z/g)).toHaveLength(6)
  })
})

describe('a typing mistake', () => {
  const words = ['bursary', 'cape', 'college', 'mathematics', 'matric', 'nsfas', 'town', 'tvet']

  it.each([
    ['nfsas', "('nfsas':* | ('nfsa') | ('nsfas'))"],
    ['matirc', "('matirc':* | ('matric'))"],
    ['mahtematisc', "('mahtematisc':* | ('mathematics'))"],
    ['cpae town', "('cpae' | ('cape')) & 'town':*"],
    ['varsity cpae', "('varsity' | ('university')) & ('cpae':* | ('cape'))"],
  ])('%s is replaced by the nearest word', (typed, query) =>
    expect(corrected(typed, words, synonyms)?.query).toBe(query),
  )

  it.each(['tow', 'math', 'tvt', 'xqzvkwj', 'varsity'])('is not seen in %s', (typed) =>
    expect(corrected(typed, words, synonyms)).toBeNull(),
  )
})

describe('words to offer', () => {
  const near = (typed: string) =>
    lookedUp(typed, ['nurse', 'nursery', 'pharmacist', 'plumber', 'pilot', '2025'], synonyms).near()

  it.each([
    ['farmasist', ['pharmacist']],
    ['pilett', ['pilot']],
    ['plambar', ['plumber']],
    ['xqzvkwj', []],
    ['2024', []],
    ['pilot', []],
  ])('%s may have meant %j', (typed, words) => expect(near(typed)).toEqual(words))

  it('are what is found instead, if the record has one; a record may be only similar', () => {
    const looked = lookedUp('nursse plumer', ['nurse', 'plumber'], synonyms)
    expect(foundInstead(looked, new Set(['plumber', 'and', 'nurse']))).toEqual(['nurse', 'plumber'])
    expect(foundInstead(looked, new Set(['others']))).toEqual([])
    expect(foundInstead(lookedUp('nurses', ['nurse'], synonyms), new Set())).toBeNull()
  })
})

describe('words that records don’t say', () => {
  const bursaries = catalog.get('content-type', 'bursaries')!
  const near = (typed: string, language: string) =>
    lookedUp(
      typed,
      ['forestry', 'bursary'],
      synonymsOf(catalog, bursaries, language),
      otherWords(catalog, bursaries, language),
    )

  it('are meant by a typing mistake too: of a choice, in the user’s language or in English', () => {
    expect(near('bosbuo', 'af').wanted?.query).toContain('forestry')
    expect(near('forestrry', 'af').wanted?.query).toContain('forestry')
    expect(near('bosbuo', 'en').wanted).toBeNull()
    expect(near('bosboou', 'af').near()).toContain('bosbou')
  })

  it('aren’t offered where no record has what they stand for', () => {
    const looked = (words: readonly string[]) =>
      lookedUp('varsitty', words, synonyms, otherWords(catalog, bursaries))
    expect(looked(['university']).near()).toContain('varsity')
    expect(looked(['college']).near()).toEqual([])
  })
})

it('mends two words of a search at most, because each is compared with all others', () => {
  const words = ['bursary', 'medicine', 'carpentry']
  const query = corrected('bursray medicien carpnetry', words, () => [])!.query
  expect(words.filter((word) => query.includes(word))).toEqual(['bursary', 'medicine'])
})

describe('a choice', () => {
  const of = (language: string) =>
    synonymsOf(catalog, catalog.get('content-type', 'bursaries')!, language)

  it('is found by the words of its label, in the user’s language or in English', () => {
    expect(of('en')('computers')).toContain('ict')
    expect(of('af')('bosbou')).toContain('forestry')
    expect(of('en')('bosbou')).toEqual([])
    expect(of('af')('health')).toContain('health')
  })

  it('isn’t found by a field that isn’t searched', () => {
    expect(synonyms('university')).toEqual([])
  })
})

describe('the shipped list of synonyms', () => {
  const records = catalog.all('content-type').flatMap((type) => {
    const file = join(root, 'content', `${type.id}.json`)
    if (type.synonyms === undefined || !existsSync(file)) return []
    const { items } = JSON.parse(readFileSync(file, 'utf8')) as { items: Fields[] }
    return items.map((item) => new Set(searchedOf(type, item).weighted.join(' ').split(' ')))
  })

  it('is used by every explorer but careers, which have words of their own', () => {
    const without = catalog.all('content-type').filter((type) => type.synonyms === undefined)
    expect(without.map(({ id }) => id)).toEqual(['careers'])
  })

  it('finds records by each of its words', () => {
    const { items } = catalog.get('list', 'search-words')!
    expect(items.length).toBeGreaterThan(100)
    const unknown = items.flatMap(({ id, means = [] }) =>
      means.length === 0
        ? [id]
        : means.filter(
            (each) =>
              !records.some((words) =>
                fold(each)
                  .split(' ')
                  .every((word) => words.has(word)),
              ),
          ),
    )
    expect(unknown).toEqual([])
  })
})
