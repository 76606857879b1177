// @vitest-environment happy-dom
/**
 * Discarding a draft from the list, through the labels of the buttons; including one that cannot be
 * opened.
 */

import { act, type ReactNode } from 'react'
import { createRoot, type Root } from 'react-dom/client'
import { MemoryRouter } from 'react-router-dom'
import { SWRConfig } from 'swr'
import { afterEach, beforeAll, describe, expect, it } from 'vitest'
import type { ConsoleResponse, ConsoleCall } from '#admin/parts/client.ts'
import { DocumentRow } from '#admin/pages/Documents.tsx'
import { Unreadable } from '#admin/editor/Unreadable.tsx'
import type { DocumentSummary } from '#engine/contract/admincontract.ts'
import type { Problem } from '#engine/contract/problems.ts'
import { buildScope } from '#engine/rules/scope.ts'
import { ScopeProvider, type RenderContext } from '#engine/react/context.ts'
import { speakEnglish } from '#tests/support/english.ts'
import { catalog, makeUser, makeWorld } from '#tests/support/documents.ts'

let root: Root | undefined
beforeAll(async () => {
  Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true })
  await speakEnglish()
})
afterEach(() => {
  act(() => root?.unmount())
  document.body.replaceChildren()
})

const GONE: ConsoleResponse = { status: 204, value: null, etag: null }

/** Renders it for a user with this role. @returns what is sent to the server, without what is read */
function draw(
  element: ReactNode,
  role = 'editor',
  answer: ConsoleResponse = GONE,
  changes: readonly unknown[] = [],
): ConsoleCall[] {
  const calls: ConsoleCall[] = []
  const console = (call: ConsoleCall) => {
    const read = (value: unknown) => ({ status: 200, value, etag: null })
    if (call.path === 'admin/changes') return read({ changes })
    if (call.path === 'admin/comments') return read({ items: [{ document: 'menu/deep', open: 2 }] })
    if (call.method === 'GET') return read({ items: [] })
    calls.push(call)
    return answer
  }
  const surroundings = {
    catalog,
    scope: buildScope(catalog, makeWorld(makeUser({ plan: 'powerPlus', role }))),
    registry: {},
    actions: { console },
    mode: 'live',
    report: () => undefined,
  } as unknown as RenderContext
  root = createRoot(document.body.appendChild(document.createElement('div')))
  act(() =>
    root!.render(
      <MemoryRouter>
        <SWRConfig value={{ provider: () => new Map() }}>
          <ScopeProvider value={surroundings}>{element}</ScopeProvider>
        </SWRConfig>
      </MemoryRouter>,
    ),
  )
  return calls
}

function button(words: string): HTMLButtonElement | undefined {
  return [...document.querySelectorAll('button')].find(({ textContent }) => textContent === words)
}
const press = async (words: string) => act(async () => button(words)!.click())

const row: DocumentSummary = {
  kind: 'menu',
  id: 'deep',
  title: 'Deep',
  draft: true,
  state: 'own',
  etag: '"3-100"',
  unreadable: true,
}

describe('a draft in the list', () => {
  it('says that it can’t be shown, and can be discarded in two presses', async () => {
    const calls = draw(<DocumentRow document={row} />)
    expect(document.body.textContent).toContain('Can’t be shown')
    await press('Discard Deep')
    expect(calls).toEqual([])
    expect(document.querySelector('dialog')?.textContent).toContain(
      'Deep goes back to what’s live.',
    )
    await press('Discard draft')
    expect(calls).toEqual([
      { path: 'admin/drafts/menu/deep', method: 'DELETE', ifMatch: '"3-100"' },
    ])
    expect(document.querySelector('dialog')?.open).toBe(false)
  })

  it.each([
    ['changed', 'Deep goes back to what’s live. 3 changes are lost.'],
    ['added', 'Deep was never published, so it’s deleted completely.'],
    ['removed', 'Deep isn’t removed after all.'],
  ])(
    'says what is lost with it when it is %s, and that nothing brings it back',
    async (state, words) => {
      const change = { document: 'menu/deep', state, changes: [{}, {}], more: 1 }
      draw(<DocumentRow document={row} />, 'editor', GONE, [change])
      await press('Discard Deep')
      const said = document.querySelector('dialog')?.textContent
      expect(said).toContain(words)
      expect(said).toContain('You can’t undo this.')
      expect(said).toContain('2 open comments are deleted with it.')
    },
  )

  it('stays if another user has changed it meanwhile, and says so', async () => {
    draw(<DocumentRow document={row} />, 'editor', {
      status: 412,
      value: { code: 'draft/stale', message: 'Somebody else' },
      etag: null,
    })
    await press('Discard Deep')
    await press('Discard draft')
    expect(document.querySelector('[role=alert]')?.textContent).toBe(
      'Someone has changed this draft since the list was made. Look at it again first.',
    )
  })

  it('is kept if the user cancels', async () => {
    const calls = draw(<DocumentRow document={row} />)
    await press('Discard Deep')
    await press('Keep it')
    expect([calls, document.querySelector('dialog')?.open]).toEqual([[], false])
  })

  it('can’t be discarded by a viewer, and a live document has nothing to discard', async () => {
    draw(<DocumentRow document={row} />, 'viewer')
    await act(async () => undefined)
    expect(button('Discard Deep')).toBeUndefined()
    act(() => root!.unmount())
    draw(
      <DocumentRow
        document={{ kind: 'menu', id: 'main', title: 'Main', draft: false, state: 'product' }}
      />,
    )
    await act(async () => undefined)
    expect(document.querySelectorAll('button')).toHaveLength(0)
  })
})

describe('an opened draft that can’t be shown', () => {
  it('says why, and can be discarded', async () => {
    let discarded = 0
    const problem: Problem = {
      code: 'document/hostile',
      document: 'menu/deep',
      pointer: '/items/0',
      message: 'nested deeper than 24 levels',
      severity: 'error',
    }
    draw(
      <Unreadable
        editor={{ discard: async () => void discarded++ }}
        kind="menu"
        id="deep"
        problem={problem}
      />,
    )
    expect(document.body.textContent).toContain('The draft of menu/deep can’t be shown')
    expect(document.body.textContent).toContain('Entries › 0: nested deeper than 24 levels')
    await press('Discard draft')
    expect(discarded).toBe(1)
  })
})
