// @vitest-environment happy-dom
/** The console's one search: keys open it, results are links in groups, and arrows walk them. */

import { act } from 'react'
import { createRoot, type Root } from 'react-dom/client'
import { MemoryRouter, useLocation } from 'react-router-dom'
import { SWRConfig } from 'swr'
import { afterEach, beforeAll, beforeEach, expect, it, vi } from 'vitest'
import type { ConsoleCall, ConsoleResponse } from '#admin/parts/client.ts'
import { linksOf } from '#engine/decide/menulinks.ts'
import { ConsoleSearch } from '#admin/parts/ConsoleSearch.tsx'
import type { ConsoleFound } from '#engine/contract/consolesearch.ts'
import { resolveMenu } from '#engine/decide/menu.ts'
import { ScopeProvider, type RenderContext } from '#engine/react/context.ts'
import { buildScope } from '#engine/rules/scope.ts'
import { catalog, makeUser, makeWorld } from '#tests/support/documents.ts'
import { speakEnglish } from '#tests/support/english.ts'
import { typeInto } from './typeinto.ts'

let root: Root | undefined
beforeAll(async () => {
  Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true })
  await speakEnglish()
})
beforeEach(() => void vi.useFakeTimers())
afterEach(() => {
  act(() => root?.unmount())
  document.body.replaceChildren()
  vi.useRealTimers()
})

const FOUND: ConsoleFound = {
  documents: [{ kind: 'menu', id: 'main', title: 'Navigation menu' }],
  texts: [
    {
      key: 'menu.more',
      words: 'More of the menu',
      language: 'en',
      document: 'menu/main',
      title: 'Navigation menu',
      pointer: '/items/more/label',
    },
  ],
  records: [{ type: 'jobs', label: 'Jobs', id: '7', title: 'Menu writer' }],
  people: null,
}

function Where() {
  const { pathname, search } = useLocation()
  return <output>{pathname + search}</output>
}

/** @returns the paths that were asked for */
async function draw(role: string): Promise<string[]> {
  const asked: string[] = []
  const console = ({ path }: ConsoleCall): Promise<ConsoleResponse> => {
    asked.push(path)
    const people =
      role === 'owner' ? [{ email: 'menu@school.test', role: 'editor' as const }] : null
    return Promise.resolve({ status: 200, value: { ...FOUND, people }, etag: null })
  }
  const scope = buildScope(catalog, makeWorld(makeUser({ plan: 'powerPlus', role })))
  const context = {
    catalog,
    scope,
    registry: {},
    actions: { console },
    mode: 'live',
    report: () => undefined,
  } as unknown as RenderContext
  const entries = linksOf(resolveMenu(catalog, 'console', scope))
  root = createRoot(document.body.appendChild(document.createElement('div')))
  await act(async () => {
    root!.render(
      <MemoryRouter>
        <SWRConfig value={{ provider: () => new Map() }}>
          <ScopeProvider value={context}>
            <ConsoleSearch entries={entries} />
            <input aria-label="elsewhere" />
            <Where />
          </ScopeProvider>
        </SWRConfig>
      </MemoryRouter>,
    )
    await Promise.resolve()
  })
  return asked
}

const press = (key: string, more: KeyboardEventInit = {}, on: Element = document.body) =>
  act(async () => {
    on.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true, ...more }))
    await vi.advanceTimersByTimeAsync(50)
  })
const field = () => document.querySelector<HTMLInputElement>('dialog input')
async function search(text: string): Promise<void> {
  await press('/')
  await act(async () => {
    typeInto(field()!, text)
    await vi.advanceTimersByTimeAsync(1000)
  })
}
const groups = () =>
  [...document.querySelectorAll('dialog section')].map((section) => [
    section.querySelector('h3')?.textContent,
    ...[...section.querySelectorAll('a')].map((link) => link.textContent),
  ])

it('opens by / and Ctrl+K, but not while something is typed', async () => {
  await draw('editor')
  await press('/', {}, document.querySelector('[aria-label="elsewhere"]')!)
  expect(field()).toBeNull()
  await press('k', { ctrlKey: true })
  expect(field()).not.toBeNull()
})

it('shows what was found in groups, each as a link', async () => {
  const asked = await draw('editor')
  await search('menu')
  expect(asked).toEqual(['admin/search?text=menu'])
  expect(groups()).toEqual([
    ['Documents', 'Navigation menuMenus'],
    ['Words', 'More of the menuNavigation menu'],
    ['Records', 'Menu writerJobs'],
  ])
  const links = [...document.querySelectorAll('dialog section a')]
  expect(links.map((link) => link.getAttribute('href'))).toEqual([
    '/admin/document/menu/main',
    '/admin/document/menu/main?at=%2Fitems%2Fmore%2Flabel',
    '/admin/records/jobs?search=Menu%20writer',
  ])
})

it('finds pages of the console at once, those of the role alone', async () => {
  await draw('editor')
  await search('lang')
  expect(groups()[0]).toEqual(['Pages of the console', 'Languages'])
  act(() => root?.unmount())
  await draw('editor')
  await search('vouch')
  expect(groups().flat()).not.toContain('Pages of the console')
})

it('has people for those who have a page of them', async () => {
  await draw('owner')
  await search('menu')
  expect(groups().at(-1)).toEqual([
    'People',
    'menu@school.testEditor: can change drafts',
    'Look for “menu” among all people',
  ])
})

it('goes to the first with Enter, and closes', async () => {
  await draw('editor')
  await search('lang')
  await press('Enter', {}, field()!)
  expect(document.querySelector('output')?.textContent).toBe('/admin/languages')
  expect(field()).toBeNull()
})

it('lets arrows go through the results', async () => {
  await draw('editor')
  await search('menu')
  field()?.focus()
  await press('ArrowDown', {}, field()!)
  expect(document.activeElement?.textContent).toBe('Navigation menuMenus')
  await press('ArrowUp', {}, document.activeElement!)
  expect(document.activeElement).toBe(field())
})
