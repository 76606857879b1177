import { Ajv } from 'ajv'
import { describe, expect, it } from 'vitest'
import { fieldProblems } from '#engine/forms/formerrors.ts'
import {
  FORM_ID,
  openValidators,
  requiredOnly,
  type FormValidators,
  type ValidatorModule,
} from '#engine/forms/formruntime.ts'
import { givenValues } from '#engine/forms/formvalues.ts'
import type { SectionSchema } from '#engine/forms/section.ts'
import { validateSection } from '#server/release/sections.ts'
import { compileValidator } from '#server/release/validators.ts'
import { formSchema as schemaOf } from '#tests/support/compiled-forms.ts'

/** The module as a browser gets it: a real import of its text. */
async function load(schema: SectionSchema): Promise<FormValidators> {
  const module = (await import(
    /* @vite-ignore */ `data:text/javascript;base64,${Buffer.from(compileValidator(schema).code).toString('base64')}`
  )) as ValidatorModule
  return openValidators(module)
}

function problemsIn({ validators }: FormValidators, values: Record<string, unknown>) {
  const validate = validators[FORM_ID]
  return validate(givenValues(values)) ? [] : fieldProblems(validate.errors ?? [])
}

/** A form that uses every type of field and every keyword that section.ts can write. */
const ALL: SectionSchema = {
  type: 'object',
  properties: {
    short: { type: 'string', minLength: 3, maxLength: 5 },
    count: { type: 'integer', minimum: 1, maximum: 9 },
    yes: { type: 'boolean' },
    one: { type: 'string', enum: ['a', 'b', 'c', 'd', 'e', 'f'] },
    some: {
      type: 'array',
      items: { type: 'string', enum: ['a', 'b'] },
      uniqueItems: true,
      minItems: 1,
    },
    'odd/name~': { type: 'string', minLength: 1 },
    month: { type: 'string', format: 'month', maxLength: 254 },
    two: {
      type: 'array',
      items: { type: 'string', enum: ['a', 'b', 'c'] },
      uniqueItems: true,
      minItems: 2,
      maxItems: 2,
    },
    jobs: {
      type: 'array',
      maxItems: 3,
      items: {
        type: 'object',
        properties: {
          employer: { type: 'string', maxLength: 9, minLength: 1 },
          began: { type: 'string', format: 'past-month', maxLength: 254 },
          tags: { type: 'array', items: { type: 'string', enum: ['a', 'b'] }, uniqueItems: true },
        },
        required: ['employer'],
        additionalProperties: false,
        minProperties: 1,
      },
    },
  },
  required: ['some', 'odd/name~'],
  additionalProperties: false,
}
const FULL = { some: ['a'], 'odd/name~': 'x' }

