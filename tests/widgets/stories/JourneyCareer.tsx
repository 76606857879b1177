/** `v`: alone (no result), low, bare (no figures), loading, failed. */

import { useRenderContext } from '#engine/react/context.ts'
import type { DataState } from '#engine/react/registry.ts'
import { AppFrame } from '#widgets/frame/AppFrame.tsx'
import { Nodes } from '../support/chrome.tsx'
import { detail } from '../support/journey-samples.ts'
import { ready, Stage, variant } from '../support/journey.tsx'

const { why: _why, level: _level, ...alone } = detail
const value = {
  alone: () => ({ ...alone, person: null }),
  low: () => ({
    ...detail,
    level: 'low' as const,
    why: { shared: [], more: 'E' as const, less: 'S' as const },
  }),
  bare: () => ({
    ...detail,
    skills: [],
    knowledge: [],
    workStyles: [],
    technologies: [],
    otherTitles: [],
    types: ['S' as const],
  }),
}[variant]
const data: DataState =
  variant === 'loading'
    ? { status: 'loading' }
    : variant === 'failed'
      ? { status: 'failed', offline: false, retry: () => {} }
      : ready(value?.() ?? detail)

export default function Story() {
  return (
    <Stage actions={{ 'favourite.set': async () => {} }}>
      <AppFrame
        brand={{ appName: 'Tsela' }}
        homeHref="/"
        entries={[]}
        path="/"
        userMenu={null}
        collapsed={false}
        onCollapse={() => {}}
        onAction={() => {}}
        crumbs={[
          { id: 'a', title: 'Home', href: '/' },
          { id: 'b', title: 'Careers', href: '/x' },
        ]}
      >
        <CareerPage />
      </AppFrame>
    </Stage>
  )
}

/** What the product's own page shows of it. */
function CareerPage() {
  const { catalog } = useRenderContext()
  return <Nodes nodes={catalog.get('screen', 'career')!.children} data={{ career: data }} />
}
