/**
 * English that people say: phrases that were found on earlier readings, and what to say instead.
 * Texts, notes of documents, docs, and the code with its comments. Reading again finds more; this
 * keeps those from coming back.
 */

import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { flattenTexts } from '#engine/documents/texts.ts'
import { catalog, root } from '#tests/support/documents.ts'

/** Phrase -> better ones. */
const AVOIDED: readonly (readonly [phrase: RegExp, better: string])[] = [
  [/\b(?:go|goes|went|going) on\b/i, 'carry on, continue, keep running'],
  [/\balso without\b/i, 'even without'],
  [/\bneeds? not\b/i, 'doesn’t have to'],
  [/\bwhoever\b/i, 'the user, people who, anyone who'],
  [/\bnought\b/i, 'zero, NUL'],
  [/\bmend(?:s|ed|ing)?\b/i, 'fix, correct, repair'],
  [/\bnobody lives at\b/i, 'unknown site'],
  [/\bour yes\b/i, 'accept'],
  [/\ba mail\b(?! (?:server|program))/i, 'an email'],
  [/\btenths of a second\b/i, 'hundred milliseconds'],
  [/\bnot of age\b/i, 'under 18'],
  [/\bclock stands\b/i, 'the clock has stopped'],
]

/** Where such a phrase is the right one: sentences that a native speaker says, and others' words. */
const FINE =
  /Many go on to a master’s|who goes on your CV|354 go on|\bmend[- ](?:school-?books|school books|fences|punctures|leaking)/i
/** Items of instruments are what was measured with; they don't change. */
const ITEMS = /\.(?:item|option)\./

/** `place: phrase (better ones)` for each phrase in a text. */
function found(place: string, text: string): string[] {
  return text.split('\n').flatMap((line, at) =>
    FINE.test(line)
      ? []
      : AVOIDED.flatMap(([phrase, better]) => {
          const [said] = phrase.exec(line) ?? []
          return said === undefined ? [] : [`${place}:${at + 1}: “${said}” (${better})`]
        }),
  )
}

/** Problems of all files below a folder. */
function foundIn(folder: string, names: RegExp): string[] {
  const files = readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
  const own = files.filter((file) => names.test(file))
  expect(own.length, folder).toBeGreaterThan(5)
  return own.flatMap((file) =>
    found(`${folder}/${file}`, readFileSync(join(root, folder, file), 'utf8')),
  )
}

describe('English that people say', () => {
  it('is what learners and editors read', () => {
    const texts = Object.entries(flattenTexts(catalog.get('locale', 'en')!.texts))
    expect(texts.length).toBeGreaterThan(3000)
    expect(
      texts.flatMap(([key, text]) => (ITEMS.test(key) ? [] : found(key, String(text)))),
    ).toEqual([])
  })

  it.each([
    ['src', /\.(?:tsx?|css)$/],
    ['scripts', /\.(?:ts|mjs)$/],
    ['bench', /\.(?:ts|mjs)$/],
    ['docs', /\.md$/],
  ])('is what %s says', (folder, names) => {
    expect(foundIn(folder, names)).toEqual([])
  })

  it('is what documents say to their authors', () => {
    expect(foundIn('schemas', /^(?!locales|meta).*\.json$/)).toEqual([])
  })

  it.each([
    ['You can leave and go on later', 'go on'],
    ['Everybody, also without an account', 'also without'],
    ['// Whoever joined later is left out', 'Whoever'],
    ['They get a mail', 'a mail'],
  ])('is not “%s”', (text, phrase) => {
    expect(found('x', text)).toEqual([expect.stringContaining(`“${phrase}”`)])
  })

  it('may be what a native speaker says', () => {
    expect(found('x', 'Choose who goes on your CV.')).toEqual([])
    expect(found('x', 'Recommend it to a friend.')).toEqual([])
  })
})
