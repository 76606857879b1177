/** Words that learners read, found in the list of documents. */

import { expect, it } from 'vitest'
import { foundWords } from '#admin/pages/WordsFound.tsx'

const TEXTS = [
  { id: 'card.more', title: 'Let’s go and see more', uses: 2 },
  { id: 'card.letsGo', title: "Let's Go", uses: 9 },
  { id: 'common.letsGo', title: 'Let’s Go', uses: 0 },
  { id: 'menu.home', title: 'Home', uses: 1 },
]
const found = (search: string) => foundWords(TEXTS, search).map(({ id }) => id)

it('are those that a place shows, the shortest first, with any apostrophe', () => {
  expect(found('let’s go')).toEqual(['card.letsGo', 'card.more'])
  expect(found("LET'S GO ")).toEqual(['card.letsGo', 'card.more'])
  expect(found('home')).toEqual(['menu.home'])
})

it('are looked for from three letters on', () => {
  expect(found('ho')).toEqual([])
  expect(found('  ho ')).toEqual([])
  expect(found('hom')).toEqual(['menu.home'])
})
