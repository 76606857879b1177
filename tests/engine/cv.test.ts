/** A CV as data: what it says and in which order, in every layout. */

import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { cvOf, type Profile } from '#engine/cv/cv.ts'
import { longestPart } from '#engine/cv/longest.ts'
import { inOwnOrder } from '#engine/cv/ownorder.ts'
import { monthOf, period } from '#engine/cv/period.ts'
import { directionOf } from '#engine/cv/direction.ts'
import { clean, linesOf } from '#engine/cv/plain.ts'
import { plainCv } from '#engine/cv/plaincv.ts'
import { readResume, type ReadWords } from '#engine/cv/readresume.ts'
import { resumeOf } from '#engine/cv/resume.ts'
import type { CvWords } from '#engine/cv/words.ts'
import { wordsFor } from '#engine/documents/texts.ts'
import { translate } from '#engine/documents/translate.ts'
import { requireResume } from '#server/papers/resumeschema.ts'
import { catalog } from '#tests/support/documents.ts'

const NAMES: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  skills: { sewing: 'Sewing', cash: 'Handling cash' },
  'skill-levels': { expert: 'expert', beginner: 'beginner' },
  languages: { en: 'English', zu: 'isiZulu' },
  'job-tasks': { 't-1': 'Serve customers' },
  qualities: { honest: 'Honest' },
  interests: { music: 'Music' },
  'education-levels': { matric: 'Matric' },
  'driving-licences': { none: 'None', B: 'Code B' },
  'experience-kinds': { work: 'Work', volunteering: 'Volunteering' },
}
const texts = wordsFor(catalog.all('locale'), 'en')
const words: CvWords & ReadWords = {
  language: 'en',
  text: (key, values) => translate(texts, 'en', key, values),
  names: (list, id) => NAMES[list]?.[id],
  code: (list, word) =>
    Object.entries(NAMES[list] ?? {}).find(
      ([, name]) => name.toLowerCase() === word.toLowerCase(),
    )?.[0],
}
/** What a word of any list is stored as. */
const codeOf = (word: string): string =>
  Object.values(NAMES)
    .flatMap((names) => Object.entries(names))
    .find(([, name]) => name.toLowerCase() === word.toLowerCase())?.[0] ?? word
const clear = catalog.get('paper', 'clean')!
const THANDI: Profile = {
  firstName: 'Thandi',
  lastName: 'Mokoena',
  jobTitle: 'Grade 11 learner',
  phone: '+27715550148',
  email: 'thandi@mail.test',
  about: 'I like things that work.\n\n- I count them',
  drivingLicense: 'none',
  languages: ['en', 'zu'],
  experiences: [
    {
      _id: 'e1',
      jobTitle: 'Shop helper',
      employer: 'Mokoena Spaza Shop',
      place: 'Mamelodi',
      startDate: '2024-03',
      current: true,
      description: '• Serve customers\n• Count stock',
    },
  ],
  jobTasks: [{ id: 't-1' }, { text: 'Fix fridges' }],
  skills: [{ id: 'sewing', level: 'expert' }, { id: 'no-longer-there' }],
  referees: [{ _id: 'r1', name: 'Mr S. Dlamini', relation: 'choir leader', phone: '0715550173' }],
  references: [{ _id: 'x', id: 'r1' }],
}

