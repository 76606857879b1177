// @vitest-environment happy-dom
/** A language page by page: what lacks words, how much, and the way to those texts. */

import { act } from 'react'
import { createRoot, type Root } from 'react-dom/client'
import { MemoryRouter } from 'react-router-dom'
import { SWRConfig } from 'swr'
import { afterEach, beforeAll, expect, it } from 'vitest'
import { PageGaps } from '#admin/pages/PageGaps.tsx'
import type { ConsoleCall, ConsoleResponse } from '#admin/parts/client.ts'
import { ConsoleTheme } from '#admin/parts/ConsoleTheme.tsx'
import type { WordGap } from '#engine/contract/textplace.ts'
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

async function draw(items: readonly WordGap[]): Promise<void> {
  const console = ({ path }: ConsoleCall): Promise<ConsoleResponse> =>
    Promise.resolve({
      status: 200,
      value: path.startsWith('admin/completeness') ? { items } : { items: [] },
      etag: null,
    })
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
            <ConsoleTheme>
              <PageGaps language="sw" level={2} />
            </ConsoleTheme>
          </ScopeProvider>
        </SWRConfig>
      </MemoryRouter>,
    )
    await Promise.resolve()
  })
}

const gap = (document: string, missing: number, unread = 0): WordGap => ({
  document,
  title: document.includes('/') ? `About ${document}` : '',
  of: 40,
  missing,
  unread,
})
const rows = () => [...document.querySelectorAll('li')]

it('lists what lacks words, with how many and a link to them', async () => {
  await draw([gap('frame', 1), gap('screen/home', 12, 3), gap('report/values', 0)])
  expect(rows().map(({ textContent }) => textContent)).toEqual([
    'On every page: menus, footer, buttons 97 %1 of 40 texts missing',
    'About screen/home Page70 %12 of 40 texts missing · 3 not read yet',
  ])
  expect(rows()[1]?.querySelector('a')?.getAttribute('href')).toBe(
    '/admin/languages?language=sw&document=screen%2Fhome',
  )
  expect(document.body.textContent).toContain('1 more is complete.')
})

it('shows the first few, and all of them on request', async () => {
  await draw(Array.from({ length: 12 }, (_, index) => gap(`screen/s${index}`, 40 - index)))
  expect(rows()).toHaveLength(8)
  await act(async () => document.querySelector('button')?.click())
  expect(rows()).toHaveLength(12)
})

it('says so where nothing is missing', async () => {
  await draw([gap('screen/home', 0)])
  expect(document.body.textContent).toContain('Every page has all its words.')
})
