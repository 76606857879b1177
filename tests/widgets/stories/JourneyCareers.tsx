/**
 * `v`: all, favourites, sheet, strongless, loading, failed, offline, and the empty states unsaved,
 * flat, nottaken, unfound; error (saving fails).
 */

import type { CareerList as Careers } from '#engine/contract/contract.ts'
import { useRenderContext } from '#engine/react/context.ts'
import type { DataState } from '#engine/react/registry.ts'
import { AppFrame } from '#widgets/frame/AppFrame.tsx'
import { Nodes } from '../support/chrome.tsx'
import { careers } from '../support/journey-samples.ts'
import { ready, Stage, variant } from '../support/journey.tsx'

const none = (change: Partial<Careers> = {}): Careers => ({
  items: [],
  total: 0,
  page: 1,
  pageSize: 20,
  ...change,
})
const kind =
  variant === 'all' || variant === 'unfound' || variant === 'sheet'
    ? 'all'
    : variant === 'favourites' || variant === 'unsaved'
      ? 'favourites'
      : 'matches'
const value = {
  all: () => ({ ...careers, total: 923, page: 2 }),
  sheet: () => ({ ...careers, total: 923, page: 2 }),
  favourites: () => ({ ...careers, items: careers.items.slice(0, 1), total: 1 }),
  strongless: () => ({ ...careers, items: careers.items.slice(3) }),
  unsaved: () => none(),
  unfound: () => none(),
  flat: () => none({ reason: 'undifferentiated' as const }),
  nottaken: () => none({ reason: 'not-taken' as const }),
}[variant]
const data: DataState =
  variant === 'loading'
    ? { status: 'loading' }
    : variant === 'failed' || variant === 'offline'
      ? { status: 'failed', offline: variant === 'offline', retry: () => {} }
      : ready(value?.() ?? careers)
const later = () =>
  new Promise<void>((resolve, reject) =>
    setTimeout(() => (variant === 'error' ? reject(new Error('no')) : resolve()), 700),
  )

export default function Story() {
  return (
    <Stage
      route={{
        query:
          kind === 'all'
            ? { workerType: 'helper', search: variant === 'unfound' ? 'astronaut' : '' }
            : {},
      }}
      actions={{ 'favourite.set': later }}
    >
      <AppFrame
        brand={{ appName: 'Tsela' }}
        homeHref="/"
        entries={[]}
        path="/navigators/careers/matches"
        userMenu={null}
        collapsed={false}
        onCollapse={() => {}}
        onAction={() => {}}
        crumbs={[
          { id: 'a', title: 'Home', href: '/' },
          { id: 'b', title: 'Careers' },
        ]}
      >
        <CareersPage />
      </AppFrame>
    </Stage>
  )
}

/** What the product's own page shows of them. */
function CareersPage() {
  const { catalog } = useRenderContext()
  return (
    <Nodes nodes={catalog.get('screen', `careers-${kind}`)!.children} data={{ careers: data }} />
  )
}
