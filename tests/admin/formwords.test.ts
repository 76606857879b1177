/**
 * The labels of the form view: each member of a document has a label and its help text, in every
 * language.
 */

import { describe, expect, it } from 'vitest'
import { KINDS } from '#engine/documents/kinds.ts'
import { flattenTexts } from '#engine/documents/texts.ts'
import { catalog, code } from '#tests/support/documents.ts'

type Found = Map<string, Set<string>>

/** Every member that a schema has at any depth, with its descriptions in each place. */
function membersOf(schema: unknown, found: Found = new Map()): Found {
  if (typeof schema !== 'object' || schema === null) return found
  if (Array.isArray(schema)) {
    for (const each of schema) membersOf(each, found)
    return found
  }
  for (const [key, value] of Object.entries(schema)) {
    if (key !== 'properties') membersOf(value, found)
    else
      for (const [name, member] of Object.entries(value as Record<string, object>)) {
        // A member with one possible value has no field.
        if (!('const' in member)) {
          const said = 'description' in member ? String(member.description) : ''
          found.set(name, (found.get(name) ?? new Set()).add(said))
        }
        membersOf(member, found)
      }
  }
  return found
}

const ofKinds = membersOf(Object.values(KINDS))
const ofWidgets = membersOf(Object.values(code.widgets).map(({ props }) => props))
const members = new Set([...ofKinds.keys(), ...ofWidgets.keys()])

/** Labelled elsewhere (`titleName` of Members.tsx, IdField.tsx). */
const ALIASES = ['captionBelow', 'documentTitle', 'entryId', 'fieldShown', 'fieldThere']
/** Descriptions that several members share explain none of them. */
const isShared = (said: string) => [...ofKinds.values()].filter((each) => each.has(said)).length > 1

describe.each(catalog.all('locale').map(({ id, texts }) => ({ id, texts: flattenTexts(texts) })))(
  'the words of the form view in $id',
  ({ texts }) => {
    const without = (names: Iterable<string>, group: string) =>
      [...names].filter((name) => !(`console.form.${group}.${name}` in texts))

    it('name every member of every kind of document and of every widget', () => {
      expect(members.size).toBeGreaterThan(300)
      expect(without(members, 'member')).toEqual([])
    })

    it('name every type of widget', () => {
      expect(without(Object.keys(code.widgets), 'widget')).toEqual([])
    })

    it('explain each member that means the same everywhere', () => {
      const explained = [...ofKinds].flatMap(([name, said]) =>
        said.size === 1 && ![...said].some((each) => each === '' || isShared(each)) ? [name] : [],
      )
      expect(explained.length).toBeGreaterThan(40)
      expect(without(explained, 'hint')).toEqual([])
    })

    it('name nothing that isn’t in any document', () => {
      const prefix = 'console.form.member.'
      expect(
        Object.keys(texts)
          .filter((key) => key.startsWith(prefix))
          .map((key) => key.slice(prefix.length))
          .filter((name) => !members.has(name) && !ALIASES.includes(name)),
      ).toEqual([])
    })
  },
)
