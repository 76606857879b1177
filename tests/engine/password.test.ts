import { describe, expect, it } from 'vitest'
import { passwordProblems } from '#engine/forms/password.ts'

describe('the rule for passwords', () => {
  it.each([
    ['', ['password.required']],
    ['Demo1234', []],
    ['Abcd1', ['password.length']],
    ['Abcde1', []],
    ['Abcdefghijklmnopqrs1', []],
    ['Abcdefghijklmnopqrst1', ['password.length']],
    ['ABCDE1', ['password.lower']],
    ['abcde1', ['password.upper']],
    ['Abcdef', ['password.number']],
    ['abc', ['password.length', 'password.upper', 'password.number']],
    ['      ', ['password.lower', 'password.upper', 'password.number']],
  ])('says what %j is missing', (password, missing) => {
    expect(passwordProblems(password)).toEqual(missing)
  })

  it('accepts letters and digits of other scripts', () => {
    expect(passwordProblems('éÉabc٣')).toEqual([])
  })

  it('counts an emoji as one character', () => {
    expect(passwordProblems('Ab1😀😀')).toEqual(['password.length'])
    expect(passwordProblems('Ab1😀😀😀')).toEqual([])
  })
})
