/** Numbers of an assessment in texts. */

import { expect, it } from 'vitest'
import { unknownFigures, withFigures } from '#engine/documents/figures.ts'
import { catalog } from '#tests/support/documents.ts'

const shorter = catalog.with([{ ...catalog.get('assessment', 'holland_code')!, minutes: 4 }])
const texts = {
  start: 'Free, {{holland_code.minutes}} minutes, {{ holland_code.items }} lines',
  other: 'Hello {{name}}. {{big_5.minutes}}',
  plain: 'Nothing to fill in.',
}

it('are filled in, and what a page fills in itself is left for it', () => {
  expect(withFigures(texts, catalog)).toEqual({
    start: 'Free, 8 minutes, 60 lines',
    other: 'Hello {{name}}. 8',
    plain: 'Nothing to fill in.',
  })
})

it('are those of the release being composed, with one set of texts if they are the same', () => {
  expect(withFigures(texts, shorter)['start']).toBe('Free, 4 minutes, 60 lines')
  expect(withFigures(texts, catalog)['start']).toBe('Free, 8 minutes, 60 lines')
  expect(withFigures(texts, catalog)).toBe(withFigures(texts, catalog))
  const plain = { plain: texts.plain }
  expect(withFigures(plain, catalog)).toBe(plain)
})

it('stay as they were typed if there are none, and are reported', () => {
  const text = '{{juggling.minutes}} {{holland_code.hours}} {{holland_code.items}} {{count}}'
  expect(withFigures({ text }, catalog)['text']).toBe(
    '{{juggling.minutes}} {{holland_code.hours}} 60 {{count}}',
  )
  expect(unknownFigures(text, catalog)).toEqual(['{{juggling.minutes}}', '{{holland_code.hours}}'])
})
