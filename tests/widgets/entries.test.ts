import { describe, expect, it } from 'vitest'
import type { MenuEntry } from '#engine/decide/menu.ts'
import { closedWhole, currentEntry, holds, unfoldSingles } from '#widgets/frame/entries.ts'

const common = { label: '', hint: null, icon: null }
const link = (id: string, href: string): MenuEntry => ({
  ...common,
  id,
  state: 'link',
  to: id,
  href,
})
const locked = (id: string): MenuEntry => ({ ...common, id, state: 'locked', plan: 'power' })
const disabled = (id: string): MenuEntry => ({
  ...common,
  id,
  state: 'disabled',
  reason: 'menu.afterWorkerType',
})
const group = (id: string, items: MenuEntry[]): MenuEntry => ({
  ...common,
  id,
  state: 'group',
  items,
})

const menu = [
  link('home', '/profile/home'),
  group('reports', [
    link('worker_type', '/reports/worker-type'),
    link('values', '/reports/value-scales'),
    locked('maze'),
  ]),
  group('navigators', [
    link('careers', '/navigators/careers/matches'),
    link('skills', '/navigators/skillsets/courses'),
    link('bursaries', '/navigators/funding/bursaries'),
  ]),
  group('actions', [link('cv', '/cv')]),
]

describe('the menu entry that a page belongs to', () => {
  it.each([
    ['/profile/home', { id: 'home', page: true }],
    ['/reports/worker-type/quiz', { id: 'worker_type', page: false }],
    ['/navigators/careers/careers/nurse/1', { id: 'careers', page: false }],
    ['/navigators/skillsets/skill-providers', { id: 'skills', page: false }],
    ['/cv', { id: 'cv', page: true }],
    ['/settings/account', null],
    ['/reports/learning-styles', null],
    ['/', null],
  ])('of %s is %j', (path, expected) => {
    expect(currentEntry(menu, path)).toEqual(expected)
  })

  it('is inside its group', () => {
    const current = currentEntry(menu, '/reports/value-scales')
    expect(menu.filter((entry) => holds(entry, current)).map(({ id }) => id)).toEqual(['reports'])
  })
})

describe('groups', () => {
  it('with one sub-item are drawn as that sub-item', () => {
    expect(unfoldSingles(menu).map(({ id }) => id)).toEqual(['home', 'reports', 'navigators', 'cv'])
  })

  it('are closed when everything in them is', () => {
    expect(closedWhole(group('a', [locked('b'), disabled('c')]))).toBe(true)
    expect(closedWhole(group('a', [locked('b'), link('c', '/c')]))).toBe(false)
  })
})
