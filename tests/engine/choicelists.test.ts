/**
 * What can be chosen in a profile: enough of everything, in English and Afrikaans, and each of it
 * found by a word with a typing mistake.
 */

import { describe, expect, it } from 'vitest'
import { searchWords } from '#engine/forms/wordsearch.ts'
import { flattenTexts } from '#engine/documents/texts.ts'
import { catalog } from '#tests/support/documents.ts'

/** As many as the chooser shows at once (widgets/forms/ChooseOptions.tsx). */
const SHOWN = 24

const LISTS = ['job-tasks', 'interests', 'qualities', 'skills'] as const
const LANGUAGES = ['en', 'af'] as const
const items = (list: string) => catalog.get('list', list)!.items
const texts = Object.fromEntries(
  LANGUAGES.map((id) => [id, flattenTexts(catalog.get('locale', id)!.texts)]),
)
const named = (list: string, language: string) =>
  items(list).map(({ id, label, otherWords }) => ({
    id,
    label: texts[language]![label!] ?? '',
    ...(otherWords && { also: otherWords }),
  }))

/** A letter that is missing, doubled or wrong, or two that are swapped, in turn. */
function mistyped(word: string, at: number): string {
  const half = Math.floor(word.length / 2)
  const [before, letter, after] = [word.slice(0, half), word[half]!, word.slice(half + 1)]
  return [
    before + after,
    before + letter + letter + after,
    before + (letter === 'x' ? 'y' : 'x') + after,
    before.slice(0, -1) + letter + before.slice(-1) + after,
  ][at % 4]!
}

/** Of fewer letters, nobody could say what a mistake was meant for. */
const LETTERS = 5

describe('what can be chosen', () => {
  it('is 60 interests, 40 qualities and 80 skills in three levels', () => {
    expect(items('interests')).toHaveLength(60)
    expect(items('qualities')).toHaveLength(40)
    expect(items('skills')).toHaveLength(80)
    const skills = catalog.get('profile-section', 'skills')!
    expect(skills.fields).toMatchObject([{ id: 'level', list: 'skill-levels' }])
    expect(items('skill-levels').map(({ id }) => id)).toEqual(['beginner', 'skillful', 'expert'])
  })

  it('is at least 12 tasks for each of the 23 job families', () => {
    const families = new Map<string, number>()
    for (const { group } of items('job-tasks'))
      families.set(group ?? '', (families.get(group ?? '') ?? 0) + 1)
    expect(families.size).toBe(23)
    for (const [family, count] of families) {
      expect(count, family).toBeGreaterThanOrEqual(12)
      for (const language of LANGUAGES) expect(texts[language]![family], family).toBeTruthy()
    }
  })

  it.each(LISTS.flatMap((list) => LANGUAGES.map((language) => [list, language] as const)))(
    'of %s in %s has words of its own, and is found with any kind of typing mistake',
    (list, language) => {
      const all = named(list, language)
      const labels = all.map(({ label }) => label.toLowerCase())
      expect(labels).not.toContain('')
      expect(new Set(labels).size).toBe(labels.length)
      const lost: string[] = []
      for (const [at, { id, label }] of all.entries()) {
        const [word = ''] = label
          .split(/[^\p{L}\p{N}]+/u)
          .sort((one, other) => other.length - one.length)
        const typed = word.length < LETTERS ? word : mistyped(word, at)
        const found = searchWords(all, typed).findIndex((each) => each.id === id)
        if (found < 0 || found >= SHOWN) lost.push(`${typed}: ${label}`)
      }
      expect(lost).toEqual([])
    },
    60_000,
  )
})
