/**
 * Reads a JSON Resume into a profile. Nothing is dropped silently: every value is either taken or
 * listed with its pointer.
 */

import { isObject, own, pointer } from '#engine/documents/json.ts'
import type { Profile } from './cv.ts'
import { linesOf } from './plain.ts'
import { AS_KEYWORDS, OWN, type OwnPart } from './resume.ts'
import type { CvWords } from './words.ts'

export type ReadWords = Pick<CvWords, 'names'> & {
  /** The code of a word, in any language that the product has. */
  readonly code: (list: string, word: string) => string | undefined
}

/** One part of the profile that was found: a value, or one entry of a list. */
export type Found = {
  readonly key: string
  readonly value: unknown
  readonly isEntry: boolean
  /** Where it was in the file: of the entry, or of the value. */
  readonly pointer: string
}
export type ReadResume = {
  readonly found: readonly Found[]
  /** Pointers of values that have no place here, or only in part. */
  readonly left: readonly string[]
  /** Those of them that are a year without its month, which can be asked for. */
  readonly years: readonly string[]
}

/**
 * @param resume   valid by the schema of the format
 * @param ownParts the tenant's own sections, which our own export has beside the format's
 */
export function readResume(
  resume: Profile,
  words: ReadWords,
  ownParts: readonly OwnPart[] = [],
): ReadResume {
  const reader = new Reader(resume)
  const found: Found[] = [
    ...basics(reader),
    ...reader.each('work', (at) => [entry('experiences', at, workOf(at, words))]),
    ...reader.each('volunteer', (at) => [entry('experiences', at, volunteerOf(at, words))]),
    ...reader.each('education', (at) => [entry('educations', at, educationOf(at, words))]),
    ...reader.each('awards', (at) => [entry('achievements', at, awardOf(at))]),
    ...reader.each('skills', (at) => skillsOf(at, words)),
    ...reader.each('languages', (at) => languageOf(at, words)),
    ...reader.each('interests', (at) => [
      entry('interests', at, chosen(at, at.text('name'), 'interests', words)),
    ]),
    ...reader.each('references', (at) => [entry('references', at, referenceOf(at))]),
    ...ownOf(reader.place(OWN), ownParts),
  ].filter(({ value }) => !isObject(value) || Object.keys(value).length > 0)
  return { found, left: reader.left(), years: reader.years }
}

/** One object of the file, which notes what was read of it. */
class Place {
  constructor(
    readonly value: Profile,
    readonly pointer: string,
    readonly taken: Set<string>,
    readonly years: Set<string>,
  ) {}

  text(key: string): string {
    const value = own(this.value, key)
    if (typeof value !== 'string') return ''
    this.taken.add(`${this.pointer}/${key}`)
    return value
  }

  texts(key: string): string[] {
    const value = own(this.value, key)
    if (!Array.isArray(value)) return []
    return value.flatMap((each: unknown, index) => {
      if (typeof each !== 'string') return []
      this.taken.add(`${this.pointer}/${key}/${index}`)
      return [each]
    })
  }

  /** YYYY-MM. Of a day only the month is kept; a year alone says too little, and is left. */
  month(key: string): string {
    const value = own(this.value, key)
    const month = typeof value === 'string' ? /^\d{4}-\d{2}/.exec(value)?.[0] : undefined
    if (month !== undefined && month === value) this.taken.add(`${this.pointer}/${key}`)
    if (month === undefined && typeof value === 'string' && /^\d{4}$/.test(value))
      this.years.add(`${this.pointer}/${key}`)
    return month ?? ''
  }

  /** What our own export added to this object. */
  get own(): Place {
    return this.inside(OWN)
  }

  inside(key: string): Place {
    const value = own(this.value, key)
    return new Place(isObject(value) ? value : {}, `${this.pointer}/${key}`, this.taken, this.years)
  }

  /** Everything at a pointer and below is read. */
  takeAll(pointer: string): void {
    this.taken.add(pointer)
  }

  is(key: string): boolean {
    return own(this.value, key) === true
  }
}

class Reader {
  readonly #taken = new Set<string>()
  readonly #years = new Set<string>()

  constructor(readonly resume: Profile) {}