describe('a CV as data', () => {
  it('has the parts of the layout in its order, without empty ones', () => {
    const cv = cvOf(THANDI, clear, words)
    expect(cv.name).toBe('Thandi Mokoena')
    expect(cv.contacts.map(({ id }) => id)).toEqual(['phone', 'email'])
    expect(cv.parts.map(({ id }) => id)).toEqual([
      'about',
      'experiences',
      'jobTasks',
      'skills',
      'languages',
      'references',
    ])
    expect(cv.parts[1]).toEqual({
      id: 'experiences',
      title: 'Experience',
      as: 'items',
      items: [
        {
          title: 'Shop helper',
          dates: 'March 2024 to now',
          by: 'Mokoena Spaza Shop, Mamelodi',
          lines: ['Serve customers', 'Count stock'],
        },
      ],
    })
    expect(cv.parts[2]).toMatchObject({ words: ['Serve customers', 'Fix fridges'] })
    // A code that its list no longer has says nothing to an employer.
    expect(cv.parts[3]).toMatchObject({ words: ['Sewing (expert)'] })
    expect(cv.parts[5]).toMatchObject({
      items: [{ title: 'Mr S. Dlamini', by: 'choir leader, 0715550173' }],
    })
  })

  it('leaves out what the person hides, and what a link doesn’t show', () => {
    const hidden = { ...THANDI, hiddenSections: ['experiences', 'basicInfo'] }
    const ids = cvOf(hidden, clear, words).parts.map(({ id }) => id)
    expect(ids).toEqual(['about', 'jobTasks', 'skills', 'references'])
    const linked = JSON.stringify(cvOf(THANDI, clear, words, ['phone', 'address', 'references']))
    expect(linked).not.toMatch(/715550148|0715550173/)
    expect(linked).toContain('Mr S. Dlamini')
  })

  it('says dates as the language does, and shows what it can’t read as it was typed', () => {
    expect(monthOf('2024-03', 'en')).toBe('March 2024')
    expect(monthOf('2024-03-09', 'af')).toBe('Maart 2024')
    expect(monthOf('2022', 'en')).toBe('2022')
    expect(monthOf('2022-13', 'en')).toBe('2022-13')
    expect(monthOf('0099-01', 'en')).toContain('99')
    const said = (start: string, end: string, current = false) =>
      period({ start, end, current }, words)
    expect(said('2022', '2023')).toBe('2022 to 2023')
    expect(said('2022', '2022')).toBe('2022')
    expect(said('', '2023')).toBe('2023')
    expect(said('', '', true)).toBe('')
  })

  it('takes away what a file can’t hold, and nothing else', () => {
    expect(clean('a\u0000b\u202E\uD800c')).toBe('a b\uFFFDc')
    expect(clean(' two   words ')).toBe('two words')
    expect(linesOf('- one\r\n\r\n* two\u2028three')).toEqual(['one', 'two', 'three'])
    expect(linesOf('-5 degrees')).toEqual(['-5 degrees'])
    expect([directionOf('12 أ b'), directionOf('12 b أ'), directionOf('123')]).toEqual([
      'rtl',
      'ltr',
      null,
    ])
  })

  it('is plain text for a chat', () => {
    expect(plainCv(cvOf(THANDI, clear, words))).toMatch(
      /^Thandi Mokoena\nGrade 11 learner\n\+27715550148\nthandi@mail\.test\n\nABOUT ME\nI like things that work\.\nI count them\n\nEXPERIENCE\nShop helper\nMarch 2024 to now\nMokoena Spaza Shop, Mamelodi\n• Serve customers\n• Count stock\n\n/,
    )
  })
})

// ---- there and back --------------------------------------------------------------------------------

const word = fc
  .string({ unit: 'grapheme', minLength: 1, maxLength: 30 })
  .map((text) => text.replace(/\s+/g, ' ').trim())
  .filter((text) => text !== '' && clean(text) === text)
const some = <T>(value: fc.Arbitrary<T>) => fc.option(value, { nil: undefined })
const month = fc
  .tuple(fc.integer({ min: 1950, max: 2030 }), fc.integer({ min: 1, max: 12 }))
  .map(([year, number]) => `${year}-${String(number).padStart(2, '0')}`)
const lines = fc.array(word, { minLength: 1, maxLength: 3 }).map((all) => all.join('\n'))
const pick = (list: string) => fc.constantFrom(...Object.keys(NAMES[list]!))
const choices = (list: string, more: Record<string, fc.Arbitrary<unknown>> = {}) =>
  some(
    fc.array(fc.oneof(fc.record({ id: pick(list), ...more }), fc.record({ text: word, ...more })), {
      minLength: 1,
      maxLength: 4,
    }),
  )
const entries = (shape: Record<string, fc.Arbitrary<unknown>>) =>
  some(fc.array(fc.record(shape), { minLength: 1, maxLength: 3 }))

