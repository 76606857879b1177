/**
 * A profile as JSON Resume 1.0 (jsonresume.org), and what such a file is called here. What the
 * format has no place for is in a member `x-tsela`, which it allows, so that the same profile comes
 * back (readresume.ts).
 */

import { isObject, own } from '#engine/documents/json.ts'
import type { PaperDocument } from '#engine/documents/kinds.ts'
import type { Profile } from './cv.ts'
import { clean, linesOf } from './plain.ts'
import type { CvWords } from './words.ts'

export const OWN = 'x-tsela'
/** Where a tenant's own section is in the profile. */
export type OwnPart = Pick<PaperDocument['parts'][number], 'id' | 'section' | 'from' | 'of'>
export type Resume = Readonly<Record<string, unknown>>
/** Lists of chosen words that are written as a skill with keywords, and what they are called. */
export const AS_KEYWORDS = { jobTasks: 'job-tasks', qualities: 'qualities' } as const
const PARTS = { jobTasks: 'cv.part.jobTasks', qualities: 'cv.part.qualities' } as const

/** Keys of the profile that are written where the format has a place for them. */
const PLACED: ReadonlySet<string> = new Set(
  [
    'firstName lastName jobTitle email phone address about drivingLicense languages',
    'experiences educations achievements skills jobTasks qualities interests references referees',
  ].flatMap((keys) => keys.split(' ')),
)
export const hasPlace = (key: string): boolean => PLACED.has(key)

const DATE = /^[12]\d{3}(?:-[01]\d(?:-[0-3]\d)?)?$/

/**
 * Sections that the person hides from the CV are left out.
 *
 * @param ownParts the tenant's own sections, which are kept as the profile has them
 */
export function resumeOf(
  profile: Profile,
  words: CvWords,
  ownParts: readonly OwnPart[] = [],
): Resume {
  const hidden = new Set(Array.isArray(profile['hiddenSections']) ? profile['hiddenSections'] : [])
  const list = (key: string): Profile[] => {
    const value = own(profile, key)
    return hidden.has(key) || !Array.isArray(value) ? [] : value.filter(isObject)
  }
  /** A choice may be a code alone. */
  const choices = (key: string): Profile[] => {
    const value = own(profile, key)
    if (hidden.has(key) || !Array.isArray(value)) return []
    return value.map((each: unknown) => (isObject(each) ? each : { id: text(each) }))
  }
  const name = (id: unknown, names: string) => words.names(names, text(id)) ?? text(id)
  const keywords = Object.entries(AS_KEYWORDS).flatMap(([key, names]) => {
    const chosen = choices(key)
    if (chosen.length === 0) return []
    return given({
      name: words.text(PARTS[key as keyof typeof PARTS]),
      keywords: chosen.map((word) => text(word['text']) || name(word['id'], names)),
      [OWN]: { part: key, ids: chosen.map(({ id }) => text(id)) },
    })
  })
  const spoken = hidden.has('basicInfo') ? [] : texts(profile['languages'])
  return {
    $schema: 'https://raw.githubusercontent.com/jsonresume/resume-schema/v1.0.0/schema.json',
    basics: given({
      name: [profile['firstName'], profile['lastName']].map(clean).filter(Boolean).join(' '),
      label: text(profile['jobTitle']),
      email: emailOf(profile['email']),
      phone: text(profile['phone']),
      location: given({ address: text(profile['address']) }),
      summary: hidden.has('about') ? '' : text(profile['about']),
      [OWN]: given({
        firstName: text(profile['firstName']),
        lastName: text(profile['lastName']),
        drivingLicense: hidden.has('basicInfo') ? '' : text(profile['drivingLicense']),
      }),
    }),
    work: list('experiences').map(workOf),
    education: list('educations').map((each) => educationOf(each, name)),
    awards: list('achievements').map((each) =>
      given({
        title: text(each['title']),
        awarder: text(each['organisation']),
        date: dateOf(each['date']),
        summary: text(each['description']),
      }),
    ),
    skills: [
      ...choices('skills').map((each) =>
        given({
          name: text(each['text']) || name(each['id'], 'skills'),
          level: text(each['level']) && name(each['level'], 'skill-levels'),
          [OWN]: { id: text(each['id']), level: text(each['level']) },
        }),
      ),
      ...keywords,
    ],
    languages: spoken.map((id) => ({ language: name(id, 'languages'), [OWN]: { id } })),
    interests: choices('interests').map((each) =>
      given({
        name: text(each['text']) || name(each['id'], 'interests'),
        [OWN]: { id: text(each['id']) },
      }),
    ),
    references: referencesOf(profile, list('references')),
    ...ownOf(profile, hidden, ownParts),
    meta: { version: 'v1.0.0' },
  }
}

