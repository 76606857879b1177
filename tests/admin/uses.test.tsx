// @vitest-environment happy-dom
/** The documents that refer to a document: folded below its form, and open before it's removed. */

import { act, type ReactNode } from 'react'
import { createRoot, type Root } from 'react-dom/client'
import { MemoryRouter } from 'react-router-dom'
import { SWRConfig } from 'swr'
import { afterEach, beforeAll, expect, it } from 'vitest'
import { Uses, UsesFirst } from '#admin/editor/Uses.tsx'
import type { ConsoleResponse } from '#admin/parts/client.ts'
import { ConsoleTheme } from '#admin/parts/ConsoleTheme.tsx'
import type { DocumentUse } from '#engine/contract/textplace.ts'
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

async function draw(items: readonly DocumentUse[], drawn: ReactNode): Promise<void> {
  const console = (): Promise<ConsoleResponse> =>
    Promise.resolve({ status: 200, value: { items }, etag: null })
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