const profiles = fc
  .record({
    firstName: some(word),
    lastName: some(word),
    jobTitle: some(word),
    email: some(fc.constant('someone@mail.test')),
    phone: some(fc.constant('+27715550148')),
    address: some(word),
    about: some(lines),
    drivingLicense: some(pick('driving-licences')),
    languages: some(fc.uniqueArray(pick('languages'), { minLength: 1 })),
    experiences: entries({
      jobTitle: word,
      employer: some(word),
      place: some(word),
      kind: some(pick('experience-kinds')),
      startDate: month,
      endDate: some(month),
      current: some(fc.constant(true)),
      description: some(lines),
    }),
    educations: entries({
      institution: word,
      qualification: some(word),
      level: some(pick('education-levels')),
      startDate: month,
      endDate: some(month),
      current: some(fc.constant(true)),
      description: some(lines),
    }),
    achievements: entries({
      title: word,
      organisation: some(word),
      date: some(month),
      description: some(lines),
    }),
    jobTasks: choices('job-tasks'),
    qualities: choices('qualities'),
    interests: choices('interests'),
    skills: choices('skills', { level: some(pick('skill-levels')) }),
    references: entries({
      name: word,
      relation: some(word),
      organisation: some(word),
      phone: some(fc.constant('0715550173')),
      email: some(fc.constant('other@mail.test')),
    }),
  })
  .map((profile) => JSON.parse(JSON.stringify(profile)) as Profile)

/** What was found, as a profile again. */
function profileOf(resume: Profile): Profile {
  const profile: Record<string, unknown> = {}
  for (const { key, value, isEntry } of readResume(resume, words).found)
    profile[key] = isEntry ? [...((profile[key] as unknown[] | undefined) ?? []), value] : value
  return profile
}

const at = (...path: (string | number)[]) => ['', ...path].join('/')

