// @vitest-environment happy-dom
/**
 * Drafts with a shape that a page cannot show: the page names the draft, says what to do, and is
 * never blank.
 */

import { act } from 'react'
import { createRoot, type Root } from 'react-dom/client'
import { MemoryRouter } from 'react-router-dom'
import { SWRConfig } from 'swr'
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { Brand } from '#admin/pages/Brand.tsx'
import type { ConsoleResponse, ConsoleCall } from '#admin/parts/client.ts'
import { Features } from '#admin/pages/Features.tsx'
import { Languages } from '#admin/pages/Languages.tsx'
import { guarded } from '#admin/parts/PageGuard.tsx'
import { shapeFault } from '#admin/parts/shapefault.ts'
import type { Schema } from '#engine/documents/inspect.ts'
import { KINDS } from '#engine/documents/kinds.ts'
import { ScopeProvider, type RenderContext } from '#engine/react/context.ts'
import { defineWidget, type AnyWidget } from '#engine/react/registry.ts'
import { buildScope } from '#engine/rules/scope.ts'
import { speakEnglish } from '#tests/support/english.ts'
import { catalog, makeUser, makeWorld } from '#tests/support/documents.ts'

const config = catalog.all('config').find(({ id }) => id === 'default')!
const locales = catalog.all('locale')
type Drafts = Readonly<Record<string, unknown>>

let root: Root
let calls: ConsoleCall[]
let reported: unknown[]
beforeAll(async () => {
  Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true })
  await speakEnglish()
})
beforeEach(() => {
  calls = []
  reported = []
  localStorage.clear()
})
afterEach(() => {
  act(() => root.unmount())
  document.body.replaceChildren()
})

const list = (kind: string, ids: readonly string[]) =>
  ids.map((id) => ({ kind, id, title: id, draft: true, state: 'changed' }))

function answer({ path, method = 'GET' }: ConsoleCall, drafts: Drafts): unknown {
  if (method === 'DELETE') return null
  if (path === 'admin/check') return { problems: [] }
  if (path === 'admin/documents?kind=config')
    return { items: list('config', ['default']), total: 1 }
  if (path === 'admin/documents?kind=locale') {
    return {
      items: list(
        'locale',
        locales.map(({ id }) => id),
      ),
      total: 2,
    }
  }
  const [, , kind = '', id = ''] = path.split('/')
  if (id === '') return { items: [], total: 0 }
  const live = catalog.all(kind as 'config').find((each) => each.id === id) ?? null
  return {
    base: live,
    live,
    overlay: null,
    effective: drafts[`${kind}/${id}`] ?? live,
    schema: KINDS[kind as 'config'],
    draft: { revision: 1, by: null, at: '2026-01-01T10:00:00Z' },
  }
}

async function draw(page: AnyWidget, drafts: Drafts): Promise<string> {
  const console = async (call: ConsoleCall): Promise<ConsoleResponse> => {
    calls.push(call)
    return { status: 200, value: answer(call, drafts), etag: '"1-1"' }
  }
  const surroundings = {
    catalog,
    scope: buildScope(catalog, makeWorld(makeUser({ plan: 'powerPlus', role: 'editor' }))),
    registry: {},
    actions: { console },
    mode: 'live',
    report: (error: unknown) => reported.push(error),
  } as unknown as RenderContext
  const Page = guarded(page as never).component as unknown as (props: { level: 1 }) => null
  root = createRoot(document.body.appendChild(document.createElement('div')))
  await act(async () =>
    root.render(
      <SWRConfig value={{ provider: () => new Map() }}>
        <MemoryRouter>
          <ScopeProvider value={surroundings}>
            <Page level={1} />
          </ScopeProvider>
        </MemoryRouter>
      </SWRConfig>,
    ),
  )
  for (let round = 0; round < 5; round++)
    await act(async () => void (await new Promise((resolve) => setTimeout(resolve, 5))))
  return document.body.textContent
}

const { locales: _locales, themeLight: _theme, features: _features, ...bare } = config
const SETTINGS = 'We can’t show the draft of Settings (config/default) here.'

describe('a draft of the settings that no page can show', () => {
  it.each<[string, AnyWidget, Drafts]>([
    [
      'Brand, with a theme that is nothing',
      Brand,
      { 'config/default': { ...config, themeLight: null } },
    ],
    ['Brand, with members missing', Brand, { 'config/default': bare }],
    [
      'Brand, with colours of another type',
      Brand,
      { 'config/default': { ...config, themeLight: { colors: { primary: 3 } } } },
    ],
    [
      'Languages, with a number for languages',
      Languages,
      { 'config/default': { ...config, locales: 3 } },
    ],
    ['Languages, with members missing', Languages, { 'config/default': bare }],
    ['Features, with members missing', Features, { 'config/default': bare }],
  ])('%s', async (_which, page, drafts) => {
    expect(await draw(page, drafts)).toContain(SETTINGS)
    expect(document.querySelector('a')?.textContent).toBe('Open Settings')
    expect(document.querySelector('a')?.getAttribute('href')).toMatch(
      /^\/admin\/document\/config\/default/,
    )
    const discard = [...document.querySelectorAll('button')].find(
      ({ textContent }) => textContent === 'Discard draft',
    )!
    await act(async () => discard.click())
    expect(calls.find(({ method }) => method === 'DELETE')).toMatchObject({
      path: 'admin/drafts/config/default',
      ifMatch: '"1-1"',
    })
    expect(reported).toEqual([])
  })

  it('is shown on pages that read other members', async () => {
    expect(await draw(Brand, { 'config/default': { ...config, locales: 3 } })).toContain(
      'Primary colour',
    )
    act(() => root.unmount())
    expect(await draw(Languages, { 'config/default': { ...config, themeLight: null } })).toContain(
      'Search in keys and words',
    )
  })
})

describe('a language that no page can show', () => {
  const [english, other] = [
    locales.find(({ id }) => id === 'en')!,
    locales.find(({ id }) => id === 'af')!,
  ]
  it('is named, whichever column it is in', async () => {
    expect(await draw(Languages, { 'locale/af': { ...other, texts: [1] } })).toContain(
      'We can’t show the draft of Languages (locale/af) here.',
    )
    act(() => root.unmount())
    expect(
      await draw(Languages, { 'locale/af': { kind: 'locale', id: 'af', texts: [1] } }),
    ).toContain('We can’t show the draft of Languages (locale/af) here.')
    act(() => root.unmount())
    expect(await draw(Languages, { 'locale/en': { ...english, texts: null } })).toContain(
      'We can’t show the draft of Languages (locale/en) here.',
    )
  })
})

it('every shipped document can be shown by every page', () => {
  for (const document of [...catalog.all('config'), ...locales, ...catalog.all('access')]) {
    const schema = KINDS[document.kind] as unknown as Schema
    expect([document.id, shapeFault(schema, document, Object.keys(document))]).toEqual([
      document.id,
      undefined,
    ])
  }
})

it('a page that breaks for any other reason says so and can be retried', async () => {
  vi.spyOn(console, 'error').mockImplementation(() => undefined)
  let broken = true
  const words = await draw(
    defineWidget<never>('console-broken', () => {
      if (broken) throw new Error('broken')
      return <p>whole</p>
    }),
    {},
  )
  expect(words).toContain('We can’t show this page. Your changes are safe.')
  expect(reported).toHaveLength(1)
  broken = false
  await act(async () => document.querySelector('button')!.click())
  expect(document.body.textContent).toBe('whole')
})
