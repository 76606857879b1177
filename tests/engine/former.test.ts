/**
 * Documents published by tenants name widget types of their time; they are read as current ones.
 */

import { describe, expect, it } from 'vitest'
import { KINDS, type NodeDocument } from '#engine/documents/kinds.ts'
import { MIGRATIONS } from '#engine/documents/migrations.ts'
import { inspectProps, nodesOf } from '#engine/documents/nodes.ts'
import { upcast } from '#engine/documents/upcast.ts'
import { catalog, code } from '#tests/support/documents.ts'

const screen = (children: unknown) => ({
  kind: 'screen',
  id: 'own',
  v: 1,
  title: 'Own',
  source: 'own',
  children,
})
const read = (value: unknown) => {
  const newest = upcast(value, 'own', Object.keys(KINDS), MIGRATIONS)
  if (!('document' in newest)) throw new Error('it cannot be read')
  return newest.document
}

const FORMER: readonly Record<string, unknown>[] = [
  { id: 'a', type: 'account-tabs', props: { current: 'login' } },
  { id: 'b', type: 'career-tabs', props: { current: 'all' } },
  { id: 'c', type: 'chosen-section', show: { '!!': { var: 'route.query.section' } } },
  { id: 'd', type: 'profile-greeting' },
  { id: 'e', type: 'sign-in-return' },
  { id: 'f', type: 'sign-out' },
  { id: 'g', type: 'curriculum-picker', data: 'curricula', props: { action: 'curriculum.choose' } },
  { id: 'i', type: 'provider-buttons', props: { soon: 'problem.feature.being-built' } },
  { id: 'h', type: 'type-list', props: { title: 'home.types.title', hint: 'home.types.hint' } },
  ...[
    'account-card',
    'next-up',
    'own-data',
    'plan-card',
    'profile-progress',
    'research-list',
    'result-cards',
    'section-list',
    'theme-showcase',
  ].map((type) => ({ id: type, type })),
]

describe('a node of a former type', () => {
  it.each(FORMER)('$type is read as a current one, with valid props', (node) => {
    const nodes = nodesOf(read(screen([node]))['children'])
    expect(nodes.map(({ node: each }) => each['id'])[0]).toBe(node['id'])
    for (const { node: each } of nodes) {
      const widget = code.widgets[String(each['type'])]
      expect(widget, String(each['type'])).toBeDefined()
      expect(inspectProps(widget!.props, each['props'] ?? {}).issues).toEqual([])
    }
  })

  it('keeps its place, its rule and its neighbours, however deep it is', () => {
    const children = [
      { id: 'title', type: 'page-title', props: { title: 'page.cv' } },
      {
        id: 'part',
        type: 'section',
        children: [{ id: 'c', type: 'chosen-section', show: { var: 'facts.verified' } }],
        fallback: { id: 'out', type: 'sign-out' },
      },
    ]
    const [title, part] = read(screen(children))['children'] as NodeDocument[]
    expect(title).toBe(children[0])
    expect(part!.children!.map(({ id, type, show }) => [id, type, show])).toEqual([
      ['c', 'section-form', { var: 'facts.verified' }],
      ['c-all', 'action-buttons', { var: 'facts.verified' }],
    ])
    expect(part!.fallback).toMatchObject({
      id: 'out',
      type: 'page-action',
      props: { action: 'logout' },
    })
  })

  it.each([
    ['simple-form', 'recover.confirm', { routeName: 'loginPage', said: 'recover.done' }],
    ['choice-form', 'curriculum.choose', { routeName: 'subjectChoiceNavigatorHomePage' }],
  ])(
    '%s leads where the code of %s used to lead, unless it says where to',
    (type, action, next) => {
      const own = { routeName: 'cv' }
      const children = [
        { id: 'before', type, props: { action } },
        { id: 'today', type, props: { action, next: own } },
        { id: 'other', type, props: { action: 'login' } },
      ]
      expect(
        (read(screen(children))['children'] as NodeDocument[]).map(({ props }) => props!['next']),
      ).toEqual([next, own, undefined])
    },
  )

  it('leaves what a document already says in today’s form', () => {
    const document = screen([{ id: 'own', type: 'own-data', props: { title: 'own.title' } }])
    expect(read(document)).toBe(document)
  })

  it('is looked for in nodes only, and anything else stays as it was typed', () => {
    for (const document of [
      screen('none'),
      screen([null, 7, { id: 'x', type: 3 }]),
      { ...screen([]), kind: 'menu', items: [{ id: 'sign-out', type: 'sign-out' }] },
    ])
      expect(read(document)).toBe(document)
  })
})

it('no shipped document names one', () => {
  for (const document of [...catalog.all('screen'), ...catalog.all('report')])
    expect(read(document)).toBe(document)
})
