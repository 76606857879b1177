/** How well words match what somebody types. */

import { describe, expect, it } from 'vitest'
import { bestOf, matchRank, plainWords } from '#engine/documents/finding.ts'

describe('words that are looked for', () => {
  it('match best if they are all of it, then its beginning, then that of a word', () => {
    const ranks = ['Home', 'Home page', 'My home', 'Chrome homes', 'chromehome', 'Away'].map(
      (words) => matchRank(words, 'home'),
    )
    expect(ranks).toEqual([0, 1, 2, 2, 3, null])
  })

  it('match if each of them is somewhere', () => {
    expect(matchRank('Navigation menu', 'menu nav')).toBe(4)
    expect(matchRank('Navigation menu', 'menu bar')).toBeNull()
  })

  it('have no accents, capitals or curly apostrophes', () => {
    expect(plainWords(' Let’s Gô ')).toBe("let's go")
    expect(matchRank('Goeie môre', plainWords('MORE'))).toBe(2)
  })

  it('are the best few, the shorter first', () => {
    const all = ['A menu of all', 'Menu', 'Menus', 'Main menu', 'Nothing']
    expect(bestOf(all, 'menu', (each) => each, { most: 3 })).toEqual(['Menu', 'Menus', 'Main menu'])
    expect(
      bestOf(all, 'menu', (each) => each, {
        most: 1,
        rank: (each) => (each === 'Main menu' ? -5 : 0),
      }),
    ).toEqual(['Main menu'])
  })
})
