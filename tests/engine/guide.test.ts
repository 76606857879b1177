/** Help with the CV: what is proposed to whom, and which hints come and which don't. */

import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { hintsOf, hintsOfProfile, measure, offersOf } from '#engine/forms/guide.ts'
import { startersOf } from '#widgets/forms/guidecontext.ts'
import { catalog } from '#tests/support/documents.ts'

const guide = (section: string) => catalog.all('guide').find((each) => each.section === section)!
const knownOf = (section: string) => {
  const { list } = catalog.get('profile-section', section)!
  return new Set(catalog.get('list', list!)!.items.map(({ id }) => id))
}

type Answers = {
  code?: string
  letters?: Record<string, number>
  even?: boolean
  values?: Record<string, number>
  traits?: Record<string, { score: number }>
  subjects?: string[]
}
const scopeOf = ({ code, letters, even = false, values, traits, subjects }: Answers) => ({
  user: {
    profile: { subjectSet: subjects?.map((subject) => ({ subject })) ?? null },
    assessments: {
      ...(code !== undefined && {
        holland_code: {
          metrics: {
            code,
            even,
            ...Object.fromEntries([...code].map((each) => [each, 30])),
            ...letters,
          },
        },
      }),
      ...(values !== undefined && { value_scales: { metrics: { values } } }),
      ...(traits !== undefined && { big_5: { metrics: traits } }),
    },
  },
})
const offered = (section: string, answers: Answers, chosen: string[] = []) =>
  offersOf(guide(section), scopeOf(answers), catalog.book, new Set(chosen), knownOf(section))

describe('proposals', () => {
  it.each<[section: string, answers: Answers, from: string[]]>([
    ['jobTasks', {}, []],
    ['jobTasks', { code: 'SAE' }, ['helper', 'creator', 'influencer']],
    ['jobTasks', { code: 'SAE', even: true }, []],
    ['jobTasks', { code: 'R' }, ['builder']],
    // The strongest first, whatever stands first in the document.
    [
      'jobTasks',
      { code: 'RIS', letters: { R: 28, I: 40, S: 29 } },
      ['thinker', 'helper', 'builder'],
    ],
    // Only what the report's headline may name: above 64 of 100.
    ['jobTasks', { code: 'RIS', letters: { R: 40, I: 29, S: 22 } }, ['builder', 'thinker']],
    ['qualities', { code: 'SRI', letters: { S: 35, R: 26, I: 25 } }, ['helper', 'builder']],
    ['interests', { code: 'SRI', letters: { S: 20, R: 12, I: 0 } }, []],
    ['skills', { code: 'SRI', letters: { S: 20, R: 12, I: 0 } }, []],
    ['jobTasks', { subjects: ['nsc-accounting'] }, ['business']],
    ['jobTasks', { code: 'C', subjects: ['nsc-tourism'] }, ['organiser', 'hospitality']],
    ['interests', { values: { tradition: 1.2, experience: 0.2 } }, ['tradition']],
    ['interests', { code: 'I' }, ['thinker']],
    ['qualities', { traits: { conscientiousness: { score: 70 } } }, ['conscientious']],
    ['qualities', { traits: { conscientiousness: { score: 55 } } }, []],
    ['qualities', { values: { kindness: 1.9 }, code: 'E' }, ['influencer', 'kindness']],
    ['skills', { subjects: ['nsc-physical-sciences'] }, ['science']],
    [
      'skills',
      { code: 'RIC', traits: { extraversion: { score: 90 } } },
      ['builder', 'thinker', 'organiser'],
    ],
  ])('%s of %j', (section, answers, from) => {
    expect(offered(section, answers).map(({ id }) => id)).toEqual(from)
  })

  it('leave out what is chosen, and say each thing once, three at most from one answer', () => {
    const answers = { code: 'SR', subjects: ['nsc-agricultural-sciences'] }
    const all = offered('jobTasks', answers)
    const [first] = all[0]!.items
    expect(offered('jobTasks', answers, [first!]).flatMap(({ items }) => items)).not.toContain(
      first,
    )
    fc.assert(
      fc.property(
        fc.subarray([...'RIASEC']),
        fc.subarray([...knownOf('qualities')]),
        fc.dictionary(
          fc.constantFrom('kindness', 'freedom', 'security'),
          fc.double({ min: -3, max: 3, noNaN: true }),
        ),
        (code, chosen, values) => {
          const offers = offered('qualities', { code: code.join(''), values }, chosen)
          const items = offers.flatMap((each) => each.items)
          expect(new Set(items).size).toBe(items.length)
          expect(items.some((item) => chosen.includes(item))).toBe(false)
          expect(offers.length).toBeLessThanOrEqual(3)
          for (const each of offers) expect(each.items.length).toBeLessThanOrEqual(3)
        },
      ),
      { numRuns: 300 },
    )
  })

  it('reach everyone: each letter of the worker type has some in each list', () => {
    for (const section of ['jobTasks', 'interests', 'qualities', 'skills'])
      for (const code of 'RIASEC')
        expect(offered(section, { code })[0]?.items.length, `${section} ${code}`).toBeGreaterThan(2)
  })
})

