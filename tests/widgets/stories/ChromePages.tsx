/**
 * `v`: security, cv, research, researchdone, curriculum, curriculumfailed, text, focus. Without:
 * the account settings.
 */

import type { NodeDocument } from '#engine/documents/kinds.ts'
import { FocusFrame } from '#widgets/frame/FocusFrame.tsx'
import {
  brand,
  failed,
  Nodes,
  person,
  ready,
  SignedIn,
  Stage,
  variant,
} from '../support/chrome.tsx'

const crumbs = (last: string) => [
  { id: 'settings', title: 'page.settings', href: '/settings/account' },
  { id: 'page', title: last },
]
const PAGES: Record<string, NodeDocument[]> = {
  '': [
    { id: 'title', type: 'page-title', level: 1, props: { title: 'page.settings' } },
    {
      id: 'columns',
      type: 'columns',
      children: [
        {
          id: 'account',
          type: 'account-card',
          level: 2,
          props: {
            title: 'settings.account',
            rows: [
              {
                id: 'name',
                label: 'settings.name',
                values: [{ bind: { var: 'user.profile.firstName' } }],
                empty: 'settings.noName',
              },
              {
                id: 'email',
                label: 'settings.email',
                values: [{ bind: { var: 'user.email' } }],
                confirmed: true,
              },
            ],
            confirmed: 'settings.confirmed',
          },
        },
        {
          id: 'plan',
          type: 'plan-card',
          level: 2,
          props: { caption: 'settings.yourPlan', more: 'settings.more' },
        },
      ],
    },
  ],
  security: [
    {
      id: 'password',
      type: 'simple-form',
      level: 1,
      props: {
        action: 'ok',
        title: 'settings.security',
        look: 'main',
        button: 'settings.change',
        doneText: 'settings.changed',
        fields: [
          { id: 'current', kind: 'password', label: 'settings.current' },
          { id: 'next', kind: 'new-password', label: 'settings.next' },
        ],
      },
    },
  ],
  cv: [
    { id: 'title', type: 'page-title', level: 1, props: { title: 'page.cv' } },
    {
      id: 'columns',
      type: 'columns',
      props: { shape: 'main-aside' },
      children: [
        {
          id: 'sections',
          type: 'status-list',
          props: {
            of: 'sections',
            look: 'rows',
            sections: {
              routeName: 'cv',
              complete: 'cv.complete',
              toDo: 'cv.toDo',
              nothing: 'cv.nothing',
            },
          },
        },
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
      ],
    },
  ],
  research: [
    {
      id: 'title',
      type: 'page-title',
      level: 1,
      props: { title: 'research.title', text: 'research.text' },
    },
    {
      id: 'list',
      type: 'status-list',
      props: { of: 'research', look: 'path', none: 'research.none', progress: true },
    },
  ],
  curriculum: [
    { id: 'title', type: 'page-title', level: 1, props: { title: 'page.selectCurriculum' } },
    {
      id: 'picker',
      type: 'choice-form',
      data: 'curricula',
      props: {
        action: 'ok',
        legend: 'curriculum.legend',
        button: 'curriculum.button',
        choose: 'curriculum.choose',
        none: 'curriculum.none',
      },
    },
  ],
  text: [
    { id: 'title', type: 'page-title', level: 1, props: { title: 'page.privacy' } },
    {
      id: 'lead',
      type: 'text-block',
      level: 2,
      props: { size: 'lead', text: 'consent.terms.text' },
    },
    {
      id: 'more',
      type: 'text-block',
      level: 2,
      props: {
        title: 'What we <b>keep</b>',
        text: '<p>We keep <strong>your answers</strong> and <i>your profile</i>.</p><ul><li>So you can go on.</li><li>So your report stays the same.</li></ul>',
      },
    },
  ],
}
const curricula = {
  nsc: { name: 'National Senior Certificate' },
  kcse: { name: 'Kenyan Certificate of Secondary Education' },
  igcse: { name: 'Cambridge IGCSE' },
  ib: { name: 'International Baccalaureate' },
}
const research = person({
  accountType: 'power',
  research: ['holland_code', 'big_5', 'managing_emotion'],
  taken: variant === 'researchdone' ? { holland_code: { code: 'SIA' } } : {},
})

export default function Story() {
  if (variant === 'focus') {
    return (
      <Stage user={person()}>
        <FocusFrame
          title="Worker type"
          brand={brand}
          closeHref="/profile/home"
          closeLabel="Stop and go on later"
          userMenu={null}
          onHelp={() => {}}
        >
          <h1>Fix a neighbour’s broken bicycle</h1>
        </FocusFrame>
      </Stage>
    )
  }
  const page = variant.startsWith('research')
    ? 'research'
    : variant.startsWith('curriculum')
      ? 'curriculum'
      : variant
  return (
    <Stage
      user={page === 'research' ? research : person()}
      routeName={page === 'cv' ? 'cv' : 'accountSettingsPage'}
      query={page === 'cv' ? { section: 'names' } : {}}
      actions={{ ok: () => new Promise((done) => setTimeout(done, 300)) }}
    >
      <SignedIn
        crumbs={
          page === '' || page === 'security'
            ? crumbs(page === '' ? 'settings.account' : 'settings.security')
            : []
        }
      >
        <Nodes
          nodes={PAGES[page] ?? PAGES['']!}
          data={{ curricula: variant === 'curriculumfailed' ? failed(true) : ready(curricula) }}
        />
      </SignedIn>
    </Stage>
  )
}
