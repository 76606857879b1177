/** What a person's own file says, before any of it is taken. */

import { describe, expect, it } from 'vitest'
import { placeOf, readFileText, withMonths, wordsAt } from '#widgets/account/broughtfile.ts'

describe('a file that was chosen', () => {
  it.each([
    ['  ', { why: 'empty' }],
    ['[1]', { why: 'noResume' }],
    ['"text"', { why: 'noResume' }],
    [`{"a":"${'x'.repeat(260_000)}"}`, { why: 'large' }],
    ['{\n"a": 1,\n}', { why: 'broken', line: 3 }],
    ['{\n"a": [1', { why: 'broken', line: 2 }],
    ['{\n"basics": {\n"name": oops }}', { why: 'broken', line: 3 }],
    ['{"a": "b\nc"}', { why: 'broken', line: 1 }],
    ['{"a": [],\n"b": {},\n"c": -0.5e3,\n"d" 1}', { why: 'broken', line: 4 }],
    ['{}\n{}', { why: 'broken', line: 2 }],
    ['{"a": 01}', { why: 'broken', line: 1 }],
  ])('is refused with what is wrong: %j', (text, why) => {
    expect(readFileText(text)).toMatchObject({ ok: false, ...why })
  })

  it('is broken where it is cut, or where something is that can’t be there', () => {
    const value = { a: [1, -2.5e-3, true, null, {}], 'b"\\': 'c\u0001\n', d: [[]] }
    const whole = JSON.stringify(value, null, 1)
    for (let at = 1; at < whole.length; at++) {
      const begun = whole.slice(0, at)
      for (const text of [begun, `${begun}\u0000${whole.slice(at)}`])
        expect(readFileText(text), JSON.stringify(text)).toEqual({
          ok: false,
          why: 'broken',
          line: begun.split('\n').length,
        })
    }
  })

  it('may begin with a mark of its encoding', () => {
    expect(readFileText('\uFEFF{"a":1}')).toEqual({ ok: true, value: { a: 1 } })
  })
})

describe('what is in it', () => {
  const file = {
    work: [{ name: 'Shop', position: 'Helper', startDate: '2020' }],
    'a/b': 7,
    long: 'x'.repeat(200),
  }
  const first = ['', 'work', 0].join('/')

  it.each([
    [first, 'Shop, Helper', 'work 1'],
    [`${first}/startDate`, '2020', 'work 1, startDate'],
    ['/a~1b', '7', 'a/b'],
    ['/no/such', '', 'no, such'],
    ['/constructor', '', 'constructor'],
  ])('is said in words at %s', (pointer, words, place) => {
    expect([wordsAt(file, pointer), placeOf(pointer)]).toEqual([words, place])
  })

  it('is named as people would, and what says nothing is left out', () => {
    const said = (member: string) =>
      ({ work: 'experience', startDate: 'start date', basics: '' })[member] ?? member
    expect(placeOf(`${first}/startDate`, said)).toBe('experience 1, start date')
    expect(placeOf(['', 'basics', 'email'].join('/'), said)).toBe('email')
    expect(placeOf(['', 'basics'].join('/'), said)).toBe('basics')
  })

  it('is said without the dates of an entry, which are written as in a file', () => {
    const volunteer = { startDate: '2022-02', position: 'Coach', endDate: '2023', name: 'Club' }
    expect(wordsAt({ volunteer }, '/volunteer')).toBe('Coach, Club')
    expect(wordsAt({ volunteer }, '/volunteer/startDate')).toBe('2022-02')
  })

  it('is said in short', () => {
    expect(wordsAt(file, '/long')).toHaveLength(90)
  })

  it('gets a month where only the year was said, and nothing else', () => {
    expect(withMonths(file, { [`${first}/startDate`]: '03', '/a~1b': '04', '/long': '' })).toEqual({
      ...file,
      work: [{ ...file.work[0], startDate: '2020-03' }],
    })
  })
})