function workOf(each: Profile): Resume {
  return given({
    name: text(each['employer']),
    position: text(each['jobTitle']),
    location: text(each['place']),
    startDate: dateOf(each['startDate']),
    endDate: dateOf(each['endDate']),
    summary: text(each['description']),
    // Always there: in a file of another program, what has no end is still open.
    [OWN]: { kind: text(each['kind']), current: each['current'] === true },
  })
}

function educationOf(each: Profile, name: (id: unknown, names: string) => string): Resume {
  const level = text(each['level'])
  return given({
    institution: text(each['institution']),
    studyType: text(each['qualification']) || (level && name(level, 'education-levels')),
    startDate: dateOf(each['startDate']),
    endDate: dateOf(each['endDate']),
    courses: linesOf(each['description']),
    [OWN]: {
      qualification: text(each['qualification']),
      level,
      current: each['current'] === true,
      description: text(each['description']),
    },
  })
}

/** References are chosen from the person's own list of people. */
function referencesOf(profile: Profile, chosen: readonly Profile[]): Resume[] {
  const people = profile['referees']
  return chosen.flatMap((choice): Resume[] => {
    const person: unknown = Array.isArray(people)
      ? people.find((each) => own(each, '_id') === choice['id'])
      : undefined
    const found: unknown = person ?? choice
    if (!isObject(found) || text(found['name']) === '') return []
    const about = {
      relation: text(found['relation']),
      organisation: text(found['organisation']),
      phone: text(found['phone']),
      email: text(found['email']),
    }
    const reference = Object.values(about).filter(Boolean).join(', ')
    return [given({ name: text(found['name']), reference, [OWN]: given(about) })]
  })
}

/** Without ids, which mean nothing elsewhere; what is chosen from a list of records, as records. */
function ownOf(profile: Profile, hidden: ReadonlySet<unknown>, parts: readonly OwnPart[]): Resume {
  const plain = ({ from, of }: OwnPart): unknown => {
    const value = own(profile, from)
    if (!Array.isArray(value)) return value
    const records: unknown = of === undefined ? [] : own(profile, of)
    return value.map((each: unknown) => {
      if (!isObject(each)) return each
      const record: unknown = Array.isArray(records)
        ? records.find((one) => own(one, '_id') === each['id'])
        : undefined
      const { _id, ...rest } = isObject(record) ? record : each
      return rest
    })
  }
  const values = parts
    .filter(({ id, section = id }) => !hidden.has(section))
    .map((part) => [part.from, plain(part)] as const)
  return given({ [OWN]: given({ profile: given(Object.fromEntries(values)) }) })
}

const text = (value: unknown): string => (typeof value === 'string' ? value : '')
const texts = (value: unknown): string[] =>
  Array.isArray(value) ? value.filter((each) => typeof each === 'string') : []
const dateOf = (value: unknown): string => (DATE.test(text(value)) ? text(value) : '')
/** The format refuses what isn't one, and another program couldn't use it. */
const emailOf = (value: unknown): string =>
  /^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(text(value)) ? text(value) : ''

/** Without what is empty. */
function given(values: Readonly<Record<string, unknown>>): Resume {
  return Object.fromEntries(
    Object.entries(values).filter(
      ([, value]) =>
        value !== '' &&
        value !== false &&
        value !== undefined &&
        !(Array.isArray(value) && value.length === 0) &&
        !(isObject(value) && Object.keys(value).length === 0),
    ),
  )
}
