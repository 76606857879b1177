/**
 * What personas have in their profile: initial fields, curriculum, and the dates that rules
 * distinguish.
 */

import { INITIAL_PROFILE_KEYS } from '#engine/decide/facts.ts'
import type { ConfigDocument } from '#engine/documents/kinds.ts'
import { dayAt, distinct, OTHER, type Test, type Uses } from './domains.ts'
import { DAY, wordsOf, type Trait, type TraitBuilder } from './traitbuilder.ts'

const ADULT = '2000-01-01'
export const CURRICULUM = 'nsc'
const GIVEN: Readonly<Record<string, string>> = {
  birthDate: ADULT,
  firstName: 'A',
  lastName: 'B',
  phone: '+27110000000',
  idNumber: '0',
}

/** What a user might type into a field that is still empty. */
export function placeholderOf(
  path: string,
  config: Pick<ConfigDocument, 'defaultCountry'>,
): string {
  const key = path.slice(path.lastIndexOf('.') + 1)
  if (key === 'schoolCurriculum') return CURRICULUM
  return GIVEN[key] ?? (key === 'nationality' ? config.defaultCountry : OTHER)
}

/** The fields that the configuration asks for at the start. */
export function addProfile(to: TraitBuilder): void {
  const profile = to.add('profile', ['no profile', 'profile complete'], {}, 1)
  for (const key of Object.values(INITIAL_PROFILE_KEYS)) addField(to, key, profile)
}

function addField(to: TraitBuilder, key: string, profile: Trait): void {
  const path = `user.profile.${key}`
  const given = placeholderOf(key, to.config)
  const isAsked = to.used.has(path)
  const values = valuesOfField(to, key, given)
  const has = isAsked ? to.add(`has ${key}`, [`${key}: none`, ''], {}, 1) : profile
  if (values.length > 1) {
    const value: Trait = { name: path, words: wordsOf(path, values), done: undefined }
    to.traits.push(value)
    to.inputs.set(path, (pick) => (pick(has) === 0 ? undefined : values[pick(value)]))
  } else to.inputs.set(path, (pick) => (pick(has) === 0 ? undefined : given))
  to.presence.set(path, (pick) => (pick(has) === 0 ? undefined : given))
}

function valuesOfField(to: TraitBuilder, key: string, given: string): unknown[] {
  const path = `user.profile.${key}`
  const use = to.used.get(path)
  if (use === undefined) return [given]
  const isDate = key === 'birthDate'
  const { dates, tests } = isDate ? birthDates(to.uses, to.config) : { dates: [], tests: [] }
  const named = to.valuesNamed(path, use).filter((each) => !isDate || each !== OTHER)
  return distinct([given, ...dates, ...named], use, tests)
}

export function addCurriculum(to: TraitBuilder): void {
  const curricula = to.values(
    'user.profile.schoolCurriculum',
    [CURRICULUM],
    (curriculum) => curriculum === CURRICULUM,
  )
  to.add(
    'curriculum',
    [
      'no curriculum',
      ...curricula.map((each) => (each === CURRICULUM ? '' : `curriculum: ${String(each)}`)),
    ],
    { 'user.profile.schoolCurriculum': [undefined, ...curricula] },
    1,
  )
}

/** Both sides of the date on which a user comes of age, if rules ask for that. */
function birthDates(
  uses: Uses,
  config: ConfigDocument,
): { dates: readonly string[]; tests: readonly Test[] } {
  if (!uses.has('facts.underAge')) return { dates: [], tests: [] }
  const limit = dayAt(Date.parse(`${Number(DAY.slice(0, 4)) - config.legalAge}${DAY.slice(4)}`), 0)
  return {
    dates: [limit, dayAt(Date.parse(limit), 1)],
    tests: [(date) => typeof date === 'string' && date > limit],
  }
}
