/** The tag of a section's state: the same for the same values, and different for any others. */

import fc from 'fast-check'
import { expect, it } from 'vitest'
import { canonical } from '#engine/documents/json.ts'
import { sectionVersion } from '#engine/forms/sectionversion.ts'

it('is the same whatever the order of keys, and whether a value was cleared or never given', () => {
  const one = sectionVersion({ a: 1, b: [{ x: 1, y: 2 }], c: null }, ['a', 'b', 'c'])
  expect(sectionVersion({ b: [{ y: 2, x: 1 }], a: 1, z: 9 }, ['c', 'b', 'a'])).toBe(one)
  expect(one).toMatch(/^"[\da-z]+"$/)
})

it('differs exactly if a value differs', () => {
  const tag = (value: unknown) => sectionVersion({ a: value }, ['a'])
  expect(tag('Naledi')).not.toBe(tag('Palesa'))
  fc.assert(
    fc.property(
      fc.jsonValue(),
      fc.jsonValue(),
      (one, other) => (tag(one) === tag(other)) === (canonical(one) === canonical(other)),
    ),
  )
})
