/**
 * Upgrades former career widgets to general ones, whose props have what used to be in the code.
 * Part of former.ts.
 *
 * Needed for documents of versions up to 1.52.2. May go in 3.0.0 (docs/decisions/0080).
 */

import { CARD, careerList, FAVOURITE, TAGS, TYPES } from './formercareerlists.ts'
import { own, type Json } from './json.ts'

type Node = Readonly<Record<string, unknown>>
type Props = Readonly<Record<string, Json>>

const ONET = { texts: 'onet' }
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
    closeness: 'closeness',
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
    closeness: 'closeness',
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
  'career-list': careerList,
  // Everything was built in.
  attribution: (node) =>
    own(node['props'], 'text') === undefined
      ? [{ ...node, props: { text: 'attribution.short', more: 'attribution.onet' } }]
      : [node],
}
