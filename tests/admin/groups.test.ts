/** Drafts that go or stay together. */

import { describe, expect, it } from 'vitest'
import type { DocumentChange } from '#engine/contract/admincontract.ts'
import type { ToldText } from '#engine/overlay/tellings.ts'
import { countOf, together } from '#admin/diff/together.ts'
import { groupsOf } from '#admin/publish/groups.ts'

const TITLES: Readonly<Record<string, string>> = {
  'screen/actions': 'Actions',
  'screen/home': 'Home',
  'screen/start-here': 'Start here',
  'route-group/start-here': 'Start here',
  'menu/main': 'Navigation menu',
  'locale/af': 'Afrikaans',
}
const titleOf = (document: string) => TITLES[document] ?? ''
const page = (document: string, state: DocumentChange['state'] = 'changed'): DocumentChange => ({
  document,
  state,
  changes:
    state === 'changed'
      ? [{ op: 'set', at: '/a', label: 'a', before: 'x', after: 'y', told: { way: ['title'] } }]
      : [],
})
const words = (id: string, ...texts: readonly Partial<ToldText>[]): DocumentChange => ({
  document: `locale/${id}`,
  state: 'changed',
  changes: texts.map((text, index) => ({
    op: 'set',
    at: `/texts/${index}`,
    label: 'x',
    before: 'one',
    after: 'two',
    told: {
      way: [],
      text: { key: `key.${index}`, language: id, within: [], places: 1, isShown: true, ...text },
    },
  })),
})
const inside = (document: string): Partial<ToldText> => ({ within: [document], isShown: false })
const shownIn = (document: string): Partial<ToldText> => ({
  place: { document, title: titleOf(document), way: ['title'] },
})
const told = (changes: readonly DocumentChange[], written: Parameters<typeof groupsOf>[2] = null) =>
  groupsOf(changes, titleOf, written).map(({ title, documents, languages }) => [
    title,
    [...documents, ...languages].toSorted(),
  ])

describe('drafts that belong together', () => {
  it('are a page and its own words, which is one change in two languages', () => {
    const changes = [
      page('screen/actions'),
      words('en', inside('screen/actions')),
      words('af', inside('screen/actions')),
    ]
    expect(told(changes)).toEqual([['Actions', ['locale/af', 'locale/en', 'screen/actions']]])
    const [group] = groupsOf(changes, titleOf, null)
    expect(countOf(together(group!.changes, titleOf))).toBe(1)
  })

  it('are words alone, named by the page that shows them', () => {
    const changes = [words('en', shownIn('screen/home')), words('af', shownIn('screen/home'))]
    expect(told(changes)).toEqual([['Home', ['locale/af', 'locale/en']]])
    expect(countOf(together(changes, titleOf))).toBe(1)
  })

  it('are several pages only if learners would see the words of one with the other', () => {
    const pages = [page('screen/actions'), page('screen/home')]
    const own = words('en', inside('screen/actions'), inside('screen/home'))
    expect(told([...pages, own])).toEqual([
      ['Actions', ['locale/en', 'screen/actions']],
      ['Home', ['locale/en', 'screen/home']],
    ])
    const shared = words('en', inside('screen/actions'), shownIn('screen/home'))
    expect(told([...pages, shared])).toEqual([
      ['Actions, Home', ['locale/en', 'screen/actions', 'screen/home']],
    ])
  })

  it('are a new page and its address, and what a guided page wrote, under its name', () => {
    const changes = [
      page('screen/start-here', 'added'),
      page('route-group/start-here', 'added'),
      page('menu/main'),
      page('screen/home'),
    ]
    expect(told(changes).map(([title]) => title)).toEqual(['Start here', 'Navigation menu', 'Home'])
    const drafts = ['screen/start-here', 'route-group/start-here', 'menu/main']
    expect(told(changes, { title: 'Begin', drafts })).toEqual([
      ['Begin', drafts.toSorted()],
      ['Home', ['screen/home']],
    ])
  })

  it('leave out no draft, even of a language without a visible change', () => {
    expect(told([page('screen/home'), words('af')])).toEqual([
      ['Home', ['screen/home']],
      ['', ['locale/af']],
    ])
  })
})
