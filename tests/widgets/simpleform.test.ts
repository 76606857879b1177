// @vitest-environment happy-dom
import { describe, expect, it } from 'vitest'
import { fieldProblem, readProblem, type SimpleFieldProps } from '#widgets/forms/simpleform.ts'

const field = (
  kind: SimpleFieldProps['kind'],
  more: Partial<SimpleFieldProps> = {},
): SimpleFieldProps => ({ id: 'f', kind, label: 'label', ...more })

describe('a field', () => {
  it.each([
    [field('email'), '', ['simpleForm.emailRequired']],
    [field('email'), 'naledi@mail', ['simpleForm.email']],
    [field('email'), 'naledi@mail.test', null],
    [field('password'), '', ['password.required']],
    [field('password'), 'x', null],
    [field('new-password'), 'abc', ['password.length']],
    [field('new-password'), 'Thaba22', null],
    [field('code'), '12345', ['simpleForm.code']],
    [field('code'), '123456', null],
    [field('text'), '', ['simpleForm.required']],
    [field('text', { optional: true }), '', null],
    [field('text', { requiredMessage: 'own.words' }), '', ['own.words']],
  ])('%j with %j', (given, value, texts) => {
    expect(fieldProblem(given, value)?.texts ?? null).toEqual(texts)
  })
})

describe('an error of an action', () => {
  const fields = [field('email', { id: 'email' }), field('password', { id: 'password' })]

  it('is shown at the fields that it names', () => {
    const error = {
      code: 'signup/taken',
      message: 'Taken.',
      fields: [
        { pointer: '/email', key: 'problem.signup.taken', message: 'There is one already.' },
      ],
    }
    expect(readProblem(error, fields)).toEqual({
      texts: [],
      fields: [{ id: 'email', texts: [{ words: 'There is one already.' }] }],
    })
  })

  it('is shown at the top if it names none, or one that isn’t here', () => {
    expect(readProblem({ code: 'login/failed', message: 'Not right.' }, fields)).toEqual({
      texts: [{ words: 'Not right.' }],
      fields: [],
    })
    expect(
      readProblem(
        {
          code: 'request/invalid',
          message: 'Not right.',
          fields: [{ pointer: '/phone', key: 'k', message: '' }],
        },
        fields,
      ),
    ).toEqual({ texts: [{ words: 'Not right.' }], fields: [] })
  })

  it('says so if there is no connection', () => {
    expect(readProblem(new TypeError('Failed to fetch'), fields)).toEqual({
      texts: ['simpleForm.offline'],
      fields: [],
    })
  })

  it('never shows text that wasn’t written for users', () => {
    expect(readProblem(new Error('undefined is not a function'), fields)).toEqual({
      texts: ['simpleForm.failed'],
      fields: [],
    })
  })
})
