/**
 * Upgrades former widgets of the worker type's report to general ones that look the same, with the
 * texts that used to be in the code.
 *
 * Needed for documents of versions up to 1.52.2. May go in 3.0.0 (docs/decisions/0080).
 */

import { isObject } from './json.ts'

type Node = Readonly<Record<string, unknown>>

const TYPES = [
  ['R', 'builder'],
  ['I', 'thinker'],
  ['A', 'creator'],
  ['S', 'helper'],
  ['E', 'influencer'],
  ['C', 'organiser'],
] as const

/** One row for each type, from the texts about its letter and its name. */
function rows(say: (name: string, letter: string) => Node): Node[] {
  return TYPES.map(([letter, name]) => ({
    id: letter,
    metric: `holland_code.${letter}`,
    ...say(name, letter),
  }))
}
const named = rows((name) => ({ title: `type.${name}.name`, tile: name }))

/** Sums of 0 to 40; ties are in the order of the code. */
const ORDER = {
  scale: 'holland_code.scale',
  lowest: 0,
  highest: 40,
  ties: 'holland_code.code',
}
const OF = 'worker.bars.of'
/** 8 points of 40 could vanish on another day. */
const CLOSE = 20
/** From here a type is said to be liked: clearly above the middle of its scale. */
const LIKED = 64
/** 4 points of 40: no order at all. */
const FLAT = 10

/** Written out, because releases of that time don't have a rule with this name. */
const EVEN = {
  and: [
    { var: 'user.assessments.holland_code' },
    { '<': [{ or: [{ var: 'user.assessments.holland_code.metrics.range' }, 0] }, 4] },
  ],
}
const UNEVEN = { '!': EVEN }

/** The node with an additional `show` condition. */
function placeOf(node: Node, show?: unknown): Node {
  const { id, data, level } = node
  const both = [...('show' in node ? [node['show']] : []), ...(show === undefined ? [] : [show])]
  return {
    id,
    ...(data !== undefined && { data }),
    ...(level !== undefined && { level }),
    ...(both.length > 0 && { show: both.length === 1 ? both[0] : { and: both } }),
  }
}

function beside(node: Node, end: string): Node {
  return { ...node, id: `${String(node['id'])}-${end}` }
}

function advice(node: Node, card: 'energy' | 'tire' | 'try'): Node {
  const { data } = node
  return {
    id: card,
    type: 'tips',
    ...(data !== undefined && { data }),
    props: {
      title: `worker.${card}.title`,
      look: 'small',
      ...(card !== 'energy' && { after: `worker.${card}.after` }),
      pick: {
        order: 'highest',
        count: card === 'try' ? 1 : 2,
        near: CLOSE,
        above: LIKED,
        ...ORDER,
        groups: rows((name) => ({ text: `worker.${card}.${name}` })),
      },
    },
  }
}

