import { describe, expect, it } from 'vitest'
import { fieldOf, fieldProblems, PROBLEM_KEYS } from '#engine/forms/formerrors.ts'
import { givenValues, keptValues } from '#engine/forms/formvalues.ts'

describe('the stored values of a form', () => {
  it.each([
    ['  Naledi ', 'Naledi'],
    ['', null],
    ['   ', null],
    [undefined, null],
    [null, null],
    [[], null],
    [['en'], ['en']],
    [[{ employer: ' Spaza ', ended: '', began: null }], [{ employer: 'Spaza' }]],
    [
      [{}, 'x'],
      [{}, 'x'],
    ],
    [0, 0],
    [false, false],
  ])('of %j is %j', (typed, kept) => {
    expect(keptValues({ it: typed })).toEqual({ it: kept })
  })

  it('have null for untouched fields, so that a value can be cleared', () => {
    expect(keptValues({ a: 'x' }, ['a', 'b', 'toString'])).toEqual({
      a: 'x',
      b: null,
      toString: null,
    })
  })

  it('are checked against the schema only if they were given', () => {
    expect(givenValues({ a: ' x ', b: '', c: null, d: false })).toEqual({ a: 'x', d: false })
  })
})

describe('problems of fields', () => {
  const error = (keyword: string, instancePath: string, params: Record<string, unknown> = {}) => ({
    keyword,
    instancePath,
    params,
  })

  it('are one per field, the first that was found, with what the text needs', () => {
    expect(
      fieldProblems([
        error('maxLength', '/email', { limit: 254 }),
        error('format', '/email', { format: 'email' }),
        error('enum', '/languages/3'),
        error('type', '/languages/4', { type: 'string' }),
      ]),
    ).toEqual([
      { pointer: '/email', key: 'form.tooLong', values: { count: 254 } },
      { pointer: '/languages', key: 'form.choice' },
    ])
  })

  it('name the entry and its field', () => {
    expect(
      fieldProblems([
        error('required', '/jobs/1', { missingProperty: 'employer' }),
        error('format', '/jobs/0/began', { format: 'month' }),
        error('enum', '/jobs/0/tongues/2'),
        error('minProperties', '/jobs/2', { limit: 1 }),
        error('minItems', '/spoken', { limit: 2 }),
        error('maxItems', '/jobs', { limit: 3 }),
        error('additionalProperties', '/jobs/0', { additionalProperty: 'pay' }),
        error('type', '/jobs/3', { type: 'object' }),
      ]),
    ).toEqual([
      { pointer: '/jobs/1/employer', key: 'form.required' },
      { pointer: '/jobs/0/began', key: 'form.month' },
      { pointer: '/jobs/0/tongues', key: 'form.choice' },
      { pointer: '/jobs/2', key: 'form.emptyEntry' },
      { pointer: '/spoken', key: 'form.tooFew', values: { count: 2 } },
      { pointer: '/jobs', key: 'form.tooMany', values: { count: 3 } },
      { pointer: '/jobs/0/pay', key: 'form.unknown' },
    ])
  })

  it('have a known text, whatever the keyword', () => {
    const keywords = [
      'required',
      'minLength',
      'minItems',
      'maxItems',
      'minProperties',
      'maxLength',
      'minimum',
      'maximum',
      'format',
      'enum',
      'uniqueItems',
      'type',
      'additionalProperties',
      'const',
      'not',
    ]
    for (const { key } of keywords.flatMap((keyword) =>
      fieldProblems([error(keyword, '/x', { limit: 3 })]),
    ))
      expect(PROBLEM_KEYS).toContain(key)
  })

  it('name their field', () => {
    expect(fieldOf('/languages/3')).toBe('languages')
    expect(fieldOf('/odd~1name~0')).toBe('odd/name~')
    expect(fieldOf('')).toBe('')
  })
})
