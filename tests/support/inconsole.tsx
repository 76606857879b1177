/** What is around a part of the console: somebody who may do everything, and a server that never responds. */

import type { ReactNode } from 'react'
import { SWRConfig } from 'swr'
import { ScopeProvider, type RenderContext } from '#engine/react/context.ts'
import { buildScope } from '#engine/rules/scope.ts'
import { catalog, makeUser, makeWorld } from './documents.ts'

const surroundings = {
  catalog,
  scope: buildScope(catalog, makeWorld(makeUser({ plan: 'powerPlus', role: 'owner' }))),
  registry: {},
  actions: { console: () => new Promise(() => undefined) },
  mode: 'live',
  report: () => undefined,
} as unknown as RenderContext

export function InConsole({ children }: { children: ReactNode }) {
  return (
    <SWRConfig value={{ provider: () => new Map() }}>
      <ScopeProvider value={surroundings}>{children}</ScopeProvider>
    </SWRConfig>
  )
}
