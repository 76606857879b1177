/**
 * Fields that only some users are asked, and rules across fields: the same answer for the form and
 * for the server.
 */

import { describe, expect, it } from 'vitest'
import { askedOf, conditionErrors, type Respondent } from '#engine/forms/conditions.ts'
import { ageOn } from '#engine/decide/age.ts'
import { checkDocuments } from '#engine/check/check.ts'
import { fieldProblems } from '#engine/forms/formerrors.ts'
import { buildScope } from '#engine/rules/scope.ts'
import { sectionSchema } from '#engine/forms/section.ts'
import { checkContextOf } from '#server/release/check-documents.ts'
import { WORK } from '#tests/support/conditional.ts'
import { EXPERIENCE } from '#tests/support/experience.ts'
import { catalog, code, makeWorld, sources } from '#tests/support/documents.ts'

const { config } = buildScope(catalog, makeWorld(null))
const ADULT: Respondent = {
  plan: 'free',
  country: 'ZA',
  birthDate: '2000-01-01',
  today: '2026-11-22',
  config,
}
const { book } = catalog
const asked = (values: Record<string, unknown>, who: Partial<Respondent> = {}) => [
  ...askedOf(WORK.fields, values, { ...ADULT, ...who }, book),
]
const problems = (
  values: Record<string, unknown>,
  who: Partial<Respondent> = {},
  brought?: string[],
) =>
  Object.fromEntries(
    fieldProblems(
      conditionErrors(
        WORK,
        WORK.fields,
        values,
        { ...ADULT, ...who },
        book,
        brought && new Set(brought),
      ),
    ).map(({ pointer, key }) => [pointer, key]),
  )

describe('which fields are asked', () => {
  it.each<[string, Record<string, unknown>, Partial<Respondent>, string[]]>([
    ['those without a condition', {}, {}, ['hasWorked']],
    ['one that follows from an answer', { hasWorked: true }, {}, ['hasWorked', 'employer']],
    [
      'one that follows from another that is asked',
      { hasWorked: true, employer: 'Spaza' },
      {},
      ['hasWorked', 'employer', 'workStart'],
    ],
    [
      'none that follows from one that is no longer asked',
      { hasWorked: false, employer: 'Spaza', workStart: '2024-01-01' },
      {},
      ['hasWorked'],
    ],
    [
      'none that follows from spaces',
      { hasWorked: true, employer: '  ' },
      {},
      ['hasWorked', 'employer'],
    ],
    ['one for young people here', {}, { birthDate: '2010-01-01' }, ['hasWorked', 'guardian']],
    ['not for those elsewhere', {}, { birthDate: '2010-01-01', country: 'KE' }, ['hasWorked']],
    ['for users of unknown age', {}, { birthDate: null }, ['hasWorked', 'guardian']],
    ['one for a plan', {}, { plan: 'power' }, ['hasWorked', 'mentor']],
  ])('%s', (_what, values, who, expected) => {
    expect(asked(values, who)).toEqual(expected)
  })

  it('depend on a birth date that is typed in the same form', () => {
    const fields = [{ ...WORK.fields[0]!, id: 'birthDate', type: 'date' as const }, WORK.fields[4]!]
    expect([...askedOf(fields, { birthDate: '2012-05-05' }, ADULT, book)]).toEqual([
      'birthDate',
      'guardian',
    ])
  })
})

describe('what is wrong', () => {
  it.each<[string, Record<string, unknown>, Record<string, string>]>([
    [
      'nothing',
      { hasWorked: true, employer: 'Spaza', workStart: '2024-01-01', workEnd: '2024-01-01' },
      {},
    ],
    ['what is asked, needed and empty', { hasWorked: true }, { '/employer': 'form.required' }],
    ['not what is needed of others', { hasWorked: false }, {}],
    [
      'what is given and not asked',
      { hasWorked: false, employer: 'Spaza' },
      { '/employer': 'form.notAsked' },
    ],
    [
      'an end before its start',
      { hasWorked: true, employer: 'Spaza', workStart: '2024-02-01', workEnd: '2024-01-31' },
      { '/workEnd': 'form.pastDate' },
    ],
    [
      'no rule about what is empty',
      { hasWorked: true, employer: 'Spaza', workStart: '2024-02-01' },
      {},
    ],
    [
      'no rule about what is not asked',
      { hasWorked: false, workStart: '2024-02-01', workEnd: '2024-01-31' },
      { '/workStart': 'form.notAsked', '/workEnd': 'form.notAsked' },
    ],
  ])('%s', (_what, values, expected) => {
    expect(problems(values)).toEqual(expected)
  })

  it('is checked again only if something that it depends on was sent', () => {
    const stored = { hasWorked: true, workStart: '2024-02-01', workEnd: '2024-01-31' }
    expect(problems({ ...stored, mentor: 'M' }, { plan: 'power' }, ['mentor'])).toEqual({})
    expect(problems(stored, {}, ['hasWorked'])).toEqual({ '/employer': 'form.required' })
    expect(problems({ ...stored, employer: 'Spaza' }, {}, ['workStart'])).toEqual({
      '/workEnd': 'form.pastDate',
    })
  })
})

