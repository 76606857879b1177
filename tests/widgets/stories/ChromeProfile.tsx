/**
 * `v`: new (nothing taken), plus (all taken), empty, failed, offline, loading, collapsed, only
 * (assessment-only account).
 */

import type { NodeDocument } from '#engine/documents/kinds.ts'
import type { DataState } from '#engine/react/registry.ts'
import {
  failed,
  Nodes,
  person,
  ready,
  saved,
  SignedIn,
  Stage,
  variant,
} from '../support/chrome.tsx'

const NODES: NodeDocument[] = [
  {
    id: 'hello',
    type: 'page-title',
    level: 1,
    props: {
      title: 'profileHome.hello',
      values: { name: { bind: { var: 'user.profile.nickname' } } },
      titleWithout: 'profileHome.helloAll',
    },
  },
  {
    id: 'columns',
    type: 'columns',
    props: { shape: 'main-aside' },
    children: [
      {
        id: 'main',
        type: 'section',
        level: 1,
        children: [
          {
            id: 'next',
            type: 'next-up',
            level: 2,
            props: {
              caption: 'profileHome.nextUp',
              allDone: {
                title: 'profileHome.allDone',
                text: 'profileHome.allDoneText',
                button: 'profileHome.toCareers',
                routeName: 'occupationsNavigatorMatches',
                show: { bind: { var: 'feature.CareerMatches.access' } },
              },
            },
          },
          {
            id: 'results',
            type: 'status-list',
            level: 2,
            props: { of: 'results', look: 'cards', title: 'profileHome.results' },
          },
        ],
      },
      {
        id: 'aside',
        type: 'section',
        level: 1,
        children: [
          {
            id: 'progress',
            type: 'profile-progress',
            level: 2,
            props: {
              title: 'profileHome.profile',
              parts: 'profileHome.parts',
              next: 'profileHome.nextPart',
              all: 'profileHome.allParts',
              routeName: 'cv',
              add: 'profileHome.addPart',
              open: 'profileHome.toCv',
            },
          },
          {
            id: 'saved',
            type: 'record-links',
            level: 2,
            data: 'saved',
            props: {
              path: 'items',
              title: 'profileHome.saved',
              card: { routeName: 'careerDetailPage' },
              rows: { saved: true, empty: { text: 'profileHome.savedNone' } },
            },
          },
        ],
      },
    ],
  },
]

const taken = Object.fromEntries(
  [
    'entrepreneurial_intent',
    'value_scales',
    'big_5',
    'learning_styles',
    'perceiving_emotion',
    'understanding_emotion',
    'managing_emotion',
    'rock_paper_scissors',
    'maze',
  ].map((id) => [id, {}]),
)
const USERS = {
  new: person({ taken: {} }),
  plus: person({ accountType: 'powerPlus', taken: { holland_code: { code: 'SIA' }, ...taken } }),
  some: person({
    accountType: 'power',
    taken: {
      holland_code: { code: null },
      entrepreneurial_intent: {},
      value_scales: {},
      perceiving_emotion: {},
    },
    profile: {},
  }),
  only: person({ accountType: 'AssessmentOnly', taken: {} }),
  console: person({ accountType: 'powerPlus', role: 'owner' }),
}
const DATA: Record<string, DataState> = {
  empty: ready({ ...saved, items: [], total: 0 }),
  failed: failed(false),
  offline: failed(true),
  loading: { status: 'loading' },
}

export default function Story() {
  const isNew = variant === 'new' || variant === 'only'
  return (
    <Stage
      user={USERS[variant as keyof typeof USERS] ?? person()}
      routeName={isNew ? 'hollandCodeReportPage' : 'profileHomePage'}
    >
      <SignedIn
        crumbs={
          isNew
            ? [
                { id: 'home', title: 'page.profileHome', href: '/profile/home' },
                { id: 'reports', title: 'menu.reports' },
                { id: 'type', title: 'assessment.holland_code.title' },
              ]
            : []
        }
      >
        <Nodes nodes={NODES} data={{ saved: DATA[variant] ?? ready(saved) }} />
      </SignedIn>
    </Stage>
  )
}