const hints = (section: string, values: Record<string, unknown>) =>
  hintsOf(guide(section), values, catalog.book).map(({ id }) => id)
/** The general ones are all that fits. */
const GENERAL_FIT = new Set(['repair'])
const JOB = { startDate: '2024-03', current: true }

describe('hints', () => {
  it.each<[string, Record<string, unknown>, string[]]>([
    // An address that an employer would smile at, and names that only look like one.
    ['basicInfo', { email: 'sexythandi@example.com' }, ['smile']],
    ['basicInfo', { email: 'Gangsta_420@example.com' }, ['smile']],
    ['basicInfo', { email: 'princess.nomsa@example.com' }, ['smile']],
    ['basicInfo', { email: 'thandi.mokoena@example.com' }, []],
    ['basicInfo', { email: 'j.glover@example.com' }, []],
    ['basicInfo', { email: 'babette.hotz@example.com' }, []],
    ['basicInfo', { email: 'partridge.boshoff@essex.example' }, []],
    ['basicInfo', { email: null, firstName: 'Thandi' }, []],
    ['basicInfo', { jobTitle: 'Shop assistant' }, []],
    [
      'basicInfo',
      { jobTitle: 'Hard working young person who looks for any kind of job now' },
      ['long-title'],
    ],
    // An ID number has no place on a CV; thirteen digits that can't be one, and times, are left.
    [
      'about',
      { about: 'My name is Thandi and my ID is 800101 5009 087, call me any time.' },
      ['id-number-about'],
    ],
    [
      'about',
      { about: 'I am Thandi and you can phone me at 082 123 4567 every day after two.' },
      ['phone'],
    ],
    [
      'about',
      { about: 'I sold 1200 vetkoek in 2024 and 2025 and I like to work with people.' },
      [],
    ],
    ['about', { about: 'I like people.' }, ['few']],
    ['about', { about: 'I like work. '.repeat(40) }, ['wall']],
    ['about', {}, []],
    [
      'experiences',
      {
        ...JOB,
        description: 'Serve about 40 customers on a Saturday\nCount the stock every Sunday',
      },
      [],
    ],
    [
      'experiences',
      { ...JOB, description: 'Serve customers on a Saturday\nFixed fridge' },
      ['short-description'],
    ],
    ['experiences', { ...JOB, description: 'many words '.repeat(50) }, ['wall-description']],
    ['experiences', { ...JOB, description: 'many words '.repeat(20) }, ['line-description']],
    ['experiences', { endDate: '2025-01' }, ['end-without-start']],
    ['experiences', { description: 'Serve about 40 customers' }, ['no-dates']],
    ['experiences', { ...JOB }, ['no-description']],
    ['experiences', { jobTitle: 'Shop helper' }, []],
    ['achievements', { title: 'Class captain' }, ['no-date']],
    ['achievements', { title: 'Class captain', date: '2025-01' }, []],
    ['educations', { institution: 'Mamelodi High', endDate: '2025-11' }, ['end-without-start']],
    ['educations', { institution: 'Mamelodi High' }, ['no-dates']],
  ])('%s %j: %j', (section, values, expected) => {
    expect(hints(section, values)).toEqual(expected)
  })

  it.each<[string, Record<string, unknown>, [number, string] | null]>([
    [
      'experiences',
      { ...JOB, description: 'Serve customers on a Saturday\n\nFixed fridge' },
      [2, 'Fixed fridge'],
    ],
    ['experiences', { ...JOB, description: 'Fixed fridge' }, null],
    [
      'experiences',
      { ...JOB, description: `Serve customers on a Saturday\n${'many words '.repeat(20).trim()}` },
      [2, 'many words '.repeat(20).trim()],
    ],
    // Of all lines together, and of none of them.
    ['experiences', { ...JOB, description: 'many words in a line here\n'.repeat(20) }, null],
    ['experiences', { description: 'Serve about 40 customers\nCount the stock' }, null],
    [
      'about',
      { about: 'I am Thandi, I like to work.\nPhone me at 082 123 4567 every day.' },
      [2, 'Phone me at 082 123 4567 every day.'],
    ],
  ])('%s %j: about line %j', (section, values, expected) => {
    const [hint] = hintsOf(guide(section), values, catalog.book)
    expect(hint?.line ?? null).toEqual(expected && { number: expected[0], words: expected[1] })
  })

  it('are one a field at most and never throw, whatever is written', () => {
    const value = fc.oneof(
      fc.string({ unit: 'binary', maxLength: 300 }),
      fc.integer(),
      fc.constant(null),
    )
    const guides = catalog.all('guide')
    fc.assert(
      fc.property(fc.constantFrom(...guides), value, value, (each, one, other) => {
        const fields = catalog.get('profile-section', each.section)!.fields
        const values = Object.fromEntries(fields.map(({ id }, at) => [id, at % 2 ? one : other]))
        const found = hintsOf(each, values, catalog.book)
        expect(new Set(found.map(({ field }) => field)).size).toBe(found.length)
      }),
      { numRuns: 300 },
    )
  })

  it('of a profile name the record that they are about', () => {
    const profile = {
      email: 'sexythandi@example.com',
      experiences: [{ _id: 'a', ...JOB }, { _id: 'b', endDate: '2025-01' }, 'broken'],
    }
    const isList = (section: string) => catalog.get('profile-section', section)?.shape !== undefined
    expect(
      hintsOfProfile(catalog.all('guide'), profile, catalog.book, isList).map(
        ({ section, item, id }) => [section, item, id],
      ),
    ).toEqual(
      expect.arrayContaining([
        ['basicInfo', undefined, 'smile'],
        ['experiences', 'b', 'end-without-start'],
      ]),
    )
  })
})

