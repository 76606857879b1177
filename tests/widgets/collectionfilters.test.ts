/** Filters of a list with and without a preset, as the address says them. */

import { describe, expect, it } from 'vitest'
import {
  chosenIn,
  emptiedBy,
  filterCount,
  narrowedBy,
  noFilters,
  setTo,
} from '#widgets/content/collectionFilters.ts'

const COUNTRY = { id: 'country', preset: 'ZA' }
const TYPE = { id: 'type' }
/** A preset that doesn't apply now, such as while one searches. */
const NONE = { id: 'country', preset: null }

describe('what a filter is set to', () => {
  it.each([
    { query: {}, filter: COUNTRY, chosen: 'ZA', on: 0 },
    { query: { country: 'KE' }, filter: COUNTRY, chosen: 'KE', on: 1 },
    { query: { country: 'all' }, filter: COUNTRY, chosen: '', on: 0 },
    { query: {}, filter: NONE, chosen: '', on: 0 },
    { query: { country: 'KE' }, filter: NONE, chosen: 'KE', on: 1 },
    { query: {}, filter: TYPE, chosen: '', on: 0 },
    // Without a preset it's a value like any other: bursaries for all fields.
    { query: { type: 'all' }, filter: TYPE, chosen: 'all', on: 1 },
  ])('$query with $filter: $chosen', ({ query, filter, chosen, on }) => {
    expect(chosenIn(query, filter)).toBe(chosen)
    expect(filterCount(query, [filter])).toBe(on)
  })

  it('is taken away in the address by “all” where there is a preset', () => {
    expect(setTo(COUNTRY, '')).toBe('all')
    expect(setTo(COUNTRY, 'KE')).toBe('KE')
    expect(setTo({}, '')).toBe('')
    expect(noFilters([COUNTRY, TYPE])).toEqual({ search: '', page: '', country: 'all', type: '' })
  })
})

describe('what narrows a list', () => {
  it('is not the preset, which nobody chose', () => {
    expect(narrowedBy({}, [COUNTRY, TYPE])).toBe('none')
    expect(narrowedBy({ type: 'a' }, [COUNTRY, TYPE])).toBe('filters')
  })

  it('is the preset too where it leaves nothing', () => {
    expect(emptiedBy({}, [COUNTRY, TYPE])).toBe('filters')
    expect(emptiedBy({ country: 'all' }, [COUNTRY, TYPE])).toBe('none')
    expect(emptiedBy({ country: 'all', search: 'x' }, [COUNTRY, TYPE])).toBe('search')
    expect(emptiedBy({ search: 'x' }, [COUNTRY])).toBe('both')
  })
})
