/**
 * `v`: the id of a real screen document, in the frame of its layout; `&route=` is its route, `&as=`
 * its user.
 */

import { useRenderContext } from '#engine/react/context.ts'
import { AuthenticationFrame } from '#widgets/frame/AuthenticationFrame.tsx'
import { PublicFrame } from '#widgets/frame/PublicFrame.tsx'
import {
  brand,
  languages,
  Nodes,
  person,
  ready,
  saved,
  SignedIn,
  Stage,
  usePublicEntries,
  variant,
} from '../support/chrome.tsx'

const asked = new URLSearchParams(location.search)
const as = asked.get('as')
const PEOPLE = {
  lite: person(),
  commit: person({ accountType: 'power' }),
  free: person({ accountType: 'free', consents: {}, taken: {}, profile: {} }),
}
const user = as === null ? null : PEOPLE[as as keyof typeof PEOPLE]
const data = {
  saved: ready(saved),
  curricula: ready({
    nsc: { name: 'National Senior Certificate' },
    ib: { name: 'International Baccalaureate' },
  }),
}

function Page() {
  const { catalog } = useRenderContext()
  const { footer, header } = usePublicEntries()
  const screen = catalog.get('screen', variant)!
  const page = <Nodes nodes={screen.children} data={data} />
  const common = { brand, homeHref: '/', languages, language: 'en', onLanguage: () => {}, footer }
  if (screen.layout === 'public')
    return (
      <PublicFrame {...common} entries={header} cloth={variant.startsWith('home')}>
        {page}
      </PublicFrame>
    )
  if (screen.layout === 'authentication')
    return (
      <AuthenticationFrame {...common} art={user === null} onLogout={user ? () => {} : undefined}>
        {page}
      </AuthenticationFrame>
    )
  return <SignedIn>{page}</SignedIn>
}

export default function Story() {
  return (
    <Stage
      user={user}
      routeName={asked.get('route') ?? 'home'}
      actions={{ redeem: () => new Promise((done) => setTimeout(done, 200)) }}
    >
      <Page />
    </Stage>
  )
}
