// @vitest-environment happy-dom
/**
 * The documents that refer to a document: folded below its form, open before it's removed, asked
 * again after a save; and what depends on a part of a page, before that is hidden.
 */

import { act, type ReactNode } from 'react'
import { createRoot, type Root } from 'react-dom/client'
import { MemoryRouter } from 'react-router-dom'
import { SWRConfig } from 'swr'
import { afterEach, beforeAll, describe, expect, it } from 'vitest'
import { Uses, UsesFirst } from '#admin/editor/Uses.tsx'
import { WithDraft } from '#admin/editor/WithDraft.tsx'
import type { ConsoleCall, ConsoleResponse } from '#admin/parts/client.ts'
import { ConsoleTheme } from '#admin/parts/ConsoleTheme.tsx'
import { HidePart } from '#admin/preview/HidePart.tsx'
import type { DocumentUse } from '#engine/contract/textplace.ts'
import { KINDS } from '#engine/documents/kinds.ts'
import { ScopeProvider, type RenderContext } from '#engine/react/context.ts'
import { buildScope } from '#engine/rules/scope.ts'
import { catalog, makeUser, makeWorld } from '#tests/support/documents.ts'
import { speakEnglish } from '#tests/support/english.ts'

let root: Root | undefined
beforeAll(async () => {
  Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true })
  await speakEnglish()
})
afterEach(() => {
  act(() => root?.unmount())
  document.body.replaceChildren()
})

/** @returns what is asked of the server */
async function draw(
  items: readonly DocumentUse[],
  drawn: ReactNode,
  answers: (call: ConsoleCall) => Partial<ConsoleResponse> | undefined = () => undefined,
): Promise<ConsoleCall[]> {
  const calls: ConsoleCall[] = []
  const console = (call: ConsoleCall): Promise<ConsoleResponse> => {
    calls.push(call)
    return Promise.resolve({ status: 200, value: { items }, etag: null, ...answers(call) })
  }
  const context = {
    catalog,
    scope: buildScope(catalog, makeWorld(makeUser({ plan: 'powerPlus', role: 'editor' }))),
    registry: {},
    actions: { console },
    mode: 'live',
    report: () => undefined,
  } as unknown as RenderContext
  root = createRoot(document.body.appendChild(document.createElement('div')))
  await act(async () => {
    root!.render(
      <MemoryRouter>
        <SWRConfig value={{ provider: () => new Map() }}>
          <ScopeProvider value={context}>
            <ConsoleTheme>{drawn}</ConsoleTheme>
          </ScopeProvider>
        </SWRConfig>
      </MemoryRouter>,
    )
    await Promise.resolve()
  })
  return calls
}

const use = (document: string, places = 1): DocumentUse => ({
  document,
  title: `About ${document}`,
  pointer: '/items/a/to',
  places,
})
const rows = () => [...document.querySelectorAll('li')]
const button = () => document.querySelector('button')

it('are counted, and listed with a link to the place, pages last', async () => {
  await draw([use('rule/a', 3), use('screen/own/b')], <Uses name="screen/home" />)
  expect(rows()).toHaveLength(0)
  expect(button()?.textContent).toBe('Used in 2 other documents')
  await act(async () => button()?.click())
  expect(rows().map(({ textContent }) => textContent)).toEqual([
    'About rule/a Rules · 3 places',
    'About screen/own/b Pages',
  ])
  expect(rows()[1]?.querySelector('a')?.getAttribute('href')).toBe(
    '/admin/document/screen/own%2Fb?at=%2Fitems%2Fa%2Fto',
  )
})

it('are said before a document is removed, the first few at once', async () => {
  const many = Array.from({ length: 9 }, (_, index) => use(`screen/s${index}`))
  await draw(many, <UsesFirst name="screen/home" />)
  expect(document.body.textContent).toContain('9 documents refer to it.')
  expect(rows()).toHaveLength(6)
  await act(async () => button()?.click())
  expect(rows()).toHaveLength(9)
})

it('are said to be none where there are none, and need no warning', async () => {
  await draw([], <Uses name="screen/home" />)
  expect(document.body.textContent).toBe('No other document refers to it.')
  act(() => root?.unmount())
  await draw([], <UsesFirst name="screen/home" />)
  expect(document.body.textContent).toBe('')
})

it('are asked again once the document is saved', async () => {
  const draft = { revision: 1, by: 'a@example.org', at: '2026-01-01T10:00:00Z' }
  const menu = { kind: 'menu', id: 'own', v: 1, title: 'Own', source: 'own', items: [] }
  const view = { base: null, live: null, overlay: [], schema: KINDS.menu, draft: null }
  const calls = await draw(
    [],
    <WithDraft kind="menu" id="own" reads={['items']}>
      {(editor) => (
        <>
          <Uses name="menu/own" />
          <button type="button" onClick={() => editor.edit({ ...menu, title: 'Ours' })}>
            Edit
          </button>
          <button type="button" onClick={() => void editor.flush()}>
            Save
          </button>
        </>
      )}
    </WithDraft>,
    ({ path, method = 'GET' }) =>
      method === 'PUT'
        ? { value: { draft, overlay: [], problems: [] }, etag: '"1-1"' }
        : path.startsWith('admin/documents/')
          ? { value: { ...view, effective: menu }, etag: '"0-none"' }
          : undefined,
  )
  const asked = () => calls.filter(({ path }) => path.startsWith('admin/uses')).length
  await act(async () => new Promise((resolve) => setTimeout(resolve, 20)))
  expect(asked()).toBe(1)
  const press = (words: string) =>
    act(async () => {
      const all = [...document.querySelectorAll('button')]
      all.find(({ textContent }) => textContent === words)!.click()
      await new Promise((resolve) => setTimeout(resolve, 20))
    })
  await press('Edit')
  await press('Save')
  expect(calls.filter(({ method }) => method === 'PUT')).toHaveLength(1)
  expect(asked()).toBe(2)
})

describe('a part of a page', () => {
  const part = (onHide: () => void) => (
    <HidePart name="screen/home" part="/children/hero" disabled={false} onHide={onHide} />
  )
  const press = (words: string, last = false) =>
    act(async () => {
      const all = [...document.querySelectorAll('button')]
      const found = all.filter(({ textContent }) => textContent === words)
      found[last ? found.length - 1 : 0]!.click()
    })

  it('is hidden only after the experiments that depend on it were named', async () => {
    let hidden = 0
    const calls = await draw(
      [use('experiment/home-action', 2)],
      part(() => void hidden++),
    )
    expect(calls.map(({ path }) => path)).toEqual([
      'admin/uses?document=screen%2Fhome&part=%2Fchildren%2Fhero',
    ])
    await press('Hide')
    expect(hidden).toBe(0)
    expect(document.querySelector('dialog')?.textContent).toContain(
      '1 experiment changes this part or counts who sees it.',
    )
    expect(rows().map(({ textContent }) => textContent)).toEqual([
      'About experiment/home-action Experiments · 2 places',
    ])
    await press('Keep it visible')
    expect([hidden, document.querySelector('dialog')?.open]).toEqual([0, false])
    await press('Hide')
    await press('Hide', true)
    expect(hidden).toBe(1)
  })

  it('is hidden at once where nothing depends on it, or where that can’t be known', async () => {
    let hidden = 0
    const count = () => void hidden++
    await draw([], part(count))
    await press('Hide')
    expect(hidden).toBe(1)
    act(() => root?.unmount())
    document.body.replaceChildren()
    await draw([], part(count), () => ({ status: 500, value: { code: 'internal', message: '' } }))
    await press('Hide')
    expect(hidden).toBe(2)
  })
})
