/**
 * Numbers of an assessment that a text names instead of repeating them: `{{holland_code.minutes}}`
 * and `{{holland_code.items}}`. They are filled in when a release is composed, so that browsers
 * don't have to.
 */

import type { Catalog } from './catalog.ts'

const FIGURE = /\{\{\s*(\w+)\.(\w+)\s*\}\}/g

type Texts = Readonly<Record<string, string>>

/** The figure with that name; undefined if there is none. */
function figureOf(catalog: Catalog, id: string, name: string): number | undefined {
  const assessment = catalog.get('assessment', id)
  if (name === 'minutes') return assessment?.minutes
  return name === 'items' ? assessment?.items?.length : undefined
}

/** Keys of texts that name figures, cached: releases share most of their texts. */
const naming = new WeakMap<Texts, readonly string[]>()
/** The texts with their figures filled in, by the resulting words. */
const filled = new WeakMap<Texts, Map<string, Texts>>()

function keysNaming(texts: Texts): readonly string[] {
  let keys = naming.get(texts)
  if (keys === undefined) {
    keys = Object.entries(texts).flatMap(([key, text]) => (text.search(FIGURE) >= 0 ? [key] : []))
    naming.set(texts, keys)
  }
  return keys
}

/**
 * The same texts with their figures filled in; an unknown figure is left as it is, and reported by
 * the check.
 */
export function withFigures(texts: Texts, catalog: Catalog): Texts {
  const keys = keysNaming(texts)
  if (keys.length === 0) return texts
  const words = keys.map((key) =>
    (texts[key] ?? '').replace(FIGURE, (whole, id: string, name: string) =>
      String(figureOf(catalog, id, name) ?? whole),
    ),
  )
  const known = filled.get(texts) ?? new Map<string, Texts>()
  filled.set(texts, known)
  const mark = words.join('\n')
  let made = known.get(mark)
  if (made === undefined) {
    made = { ...texts, ...Object.fromEntries(keys.map((key, index) => [key, words[index] ?? ''])) }
    known.set(mark, made)
  }
  return made
}

/** Unknown figures in a text. */
export function unknownFigures(text: string, catalog: Catalog): string[] {
  return [...text.matchAll(FIGURE)].flatMap(([whole, id = '', name = '']) =>
    figureOf(catalog, id, name) === undefined ? [whole] : [],
  )
}
