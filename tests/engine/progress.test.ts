/**
 * Profile progress (spec 4 and 5): complete or not, section by section, and how much of the whole.
 */

import { describe, expect, it } from 'vitest'
import {
  isSectionComplete,
  listedSections,
  profileProgress,
  type Section,
} from '#engine/decide/progress.ts'
import { Catalog } from '#engine/documents/catalog.ts'
import { catalog } from '#tests/support/documents.ts'

const section = (more: Partial<Section>): Section => ({
  kind: 'profile-section',
  id: 'test',
  v: 1,
  title: 'Test',
  source: 'test',
  label: 'section.names.title',
  fields: [],
  completeness: { kind: 'none' },
  ...more,
})
const existence = (...fields: string[]) => section({ completeness: { kind: 'existence', fields } })
const count = (min: number) => section({ id: 'jobTasks', completeness: { kind: 'count', min } })
const many = (length: number) => Array.from({ length }, (_, index) => ({ _id: String(index) }))

describe('a section that asks for fields', () => {
  it.each([
    ['is complete with both', { firstName: 'A', lastName: 'B' }, true],
    ['is not with one', { firstName: 'A' }, false],
    ['is not with an empty text', { firstName: 'A', lastName: '' }, false],
    ['is not with null', { firstName: 'A', lastName: null }, false],
    ['is not with nothing', {}, false],
    ['takes zero and false for values', { firstName: 0, lastName: false }, true],
    [
      'takes a blank for a value: forms trim before they save',
      { firstName: ' ', lastName: 'B' },
      true,
    ],
    ['does not mind what else is there', { firstName: 'A', lastName: 'B', about: '' }, true],
  ])('%s', (_what, profile, complete) => {
    expect(isSectionComplete(existence('firstName', 'lastName'), profile)).toBe(complete)
  })

  it('is complete if it asks for none', () => expect(isSectionComplete(existence(), {})).toBe(true))
  it('doesn’t mistake an inherited property for a value', () =>
    expect(isSectionComplete(existence('toString'), {})).toBe(false))
})

describe('a section that asks for entries', () => {
  it.each([
    [1, 0, false],
    [1, 1, true],
    [5, 4, false],
    [5, 5, true],
    [5, 6, true],
  ])('of %i with %i entries: %s', (min, length, complete) => {
    expect(isSectionComplete(count(min), { jobTasks: many(length) })).toBe(complete)
  })

  it.each([[undefined], [null], [5], ['12345'], [{ length: 5 }]])(
    'isn’t complete with %j instead of a list',
    (value) => {
      expect(isSectionComplete(count(5), { jobTasks: value })).toBe(false)
    },
  )
})

it('a section that asks for nothing is complete', () =>
  expect(isSectionComplete(section({}), {})).toBe(true))

describe('the sections of the specification', () => {
  it.each([
    ['about', { about: 'Hello' }, {}],
    ['names', { firstName: 'A', lastName: 'B' }, { firstName: 'A' }],
    [
      'basicInfo',
      { firstName: 'A', lastName: 'B', birthDate: '2000-01-01' },
      { firstName: 'A', lastName: 'B' },
    ],
  ])('%s can be complete and incomplete', (id, complete, incomplete) => {
    const document = catalog.get('profile-section', id)!
    expect(isSectionComplete(document, complete)).toBe(true)
    expect(isSectionComplete(document, incomplete)).toBe(false)
  })

  it.each([
    ['achievements', 1],
    ['experiences', 1],
    ['educations', 1],
    ['jobTasks', 5],
    ['interests', 1],
    ['qualities', 5],
    ['skills', 5],
    ['references', 1],
  ])('%s needs %i, at every count', (id, least) => {
    const document = catalog.get('profile-section', id)!
    for (let length = 0; length <= least + 2; length++)
      expect([length, isSectionComplete(document, { [id]: many(length) })]).toEqual([
        length,
        length >= least,
      ])
    expect(isSectionComplete(document, {})).toBe(false)
    expect(isSectionComplete(document, { [id]: null })).toBe(false)
  })

  it('skills need one instead if its document says so', () => {
    const skills = {
      ...catalog.get('profile-section', 'skills')!,
      completeness: { kind: 'count', min: 1 },
    }
    expect(isSectionComplete(skills as Section, { skills: many(1) })).toBe(true)
  })

  it.each(['workerType', 'personalityGuide'])('%s is always complete', (id) =>
    expect(isSectionComplete(catalog.get('profile-section', id)!, {})).toBe(true),
  )
})

describe('the progress of a profile', () => {
  const of = (...sections: Section[]) => new Catalog(sections)
  const named = (id: string, more: Partial<Section> = {}) =>
    ({ ...section({ completeness: { kind: 'existence', fields: [id] } }), id, ...more }) as Section

  it.each([
    [0, 3, 0],
    [1, 3, 33],
    [2, 3, 67],
    [3, 3, 100],
    [1, 8, 13],
    [1, 200, 1],
    [1, 201, 0],
  ])('%i of %i sections are %i percent', (done, all, percent) => {
    const sections = Array.from({ length: all }, (_, index) => named(`s${index}`))
    expect(
      profileProgress(
        of(...sections),
        Object.fromEntries(sections.slice(0, done).map(({ id }) => [id, 'x'])),
      ).percent,
    ).toBe(percent)
  })

  it('is given section by section', () => {
    expect(profileProgress(of(named('a'), named('b')), { b: 'x' })).toEqual({
      sections: { a: false, b: true },
      percent: 50,
    })
  })

  it('leaves out what isn’t listed, in the count too', () => {
    expect(profileProgress(of(named('a'), named('b', { listed: false })), { a: 'x' })).toEqual({
      sections: { a: true },
      percent: 100,
    })
  })

  it('is 100 percent if there is nothing to do', () =>
    expect(profileProgress(of(), {})).toEqual({ sections: {}, percent: 100 }))

  it('follows the order that the sections give', () => {
    expect(
      listedSections(
        of(named('late', { order: 20 }), named('none'), named('early', { order: 10 })),
      ).map(({ id }) => id),
    ).toEqual(['none', 'early', 'late'])
    expect(listedSections(catalog).map(({ id }) => id)).not.toContain('initialProfile')
  })
})
