/** `v`: a section of the showcase. */

import type { NodeDocument } from '#engine/documents/kinds.ts'
import { Nodes, person, SignedIn, Stage, variant } from '../support/chrome.tsx'

const NODES: NodeDocument[] = [
  {
    id: 'showcase',
    type: 'theme-showcase',
    level: 1,
    props: { title: 'page.theme', routeName: 'themeSettingsPage' },
  },
]

export default function Story() {
  return (
    <Stage
      user={person({ accountType: 'powerPlus' })}
      routeName="themeSettingsPage"
      params={variant === '' ? {} : { section: variant }}
    >
      <SignedIn>
        <Nodes nodes={NODES} />
      </SignedIn>
    </Stage>
  )
}