const CASES: readonly [
  section: string,
  values: Record<string, unknown>,
  problems: Record<string, string>,
][] = [
  ['names', { firstName: 'Naledi', lastName: 'Mokoena' }, {}],
  ['names', { firstName: 'Naledi', lastName: 'Mokoena', nickname: null }, {}],
  ['names', {}, { '/firstName': 'form.required', '/lastName': 'form.required' }],
  [
    'names',
    { firstName: '', lastName: '   ' },
    { '/firstName': 'form.required', '/lastName': 'form.required' },
  ],
  [
    'names',
    { firstName: 'N', lastName: 'M', nickname: 'x'.repeat(61) },
    { '/nickname': 'form.tooLong' },
  ],
  ['names', { firstName: '😀'.repeat(120), lastName: 'M' }, {}],
  ['names', { firstName: '😀'.repeat(121), lastName: 'M' }, { '/firstName': 'form.tooLong' }],
  ['names', { firstName: 'N', lastName: 'M', admin: true }, { '/admin': 'form.unknown' }],
  [
    'names',
    { firstName: 1, lastName: ['M'] },
    { '/firstName': 'form.invalid', '/lastName': 'form.invalid' },
  ],
  ['about', {}, {}],
  ['about', { about: 'x'.repeat(2001) }, { '/about': 'form.tooLong' }],
  [
    'basicInfo',
    {
      birthDate: '2008-02-29',
      firstName: 'N',
      lastName: 'M',
      languages: ['en', 'zu'],
      nationality: 'ZA',
      gender: 'female',
      drivingLicense: 'EC1',
      educationLevel: 'grade_12',
    },
    {},
  ],
  [
    'basicInfo',
    { birthDate: '2007-02-29', firstName: 'N', lastName: 'M' },
    { '/birthDate': 'form.pastDate' },
  ],
  [
    'basicInfo',
    { birthDate: '2999-01-01', firstName: 'N', lastName: 'M' },
    { '/birthDate': 'form.pastDate' },
  ],
  [
    'basicInfo',
    {
      birthDate: '2008-01-01',
      firstName: 'N',
      lastName: 'M',
      nationality: 'XX',
      languages: ['en', 'klingon'],
    },
    { '/nationality': 'form.choice', '/languages': 'form.choice' },
  ],
  [
    'basicInfo',
    { birthDate: '2008-01-01', firstName: 'N', lastName: 'M', languages: ['en', 'en'] },
    { '/languages': 'form.twice' },
  ],
  ['basicInfo', { birthDate: '2008-01-01', firstName: 'N', lastName: 'M', languages: [] }, {}],
  [
    'basicInfo',
    { birthDate: '2008-01-01', firstName: 'N', lastName: 'M', email: 'naledi', phone: '12' },
    { '/phone': 'form.phone', '/email': 'form.email' },
  ],
  [
    'basicInfo',
    {
      birthDate: '2008-01-01',
      firstName: 'N',
      lastName: 'M',
      email: 'naledi@example.com',
      phone: '+27 71 555 0148',
    },
    {},
  ],
  [
    'initialProfile',
    {
      birthDate: '2008-01-01',
      firstName: 'N',
      lastName: 'M',
      nationality: 'KE',
      phone: '071 555 0148',
      idNumber: '8001015009087',
    },
    {},
  ],
  [
    'initialProfile',
    {
      birthDate: '2008-01-01',
      firstName: 'N',
      lastName: 'M',
      nationality: 'KE',
      phone: '071 555 0148',
      idNumber: '8001015009088',
    },
    { '/idNumber': 'form.zaId' },
  ],
  ['all', FULL, {}],
  [
    'all',
    { ...FULL, short: 'ab', count: 10, yes: 'yes', one: 'z' },
    {
      '/short': 'form.tooShort',
      '/count': 'form.tooLarge',
      '/yes': 'form.invalid',
      '/one': 'form.choice',
    },
  ],
  [
    'all',
    { ...FULL, short: 'abcdef', count: 0, one: 'f' },
    { '/short': 'form.tooLong', '/count': 'form.tooSmall' },
  ],
  ['all', { ...FULL, count: 1.5 }, { '/count': 'form.number' }],
  ['all', { ...FULL, count: '3' }, { '/count': 'form.number' }],
  ['all', {}, { '/some': 'form.required', '/odd~1name~0': 'form.required' }],
  [
    'all',
    { ...FULL, month: '2026-2', two: ['a'] },
    { '/month': 'form.month', '/two': 'form.tooFew' },
  ],
  ['all', { ...FULL, two: ['a', 'b', 'c'] }, { '/two': 'form.tooMany' }],
  ['all', { ...FULL, jobs: [{ employer: 'Spaza', began: '2020-01', tags: ['a'] }] }, {}],
  [
    'all',
    {
      ...FULL,
      jobs: [
        { employer: ' ', began: '2020-01' },
        { employer: 'Spaza', began: '2999-01', tags: ['x'] },
        { employer: 'x'.repeat(10), pay: 3 },
      ],
    },
    {
      '/jobs/0/employer': 'form.required',
      '/jobs/1/began': 'form.pastMonth',
      '/jobs/1/tags': 'form.choice',
      '/jobs/2/employer': 'form.tooLong',
      '/jobs/2/pay': 'form.unknown',
    },
  ],
  ['all', { ...FULL, jobs: ['Spaza'] }, { '/jobs': 'form.invalid' }],
  [
    'all',
    { ...FULL, jobs: [1, 2, 3, 4].map(() => ({ employer: 'A' })) },
    { '/jobs': 'form.tooMany' },
  ],
  ['all', { ...FULL, 'odd/name~': 7 }, { '/odd~1name~0': 'form.invalid' }],
]

