/**
 * One page: its frame and its screen, with the data loaded so far. Shared by the browser and the
 * prerender.
 */

import { useMemo, type ReactNode } from 'react'
import { ScopeProvider, type Action, type OnPart } from '#engine/react/context.ts'
import type { Registry } from '#engine/react/registry.ts'
import { DataProvider, Screen, type ScreenData } from '#engine/react/Screen.tsx'
import { resolveNodes } from '#engine/decide/screen.ts'
import { Frame } from './Frame.tsx'
import type { Shell } from './shell.ts'
import type { View } from './view.ts'

type Props = {
  view: View
  data: ScreenData
  shell: Shell
  registry: Registry
  actions: Readonly<Record<string, Action>>
  mode: 'live' | 'preview'
  report: (error: unknown, at: string) => void
  onDrawn?: ((place: string) => void) | undefined
  onPart?: OnPart
  children?: ReactNode
}

export function PageView({
  view,
  data,
  shell,
  registry,
  actions,
  mode,
  report,
  onDrawn,
  onPart,
  children,
}: Props) {
  const { landing, catalog, screen } = view
  const context = useMemo(
    () => ({
      catalog,
      scope: landing.scope,
      registry,
      actions,
      mode,
      report,
      onDrawn: (at: string) => onDrawn?.(screen.id + at),
      onPart,
    }),
    [catalog, landing, registry, actions, mode, report, screen, onDrawn, onPart],
  )
  const values = Object.fromEntries(
    Object.entries(data).map(([name, state]) => [
      name,
      state.status === 'ready' ? state.value : null,
    ]),
  )
  const nodes = resolveNodes(screen.children, { ...landing.scope, data: values }, catalog.book)
  return (
    <ScopeProvider value={context}>
      <DataProvider value={data}>
        <Frame landing={landing} shell={shell}>
          <Screen nodes={nodes} />
        </Frame>
        {children}
      </DataProvider>
    </ScopeProvider>
  )
}
