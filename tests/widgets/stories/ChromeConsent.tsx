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
      items: [
        {
          id: 'terms',
          title: 'consent.terms.title',
          text: 'consent.terms.text',
          link: { text: 'consent.terms.link', routeName: 'termsPage' },
          needed: true,
          ask: true,
        },
        {
          id: 'parent',
          title: 'consent.parent.title',
          text: 'consent.parent.text',
          needed: true,
          ask: { bind: { var: 'config.consent.parental' } },
        },
        {
          id: 'marketing',
          title: 'consent.marketing.title',
          text: 'consent.marketing.text',
          needed: false,
          ask: { bind: { var: 'config.consent.marketing' } },
        },
        {
          id: 'researchContact',
          title: 'consent.research.title',
          text: 'consent.research.text',
          needed: false,
          ask: { bind: { var: 'config.consent.research' } },
        },
      ],
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
