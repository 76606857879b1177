/** The consent step of onboarding. */

import type { NodeDocument } from '#engine/documents/kinds.ts'
import { AuthenticationFrame } from '#widgets/frame/AuthenticationFrame.tsx'
import { brand, languages, Nodes, person, Stage, usePublicEntries } from '../support/chrome.tsx'

const NODES: NodeDocument[] = [
  { id: 'trail', type: 'step-trail', props: { flow: 'onboarding' } },
  {
    id: 'title',
    type: 'page-title',
    level: 1,
    props: { title: 'onboarding.consent.title', text: 'onboarding.consent.text' },
  },
  {
    id: 'consents',
    type: 'consent-form',
    props: {
      action: 'consents.save',
      button: 'onboarding.consent.button',
    },
  },
]

function Page() {
  const { footer } = usePublicEntries()
  return (
    <AuthenticationFrame
      brand={brand}
      homeHref="/"
      languages={languages}
      language="en"
      onLanguage={() => {}}
      onLogout={() => {}}
      footer={footer}
    >
      <Nodes nodes={NODES} />
    </AuthenticationFrame>
  )
}

export default function Story() {
  return (
    <Stage
      user={person({ consents: {}, accountType: 'free' })}
      routeName="consentsStep"
      actions={{
        'consents.save': async (values?: never) => console.info('consents', JSON.stringify(values)),
      }}
    >
      <Page />
    </Stage>
  )
}