/** Former type -> the nodes that replace it; the first keeps the id. */
export const FORMER_REPORTS: Readonly<Record<string, (node: Node) => readonly Node[]>> = {
  'report-cover': (node) => [
    {
      ...placeOf(node),
      type: 'result-cover',
      props: {
        title: 'assessment.holland_code.title',
        lead: 'worker.sentence',
        pick: {
          ...ORDER,
          count: 3,
          near: CLOSE,
          above: LIKED,
          rows: rows((name, letter) => ({
            title: `type.${name}.name`,
            over: `worker.mostLike.${name}`,
            words: `worker.like.${name}`,
            tile: name,
            letter,
          })),
          even: {
            within: FLAT,
            title: 'worker.flat.title',
            lead: 'worker.flat.lead',
            showAll: true,
          },
        },
      },
    },
  ],
  'report-notes': (node) => [
    {
      ...placeOf(node),
      type: 'result-notes',
      props: {
        close: {
          ...ORDER,
          within: CLOSE,
          above: LIKED,
          rows: named,
          runs: {
            near: {
              title: 'worker.close.title',
              two: 'worker.close.near.two',
              many: 'worker.close.near.many',
            },
            tie: {
              title: 'worker.close.tieTitle',
              two: 'worker.close.tie.two',
              many: 'worker.close.tie.many',
            },
            after: 'worker.close.legend',
          },
          even: { within: FLAT, title: 'worker.flat.note', text: 'worker.flat.meaning' },
          low: {
            below: 25,
            title: 'worker.elevation.low.title',
            text: 'worker.elevation.low.text',
          },
          high: {
            above: 75,
            title: 'worker.elevation.high.title',
            text: 'worker.elevation.high.text',
          },
        },
      },
    },
  ],
  'interest-bars': (node) => [
    {
      ...placeOf(node),
      type: 'score-bars',
      props: {
        title: 'worker.bars.title',
        hint: 'worker.bars.hint',
        meaning: 'worker.bars.meaning',
        ...ORDER,
        value: 'points',
        of: OF,
        sort: true,
        lead: 3,
        near: CLOSE,
        above: LIKED,
        even: FLAT,
        rows: rows((name) => ({ label: `type.${name}.name`, tile: name })),
      },
    },
  ],
  'interest-hexagon': (node) => [
    {
      ...placeOf(node),
      type: 'hexagon',
      props: {
        title: 'worker.hexagon.title',
        hint: 'worker.hexagon.hint',
        nearHint: 'worker.hexagon.near',
        name: 'worker.hexagon.name',
        of: OF,
        ...ORDER,
        lead: 3,
        near: CLOSE,
        above: LIKED,
        even: FLAT,
        rows: named,
      },
    },
  ],
  'type-advice': (node) => [
    {
      ...placeOf({ ...node, data: undefined }, UNEVEN),
      type: 'columns',
      props: { shape: 'three' },
      children: [advice(node, 'energy'), advice(node, 'tire'), advice(node, 'try')],
    },
    {
      ...placeOf(beside(node, 'any'), EVEN),
      type: 'tips',
      props: {
        title: 'worker.try.any',
        after: 'worker.try.after',
        rows: TYPES.map(([, name]) => ({ id: name, text: `worker.try.${name}`, tile: name })),
      },
    },
  ],
  'report-careers': (node) => {
    const {
      routeName,
      allRouteName = routeName,
      count = 20,
    } = isObject(node['props']) ? node['props'] : {}
    const card = (kind: string, route: unknown) => ({
      subTitle: `worker.careers.${kind}.text`,
      buttonText: `worker.careers.${kind}.button`,
      routeName: route,
      showImage: false,
    })
    return [
      {
        ...placeOf({ ...node, data: undefined }, UNEVEN),
        type: 'call-to-action-card',
        props: { title: 'worker.careers.near.title', count, ...card('near', routeName) },
      },
      {
        ...placeOf({ ...beside(node, 'all'), data: undefined }, EVEN),
        type: 'call-to-action-card',
        props: { title: 'worker.careers.all.title', ...card('all', allRouteName) },
      },
    ]
  },
  'report-actions': (node) => [
    // A release of that time has no text for a second button: people with an account have the file.
    {
      ...placeOf(node, { var: 'session.signedIn' }),
      type: 'action-buttons',
      props: {
        actions: [
          {
            id: 'pdf',
            text: 'worker.savePdf',
            action: 'file.save',
            icon: 'download',
            small: true,
            values: { path: 'reports/worker-type/file' },
          },
        ],
      },
    },
    {
      ...placeOf(beside(node, 'visitor'), { '!': { var: 'session.signedIn' } }),
      type: 'action-buttons',
      props: {
        actions: [
          { id: 'print', text: 'worker.savePdf', action: 'print', icon: 'print', small: true },
        ],
      },
    },
  ],
  // "of 100" was built in.
  'level-bars': (node) => [
    isObject(node['props']) && !('of' in node['props'])
      ? { ...node, props: { ...node['props'], of: OF } }
      : node,
  ],
  'type-lesson': (node) => [{ ...placeOf(node), type: 'lesson', props: { sections: lesson() } }],
}

function lesson(): Node[] {
  const points = (part: string) =>
    ['a', 'b', 'c', 'd'].map((id) => ({ id, text: `lesson.${part}.${id}` }))
  return [
    {
      id: 'six',
      title: 'lesson.six.title',
      text: 'lesson.six.text',
      folds: TYPES.map(([, name]) => ({
        id: name,
        title: `type.${name}.name`,
        hint: `type.${name}.short`,
        tile: name,
        lead: 'lesson.often',
        text: `lesson.type.${name}`,
      })),
    },
    {
      id: 'hexagon',
      look: 'card',
      title: 'lesson.hexagon.title',
      text: 'lesson.hexagon.text',
      pictureText: 'lesson.hexagon.name',
      hexagon: {
        corners: TYPES.map(([, name]) => ({ id: name, title: `type.${name}.name`, tile: name })),
        lines: [
          { id: 'neighbours', from: 'helper', to: 'influencer', look: 'joined' },
          { id: 'opposite', from: 'builder', to: 'helper', look: 'apart' },
        ],
      },
    },
    { id: 'can', look: 'half', title: 'lesson.can.title', points: points('can') },
    {
      id: 'cannot',
      look: 'half',
      mark: 'close',
      title: 'lesson.cannot.title',
      points: points('cannot'),
    },
    { id: 'close', look: 'note', title: 'lesson.close.title', text: 'lesson.close.text' },
  ]
}
