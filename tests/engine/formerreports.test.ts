/** Worker type reports that tenants published with former widgets are read as today's widgets. */

import { describe, expect, it } from 'vitest'
import { KINDS, type NodeDocument } from '#engine/documents/kinds.ts'
import { MIGRATIONS } from '#engine/documents/migrations.ts'
import { inspectProps, nodesOf } from '#engine/documents/nodes.ts'
import { upcast } from '#engine/documents/upcast.ts'
import { catalog, code } from '#tests/support/documents.ts'

const read = (kind: 'screen' | 'report', children: unknown) => {
  const own =
    kind === 'report'
      ? {
          label: 'assessment.holland_code.title',
          assessments: ['holland_code'],
          feature: 'WorkerTypeReport',
        }
      : {}
  const newest = upcast(
    { kind, id: 'own', v: 1, title: 'Own', source: 'own', ...own, children },
    'own',
    Object.keys(KINDS),
    MIGRATIONS,
  )
  if (!('document' in newest)) throw new Error('it cannot be read')
  return newest.document['children'] as NodeDocument[]
}

/** The layout of the worker type as it was published for a year. */
const PUBLISHED = [
  { id: 'cover', type: 'report-cover', data: 'report' },
  { id: 'notes', type: 'report-notes', data: 'report' },
  {
    id: 'scores',
    type: 'columns',
    props: { shape: 'main-aside' },
    children: [
      { id: 'bars', type: 'interest-bars', data: 'report' },
      { id: 'hexagon', type: 'interest-hexagon', data: 'report' },
    ],
  },
  { id: 'advice', type: 'type-advice', data: 'report' },
  {
    id: 'careers',
    type: 'report-careers',
    data: 'report',
    show: { var: 'feature.CareerMatches.access' },
    props: { routeName: 'occupationsNavigatorMatches', count: 5 },
  },
  { id: 'actions', type: 'report-actions', data: 'report' },
]

/** Their texts came after the releases that are read here: the lines would be empty. */
function withoutNewTexts(props: unknown): unknown {
  const { pick, ...rest } = props as { pick: Readonly<Record<string, unknown>> }
  const { close: _close, low: _low, ...known } = pick
  return { ...rest, pick: known }
}

const shippedNode = (id: string) =>
  [...nodesOf(catalog.get('report', 'worker-type')!.children)]
    .map(({ node }) => node)
    .find((node) => node['id'] === id)!

describe('a published report of the worker type', () => {
  const nodes = nodesOf(read('report', PUBLISHED)).map(({ node }) => node)

  it('is drawn by today’s widgets, with valid props', () => {
    for (const node of nodes) {
      const widget = code.widgets[String(node['type'])]
      expect(widget, String(node['type'])).toBeDefined()
      expect(inspectProps(widget!.props, node['props'] ?? {}).issues).toEqual([])
    }
  })

  it('says what the shipped one says', () => {
    const shipped = new Map(
      [...nodesOf(catalog.get('report', 'worker-type')!.children)].map(({ node }) => [
        node['id'],
        node,
      ]),
    )
    for (const id of ['cover', 'notes', 'bars', 'hexagon', 'energy', 'tire', 'try']) {
      const { type, data, props } = nodes.find((node) => node['id'] === id)!
      const today = shipped.get(id)!
      expect({ type, data, props }, id).toEqual({
        type: today['type'],
        data: today['data'],
        props: id === 'cover' ? withoutNewTexts(today['props']) : today['props'],
      })
    }
  })

  it('has the file for those with an account, and prints for a visitor', () => {
    const buttons = (id: string) => {
      const { show, props } = nodes.find((node) => node['id'] === id)!
      return [show, (props as { actions: { id: string }[] }).actions]
    }
    const today = (id: string, button: string) => {
      const { show, props } = shippedNode(id)
      const { actions } = props as { actions: { id: string }[] }
      return [show, actions.filter((each) => each.id === button)]
    }
    // A release of that time has no text for a second button.
    expect(buttons('actions')).toEqual(today('actions', 'pdf'))
    expect(buttons('actions-visitor')).toEqual(today('keep', 'print'))
  })

  it('keeps the rules of a part and what was set in it', () => {
    const card = nodes.find(({ id }) => id === 'careers')!
    expect(card['props']).toMatchObject({ count: 5, routeName: 'occupationsNavigatorMatches' })
    expect(card['show']).toMatchObject({
      and: [{ var: 'feature.CareerMatches.access' }, { '!': expect.anything() }],
    })
  })
})

it('reads the former lesson as the shipped one', () => {
  const [lesson] = read('screen', [{ id: 'lesson', type: 'type-lesson' }])
  expect(lesson).toEqual(catalog.get('screen', 'worker-type-lesson')!.children[1])
})

it('leaves every shipped document as it is, and anything that isn’t a node', () => {
  for (const document of [...catalog.all('screen'), ...catalog.all('report')])
    expect(read(document.kind, document.children)).toBe(document.children)
  for (const children of ['none', [null, 7, { id: 'x', type: 3 }]])
    expect(read('screen', children)).toBe(children)
})