  get years(): readonly string[] {
    return [...this.#years]
  }

  place(key: string): Place {
    const value = own(this.resume, key)
    return new Place(isObject(value) ? value : {}, `/${key}`, this.#taken, this.#years)
  }

  each(key: string, read: (at: Place) => Found[]): Found[] {
    const value = own(this.resume, key)
    if (!Array.isArray(value)) return []
    return value.flatMap((each, index) =>
      isObject(each) ? read(new Place(each, `/${key}/${index}`, this.#taken, this.#years)) : [],
    )
  }

  /** Every value that was not taken; the file's remarks on itself don't count. */
  left(): string[] {
    const left: string[] = []
    const visit = (value: unknown, at: string): void => {
      if (this.#taken.has(at)) return
      if (Array.isArray(value)) value.forEach((each, index) => visit(each, at + pointer(index)))
      else if (isObject(value))
        for (const [key, each] of Object.entries(value)) {
          if (key !== OWN) visit(each, at + pointer(key))
        }
      else if (value !== '' && value !== null) left.push(at)
    }
    for (const [key, value] of Object.entries(this.resume))
      if (key !== '$schema' && key !== 'meta') visit(value, pointer(key))
    return left
  }
}

const entry = (key: string, { pointer }: Place, value: Profile): Found => ({
  key,
  value,
  isEntry: true,
  pointer,
})

function basics(reader: Reader): Found[] {
  const at = reader.place('basics')
  const name = at.text('name').trim()
  const own = [at.own.text('firstName'), at.own.text('lastName')]
  // Ours if it is still the same name; else its last word is the last name.
  const same = own.filter(Boolean).join(' ').replace(/\s+/g, ' ').trim() === name
  const cut = name.lastIndexOf(' ')
  const [first = '', last = ''] = same
    ? own
    : cut === -1
      ? [name]
      : [name.slice(0, cut).trim(), name.slice(cut + 1)]
  const values: Readonly<Record<string, readonly [string, string]>> = {
    firstName: [first, 'name'],
    lastName: [last, 'name'],
    jobTitle: [at.text('label'), 'label'],
    email: [at.text('email'), 'email'],
    phone: [at.text('phone'), 'phone'],
    address: addressOf(at.inside('location')),
    about: [at.text('summary'), 'summary'],
    drivingLicense: [at.own.text('drivingLicense'), OWN],
  }
  return Object.entries(values).flatMap(([key, [value, from]]) =>
    value === '' ? [] : [{ key, value, isEntry: false, pointer: `/basics/${from}` }],
  )
}

/** Where somebody lives: a town is enough, if the file has no more. */
function addressOf(at: Place): readonly [string, string] {
  const parts = ['address', 'city', 'region'] as const
  const given = parts
    .map((part) => [part, at.text(part)] as const)
    .filter(([, text]) => text !== '')
  const texts = given.map(([, text]) => text)
  // An address often ends with the town.
  const said = texts.filter((text, index) => index === 0 || !texts[0]!.includes(text))
  return [said.join(', '), `location/${given[0]?.[0] ?? 'address'}`]
}

function workOf(at: Place, words: ReadWords): Profile {
  const start = at.month('startDate')
  const end = at.month('endDate')
  const kind = at.own.text('kind')
  return given({
    jobTitle: at.text('position'),
    employer: at.text('name'),
    place: at.text('location'),
    kind: words.names('experience-kinds', kind) === undefined ? '' : kind,
    startDate: start,
    endDate: end,
    current: at.own.is('current') || isOpen(at),
    description: linesIn(at),
  })
}

function volunteerOf(at: Place, words: ReadWords): Profile {
  return given({
    jobTitle: at.text('position'),
    employer: at.text('organization'),
    kind: words.code('experience-kinds', 'Volunteering') ?? '',
    startDate: at.month('startDate'),
    endDate: at.month('endDate'),
    current: isOpen(at),
    description: linesIn(at),
  })
}

/** In this format what has begun and has no end is still open. */
function isOpen({ value }: Place): boolean {
  return (
    own(value, 'startDate') !== undefined &&
    own(value, 'endDate') === undefined &&
    !isObject(own(value, OWN))
  )
}

function linesIn(at: Place): string {
  return [at.text('summary'), ...at.texts('highlights')].filter(Boolean).join('\n')
}

function educationOf(at: Place, words: ReadWords): Profile {
  const { own: ours } = at
  const courses = at.texts('courses')
  const text = ours.text('description')
  const level = ours.text('level')
  const type = at.text('studyType')
  const isLevel = level !== '' && ours.text('qualification') === ''
  const isSame = JSON.stringify(linesOf(text)) === JSON.stringify(courses)
  return given({
    institution: at.text('institution'),
    qualification: isLevel ? '' : [type, at.text('area')].filter(Boolean).join(', '),
    level: words.names('education-levels', level) === undefined ? '' : level,
    startDate: at.month('startDate'),
    endDate: at.month('endDate'),
    current: ours.is('current') || isOpen(at),
    description: isSame ? text : courses.join('\n'),
  })
}

function awardOf(at: Place): Profile {
  return given({
    title: at.text('title'),
    organisation: at.text('awarder'),
    date: at.month('date'),
    description: at.text('summary'),
  })
}

/** A skill; or one of our lists, which is written as a skill with keywords. */
function skillsOf(at: Place, words: ReadWords): Found[] {
  const part = at.own.text('part')
  const list = own(AS_KEYWORDS, part)
  if (typeof list === 'string') {
    at.text('name')
    const ids = at.own.value['ids']
    return at.texts('keywords').map((word, index) => {
      const id: unknown = Array.isArray(ids) ? ids[index] : undefined
      return {
        ...entry(part, at, choice(word, typeof id === 'string' ? id : undefined, list, words)),
        pointer: `${at.pointer}/keywords/${index}`,
      }
    })
  }
  const name = at.text('name')
  const level = at.own.text('level')
  const said = at.text('level')
  const code =
    words.names('skill-levels', level) === undefined ? words.code('skill-levels', said) : level
  // A level of another program's scale isn't ours.
  if (said !== '' && code === undefined) at.taken.delete(`${at.pointer}/level`)
  const word = chosen(at, name, 'skills', words)
  if (Object.keys(word).length > 0)
    return [entry('skills', at, given({ ...word, level: code ?? '' }))]
  // Without its skill it says nothing.
  at.taken.delete(`${at.pointer}/level`)
  return []
}

function languageOf(at: Place, words: ReadWords): Found[] {
  const name = at.text('language')
  const id = at.own.text('id')
  const code = words.names('languages', id) === undefined ? words.code('languages', name) : id
  if (code !== undefined && code !== '')
    return [{ key: 'languages', value: code, isEntry: true, pointer: at.pointer }]
  at.taken.delete(`${at.pointer}/language`)
  return []
}

function referenceOf(at: Place): Profile {
  const keys = ['relation', 'organisation', 'phone', 'email'] as const
  const ours = keys.map((key) => at.own.text(key))
  const text = at.text('reference')
  const same = ours.filter(Boolean).join(', ') === text
  const about: Profile = same
    ? Object.fromEntries(keys.map((key, index) => [key, ours[index]]))
    : { relation: text }
  return given({ name: at.text('name'), ...about })
}

/** Values of the tenant's own sections; those of another tenant's are left. */
function ownOf(at: Place, parts: readonly OwnPart[]): Found[] {
  const profile = own(at.value, 'profile')
  if (!isObject(profile)) return []
  return Object.entries(profile).flatMap(([key, value]): Found[] => {
    if (!parts.some(({ from }) => from === key)) return []
    const place = at.pointer + pointer('profile', key)
    at.takeAll(place)
    return Array.isArray(value)
      ? value.map((each: unknown, index) => ({
          key,
          value: each,
          isEntry: true,
          pointer: place + pointer(index),
        }))
      : [{ key, value, isEntry: false, pointer: place }]
  })
}

const chosen = (at: Place, word: string, list: string, words: ReadWords): Profile => {
  const ours = own(at.value, OWN)
  const id = isObject(ours) ? at.own.text('id') : undefined
  return choice(word, id, list, words)
}

/**
 * @param id as our own export says it: empty for own words, undefined if the file isn't ours
 */
function choice(word: string, id: string | undefined, list: string, words: ReadWords): Profile {
  if (word.trim() === '') return {}
  const code = id === undefined ? words.code(list, word) : id
  return code !== undefined && code !== '' && words.names(list, code) !== undefined
    ? { id: code }
    : { text: word }
}

function given(values: Profile): Profile {
  return Object.fromEntries(
    Object.entries(values).filter(
      ([, value]) => value !== '' && value !== false && value !== undefined,
    ),
  )
}
