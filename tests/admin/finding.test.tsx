// @vitest-environment happy-dom
/**
 * The list of documents when it finds nothing: offline, or words that are on a page but in no
 * title.
 */

import { act } from 'react'
import { createRoot, type Root } from 'react-dom/client'
import { MemoryRouter } from 'react-router-dom'
import { SWRConfig } from 'swr'
import { afterEach, beforeAll, expect, it } from 'vitest'
import { Brand } from '#admin/pages/Brand.tsx'
import type { ConsoleResponse, ConsoleCall } from '#admin/parts/client.ts'
import { Documents } from '#admin/pages/Documents.tsx'
import { KINDS } from '#engine/documents/kinds.ts'
import { ConsoleTheme } from '#admin/parts/ConsoleTheme.tsx'
import { ScopeProvider, type RenderContext } from '#engine/react/context.ts'
import type { Widget } from '#engine/react/registry.ts'
import { buildScope } from '#engine/rules/scope.ts'
import { PageFailure } from '#widgets/frame/PageFailure.tsx'
import { speakEnglish } from '#tests/support/english.ts'
import { catalog, makeUser, makeWorld } from '#tests/support/documents.ts'

let root: Root
beforeAll(async () => {
  Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true })
  await speakEnglish()
})
afterEach(() => {
  act(() => root.unmount())
  document.body.replaceChildren()
})

const pass = () => act(async () => void (await new Promise((resolve) => setTimeout(resolve, 20))))

async function draw(
  widget: Widget<never> | (() => React.ReactNode),
  console: (call: ConsoleCall) => Promise<ConsoleResponse>,
): Promise<void> {
  const surroundings = {
    catalog,
    scope: buildScope(catalog, makeWorld(makeUser({ plan: 'powerPlus', role: 'editor' }))),
    registry: {},
    actions: { console },
    mode: 'live',
    report: () => undefined,
  } as unknown as RenderContext
  const Page = (typeof widget === 'function' ? widget : widget.component) as unknown as (props: {
    level: 1
  }) => React.ReactNode
  root = createRoot(document.body.appendChild(document.createElement('div')))
  await act(async () =>
    root.render(
      <SWRConfig value={{ provider: () => new Map() }}>
        <MemoryRouter>
          <ConsoleTheme>
            <ScopeProvider value={surroundings}>
              <Page level={1} />
            </ScopeProvider>
          </ConsoleTheme>
        </MemoryRouter>
      </SWRConfig>,
    ),
  )
  await pass()
}
const done = (value: unknown): ConsoleResponse => ({ status: 200, value, etag: '"1-1"' })

it('says that it needs a connection', async () => {
  await draw(Documents, () => Promise.reject(new Error('no signal')))
  expect(document.querySelector('[role=alert]')?.textContent).toBe(
    'The list needs signal. Your changes are saved on this device.',
  )
})

it('a console page that never loaded doesn’t mention answers', async () => {
  await draw(
    () => <PageFailure offline console onRetry={() => undefined} />,
    async () => done(null),
  )
  expect(document.body.textContent).toContain('Your changes are saved on this device.')
  expect(document.body.textContent).not.toContain('answered')
})

it('a picture that is far too big isn’t sent, and the user is told the limit', async () => {
  const config = catalog.all('config').find(({ id }) => id === 'default')!
  const calls: ConsoleCall[] = []
  await draw(Brand, async (call) => {
    calls.push(call)
    if (call.path.startsWith('admin/documents/'))
      return done({
        base: config,
        live: config,
        overlay: [],
        effective: config,
        schema: KINDS.config,
        draft: null,
      })
    return done(
      call.path === 'admin/check'
        ? { problems: [] }
        : {
            items: [
              { kind: 'config', id: 'default', title: 'Settings', draft: false, state: 'product' },
            ],
            total: 1,
          },
    )
  })
  const choose = async (size: number) => {
    const input = document.querySelector<HTMLInputElement>('input[type=file]')!
    Object.defineProperty(input, 'files', {
      configurable: true,
      value: [new File([new Uint8Array(size)], 'logo.png', { type: 'image/png' })],
    })
    await act(async () => input.dispatchEvent(new Event('change', { bubbles: true })))
    await pass()
  }
  const sent = () => calls.filter(({ path }) => path === 'admin/images').length
  await choose(900_000)
  expect([document.querySelector('[role=alert]')?.textContent, sent()]).toEqual([
    'This isn’t a picture we can use. Choose a PNG, JPEG or WebP.',
    0,
  ])
  await choose(200 * 1024)
  expect(sent()).toBe(1)
})
