/**
 * Replaces widget types that no longer exist, and adds props that used to be built into the code.
 * Tenants' published documents and drafts will contain them for years, so every document is
 * upgraded to the current types when it's read.
 *
 * Needed for documents of versions up to 1.52.2. May go in 3.0.0 (docs/decisions/0080).
 */

import { withSearch } from './formercareerlists.ts'
import { withSaid } from './formerkeys.ts'
import { FORMER_LISTS, SAID_OF_REPORTS } from './formerlists.ts'
import { FORMER_RECORDS } from './formerrecords.ts'
import { FORMER_REPORTS } from './formerreports.ts'
import { isObject } from './json.ts'

type Node = Readonly<Record<string, unknown>>

const TO_SUBJECTS: Node = { routeName: 'subjectChoiceNavigatorHomePage' }

/** Former type -> the nodes that replace it; the first keeps the id. */
const FORMER: Readonly<Record<string, (node: Node) => readonly Node[]>> = {
  ...FORMER_LISTS,
  ...FORMER_RECORDS,
  ...FORMER_REPORTS,
  // The consents were in its own props; now they are a document (formerconsents.ts).
  'consent-form': (node) => [withoutItems(node)],
  'account-tabs': (node) => [
    {
      ...node,
      type: 'tabs',
      show: {
        and: [
          ...('show' in node ? [node['show']] : []),
          { var: 'config.signup' },
          { '!!': { var: 'config.authProviders.basic' } },
        ],
      },
      props: {
        label: 'signIn.tabs',
        ...currentOf(node),
        keepQuery: ['redirect'],
        rows: [
          { id: 'signup', label: 'header.signup', routeName: 'home' },
          { id: 'login', label: 'header.login', routeName: 'loginPage' },
        ],
      },
    },
  ],
  'career-tabs': (node) => [
    {
      ...node,
      type: 'tabs',
      props: {
        label: 'careers.tabs.label',
        ...currentOf(node),
        rows: [
          {
            id: 'matches',
            label: 'careers.tabs.matches',
            routeName: 'occupationsNavigatorMatches',
            show: bound('feature.CareerMatches.access'),
          },
          {
            id: 'all',
            label: 'careers.tabs.all',
            routeName: 'occupationsNavigatorCareers',
            show: bound('feature.CareerExplorer.access'),
          },
          {
            id: 'favourites',
            label: 'careers.tabs.favourites',
            routeName: 'occupationsNavigatorFavourites',
            show: bound('feature.CareerExplorer.access'),
          },
        ],
      },
    },
  ],
  'chosen-section': (node) => [
    {
      ...node,
      type: 'section-form',
      props: {
        section: bound('route.query.section'),
        listed: true,
        unknown: 'cv.noSection',
        nothing: 'cv.nothing',
        results: SAID_OF_REPORTS,
      },
    },
    {
      id: `${String(node['id'])}-all`,
      type: 'action-buttons',
      ...('show' in node && { show: node['show'] }),
      props: { actions: [{ id: 'all', text: 'cv.all', routeName: 'cv' }] },
    },
  ],
  'curriculum-picker': (node) => [
    {
      ...node,
      type: 'choice-form',
      props: {
        legend: 'curriculum.legend',
        current: bound('user.profile.schoolCurriculum'),
        button: 'curriculum.button',
        choose: 'curriculum.choose',
        none: 'curriculum.none',
        next: TO_SUBJECTS,
        ...(isObject(node['props']) && node['props']),
      },
    },
  ],
  'profile-greeting': (node) => [
    {
      ...node,
      type: 'page-title',
      props: {
        title: 'profileHome.hello',
        values: {
          name: {
            bind: { or: [{ var: 'user.profile.nickname' }, { var: 'user.profile.firstName' }] },
          },
        },
        titleWithout: 'profileHome.helloAll',
      },
    },
  ],
  // Until it could sign people in, it said so.
  'provider-buttons': (node) => [withoutSoon(node)],
  'sign-in-return': (node) => [{ ...node, type: 'page-action', props: { action: 'auth.arrive' } }],
  'type-list': (node) => [
    {
      ...node,
      type: 'tile-list',
      props: {
        ...(isObject(node['props']) && node['props']),
        rows: ['builder', 'thinker', 'creator', 'helper', 'influencer', 'organiser'].map(
          (type) => ({
            id: type,
            tile: type,
            title: `type.${type}.plural`,
            text: `type.${type}.short`,
          }),
        ),
      },
    },
  ],
  // Their targets were in the code of their actions.
  'simple-form': (node) => [
    leading(node, 'recover.confirm', { routeName: 'loginPage', said: 'recover.done' }),
  ],
  'choice-form': (node) => [leading(node, 'curriculum.choose', TO_SUBJECTS)],
  'sign-out': (node) => [{ ...node, type: 'page-action', props: { action: 'logout' } }],
}