it.each([
  ['1104170123087', true, 'with a wrong last digit'],
  ['My number is 110417 0123 087.', true, 'with spaces'],
  ['0711234567', false, 'a phone number'],
  ['+27 71 123 4567', false, 'one with its country'],
  ['9913320123087', false, 'no date of any year'],
])('takes %s for an ID number: %s', (text, is) => {
  expect(measure(text).idNumber).toBe(is)
})

it('measures what is written, by lines and words', () => {
  expect(measure('- Serve people\n\n• Count 1 234 567 things\r\nx')).toEqual({
    words: 8,
    lines: 3,
    longest: 5,
    shortest: 1,
    digits: 7,
    idNumber: false,
    unprintable: false,
  })
  for (const [text, is] of [
    ['Ngiyasebenza ★ → ✔ 😀 (2019)', false],
    ['عملت في متجر', false],
    ['አዲስ አበባ', false],
    ['Shop 商店', true],
    ['שלום', true],
  ] as const)
    expect(measure(text).unprintable, text).toBe(is)
  expect(measure(undefined)).toMatchObject({ words: 0, lines: 0, longest: 0, shortest: 0 })
})

describe('beginnings of sentences', () => {
  const ids = (section: string, row?: string) =>
    startersOf(catalog.get('guide', section), 'description', row).map(({ id }) => id)

  it('are those that fit what the record began with, then the general ones', () => {
    expect(ids('experiences', 'church').slice(0, 5)).toEqual([
      'clean',
      'sing',
      'setUp',
      'welcome',
      'serve',
    ])
    expect(ids('experiences')).toEqual(ids('experiences', 'no-such'))
    expect(ids('experiences')).not.toContain('sing')
  })

  it('fit everything that counts, and are never more than a few', () => {
    const rows = catalog.get('guide', 'experiences')!.counts!.rows
    const general = new Set(ids('experiences'))
    for (const { id } of rows) {
      const shown = ids('experiences', id)
      expect(shown.length).toBeLessThanOrEqual(8)
      expect(shown.filter((each) => !general.has(each)).length > 0 || GENERAL_FIT.has(id), id).toBe(
        true,
      )
    }
  })
})
