import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { LINE, stringify } from '#admin/json/stringify.ts'
import { differenceOf, formatted } from '#admin/json/textchange.ts'
import { root } from '#tests/support/documents.ts'

const files = readdirSync(join(root, 'schemas'), { recursive: true, encoding: 'utf8' }).filter(
  (file) => file.endsWith('.json'),
)
/** Compares value and order of members. */
const exact = (value: unknown) => JSON.stringify(value)

describe('the layout of a document', () => {
  it.each(files)('reproduces schemas/%s in the author’s order', (file) => {
    const document: unknown = JSON.parse(readFileSync(join(root, 'schemas', file), 'utf8'))
    const text = stringify(document)
    expect(exact(JSON.parse(text))).toBe(exact(document))
    expect(stringify(JSON.parse(text))).toBe(text)
  })

  it('breaks every line that can be broken', () => {
    const long = files.flatMap((file) =>
      stringify(JSON.parse(readFileSync(join(root, 'schemas', file), 'utf8')))
        .split('\n')
        .filter((line) => line.length > LINE),
    )
    // What remains is a single text on its line, or the head of a document, which stays together as
    // far as it fits.
    expect(long.filter((line) => !/^ *("[^"]*": )?"(?:[^"\\]|\\.)*",?$/.test(line))).toEqual([])
  })

  it('keeps entries short and their names together', () => {
    const document = {
      kind: 'menu',
      id: 'main',
      v: 1,
      title: 'Menu',
      source: 'spec 2',
      items: [
        { id: 'home', label: 'menu.home' },
        {
          id: 'reports',
          label: 'menu.reports',
          items: [
            { id: 'first', label: `menu.${'a'.repeat(60)}` },
            { id: 'second', label: `menu.${'b'.repeat(60)}` },
          ],
        },
      ],
    }
    expect(stringify(document)).toBe(`{
  "kind": "menu", "id": "main", "v": 1, "title": "Menu", "source": "spec 2",
  "items": [
    { "id": "home", "label": "menu.home" },
    {
      "id": "reports", "label": "menu.reports",
      "items": [
        { "id": "first", "label": "menu.${'a'.repeat(60)}" },
        { "id": "second", "label": "menu.${'b'.repeat(60)}" }
      ]
    }
  ]
}
`)
  })

  it('reproduces any value', () => {
    fc.assert(
      fc.property(fc.jsonValue({ maxDepth: 5 }), (value) => {
        const plain: unknown = JSON.parse(JSON.stringify(value))
        expect(exact(JSON.parse(stringify(plain)))).toBe(exact(plain))
      }),
      { numRuns: 2000 },
    )
  })
})

describe('tidying up', () => {
  it('refuses a text that doesn’t parse', () => expect(formatted('{ "a": ')).toBeNull())
  it('refuses a text that would lose a member', () =>
    expect(formatted('{ "a": 1, "a": 2 }')).toBeNull())
  it('changes whitespace only', () =>
    expect(formatted('{"b":1,\n"a":[ 2]}')).toBe('{ "b": 1, "a": [2] }\n'))
})

it('finds the one range in which two texts differ', () => {
  fc.assert(
    fc.property(fc.string(), fc.string(), fc.string(), fc.string(), (start, a, b, end) => {
      const now = start + a + end
      const next = start + b + end
      const { from, to, insert } = differenceOf(now, next)
      expect(now.slice(0, from) + insert + now.slice(to)).toBe(next)
      expect(insert.length).toBeLessThanOrEqual(b.length)
    }),
  )
})
