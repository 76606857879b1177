/**
 * Upgrades the former lists of careers to the general list of records, with the search that was
 * beside them. Part of formerrecords.ts.
 *
 * Needed for documents of versions up to 1.52.2. May go in 3.0.0 (docs/decisions/0080).
 */

import { isObject, own, type Json } from './json.ts'

type Node = Readonly<Record<string, unknown>>
type Props = Readonly<Record<string, Json>>

export const TYPES = { list: 'worker-types' }
export const TAGS = { path: 'types', list: 'worker-types' }
export const FAVOURITE = { type: 'careers', label: 'career.save', failed: 'career.saveFailed' }
export const CARD = {
  routeName: 'careerDetailPage',
  closeness: 'closeness',
  tags: TAGS,
  why: { path: 'why', texts: 'career.why', names: TYPES },
  text: 'does',
  foot: { path: 'training.road', names: { texts: 'career.road' } },
}
const SAVED_CARD = { ...CARD, favourite: FAVOURITE }
const CLEAR = {
  search: 'careers.clear.search',
  filters: 'careers.clear.filters',
  both: 'careers.clear.both',
}
const SEARCH: Json = {
  label: 'careers.search',
  all: 'careers.all',
  filters: 'careers.filters',
  filtersOn: 'careers.filtersOn',
  show: 'careers.show',
  by: [
    { id: 'workerType', look: 'chips', choices: TYPES },
    {
      id: 'direction',
      look: 'select',
      label: 'careers.direction',
      any: 'careers.anyDirection',
      choices: { list: 'job-families' },
    },
    {
      id: 'years',
      look: 'select',
      label: 'careers.study',
      any: 'careers.anyStudy',
      choices: { texts: 'career.upTo', ids: ['0', '1', '3', '4'] },
    },
  ],
}

const LOW = {
  id: 'low',
  path: 'level',
  value: 'low',
  when: 'any',
  place: 'after',
  look: 'doubt',
  title: 'careers.low.title',
  text: 'careers.low.text',
}
const TOTAL = { id: 'count', path: 'total', as: 'whole' }

const INSTEAD = {
  found: 'catalogue.instead.found',
  similar: 'catalogue.instead.similar',
  near: 'catalogue.instead.near',
}

