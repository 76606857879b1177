import { describe, expect, it } from 'vitest'
import { doubledNames, placeOf, pointerAt, readTree } from '#admin/json/places.ts'
import { stringify } from '#admin/json/stringify.ts'
import { sources } from '#tests/support/documents.ts'
import { fixOf, linesIn, spotOf, type Spotted } from '#admin/json/marks.ts'

const TEXT = `{
  "kind": "menu",
  "items": [
    { "id": "home", "label": "menu.home" },
    { "id": "a/b~c", "to": ["one", "two"] },
    { "label": "no id" }
  ]
}`
const at = (text: string, pointer: string) => {
  const place = placeOf(readTree(text), pointer)
  return (
    place && {
      text: text.slice(place.from, place.to),
      whole: place.whole,
      key: place.key && text.slice(place.key.from, place.key.to),
    }
  )
}

describe('the place of a pointer', () => {
  it.each([
    ['/kind', '"menu"'],
    ['/items/home', '{ "id": "home", "label": "menu.home" }'],
    ['/items/home/label', '"menu.home"'],
    ['/items/0/label', '"menu.home"'],
    ['/items/2/label', '"no id"'],
    ['/items/a~1b~0c/to/1', '"two"'],
  ])('%s is %s', (pointer, text) => expect(at(TEXT, pointer)).toMatchObject({ text, whole: true }))

  it('is the whole text for the empty pointer', () =>
    expect(at(TEXT, '')).toMatchObject({ text: TEXT, whole: true }))

  it('is the nearest enclosing place if the value is missing', () =>
    expect(at(TEXT, '/items/home/icon')).toMatchObject({
      text: '{ "id": "home", "label": "menu.home" }',
      whole: false,
    }))

  it('includes the name of a member next to its value', () =>
    expect(at(TEXT, '/items/home/label')).toMatchObject({ key: '"label"' }))

  it('never treats an inherited member as a place', () =>
    expect(at(TEXT, '/constructor')).toMatchObject({ whole: false }))

  it('encloses what doesn’t parse', () => {
    const text = '{ "a": 1, "b": , "c": { "d": [1, 2 }'
    expect(at(text, '/a')).toMatchObject({ text: '1', whole: true })
    expect(at(text, '/c/d/1')).toMatchObject({ text: '2', whole: true })
  })

  it.each([
    '{ "a": 1, "b" "c": 2 }',
    '{ "a": 1 "c": 2 }',
    '{ "a": 1, "x, \n "c": 2 }',
    '{ "x": { "a": [ }, "c": 2 }',
    '{ a: 1, "a": 1, "c": 2 }',
    '{ "b": , "a": 1, "c": 2',
    '{ "b": [ { ], "a": 1, "c": 2 }',
  ])('is found in %s', (text) => {
    expect(at(text, '/c')).toMatchObject({ text: '2', whole: true })
  })

  it('handles text of any depth', () =>
    expect(readTree('['.repeat(100_000))).toMatchObject({ is: 'list', from: 0 }))

  it('agrees with the parsed value in every document of the product', () => {
    for (const { value } of sources) {
      const text = stringify(value)
      const tree = readTree(text)
      const visit = (part: unknown, pointer: string): void => {
        const place = placeOf(tree, pointer)!
        expect(place.whole).toBe(true)
        const isScalar = typeof part !== 'object' || part === null
        expect(isScalar ? JSON.parse(text.slice(place.from, place.to)) : part).toBe(part)
        if (isScalar) return
        for (const [name, inner] of Object.entries(part)) {
          const id = Array.isArray(part) ? ((inner as { id?: unknown } | null)?.id ?? name) : name
          visit(inner, `${pointer}/${String(id).replace(/~/g, '~0').replace(/\//g, '~1')}`)
        }
      }
      visit(value, '')
    }
  })

  it('is undefined in a text without a value', () =>
    expect(placeOf(readTree('  '), '/a')).toBeNull())
})

