/** `v`: 403, whoops, built, fatal, overlay. Without: not found. */

import type { NodeDocument } from '#engine/documents/kinds.ts'
import { FatalErrorCard } from '#widgets/frame/FatalErrorCard.tsx'
import { PublicFrame } from '#widgets/frame/PublicFrame.tsx'
import {
  brand,
  languages,
  Nodes,
  person,
  SignedIn,
  Stage,
  usePublicEntries,
  variant,
} from '../support/chrome.tsx'

const home = { id: 'home', text: 'error.home', look: 'step', routeName: 'root' }
const message = (props: Record<string, unknown>): NodeDocument[] => [
  { id: 'message', type: 'scene-message', level: 1, props },
]
const PAGES: Record<string, NodeDocument[]> = {
  '': message({
    scene: 'lost',
    title: 'error.oops',
    text: 'error.notFound',
    detail: 'error.notFoundDetail',
    actions: [home, { id: 'back', text: 'error.back', look: 'line', action: 'back' }],
  }),
  403: message({
    scene: 'locked',
    title: 'error.oops',
    text: 'error.notAllowed',
    detail: 'error.notAllowedDetail',
    actions: [{ ...home, look: 'main' }],
  }),
  whoops: message({
    scene: 'error',
    title: 'error.whoops',
    text: 'error.generic',
    detail: 'error.genericDetail',
    actions: [
      { ...home, look: 'main' },
      { id: 'back', text: 'error.previous', look: 'line', action: 'back' },
    ],
  }),
}
const BUILT: NodeDocument[] = [
  { id: 'title', type: 'page-title', level: 1, props: { title: 'menu.skills' } },
  {
    id: 'built',
    type: 'being-built',
    level: 2,
    props: {
      links: [{ id: 'a', text: 'profileHome.toCareers', routeName: 'occupationsNavigatorMatches' }],
    },
  },
]
const OVERLAY: NodeDocument[] = [
  { id: 'overlay', type: 'feature-overlay', level: 1, props: { feature: 'BursariesExplorer' } },
]

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
      footer={footer}
    >
      <Nodes nodes={PAGES[variant] ?? PAGES['']!} />
    </PublicFrame>
  )
}

export default function Story() {
  if (variant === 'fatal')
    return (
      <FatalErrorCard
        message="Failed to load app configuration. Please try again."
        onRetry={() => {}}
      />
    )
  if (variant === 'built' || variant === 'overlay') {
    return (
      <Stage user={person()} routeName="skillsNavigator">
        <SignedIn
          crumbs={[
            { id: 'home', title: 'page.profileHome', href: '/profile/home' },
            { id: 'skills', title: 'menu.skills' },
          ]}
        >
          <Nodes nodes={variant === 'built' ? BUILT : OVERLAY} />
        </SignedIn>
      </Stage>
    )
  }
  return (
    <Stage routeName="404">
      <Page />
    </Stage>
  )
}