describe('JSON Resume', () => {
  it('is valid by the format, and comes back as it went, with nothing left', () => {
    fc.assert(
      fc.property(profiles, (profile) => {
        const resume = JSON.parse(JSON.stringify(resumeOf(profile, words))) as Profile
        requireResume(resume)
        expect(profileOf(resume)).toEqual(profile)
        expect(readResume(resume, words).left).toEqual([])
      }),
      { numRuns: 2000, seed: 20_261_123 },
    )
  }, 120_000)

  it('of another program is taken as far as it fits, and the rest is listed', () => {
    const { found, left } = readResume(
      {
        basics: { name: 'Anna Maria Nkosi', url: 'https://example.test', location: { city: 'X' } },
        work: [{ name: 'Shop', position: 'Helper', startDate: '2020-01-15', highlights: ['One'] }],
        volunteer: [{ organization: 'Church', position: 'Singer', startDate: '2020' }],
        skills: [
          { name: 'sewing', level: 'Master', keywords: ['hems'] },
          { name: 'Welding', level: 'Expert' },
        ],
        languages: [{ language: 'English', fluency: 'Fluent' }, { language: 'Klingon' }],
        projects: [{ name: 'A project' }],
        meta: { theme: 'even' },
      },
      words,
    )
    expect(found.map(({ key, value, pointer }) => [key, value, pointer])).toEqual([
      ['firstName', 'Anna Maria', '/basics/name'],
      ['lastName', 'Nkosi', '/basics/name'],
      ['address', 'X', '/basics/location/city'],
      [
        'experiences',
        {
          jobTitle: 'Helper',
          employer: 'Shop',
          startDate: '2020-01',
          current: true,
          description: 'One',
        },
        at('work', 0),
      ],
      [
        'experiences',
        { jobTitle: 'Singer', employer: 'Church', kind: 'volunteering', current: true },
        '/volunteer/0',
      ],
      ['skills', { id: 'sewing' }, '/skills/0'],
      ['skills', { text: 'Welding', level: 'expert' }, '/skills/1'],
      ['languages', 'en', '/languages/0'],
    ])
    expect(left).toEqual([
      '/basics/url',
      at('work', 0, 'startDate'),
      '/volunteer/0/startDate',
      '/skills/0/level',
      '/skills/0/keywords/0',
      '/languages/0/fluency',
      '/languages/1/language',
      '/projects/0/name',
    ])
  })

  it('of whatever program drops nothing silently: each value is taken or listed', () => {
    const members: Readonly<Record<string, readonly string[]>> = {
      work: ['name', 'position', 'location', 'description', 'url', 'summary'],
      volunteer: ['organization', 'position', 'url', 'summary'],
      education: ['institution', 'url', 'area', 'studyType', 'score'],
      awards: ['title', 'awarder', 'summary'],
      certificates: ['name', 'issuer', 'url'],
      skills: ['name', 'level'],
      languages: ['language', 'fluency'],
      interests: ['name'],
      references: ['name', 'reference'],
      projects: ['name', 'description'],
    }
    // What we have a word for, and what we don't.
    const word = fc.constantFrom('Expert', 'Sewing', 'English', 'Music', null)
    const entry = (keys: readonly string[]) =>
      fc.record(Object.fromEntries(keys.map((key) => [key, word])), { requiredKeys: [] })
    const files = fc.record(
      Object.fromEntries(
        Object.entries(members).map(([name, keys]) => [
          name,
          fc.array(entry(keys), { maxLength: 3 }),
        ]),
      ),
      { requiredKeys: [] },
    )
    fc.assert(
      fc.property(files, (drawn) => {
        const leaves: { pointer: string; value: string }[] = []
        const file = Object.fromEntries(
          Object.entries(drawn as Readonly<Record<string, Record<string, string | null>[]>>).map(
            ([name, entries]) => [
              name,
              entries.map((each, index) =>
                Object.fromEntries(
                  Object.entries(each).map(([key, known]) => {
                    const value = known ?? `Own${leaves.length}`
                    leaves.push({ pointer: at(name, index, key), value })
                    return [key, value]
                  }),
                ),
              ),
            ],
          ),
        )
        const { found, left } = readResume(file, words)
        for (const { pointer, value } of leaves) {
          if (left.includes(pointer)) continue
          const taken = found.filter((each) => pointer.startsWith(each.pointer))
          expect(JSON.stringify(taken).toLowerCase(), pointer).toMatch(
            new RegExp(`"[^"]*\\b(${value.toLowerCase()}|${codeOf(value)})\\b`),
          )
        }
      }),
      { numRuns: 5000, seed: 20_261_128 },
    )
  }, 60_000)
})

describe('the longest part', () => {
  it('is the one with the most letters, with its words', () => {
    expect(longestPart(cvOf(THANDI, clear, words))).toEqual({
      id: 'experiences',
      title: 'Experience',
      words: 14,
    })
    expect(longestPart(cvOf({}, clear, words))).toBeNull()
  })
})

describe('the person’s own order of parts', () => {
  const ids = (parts: readonly { id: string }[]) => parts.map(({ id }) => id)

  it('holds in every layout; what it doesn’t name stays behind what it follows', () => {
    const parts = ['a', 'b', 'c', 'd', 'e'].map((id) => ({ id }))
    expect(ids(inOwnOrder(parts, ['d', 'b', 'gone']))).toEqual(['a', 'd', 'e', 'b', 'c'])
    expect(ids(inOwnOrder(parts, []))).toEqual(ids(parts))
    const { parts: drawn } = cvOf({ ...THANDI, cvOrder: ['skills', 'about', 7] }, clear, words)
    expect(ids(drawn).indexOf('skills')).toBeLessThan(ids(drawn).indexOf('about'))
  })

  it('loses and doubles nothing, and is the same when applied again', () => {
    const names = fc.uniqueArray(fc.constantFrom(...'abcdefghij'), { maxLength: 10 })
    fc.assert(
      fc.property(names, names, (layout, order) => {
        const parts = layout.map((id) => ({ id }))
        const once = inOwnOrder(parts, order)
        expect([...ids(once)].sort()).toEqual([...layout].sort())
        const named = order.filter((id) => layout.includes(id))
        expect(ids(once).filter((id) => named.includes(id))).toEqual(named)
        expect(inOwnOrder(parts, ids(once))).toEqual(once)
      }),
      { numRuns: 1000 },
    )
  })
})
