/**
 * One schema for the form, its compiled validator and the server, generated from the few field
 * types that sections have.
 */

import { describe, expect, it } from 'vitest'
import type { FieldDocument } from '#engine/documents/kinds.ts'
import type { Section } from '#engine/decide/progress.ts'
import { buildScope } from '#engine/rules/scope.ts'
import {
  fieldsOf,
  profileKey,
  sectionSchema,
  writableKeys,
  type FieldSchema,
} from '#engine/forms/section.ts'
import { catalog, makeWorld } from '#tests/support/documents.ts'

const { config } = buildScope(catalog, makeWorld(null))
const section = (...fields: Partial<FieldDocument>[]): Section => ({
  kind: 'profile-section',
  id: 'test',
  v: 1,
  title: 'Test',
  source: 'test',
  label: 'section.names.title',
  completeness: { kind: 'none' },
  fields: fields.map((field, index) => ({
    id: `f${index}`,
    type: 'text',
    label: 'field.about',
    ...field,
  })),
})
const schemaOf = (field: Partial<FieldDocument>): FieldSchema =>
  Object.values(sectionSchema(section(field), catalog, config).properties)[0]!

describe('the schema of a field', () => {
  it.each<[string, Partial<FieldDocument>, FieldSchema]>([
    ['a text of at most 120 characters', { type: 'text' }, { type: 'string', maxLength: 120 }],
    ['a long one of at most 2000', { type: 'longtext' }, { type: 'string', maxLength: 2000 }],
    [
      'as many as the field says',
      { type: 'text', maxLength: 13 },
      { type: 'string', maxLength: 13 },
    ],
    [
      'at least one character where it is required',
      { type: 'text', required: true },
      { type: 'string', maxLength: 120, minLength: 1 },
    ],
    [
      'at least as many as the field says',
      { type: 'text', minLength: 5 },
      { type: 'string', maxLength: 120, minLength: 5 },
    ],
    [
      'never none where it is required',
      { type: 'text', required: true, minLength: 0 },
      { type: 'string', maxLength: 120, minLength: 1 },
    ],
    [
      'a format of the list',
      { type: 'text', format: 'za-id' },
      { type: 'string', maxLength: 120, format: 'za-id' },
    ],
    ['an e-mail address', { type: 'email' }, { type: 'string', format: 'email', maxLength: 254 }],
    ['a phone number', { type: 'phone' }, { type: 'string', format: 'phone', maxLength: 254 }],
    ['a date', { type: 'date' }, { type: 'string', format: 'date', maxLength: 254 }],
    [
      'a date in the past',
      { type: 'date', format: 'past-date' },
      { type: 'string', format: 'past-date', maxLength: 254 },
    ],
    ['a month', { type: 'month' }, { type: 'string', format: 'month', maxLength: 254 }],
    ['a whole number', { type: 'integer' }, { type: 'integer' }],
    [
      'one between two borders, zero among them',
      { type: 'integer', minimum: 0, maximum: 10 },
      { type: 'integer', minimum: 0, maximum: 10 },
    ],
    ['yes or no', { type: 'yesno' }, { type: 'boolean' }],
    ['nothing to choose from without a list', { type: 'choice' }, { type: 'string', enum: [] }],
    [
      'nothing to choose from where the list does not exist',
      { type: 'choice', list: 'nowhere' },
      { type: 'string', enum: [] },
    ],
  ])('is %s', (_what, field, expected) => {
    expect(schemaOf(field)).toEqual(expected)
  })

  it('accepts the ids of its list', () => {
    const genders = catalog.get('list', 'genders')!.items.map(({ id }) => id)
    expect(genders.length).toBeGreaterThan(1)
    expect(schemaOf({ type: 'choice', list: 'genders' })).toEqual({ type: 'string', enum: genders })
    expect(schemaOf({ type: 'choices', list: 'genders' })).toEqual({
      type: 'array',
      items: { type: 'string', enum: genders },
      uniqueItems: true,
    })
    expect(schemaOf({ type: 'choices', list: 'genders', required: true })).toEqual({
      type: 'array',
      items: { type: 'string', enum: genders },
      uniqueItems: true,
      minItems: 1,
    })
  })
})