/** By the former list; the buttons that clear a search exist only if there is one. */
const LISTS: Readonly<Record<string, Props>> = {
  all: {
    clear: CLEAR,
    loading: 'careers.loading',
    status: [{ id: 'count', text: 'careers.count.all', values: [TOTAL] }],
    card: SAVED_CARD,
    notes: [LOW],
    pager: {
      label: 'careers.pages',
      previous: 'careers.previous',
      next: 'common.next',
      page: 'careers.page',
    },
    empty: [
      {
        id: 'search',
        scene: 'lost',
        title: 'careers.empty.unfound.search.title',
        text: 'careers.empty.unfound.search.text',
      },
      {
        id: 'filters',
        scene: 'lost',
        title: 'careers.empty.unfound.filters.title',
        text: 'careers.empty.unfound.filters.text',
      },
      {
        id: 'both',
        scene: 'lost',
        title: 'careers.empty.unfound.both.title',
        text: 'careers.empty.unfound.both.text',
      },
      {
        id: 'none',
        scene: 'lost',
        title: 'careers.empty.unfound.none.title',
        text: 'careers.empty.unfound.none.text',
        buttons: [
          {
            id: 'all',
            text: 'careers.toAll',
            routeName: 'occupationsNavigatorCareers',
            look: 'main',
          },
        ],
      },
    ],
    instead: INSTEAD,
    searched: 'careers.empty.searched',
  },
  matches: {
    clear: CLEAR,
    loading: 'careers.loading',
    status: [
      {
        id: 'count',
        text: 'careers.count.matches',
        values: [TOTAL, { id: 'compared', path: 'compared' }],
      },
      { id: 'from', text: 'careers.from', values: [{ id: 'day', path: 'resultDate', as: 'day' }] },
    ],
    card: SAVED_CARD,
    notes: [
      {
        id: 'no-strong',
        path: 'level',
        value: 'strong',
        when: 'none',
        place: 'before',
        look: 'info',
        text: 'careers.noStrong',
      },
      LOW,
    ],
    empty: [
      {
        id: 'not-taken',
        title: 'careers.empty.not-taken.title',
        text: 'careers.empty.not-taken.text',
        buttons: [
          {
            id: 'start',
            text: 'careers.toStart',
            routeName: 'hollandCodeReportPage',
            look: 'step',
          },
          {
            id: 'all',
            text: 'careers.toAll',
            routeName: 'occupationsNavigatorCareers',
            look: 'line',
          },
        ],
      },
      {
        id: 'undifferentiated',
        title: 'careers.empty.undifferentiated.title',
        text: 'careers.empty.undifferentiated.text',
        buttons: [
          {
            id: 'all',
            text: 'careers.toAll',
            routeName: 'occupationsNavigatorCareers',
            look: 'step',
          },
          {
            id: 'lesson',
            text: 'careers.toLesson',
            routeName: 'hollandCodeLessonPage',
            look: 'line',
          },
        ],
      },
      {
        id: 'search',
        scene: 'lost',
        title: 'careers.empty.unfound.search.title',
        text: 'careers.empty.unfound.search.text',
        buttons: [
          {
            id: 'all',
            text: 'careers.searchAll',
            routeName: 'occupationsNavigatorCareers',
            look: 'line',
            keepQuery: true,
          },
        ],
      },
      {
        id: 'filters',
        scene: 'lost',
        title: 'careers.empty.unfound.filters.title',
        text: 'careers.empty.unfound.filters.text',
        buttons: [
          {
            id: 'all',
            text: 'careers.searchAll',
            routeName: 'occupationsNavigatorCareers',
            look: 'line',
            keepQuery: true,
          },
        ],
      },
      {
        id: 'both',
        scene: 'lost',
        title: 'careers.empty.unfound.both.title',
        text: 'careers.empty.unfound.both.text',
        buttons: [
          {
            id: 'all',
            text: 'careers.searchAll',
            routeName: 'occupationsNavigatorCareers',
            look: 'line',
            keepQuery: true,
          },
        ],
      },
      {
        id: 'none',
        title: 'careers.empty.nothing.title',
        text: 'careers.empty.nothing.text',
        buttons: [
          {
            id: 'all',
            text: 'careers.toAll',
            routeName: 'occupationsNavigatorCareers',
            look: 'step',
          },
        ],
      },
    ],
    instead: INSTEAD,
    searched: 'careers.empty.searched',
  },
  favourites: {
    loading: 'careers.loading',
    status: [{ id: 'count', text: 'careers.count.favourites', values: [TOTAL] }],
    card: SAVED_CARD,
    notes: [LOW],
    empty: [
      {
        id: 'none',
        title: 'careers.empty.unsaved.title',
        text: 'careers.empty.unsaved.text',
        buttons: [
          {
            id: 'matches',
            text: 'careers.toMatches',
            routeName: 'occupationsNavigatorMatches',
            look: 'step',
          },
        ],
      },
    ],
  },
}

export function careerList(node: Node): readonly Node[] {
  const props = own(LISTS, String(own(node['props'], 'kind'))) as Props | undefined
  if (props === undefined) return [node]
  const search = own(node['props'], 'search') === true && { search: SEARCH }
  return [{ ...node, type: 'collection', props: { ...props, ...search } }]
}

/** A career search next to a list is now part of the list. */
export function withSearch(nodes: readonly unknown[]): readonly unknown[] {
  if (!nodes.some((node) => own(node, 'type') === 'career-search')) return nodes
  return nodes.flatMap((node) => {
    const type = own(node, 'type')
    if (type === 'career-search') return []
    return type === 'career-list' && isObject(node)
      ? [{ ...node, props: { ...(isObject(node['props']) && node['props']), search: true } }]
      : [node]
  })
}
