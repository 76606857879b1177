/** What differs between two documents, as data for sentences. */

import { describe, expect, it } from 'vitest'
import type { Op } from '#engine/overlay/ops.ts'
import { apply } from '#engine/overlay/overlay.ts'
import { changesBetween, type Change } from '#engine/overlay/changes.ts'
import type { Json } from '#engine/documents/json.ts'

const menu: Json = {
  kind: 'menu',
  id: 'main',
  title: 'Navigation menu',
  items: [
    { id: 'home', label: 'menu.home', when: { ref: 'isFree' } },
    {
      id: 'reports',
      label: 'menu.reports',
      roles: ['owner', 'editor'],
      items: [{ id: 'a/b', to: 'page' }],
    },
    { id: 'help', label: 'menu.help' },
  ],
}

describe('changes described in words', () => {
  it.each<[string, Op, Change]>([
    [
      'a value',
      { op: 'set', at: '/items/reports/label', value: 'menu.mine' },
      {
        op: 'set',
        at: '/items/reports/label',
        label: 'items › reports › label',
        before: 'menu.reports',
        after: 'menu.mine',
      },
    ],
    [
      'a new value',
      { op: 'set', at: '/items/home/hidden', value: false },
      { op: 'set', at: '/items/home/hidden', label: 'items › home › hidden', after: 'false' },
    ],
    [
      'a rule, whole',
      { op: 'set', at: '/items/home/when', value: { '!': { ref: 'isFree' } } },
      {
        op: 'set',
        at: '/items/home/when',
        label: 'items › home › when',
        before: '{"ref":"isFree"}',
        after: '{"!":{"ref":"isFree"}}',
      },
    ],
    [
      'a value that is gone',
      { op: 'unset', at: '/items/reports/label' },
      {
        op: 'unset',
        at: '/items/reports/label',
        label: 'items › reports › label',
        before: 'menu.reports',
      },
    ],
    [
      'a list of values',
      { op: 'set', at: '/items/reports/roles', value: ['editor', 'owner'] },
      {
        op: 'set',
        at: '/items/reports/roles',
        label: 'items › reports › roles',
        before: 'owner, editor',
        after: 'editor, owner',
      },
    ],
    [
      'an entry, by its label',
      { op: 'insert', at: '/items', value: { id: 'events', label: 'menu.events' }, after: 'home' },
      {
        op: 'insert',
        at: '/items/events',
        label: 'items › events',
        after: 'menu.events',
        anchor: 'home',
      },
    ],
    [
      'an entry that comes first',
      { op: 'insert', at: '/items', value: { id: 'events' }, first: true },
      { op: 'insert', at: '/items/events', label: 'items › events', after: 'events' },
    ],
    [
      'an entry that is gone',
      { op: 'remove', at: '/items/reports/items/a~1b' },
      {
        op: 'remove',
        at: '/items/reports/items/a~1b',
        label: 'items › reports › items › a/b',
        before: 'a/b',
      },
    ],
    [
      'an entry that moved',
      { op: 'move', at: '/items/home' },
      { op: 'move', at: '/items/home', label: 'items › home', anchor: 'help' },
    ],
    [
      'an entry that moved to the front',
      { op: 'move', at: '/items/help', first: true },
      { op: 'move', at: '/items/help', label: 'items › help' },
    ],
    [
      'what was added to a list',
      { op: 'add', at: '/items/reports/roles', value: 'viewer' },
      { op: 'add', at: '/items/reports/roles', label: 'items › reports › roles', after: 'viewer' },
    ],
    [
      'what was dropped from a list',
      { op: 'drop', at: '/items/reports/roles', value: 'owner' },
      { op: 'drop', at: '/items/reports/roles', label: 'items › reports › roles', before: 'owner' },
    ],
    [
      'a text of a letter more than a line, cut',
      { op: 'set', at: '/title', value: 'x'.repeat(121) },
      {
        op: 'set',
        at: '/title',
        label: 'title',
        before: 'Navigation menu',
        after: `${'x'.repeat(119)}…`,
      },
    ],
    [
      'a text of just a line, whole',
      { op: 'set', at: '/title', value: 'x'.repeat(120) },
      {
        op: 'set',
        at: '/title',
        label: 'title',
        before: 'Navigation menu',
        after: 'x'.repeat(120),
      },
    ],
    [
      'a document that is gone',
      { op: 'unset', at: '' },
      { op: 'unset', at: '', label: 'Navigation menu', before: 'Navigation menu' },
    ],
  ])('say %s', (_what, op, change) => {
    expect(changesBetween(menu, apply(menu, [op]), (at) => at.endsWith('/when'))).toEqual([change])
  })

  it('name a new document by its title, and don’t mention equal ones', () => {
    expect(changesBetween(undefined, menu)).toEqual([
      { op: 'set', at: '', label: 'Navigation menu', after: 'Navigation menu' },
    ])
    expect(changesBetween(menu, structuredClone(menu))).toEqual([])
  })
})