const inOne = (id: string) => (id === 'all' ? ALL : schemaOf(id))
const asTable = (problems: readonly { pointer: string; key: string }[]) =>
  Object.fromEntries(problems.map(({ pointer, key }) => [pointer, key]))

describe('a compiled form', () => {
  it.each(CASES)(
    '%s judges %j the same in the browser as on the server',
    async (section, values, problems) => {
      const schema = inOne(section)
      expect(asTable(validateSection(schema, values))).toEqual(problems)
      expect(problemsIn(await load(schema), values)).toEqual(validateSection(schema, values))
    },
  )

  it.each(['names', 'about', 'basicInfo', 'initialProfile', 'all'])(
    '%s needs neither imports nor code from text',
    async (section) => {
      const schema = inOne(section)
      const { code } = compileValidator(schema)
      expect(code).not.toMatch(/\brequire\(|\bimport\b|new Function|\beval\(/)
      expect((await load(schema)).schema).toEqual(schema)
    },
  )

  it('is made from a schema that is valid against its meta-schema', () => {
    const judge = new Ajv({ strict: false })
    for (const schema of [
      ALL,
      ...['names', 'about', 'basicInfo', 'initialProfile'].map((section) => inOne(section)),
    ])
      expect(judge.validateSchema(schema)).toBe(true)
    expect(judge.validateSchema({ ...ALL, required: 'short' })).toBe(false)
  })

  it('has an address that changes only with its content', () => {
    const names = compileValidator(schemaOf('names'))
    expect(compileValidator({ ...schemaOf('names') }).sha).toBe(names.sha)
    expect(compileValidator(schemaOf('about')).sha).not.toBe(names.sha)
  })

  it('knows only the formats that were reviewed', () => {
    expect(() =>
      compileValidator({
        ...ALL,
        properties: { x: { type: 'string', format: 'uri' } },
        required: [],
      }),
    ).toThrow(/unknown format/)
  })
})

describe('validation on the server', () => {
  it('checks only what a PATCH contains, and doesn’t let it clear what is required', () => {
    const schema = schemaOf('basicInfo')
    expect(validateSection(schema, { jobTitle: 'Nurse' }, { partial: true })).toEqual([])
    expect(asTable(validateSection(schema, { firstName: null }, { partial: true }))).toEqual({
      '/firstName': 'form.required',
    })
  })

  it.each([null, 'text', [], 7])('accepts only an object as a body: %j', (body) => {
    expect(validateSection(schemaOf('names'), body)).toEqual([{ pointer: '', key: 'form.invalid' }])
  })

  it('isn’t fooled by names of the prototype', () => {
    const body: unknown = JSON.parse(
      '{"firstName":"N","lastName":"M","__proto__":{"admin":true},"constructor":1}',
    )
    const keys = validateSection(schemaOf('names'), body).map(({ pointer }) => pointer)
    expect(keys).toContain('/constructor')
    expect(keys).toContain('/__proto__')
  })
})

describe('without its compiled validator', () => {
  it('a form asks for what is required, and leaves the rest to the server', () => {
    const stand = requiredOnly(schemaOf('names'))
    expect(asTable(problemsIn(stand, { lastName: 'M' }))).toEqual({ '/firstName': 'form.required' })
    expect(problemsIn(stand, { firstName: 'N', lastName: 'M', nickname: 'x'.repeat(99) })).toEqual(
      [],
    )
  })
})
