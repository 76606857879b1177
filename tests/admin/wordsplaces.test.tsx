// @vitest-environment happy-dom
/** Where words are shown: the part and the field by their names, and no pointer. */

import { act } from 'react'
import { expect, it } from 'vitest'
import { WordsFound } from '#admin/pages/WordsFound.tsx'
import type { ConsoleCall, ConsoleResponse } from '#admin/parts/client.ts'
import { consoleDom } from '#tests/admin/inconsole.tsx'

const draw = consoleDom()
const PLACES = [
  {
    document: 'screen/profile-home',
    title: 'Profile home',
    pointer: '/children/parts/children/next/props/buttonText',
    way: [{ id: 'next', type: 'next-up', text: 'home.next' }, 'buttonText'],
  },
  { document: 'menu/main', title: 'Main menu', pointer: '/items/home/label' },
]
const NAMES = {
  text: [
    { id: 'card.letsGo', title: 'Let’s go there', uses: 2 },
    { id: 'home.next', title: 'Your next step', uses: 1 },
  ],
}
const respond = async ({ path }: ConsoleCall): Promise<ConsoleResponse> => ({
  status: 200,
  value: path.startsWith('admin/places')
    ? { items: PLACES, total: 2 }
    : path === 'admin/names'
      ? NAMES
      : { items: [], total: 0 },
  etag: null,
})

it('is told by the titles of parts and the labels of fields', async () => {
  await draw(<WordsFound search="let’s go" level={1} />, { respond })
  for (let round = 0; round < 3; round++)
    await act(() => new Promise((done) => setTimeout(done, 10)))
  const said = [...document.querySelectorAll('li li')].map(({ textContent }) => textContent)
  expect(said).toEqual([
    'Profile home Next up “Your next step” › Button text',
    'Main menu Entries › Home › Label',
  ])
})
