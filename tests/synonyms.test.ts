/** Words that users type: what a search makes of them, and that each shipped one finds something. */

import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { synonymsOf } from '#server/catalogue/synonyms.ts'
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
