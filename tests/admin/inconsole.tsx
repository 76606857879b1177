/** What is around a part of the console: somebody with a role, and a server that responds as a test says. */

import { act, type ReactNode } from 'react'
import { createRoot, type Root } from 'react-dom/client'
import { MemoryRouter } from 'react-router-dom'
import { SWRConfig } from 'swr'
import { afterEach, beforeAll } from 'vitest'
import type { ConsoleCall, ConsoleResponse } from '#admin/parts/client.ts'
import { ConsoleTheme } from '#admin/parts/ConsoleTheme.tsx'
import { ScopeProvider, type RenderContext } from '#engine/react/context.ts'
import { buildScope } from '#engine/rules/scope.ts'
import { catalog, makeUser, makeWorld } from '#tests/support/documents.ts'
import { speakEnglish } from '#tests/support/english.ts'

type Around = {
  readonly role?: string
  /** By default it never does. */
  readonly respond?: (call: ConsoleCall) => Promise<ConsoleResponse>
}

export function InConsole({
  children,
  role = 'owner',
  respond = () => new Promise(() => undefined),
}: Around & { children: ReactNode }) {
  const surroundings = {
    catalog,
    scope: buildScope(catalog, makeWorld(makeUser({ plan: 'powerPlus', role }))),
    registry: {},
    actions: { console: respond },
    mode: 'live',
    report: () => undefined,
  } as unknown as RenderContext
  return (
    <SWRConfig value={{ provider: () => new Map() }}>
      <ScopeProvider value={surroundings}>{children}</ScopeProvider>
    </SWRConfig>
  )
}

/** In a file's outermost scope: what it returns draws a part of the console, which each test leaves behind. */
export function consoleDom(): (part: ReactNode, around: Around) => Promise<void> {
  let root: Root | undefined
  beforeAll(async () => {
    Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true })
    await speakEnglish()
  })
  afterEach(() => {
    act(() => root?.unmount())
    document.body.replaceChildren()
  })
  return async (part, around) => {
    root = createRoot(document.body.appendChild(document.createElement('div')))
    await act(async () => {
      root!.render(
        <MemoryRouter>
          <InConsole {...around}>
            <ConsoleTheme>{part}</ConsoleTheme>
          </InConsole>
        </MemoryRouter>,
      )
      await Promise.resolve()
    })
  }
}
