// @vitest-environment happy-dom
/** Which places of a page are told to be drawn: an experiment counts nobody else (docs/decisions/0099). */

import { act, type ReactNode } from 'react'
import { createRoot, type Root } from 'react-dom/client'
import { afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import { resolveNodes } from '#engine/decide/screen.ts'
import type { NodeDocument } from '#engine/documents/kinds.ts'
import { ScopeProvider } from '#engine/react/context.ts'
import { defineWidget, type Registry } from '#engine/react/registry.ts'
import { Screen } from '#engine/react/Screen.tsx'
import { buildScope } from '#engine/rules/scope.ts'
import { catalog, makeWorld } from '../support/documents.ts'

let root: Root | undefined
beforeAll(() => void Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true }))
afterEach(() => {
  act(() => root?.unmount())
  document.body.replaceChildren()
})

const registry: Registry = {
  box: { now: defineWidget('box', ({ children }: { children: ReactNode }) => <p>{children}</p>) },
  folded: { now: defineWidget('folded', () => <p>Folded</p>) },
  broken: {
    now: defineWidget('broken', () => {
      throw new Error('broken')
    }),
  },
}
const node = (id: string, type: string, more: Partial<NodeDocument> = {}): NodeDocument => ({
  id,
  type,
  ...more,
})
const PAGE = [
  node('seen', 'box', { children: [node('within', 'box')] }),
  node('hidden', 'box', {
    show: { var: 'session.signedIn' },
    children: [node('within', 'box')],
  }),
  node('failed', 'broken', { children: [node('within', 'box')] }),
  node('folded', 'folded', { children: [node('within', 'box')] }),
  node('replaced', 'broken', {
    fallback: node('other', 'box', { children: [node('within', 'box')] }),
  }),
]
const world = { ...buildScope(catalog, makeWorld(null)), route: {} } as never as {
  session: object
}

/** Draws the page, and then once more. @returns the places that were told */
async function placesOf(signedIn: boolean, nodes = PAGE): Promise<string[]> {
  const onDrawn = vi.fn<(at: string) => void>()
  vi.spyOn(console, 'error').mockImplementation(() => undefined)
  const scope = { ...world, session: { ...world.session, signedIn } } as never
  const around = {
    catalog,
    scope,
    registry,
    actions: {},
    mode: 'live' as const,
    report: () => undefined,
    onDrawn,
  }
  root = createRoot(document.body.appendChild(document.createElement('div')))
  const draw = () =>
    act(async () =>
      root!.render(
        <ScopeProvider value={around}>
          <Screen nodes={resolveNodes(nodes, scope, catalog.book)} data={{}} />
        </ScopeProvider>,
      ),
    )
  await draw()
  await draw()
  return onDrawn.mock.calls.map(([at]) => at.replaceAll('/children/', '/'))
}

describe('a place', () => {
  const DRAWN = [
    '/seen',
    '/seen/within',
    '/replaced',
    '/replaced/fallback',
    '/replaced/fallback/within',
  ]

  it('is told once when it is drawn, and never if it is hidden, folded away or below what failed', async () => {
    // What breaks is told itself: an arm must not lose the people for whom it breaks.
    expect((await placesOf(false)).toSorted()).toEqual([...DRAWN, '/failed', '/folded'].toSorted())
  })

  it('is told once it is no longer hidden', async () => {
    const more = ['/hidden', '/hidden/within', '/failed', '/folded']
    expect((await placesOf(true)).toSorted()).toEqual([...DRAWN, ...more].toSorted())
  })
})
