import { describe, expect, it } from 'vitest'
import { fieldOf, fieldProblems, PROBLEM_KEYS } from '#engine/forms/formerrors.ts'
import { givenValues, keptValues } from '#engine/forms/formvalues.ts'

describe('what is kept of a form', () => {
  it.each([
    ['  Naledi ', 'Naledi'],
    ['', null],
    ['   ', null],
    [undefined, null],
    [null, null],
    [[], null],
    [['en'], ['en']],
    [0, 0],
    [false, false],
  ])('of %j is %j', (typed, kept) => {
    expect(keptValues({ it: typed })).toEqual({ it: kept })
  })

  it('says null of what was never touched, so that a value can be cleared', () => {
    expect(keptValues({ a: 'x' }, ['a', 'b', 'toString'])).toEqual({
      a: 'x',
      b: null,
      toString: null,
    })
  })

  it('asks the schema only about what was given', () => {
    expect(givenValues({ a: ' x ', b: '', c: null, d: false })).toEqual({ a: 'x', d: false })
  })
})

describe('problems of fields', () => {
  const error = (keyword: string, instancePath: string, params: Record<string, unknown> = {}) => ({
    keyword,
    instancePath,
    params,
  })

  it('are one a field, the first that was found, with what the text needs', () => {
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

  it('have a text that is known, whatever the keyword', () => {
    const keywords = [
      'required',
      'minLength',
      'minItems',
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