/** Type -> the required props that used to be built in. */
const SAID: Readonly<Record<string, Node>> = {
  'account-card': {
    title: 'settings.account',
    rows: [
      {
        id: 'name',
        label: 'settings.name',
        values: [bound('user.profile.firstName'), bound('user.profile.lastName')],
        empty: 'settings.noName',
      },
      {
        id: 'email',
        label: 'settings.email',
        values: [bound('user.email')],
        confirmed: bound('user.emailVerified'),
      },
      {
        id: 'phone',
        label: 'settings.phone',
        values: [bound('user.phone')],
        confirmed: bound('user.phoneVerified'),
      },
      { id: 'plan', label: 'settings.plan', values: [bound('user.app.accountType')], plan: true },
    ],
    confirmed: 'settings.confirmed',
    notConfirmed: 'settings.notConfirmed',
  },
  'next-up': {
    caption: 'profileHome.nextUp',
    allDone: {
      title: 'profileHome.allDone',
      text: 'profileHome.allDoneText',
      button: 'profileHome.toCareers',
      routeName: 'occupationsNavigatorMatches',
      show: bound('feature.CareerMatches.access'),
    },
  },
  'own-data': { title: 'ownData.title', text: 'ownData.text' },
  'plan-card': { caption: 'settings.yourPlan', more: 'settings.more' },
  'profile-progress': {
    title: 'profileHome.profile',
    parts: 'profileHome.parts',
    next: 'profileHome.nextPart',
    all: 'profileHome.allParts',
    routeName: 'cv',
    add: 'profileHome.addPart',
    open: 'profileHome.toCv',
  },
  'theme-showcase': { title: 'page.theme', routeName: 'themeSettingsPage' },
}

function bound(path: string): Node {
  return { bind: { var: path } }
}

/** A form with this action leads there, unless it says by itself where to. */
function leading(node: Node, action: string, next: Node): Node {
  const { props } = node
  return isObject(props) && props['action'] === action && !('next' in props)
    ? { ...node, props: { ...props, next } }
    : node
}

function withoutItems(node: Node): Node {
  const { props } = node
  if (!isObject(props) || !('items' in props)) return node
  const { items: _items, ...rest } = props
  return { ...node, props: rest }
}

function withoutSoon(node: Node): Node {
  const { props, ...rest } = node
  return isObject(props) && 'soon' in props ? rest : node
}

function currentOf({ props }: Node): Node {
  return isObject(props) && 'current' in props ? { current: props['current'] } : {}
}

/** The document with current types; the same object if it has no former ones. */
export function withoutFormer(read: Record<string, unknown>): Record<string, unknown> {
  const document = withSaid(read)
  if (document['kind'] !== 'screen' && document['kind'] !== 'report') return document
  const children = renewAll(document['children'])
  return children === document['children'] ? document : { ...document, children }
}

/** Anything but a list of nodes is left for the check of shapes to report. */
function renewAll(nodes: unknown): unknown {
  if (!Array.isArray(nodes)) return nodes
  const renewed = withSearch(nodes).flatMap((node: unknown): readonly unknown[] =>
    isObject(node) ? renew(node) : [node],
  )
  return renewed.length === nodes.length && renewed.every((node, index) => node === nodes[index])
    ? nodes
    : renewed
}

/**
 * A node from before its type had props. A node with props is current, even if they are incomplete.
 */
function saying(node: Node, said: Node): Node {
  const { props } = node
  return props === undefined || (isObject(props) && Object.keys(props).length === 0)
    ? { ...node, props: said }
    : node
}

function renew(outer: Node): readonly Node[] {
  const node = renewInside(outer)
  const { type } = node
  if (typeof type !== 'string') return [node]
  const renewed = Object.hasOwn(FORMER, type) ? FORMER[type]?.(node) : undefined
  if (renewed !== undefined) return renewed
  const said = Object.hasOwn(SAID, type) ? SAID[type] : undefined
  return said === undefined ? [node] : [saying(node, said)]
}

/** The node with its children and fallback upgraded; the same object if nothing changes. */
function renewInside(node: Node): Node {
  const children = renewAll(node['children'])
  const fallback = isObject(node['fallback']) ? renew(node['fallback'])[0] : node['fallback']
  if (children === node['children'] && fallback === node['fallback']) return node
  return {
    ...node,
    ...(children !== undefined && { children }),
    ...(fallback !== undefined && { fallback }),
  }
}