describe('an age', () => {
  it.each<[unknown, string, number | null]>([
    ['2008-11-22', '2026-11-22', 18],
    ['2008-11-23', '2026-11-22', 17],
    ['2008-02-29', '2026-02-28', 17],
    ['2008-02-29', '2026-03-01', 18],
    [null, '2026-11-22', null],
    ['soon', '2026-11-22', null],
  ])('of %s on %s is %s', (born, today, age) => {
    expect(ageOn(born, today)).toBe(age)
  })
})

function problemsOf(section: object): string[][] {
  return checkDocuments(
    [...sources, { where: 'section', value: section }],
    checkContextOf(code),
    () => false,
  )
    .problems.filter(({ document }) => document === 'section')
    .map(({ code: what, pointer }) => [what, pointer])
}

describe('the check of documents', () => {
  const check = (change: object) => problemsOf({ ...WORK, ...change })
  const fields = (index: number, change: object) => ({
    fields: WORK.fields.map((field, at) => (at === index ? { ...field, ...change } : field)),
  })

  it.each<[string, object, string[][]]>([
    ['accepts this section', {}, []],
    [
      'a condition on a field below it',
      fields(1, { when: { '!!': [{ var: 'value.workEnd' }] } }),
      [['rule/unknown-variable', '/fields/employer/when/!!/0/var']],
    ],
    [
      'a condition on itself',
      fields(1, { when: { '!!': [{ var: 'value.employer' }] } }),
      [['rule/unknown-variable', '/fields/employer/when/!!/0/var']],
    ],
    [
      'a condition on something else of the user',
      fields(1, { when: { '!!': [{ var: 'user.email' }] } }),
      [['rule/unknown-variable', '/fields/employer/when/!!/0/var']],
    ],
    [
      'an age that may be missing',
      fields(4, { when: { '<': [{ var: 'age' }, 18] } }),
      [['rule/nullable-operand', '/fields/guardian/when/</0']],
    ],
    [
      'a plan that there is not',
      fields(5, { when: { '==': [{ var: 'plan' }, 'gold'] } }),
      [['rule/impossible-value', '/fields/mentor/when/==/1']],
    ],
    [
      'an answer in what the configuration decides',
      fields(1, { show: { '!!': [{ var: 'value.hasWorked' }] } }),
      [['rule/unknown-variable', '/fields/employer/show/!!/0/var']],
    ],
    [
      'a rule that blames no field',
      { checks: [{ ...WORK.checks![0], field: 'workEndd' }] },
      [['reference/unknown-field', '/checks/ends-after/field']],
    ],
    [
      'a section that some could never complete',
      { completeness: { kind: 'existence', fields: ['employer'] } },
      [['section/conditional-completeness', '/completeness/fields/0']],
    ],
  ])('%s', (_what, change, expected) => {
    expect(check(change)).toEqual(expected)
  })
})

it('leaves to the schema what is required of everyone', () => {
  expect(sectionSchema(WORK, catalog, config).required).toEqual([])
})

describe('a list of entries', () => {
  const checkExperience = (fields: readonly object[]) => problemsOf({ ...EXPERIENCE, fields })
  const found = (values: Record<string, unknown>, brought?: string[]) =>
    conditionErrors(
      EXPERIENCE,
      EXPERIENCE.fields,
      values,
      ADULT,
      book,
      brought && new Set(brought),
    ).map(({ instancePath }) => instancePath)
  const good = { employer: 'Spaza', began: '2024-02', ended: '2024-02' }
  const wrong = { ...good, ended: '2024-01' }

  it('is checked entry by entry with the rules across its fields', () => {
    expect(found({ jobs: [good, wrong, { ...wrong, ended: '' }, 'none'] })).toEqual([
      '/jobs/1/ended',
    ])
    expect(found({ jobs: [good] })).toEqual([])
    expect(found({ jobs: null })).toEqual([])
  })

  it('isn’t checked again if it wasn’t sent', () =>
    expect(found({ jobs: [wrong] }, ['left'])).toEqual([]))

  it.each<[string, object, string[][]]>([
    ['is accepted', {}, []],
    ['needs fields', { fields: [], checks: [] }, [['section/empty-entries', '/fields/jobs']]],
    [
      'has rules about its own fields',
      {
        checks: [{ ...EXPERIENCE.fields[0]!.checks![0]!, rule: { '!!': [{ var: 'value.left' }] } }],
      },
      [['rule/unknown-variable', '/fields/jobs/checks/ends-after/rule/!!/0/var']],
    ],
    [
      'asks for no more than it takes',
      { least: 4 },
      [['section/impossible', '/fields/jobs/least']],
    ],
  ])('%s', (_what, change, expected) => {
    const [jobs, ...others] = EXPERIENCE.fields
    expect(checkExperience([{ ...jobs, ...change }, ...others])).toEqual(expected)
  })

  it('of choices asks for no more than the list has', () => {
    const [jobs = {}, spoken] = EXPERIENCE.fields
    const all = catalog.get('list', 'genders')!.items.length
    const asking = (least: number) =>
      checkExperience([jobs, { ...spoken, list: 'genders', least, most: 50 }])
    expect(asking(all)).toEqual([])
    expect(asking(all + 1)).toEqual([['section/impossible', '/fields/spoken/least']])
  })
})
