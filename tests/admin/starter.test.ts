import { describe, expect, it } from 'vitest'
import { EDITED_KINDS, orderOf, splitName } from '#admin/parts/kinds.ts'
import { copyOf, emptyDocument, isId } from '#admin/pages/starter.ts'
import { inspect, type Schema } from '#engine/documents/inspect.ts'
import { KINDS } from '#engine/documents/kinds.ts'

describe('a new document', () => {
  it.each([
    'screen',
    'menu',
    'flow',
    'profile-section',
    'route-group',
    'rule',
    'list',
    'help',
    'access',
  ] as const)(
    'of kind %s starts out valid against its meta-schema, except for texts to fill in',
    (kind) => {
      const schema = KINDS[kind] as unknown as Schema
      const document = emptyDocument(schema, { kind, id: 'new-one', title: 'New one' })
      expect(document).toMatchObject({ kind, id: 'new-one', title: 'New one', v: 1 })
      expect(inspect(schema, document).issues).toEqual([])
    },
  )

  it('can be a copy under its own name', () => {
    expect(
      copyOf(
        { kind: 'menu', id: 'main', v: 1, title: 'Main', source: 'spec 2', items: [] },
        { kind: 'menu', id: 'mine', title: 'Mine' },
      ),
    ).toEqual({
      kind: 'menu',
      id: 'mine',
      v: 1,
      title: 'Mine',
      source: 'own',
      items: [],
    })
  })

  it.each([
    ['events', true],
    ['career/detail', true],
    ['a b', false],
    ['', false],
    ['-a', false],
    ['é', false],
  ])('%j as an id: %s', (id, expected) => {
    expect(isId(id)).toBe(expected)
  })
})

it('names of documents keep the slashes of their ids', () => {
  expect(splitName('screen/career/detail')).toEqual(['screen', 'career/detail'])
})

it('lists every kind that can be edited', () => {
  for (const kind of Object.keys(KINDS).filter((each) => each !== 'tenant' && each !== 'overlay'))
    expect(EDITED_KINDS as readonly string[], kind).toContain(kind)
  expect(orderOf('something-new')).toBe(EDITED_KINDS.length)
})
