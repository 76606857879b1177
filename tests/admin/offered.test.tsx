// @vitest-environment happy-dom
/** Shared texts that changed after own ones were made from them: the way to them, and what becomes of them. */

import { act } from 'react'
import { expect, it } from 'vitest'
import { NextForYou } from '#admin/overview/NextForYou.tsx'
import type { ConsoleCall, ConsoleResponse } from '#admin/parts/client.ts'
import { OfferedTexts } from '#admin/pages/OfferedTexts.tsx'
import { offeredTexts } from '#engine/documents/offeredtexts.ts'
import { KINDS } from '#engine/documents/kinds.ts'
import { consoleDom } from '#tests/admin/inconsole.tsx'

const draw = consoleDom()
const OWN = 'own.home.next.buttonText'
const OTHER = 'own.home.title'
const locale = (id: string, texts: Record<string, unknown>, origins: object) => ({
  kind: 'locale',
  id,
  v: 1,
  title: id,
  source: 'own',
  language: id,
  name: id === 'en' ? 'English' : 'Afrikaans',
  direction: 'ltr',
  texts,
  origins,
})
const LOCALES = {
  en: locale(
    'en',
    {
      card: { letsGo: 'Off we go' },
      menu: { home: 'Home' },
      own: { home: { next: { buttonText: 'Begin now' }, title: 'My home' } },
    },
    {
      [OWN]: { of: 'card.letsGo', was: 'Let’s Go' },
      [OTHER]: { of: 'menu.home', was: 'Home' },
      'own.gone.text': { of: 'card.letsGo', was: 'Let’s Go' },
    },
  ),
  af: locale(
    'af',
    { card: { letsGo: 'Kom ons gaan' }, own: { home: { next: { buttonText: 'Begin nou' } } } },
    { [OWN]: { of: 'card.letsGo', was: 'Kom ons gaan' } },
  ),
}

const respond = async ({ path }: ConsoleCall): Promise<ConsoleResponse> => {
  const [, id] = /^admin\/documents\/locale\/(en|af)$/.exec(path) ?? []
  const effective = LOCALES[(id ?? 'en') as 'en' | 'af']
  const value =
    id !== undefined
      ? { base: null, live: effective, overlay: [], effective, schema: KINDS.locale, draft: null }
      : path.startsWith('admin/documents')
        ? {
            items: Object.values(LOCALES).map((each) => ({
              kind: 'locale',
              id: each.id,
              title: each.name,
              draft: false,
              state: 'changed',
              offered: offeredTexts(each),
            })),
          }
        : path.startsWith('admin/drafts')
          ? { problems: [], overlay: [], draft: { revision: 1, by: null, at: '' } }
          : { items: [], total: 0, problems: [] }
  return { status: 200, value, etag: id === undefined ? null : '"0-none"' }
}
const settled = () => act(() => new Promise((done) => setTimeout(done, 30)))
const button = (words: string) =>
  [...document.querySelectorAll('button')].find((each) => each.textContent.startsWith(words))

it('are found in a language: what was made from others, is still there, and isn’t the same', () => {
  expect(offeredTexts(LOCALES.en)).toEqual([OWN])
  expect(offeredTexts(LOCALES.af)).toEqual([])
  expect(offeredTexts({ origins: [], texts: null })).toEqual([])
})

it('are named on the overview, with the way to them', async () => {
  await draw(<NextForYou level={2} />, { respond })
  await settled()
  expect(document.body.textContent).toContain(
    '1 shared text has changed since you made your own from it',
  )
  expect(document.querySelector('a')?.getAttribute('href')).toContain('texts=changed')
})

it('are listed with what they say and said, and take the new words or keep their own', async () => {
  await draw(<OfferedTexts level={1} />, { respond })
  await settled()
  await settled()
  const said = [...document.querySelectorAll('dd')].map((each) => each.textContent)
  expect(said).toEqual(['Begin now', 'Let’s Go', 'Off we go'])
  const take = button('Use them here too')
  act(() => take?.click())
  expect(document.body.textContent).toContain('Uses the shared words now.')
  // It stays where it is, with the focus that it may have.
  expect(take?.getAttribute('aria-pressed')).toBe('true')
  expect(button('Keep mine')?.getAttribute('aria-pressed')).toBe('false')
  expect(document.querySelector('dd')?.textContent).toBe('Off we go')
})

it('keep their own words, and aren’t offered the same ones again', async () => {
  await draw(<OfferedTexts level={1} />, { respond })
  await settled()
  await settled()
  act(() => button('Keep mine')?.click())
  expect(document.body.textContent).toContain('Keeps your words.')
  expect(document.querySelector('dd')?.textContent).toBe('Begin now')
})
