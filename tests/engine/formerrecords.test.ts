import { describe, expect, it } from 'vitest'
import { withoutFormer } from '#engine/documents/former.ts'
import { catalog } from '../support/documents.ts'

type Node = {
  readonly id: string
  readonly type: string
  readonly props?: unknown
  readonly children?: readonly Node[]
  readonly fallback?: Node
}

const childrenOf = (screen: string) =>
  catalog.get('screen', screen)!.children as unknown as readonly Node[]
const allOf = (nodes: readonly Node[]): Node[] =>
  nodes.flatMap((node) => [node, ...allOf(node.children ?? [])])
const shipped = (screen: string, id: string) =>
  allOf(childrenOf(screen)).find((node) => node.id === id)!
const renewed = (children: readonly object[]) =>
  allOf(withoutFormer({ kind: 'screen', children })['children'] as readonly Node[])

/**
 * What today's career page shows in another place, or in addition: an older page keeps its own
 * layout.
 */
const NEWER = ['notForMe', 'folded', 'lines', 'compare', 'field', 'parts', 'drawings']
const asBefore = (id: string, props: unknown) =>
  Object.fromEntries(
    Object.entries(props as Readonly<Record<string, unknown>>).flatMap(([name, value]) => {
      // Related careers were cards of their own, with a reason each.
      if (id === 'related' && (name === 'rows' || name === 'card')) return []
      if (name === 'card') return [[name, cardBefore(value)]]
      // There were no doubts about the matches.
      if (name === 'notes') return [[name, withoutIds(value, 'rough', 'unsure')]]
      if (name === 'rows' && id === 'facts') return [[name, withoutIds(value, 'pay', 'demand')]]
      return !NEWER.includes(name) || (name === 'lines' && id !== 'cover') ? [[name, value]] : []
    }),
  )
/** Cards had no pictures, couldn't be compared, and none was the first choice. */
const cardBefore = (card: unknown) => without(card, 'compare', 'field', 'tiles', 'marked')

function without(value: unknown, ...names: readonly string[]): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(value as Readonly<Record<string, unknown>>).filter(
      ([name]) => !names.includes(name),
    ),
  )
}

function withoutIds(rows: unknown, ...ids: readonly string[]): unknown {
  return (rows as readonly { id: string }[]).filter(({ id }) => !ids.includes(id))
}

/**
 * There were no suggestions for an empty result, no list of records seen recently or like others, and
 * no doubts about the matches; how long one would study was the last choice instead of a path before all others.
 */
function searchBefore({ search, empty, notes, ...rest }: Record<string, unknown>) {
  const { by } = search as { by: readonly { id: string }[] }
  const [years, others] = [
    by.filter(({ id }) => id === 'years'),
    by.filter(({ id }) => !['years', 'seen', 'like', 'leftOut'].includes(id)),
  ]
  return {
    ...rest,
    notes: withoutIds(notes, 'rough', 'unsure', 'fair'),
    search: {
      ...(search as object),
      by: [
        // Types are among the filters of the matches today.
        ...others.map((each) =>
          each.id === 'workerType' ? { ...without(each, 'label', 'any'), look: 'chips' } : each,
        ),
        ...years.map((each) => ({ ...without(each, 'always'), look: 'select' })),
      ],
    },
    empty: (withoutIds(empty, 'leftOut') as readonly unknown[]).map((each) =>
      without(each, 'tries'),
    ),
  }
}

describe('a page that was published with older widgets', () => {
  it.each([
    ['career', 'cover', 'career-cover', undefined],
    ['career', 'why', 'career-why', undefined],
    ['career', 'facts', 'career-facts', undefined],
    ['career', 'education', 'career-education', undefined],
    ['career', 'skills', 'rated-list', { kind: 'skills' }],
    ['career', 'knowledge', 'rated-list', { kind: 'knowledge' }],
    ['career', 'styles', 'rated-list', { kind: 'workStyles' }],
    ['career', 'technologies', 'chip-list', undefined],
    ['career', 'related', 'career-related', undefined],
    ['career', 'source', 'attribution', undefined],
    ['careers-favourites', 'list', 'career-list', { kind: 'favourites' }],
  ])('shows what %s#%s shows today where it said %s', (screen, id, type, props) => {
    const { type: now, props: today } = shipped(screen, id)
    const [node] = renewed([{ id, type, ...(props !== undefined && { props }) }])
    expect({ ...node, props: asBefore(id, node!.props) }).toEqual({
      id,
      type: now,
      props: asBefore(id, today),
    })
  })

  it('keeps listing saved careers where it said saved-list', () => {
    const [node] = renewed([{ id: 'saved', type: 'saved-list' }])
    expect(node).toMatchObject({
      type: 'record-links',
      props: {
        path: 'items',
        title: 'profileHome.saved',
        card: { routeName: 'careerDetailPage' },
        rows: {
          saved: true,
          empty: { text: 'profileHome.savedNone' },
          all: { text: 'profileHome.savedAll', routeName: 'occupationsNavigatorFavourites' },
        },
      },
    })
  })

  it.each(['all', 'matches'])('has the search for %s careers in their list', (kind) => {
    const { type, props } = shipped(`careers-${kind}`, 'list')
    const old = [
      { id: 'search', type: 'career-search' },
      { id: 'list', type: 'career-list', data: 'careers', props: { kind } },
    ]
    // Today's matches come from another call: a varied dozen, grouped by reason. An older page
    // shows the twenty nearest.
    const { groups: _groups, status, card, ...rest } = props as Record<string, unknown>
    const [list] = renewed(old) as readonly { readonly props: Record<string, unknown> }[]
    const before = searchBefore(rest)
    const alike = kind === 'all' ? { ...before, status, card: cardBefore(card) } : before
    expect(list).toMatchObject({ id: 'list', type, data: 'careers', props: alike })
  })

  it('is upgraded at every depth, with everything else as it was', () => {
    const inside = {
      id: 'a',
      type: 'chip-list',
      level: 3,
      data: 'x',
      show: { var: 'feature.X.access' },
      fallback: { id: 'b', type: 'attribution' },
    }
    const [outer, tags] = renewed([
      { id: 'parts', type: 'columns', props: { shape: 'three' }, children: [inside] },
    ])
    expect(outer).toMatchObject({ id: 'parts', type: 'columns', props: { shape: 'three' } })
    expect(tags).toMatchObject({
      id: 'a',
      type: 'tag-list',
      level: 3,
      data: 'x',
      show: { var: 'feature.X.access' },
      fallback: { id: 'b', type: 'attribution', props: shipped('career', 'source').props },
    })
  })

  it('stays as it is if nothing is old, or if its former shape isn’t known', () => {
    for (const children of [
      'x',
      [null, 7, { type: 'constructor' }, { type: 'career-list' }],
      [{ type: 'rated-list', props: { path: 'skills' } }],
    ]) {
      const odd = { kind: 'screen', children }
      expect(withoutFormer(odd)).toBe(odd)
    }
  })
})