describe('the schema of a list', () => {
  const genders = catalog.get('list', 'genders')!.items.map(({ id }) => id)

  it('says how many choices there may be', () => {
    const counted = (field: Partial<FieldDocument>) => {
      const { minItems, maxItems } = schemaOf({ type: 'choices', list: 'genders', ...field })
      return [minItems, maxItems]
    }
    expect(counted({ least: 2, most: 2 })).toEqual([2, 2])
    expect(counted({ most: 3 })).toEqual([undefined, 3])
    expect(counted({ least: 2, required: true })).toEqual([2, undefined])
  })

  it('makes an entry of a list a small form of its own, and the list no longer than 50', () => {
    const fields = [
      { id: 'employer', type: 'text', label: 'x', required: true },
      { id: 'who', type: 'choice', label: 'x', list: 'genders' },
    ] as const
    expect(schemaOf({ type: 'entries', fields: [...fields] })).toEqual({
      type: 'array',
      maxItems: 50,
      items: {
        type: 'object',
        required: ['employer'],
        additionalProperties: false,
        minProperties: 1,
        properties: {
          employer: { type: 'string', maxLength: 120, minLength: 1 },
          who: { type: 'string', enum: genders },
        },
      },
    })
    expect(schemaOf({ type: 'entries', fields: [...fields], least: 1, most: 4 })).toMatchObject({
      minItems: 1,
      maxItems: 4,
    })
  })
})

describe('the schema of a section', () => {
  it('takes its fields and nothing else, and asks for the required ones', () => {
    const schema = sectionSchema(section({ id: 'a', required: true }, { id: 'b' }), catalog, config)
    expect(schema).toMatchObject({ type: 'object', required: ['a'], additionalProperties: false })
    expect(Object.keys(schema.properties)).toEqual(['a', 'b'])
  })

  it('names a field by its key in the profile', () => {
    const schema = sectionSchema(
      section({ id: 'rsaIdNumber', path: 'idNumber', required: true }),
      catalog,
      config,
    )
    expect(schema.required).toEqual(['idNumber'])
    expect(Object.keys(schema.properties)).toEqual(['idNumber'])
    expect(profileKey({ id: 'about', type: 'text', label: 'x' })).toBe('about')
  })

  it('leaves out what the configuration doesn’t ask for', () => {
    const initial = catalog.get('profile-section', 'initialProfile')!
    const asking = (flags: Partial<typeof config.initialProfile>) =>
      fieldsOf(initial, catalog, {
        ...config,
        initialProfile: { ...config.initialProfile, ...flags },
      }).map(profileKey)
    expect(asking({})).toEqual(['birthDate', 'firstName', 'lastName'])
    expect(asking({ birthDate: false, rsaIdNumber: true, phone: true })).toEqual([
      'firstName',
      'lastName',
      'phone',
      'idNumber',
    ])
    expect(asking({ birthDate: false, firstName: false, lastName: false })).toEqual([])
  })

  it.each(catalog.all('profile-section').map((document) => [document.id, document] as const))(
    'contains no pattern, reference or code: %s',
    (_id, document) => {
      const words = new Set(
        JSON.stringify(
          Object.values(sectionSchema(document, catalog, config).properties).map((field) =>
            Object.keys(field),
          ),
        ).match(/[A-Za-z$]+/g),
      )
      const allowed = [
        'type',
        'format',
        'enum',
        'items',
        'uniqueItems',
        'minLength',
        'maxLength',
        'minimum',
        'maximum',
        'minItems',
        'maxItems',
      ]
      expect([...words].filter((word) => !allowed.includes(word))).toEqual([])
    },
  )
})

describe('what a user may write', () => {
  it('is what a section asks for, or what the configuration can ask for', () => {
    const keys = writableKeys(catalog)
    for (const key of [
      'about',
      'firstName',
      'lastName',
      'nickname',
      'birthDate',
      'nationality',
      'phone',
      'idNumber',
      'languages',
      'gender',
    ])
      expect(keys).toContain(key)
  })

  it('is nothing that the server reserves for itself', () => {
    const keys = writableKeys(catalog)
    for (const key of [
      'favourites',
      'hiddenSections',
      'cvOrder',
      'schoolCurriculum',
      '_id',
      'rsaIdNumber',
      'role',
      'accountType',
      '__proto__',
    ])
      expect(keys).not.toContain(key)
  })
})
