import { describe, expect, it } from 'vitest'
import { faultOf } from '#admin/editor/session.ts'
import { faultAt, lineAt } from '#admin/json/fault.ts'
import { placeInWords } from '#admin/parts/place.ts'
import { catalog } from '#tests/support/documents.ts'

describe('the position at which a text stops being JSON', () => {
  it.each([
    ['{ "layout" oops }', 11],
    ['{ "a": 1,\n  "b" 2 }', 16],
    ['{ "a": 1, }', 10],
    ['[1, 2', 5],
    ['{ "a": [1, 2}', 12],
    ['{ "a": 01 }', 8],
    ['{ "a": 1 } more', 11],
    ['{ "a": "one\ntwo" }', 7],
    ["{ 'a': 1 }", 2],
    ['{ "a": tru }', 7],
    ['{', 1],
  ])('%j: at %d', (text, at) => {
    expect(() => JSON.parse(text)).toThrow(SyntaxError)
    expect(faultAt(text)).toBe(at)
  })

  it('is undefined in text that a browser can parse', () => {
    const texts = [
      '{}',
      '[]',
      ' [ ] ',
      '{ "a": { "b": [ [], {}, -1.5e+3, "\\u00e9\\n", true, null ] } }\n',
      '"text"',
      '0',
      `${'['.repeat(50_000)}${']'.repeat(50_000)}`,
    ]
    for (const document of catalog.all('screen')) texts.push(JSON.stringify(document, null, 2))
    for (const text of texts) {
      expect(() => JSON.parse(text)).not.toThrow()
      expect(faultAt(text)).toBeNull()
    }
  })

  it('has a line number', () => expect(lineAt('{\n\n  "a" 1', 9)).toBe(3))
})

describe('why a text isn’t a document', () => {
  it.each([
    ['', null],
    ['{ "id": "a" }', null],
    ['\n [1]', { is: 'syntax', at: 2 }],
    [
      `{ "items": [${'1,'.repeat(2000)}1] }`,
      {
        is: 'bounds',
        bound: 'entries',
        pointer: '/items',
        message: 'a list of more than 2000 entries',
      },
    ],
    [
      `{ "a": ${'['.repeat(30)}${']'.repeat(30)} }`,
      {
        is: 'bounds',
        bound: 'depth',
        pointer: `/a${'/0'.repeat(23)}`,
        message: 'nested deeper than 24 levels',
      },
    ],
    [
      '{ "note": "a\\u0000b" }',
      {
        is: 'bounds',
        bound: 'character',
        pointer: '/note',
        message: "a character that can't be stored",
      },
    ],
    [
      '{ "a": { "constructor": 1 } }',
      {
        is: 'bounds',
        bound: 'forbidden',
        pointer: '/a/constructor',
        message: 'the name "constructor" is not allowed',
      },
    ],
  ])('%.40j', (text, fault) => expect(faultOf(text)).toEqual(fault))
})

it.each([
  ['/items/home/label', 'Items › Home › Label'],
  ['', ''],
  ['/a~1b', 'A b'],
  [`/a/b/c${'/0'.repeat(15)}/y/z`, 'A › B › C › … › 0 › Y › Z'],
  ['/children/main/children/next-up/props/buttonText', 'Main › Next up › Button text'],
  ['/children', 'Children'],
])('says and shortens the pointer %s', (pointer, words) =>
  expect(placeInWords(pointer)).toBe(words),
)