describe('the pointer at the cursor', () => {
  it.each([
    ['menu.home', '/items/home/label'],
    ['"label": "menu.home"', '/items/home/label'],
    ['"two"', '/items/a~1b~0c/to/1'],
    ['no id', '/items/2/label'],
    ['"items"', '/items'],
  ])('%s is at %s', (words, pointer) =>
    expect(pointerAt(readTree(TEXT), TEXT.indexOf(words) + 1)).toBe(pointer),
  )

  it('is empty outside any value', () => expect(pointerAt(readTree(TEXT), TEXT.length)).toBe(''))

  it('leads back to its place, wherever the cursor is', () => {
    const tree = readTree(TEXT)
    for (let offset = 0; offset <= TEXT.length; offset++) {
      const place = placeOf(tree, pointerAt(tree, offset))
      expect(place?.whole).toBe(true)
      expect((place!.key ?? place!).from).toBeLessThanOrEqual(offset)
      expect(place!.to).toBeGreaterThanOrEqual(offset)
    }
  })
})

it('finds names that occur twice in one object, but not in two', () => {
  const text = '{ "a": 1, "b": { "a": 2, "a": 3 } }'
  expect(doubledNames(readTree(text)).map(({ from }) => from)).toEqual([text.lastIndexOf('"a"')])
})

describe('a problem in the text', () => {
  const shown = (code: string, pointer: string) => {
    const { from, to } = spotOf(readTree(TEXT), TEXT, { code, pointer })
    return TEXT.slice(from, to)
  }
  it('is underlined at its value', () =>
    expect(shown('reference/unknown-text', '/items/home/label')).toBe('"menu.home"'))
  it('is underlined at the name of an unexpected member', () =>
    expect(shown('document/unknown-member', '/items/home/label')).toBe('"label"'))
  it('is underlined at one character where something is missing', () =>
    expect(shown('document/missing', '/items/home/to')).toBe('{'))
  it('is never underlined across several lines', () =>
    expect(shown('document/length', '/items')).toBe('"items"'))
  it('has a line', () => expect(linesIn(TEXT)({ code: 'x', pointer: '/items/home/label' })).toBe(4))
  it('has no line in a text without a value', () =>
    expect(linesIn('')({ code: 'x', pointer: '/items' })).toBeNull())
})

describe('accepting a suggestion', () => {
  const fixed = (text: string, problem: Spotted) => {
    const change = fixOf(text, problem)
    return change === null
      ? text
      : text.slice(0, change.from) + change.insert + text.slice(change.to)
  }
  const problem = (code: string, pointer: string, suggestion?: string) => ({
    code,
    pointer,
    message: '',
    ...(suggestion !== undefined && { suggestion }),
  })
  it('replaces a value', () =>
    expect(fixed('{ "to": "hme" }', problem('reference/unknown-route', '/to', 'home'))).toBe(
      '{ "to": "home" }',
    ))
  it('replaces a name and keeps its value', () =>
    expect(fixed('{ "lable": "x" }', problem('document/unknown-member', '/lable', 'label'))).toBe(
      '{ "label": "x" }',
    ))
  it('replaces an operator', () =>
    expect(
      fixed('{ "when": { "adn": [1] } }', problem('rule/unknown-operator', '/when/adn', 'and')),
    ).toBe('{ "when": { "and": [1] } }'))
  it('replaces a variable, even one with a default', () => {
    expect(fixed('{ "var": "stag" }', problem('rule/unknown-variable', '/var', 'stage'))).toBe(
      '{ "var": "stage" }',
    )
    expect(fixed('{ "var": ["stag", 1] }', problem('rule/unknown-variable', '/var', 'stage'))).toBe(
      '{ "var": ["stage", 1] }',
    )
  })
  it('changes nothing if there is no suggestion or no place for it', () => {
    expect(fixed('{ "to": "hme" }', problem('x', '/to'))).toBe('{ "to": "hme" }')
    expect(fixed('{ "to": "hme" }', problem('x', '/from', 'home'))).toBe('{ "to": "hme" }')
    expect(fixed('{ "to": 4 }', problem('document/type', '/to', 'home'))).toBe('{ "to": 4 }')
  })
})
