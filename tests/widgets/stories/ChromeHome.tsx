/** `v`: error (loginError and other providers), signedin. */

import type { NodeDocument } from '#engine/documents/kinds.ts'
import { TYPES } from '#widgets/parts/Glyph.tsx'
import { PublicFrame } from '#widgets/frame/PublicFrame.tsx'
import {
  Account,
  brand,
  languages,
  Nodes,
  person,
  Stage,
  usePublicEntries,
  variant,
} from '../support/chrome.tsx'

export const HOME: NodeDocument[] = [
  {
    id: 'hero',
    type: 'home-hero',
    level: 1,
    props: {
      title: 'home.title',
      lead: 'home.lead',
      buttonText: 'home.start',
      secondary: { text: 'home.haveAccount', routeName: 'loginPage' },
      facts: [
        { id: 'offline', icon: 'phone', text: 'home.fact.offline' },
        { id: 'stop', icon: 'clock', text: 'home.fact.stop' },
        { id: 'data', icon: 'bars', text: 'home.fact.data' },
      ],
    },
  },
  {
    id: 'types',
    type: 'section',
    children: [
      {
        id: 'list',
        type: 'tile-list',
        level: 2,
        props: {
          title: 'home.types.title',
          hint: 'home.types.hint',
          rows: TYPES.map((type) => ({
            id: type,
            tile: type,
            title: `type.${type}.plural`,
            text: `type.${type}.short`,
          })),
        },
      },
    ],
  },
  {
    id: 'how',
    type: 'section',
    props: { ground: 'sunken' },
    children: [
      {
        id: 'steps',
        type: 'step-list',
        level: 2,
        props: {
          title: 'home.how.title',
          steps: ['like', 'read', 'next'].map((id) => ({
            id,
            title: `home.how.${id}.title`,
            text: `home.how.${id}.text`,
          })),
        },
      },
    ],
  },
  {
    id: 'account',
    type: 'section',
    props: { width: 'narrow' },
    children: [
      {
        id: 'tabs',
        type: 'tabs',
        props: {
          label: 'signIn.tabs',
          current: 'signup',
          rows: [
            { id: 'signup', label: 'header.signup', routeName: 'home' },
            { id: 'login', label: 'header.login', routeName: 'loginPage' },
          ],
        },
      },
      { id: 'error', type: 'login-error' },
      {
        id: 'signup',
        type: 'simple-form',
        level: 2,
        props: {
          action: 'signup',
          anchor: 'create-account',
          title: 'signup.title',
          text: 'signup.text',
          button: 'signup.button',
          look: 'step',
          fields: [
            { id: 'email', kind: 'email', label: 'signup.email' },
            { id: 'password', kind: 'new-password', label: 'signup.password' },
          ],
          footnote: 'signup.footnote',
          footnoteLink: { text: 'signup.privacy', routeName: 'privacyPage' },
        },
      },
      { id: 'providers', type: 'provider-buttons' },
    ],
  },
]

const taken = async () => {
  await new Promise((done) => setTimeout(done, 300))
  throw {
    code: 'signup/taken',
    message: 'There is an account with this email already. Log in, or choose a new password.',
    fields: [
      {
        pointer: '/email',
        key: 'problem.signup.taken',
        message: 'There is an account with this email already. Log in, or choose a new password.',
      },
    ],
  }
}

function Page() {
  const { footer, header } = usePublicEntries()
  return (
    <PublicFrame
      brand={brand}
      homeHref="/"
      languages={languages}
      language="en"
      onLanguage={() => {}}
      onHelp={() => {}}
      entries={header}
      cloth={variant !== 'signedin'}
      footer={footer}
      userMenu={variant === 'signedin' ? <Account /> : undefined}
    >
      <Nodes nodes={HOME} />
    </PublicFrame>
  )
}

export default function Story() {
  return (
    <Stage
      actions={{ signup: taken }}
      user={variant === 'signedin' ? person() : null}
      query={variant === 'error' ? { loginError: '<b>x</b>' } : {}}
      config={
        variant === 'error'
          ? {
              authProviders: {
                basic: true,
                school: {
                  label: 'your school account',
                  issuer: 'https://login.school.example',
                  clientId: 'tsela',
                },
              },
            }
          : {}
      }
    >
      <Page />
    </Stage>
  )
}
