/** `v`: recover, verify, plan. Without: the log-in page, whose action always refuses. */

import type { NodeDocument } from '#engine/documents/kinds.ts'
import { AuthenticationFrame } from '#widgets/frame/AuthenticationFrame.tsx'
import {
  brand,
  languages,
  Nodes,
  person,
  Stage,
  usePublicEntries,
  variant,
} from '../support/chrome.tsx'

const trail: NodeDocument = { id: 'trail', type: 'step-trail', props: { flow: 'onboarding' } }

const PAGES: Record<string, NodeDocument[]> = {
  login: [
    {
      id: 'tabs',
      type: 'tabs',
      props: {
        label: 'signIn.tabs',
        current: 'login',
        rows: [
          { id: 'signup', label: 'header.signup', routeName: 'home' },
          { id: 'login', label: 'header.login', routeName: 'loginPage' },
        ],
      },
    },
    {
      id: 'login',
      type: 'simple-form',
      level: 1,
      props: {
        action: 'login',
        title: 'login.title',
        text: 'login.text',
        button: 'login.button',
        fields: [
          { id: 'email', kind: 'email', label: 'login.email', autocomplete: 'username' },
          { id: 'password', kind: 'password', label: 'login.password' },
        ],
        extra: [{ id: 'forgot', text: 'login.forgot', routeName: 'recoverPage' }],
      },
    },
    { id: 'providers', type: 'provider-buttons' },
  ],
  recover: [
    {
      id: 'recover',
      type: 'simple-form',
      level: 1,
      props: {
        action: 'ok',
        title: 'recover.title',
        text: 'recover.text',
        button: 'recover.button',
        doneText: 'recover.sent',
        fields: [{ id: 'email', kind: 'email', label: 'login.email' }],
        extra: [{ id: 'back', text: 'recover.back', routeName: 'loginPage' }],
      },
    },
  ],
  verify: [
    trail,
    {
      id: 'verify',
      type: 'simple-form',
      level: 1,
      props: {
        action: 'code',
        title: 'onboarding.confirm.title',
        text: 'onboarding.confirm.text',
        values: { email: { bind: { var: 'user.email' } } },
        button: 'onboarding.confirm.button',
        fields: [
          {
            id: 'code',
            kind: 'code',
            label: 'onboarding.confirm.code',
            hint: 'onboarding.confirm.codeHint',
          },
        ],
        extra: [
          {
            id: 'resend',
            text: 'onboarding.confirm.resend',
            action: 'ok',
            doneText: 'onboarding.confirm.resent',
          },
          { id: 'later', text: 'onboarding.confirm.later', action: 'ok' },
        ],
      },
    },
  ],
  plan: [
    trail,
    {
      id: 'plan',
      type: 'simple-form',
      level: 1,
      props: {
        action: 'offline',
        title: 'onboarding.plan.title',
        text: 'onboarding.plan.text',
        button: 'onboarding.plan.button',
        fields: [
          {
            id: 'code',
            kind: 'text',
            label: 'onboarding.plan.code',
            hint: 'onboarding.plan.codeHint',
          },
        ],
      },
    },
  ],
}

const wait = () => new Promise((done) => setTimeout(done, 300))
const actions = {
  ok: wait,
  login: async () => {
    await wait()
    throw {
      code: 'login/failed',
      message: 'The email or the password is not right. Check both and try again.',
    }
  },
  code: async () => {
    await wait()
    throw {
      code: 'code/wrong',
      message: '',
      fields: [
        {
          pointer: '/code',
          key: 'problem.code.wrong',
          message: 'This is not the code that we sent. Check the six digits.',
        },
      ],
    }
  },
  offline: async () => {
    throw new TypeError('Failed to fetch')
  },
}

function Page() {
  const { footer } = usePublicEntries()
  const art = variant === '' || variant === 'recover'
  return (
    <AuthenticationFrame
      brand={brand}
      homeHref="/"
      languages={languages}
      language="en"
      onLanguage={() => {}}
      onHelp={() => {}}
      onLogout={art ? undefined : () => {}}
      footer={footer}
      art={art}
    >
      <Nodes nodes={PAGES[variant || 'login']!} />
    </AuthenticationFrame>
  )
}

export default function Story() {
  return (
    <Stage
      actions={actions}
      routeName={
        { verify: 'accountVerificationStep', plan: 'redeemLicenseStep' }[variant] ?? 'loginPage'
      }
      user={variant === '' || variant === 'recover' ? null : person()}
    >
      <Page />
    </Stage>
  )
}
