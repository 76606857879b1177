/**
 * Upgrades former career widgets to general ones, whose props have what used to be in the code.
 * Part of former.ts.
 *
 * Needed for documents of versions up to 1.52.2. May go in 3.0.0 (docs/decisions/0080).
 */

import { isObject, own, type Json } from './json.ts'

type Node = Readonly<Record<string, unknown>>
type Props = Readonly<Record<string, Json>>

const TYPES = { list: 'worker-types' }
const ONET = { texts: 'onet' }
const TAGS = { path: 'types', list: 'worker-types' }
const FAVOURITE = { type: 'careers', label: 'career.save', failed: 'career.saveFailed' }
const CARD = {
  routeName: 'careerDetailPage',
  closeness: 'level',
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

const RATED: Props = {
  names: ONET,
  rating: 'importance',
  words: [
    { id: 'very', from: 4, text: 'career.importance.very' },
    { id: 'important', from: 3, text: 'career.importance.important' },
    { id: 'somewhat', from: 0, text: 'career.importance.somewhat' },
  ],
  none: 'career.rated.none',
}

const always =
  (type: string, props: Props) =>
  (node: Node): readonly Node[] => [{ ...node, type, props }]

/** Former type -> the nodes that replace it. */
export const FORMER_RECORDS: Readonly<Record<string, (node: Node) => readonly Node[]>> = {
  'career-cover': always('record-cover', {
    title: 'title',
    closeness: 'level',
    tiles: TAGS,
    lines: [
      { id: 'does', values: [{ id: 'does', path: 'does' }] },
      { id: 'types', text: 'career.types', values: [{ id: 'types', path: 'types', names: TYPES }] },
      {
        id: 'onet',
        text: 'career.onet',
        values: [{ id: 'title', path: 'onetTitle' }],
        small: true,
      },
    ],
    favourite: { ...FAVOURITE, off: 'career.saveShort', on: 'career.saved' },
    loading: 'careers.loadingOne',
  }),
  'career-why': always('score-compare', {
    title: 'career.compare.fits',
    closeness: 'level',
    lowTitle: 'career.compare.low',
    why: { path: 'why', texts: 'career.fit', names: TYPES },
    alone: {
      title: 'career.compare.alone',
      text: 'career.compare.aloneText',
      row: 'career.compare.rowJob',
    },
    row: 'career.compare.row',
    you: {
      path: 'person',
      scale: 'personScale',
      lowest: 0,
      highest: 40,
      text: 'career.compare.you',
    },
    record: { path: 'interests', lowest: 1, highest: 7, text: 'career.compare.job' },
    rows: [
      { id: 'R', text: 'type.builder.name' },
      { id: 'I', text: 'type.thinker.name' },
      { id: 'A', text: 'type.creator.name' },
      { id: 'S', text: 'type.helper.name' },
      { id: 'E', text: 'type.influencer.name' },
      { id: 'C', text: 'type.organiser.name' },
    ],
  }),
  'career-facts': always('facts', {
    title: 'career.facts.title',
    rows: [
      {
        id: 'direction',
        text: 'career.facts.direction',
        values: [{ id: 'direction', path: 'direction', names: { list: 'job-families' } }],
      },
      {
        id: 'skills',
        text: 'career.facts.skills',
        values: [{ id: 'names', path: 'skills', names: ONET, by: 'importance', most: 3 }],
      },
      {
        id: 'knowledge',
        text: 'career.facts.knowledge',
        values: [{ id: 'names', path: 'knowledge', names: ONET, by: 'importance', most: 3 }],
      },
      {
        id: 'workStyles',
        text: 'career.facts.workStyles',
        values: [{ id: 'names', path: 'workStyles', names: ONET, by: 'importance', most: 3 }],
      },
    ],
  }),
  'career-education': always('level-steps', {
    path: 'training.step',
    title: 'career.education.title',
    steps: 5,
    names: { texts: 'career.study' },
    lines: [
      {
        id: 'road',
        values: [{ id: 'road', path: 'training.road', names: { texts: 'career.road' } }],
      },
      {
        id: 'more',
        values: [{ id: 'more', path: 'training.road', names: { texts: 'career.roadMore' } }],
        small: true,
      },
    ],
    caution: 'career.education.honest',
  }),
  'rated-list': (node) => {
    const kind = own(node['props'], 'kind')
    return typeof kind === 'string'
      ? [{ ...node, props: { path: kind, title: `career.rated.${kind}`, ...RATED } }]
      : [node]
  },
  'chip-list': always('tag-list', { path: 'technologies', title: 'career.tools' }),
  'career-related': always('record-links', {
    path: 'related',
    title: 'career.related',
    card: CARD,
  }),
  'saved-list': always('record-links', {
    path: 'items',
    title: 'profileHome.saved',
    card: { routeName: 'careerDetailPage' },
    rows: {
      saved: true,
      empty: {
        text: 'profileHome.savedNone',
        button: { text: 'profileHome.toCareers', routeName: 'occupationsNavigatorCareers' },
      },
      all: { text: 'profileHome.savedAll', routeName: 'occupationsNavigatorFavourites' },
    },
  }),
  'career-list': (node) => {
    const props = own(LISTS, String(own(node['props'], 'kind'))) as Props | undefined
    return props === undefined
      ? [node]
      : [
          {
            ...node,
            type: 'collection',
            props: { ...props, ...(own(node['props'], 'search') === true && { search: SEARCH }) },
          },
        ]
  },
  // Everything was built in.
  attribution: (node) =>
    own(node['props'], 'text') === undefined
      ? [{ ...node, props: { text: 'attribution.short', more: 'attribution.onet' } }]
      : [node],
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
