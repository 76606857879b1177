// @vitest-environment happy-dom
/**
 * Words of a language while a user is still typing them: saved without leaving the field, and never
 * shown as saved too early.
 */

import { act } from 'react'
import { createRoot, type Root } from 'react-dom/client'
import { MemoryRouter } from 'react-router-dom'
import { afterEach, beforeAll, beforeEach, expect, it, vi } from 'vitest'
import type { ConsoleResponse, ConsoleCall } from '#admin/parts/client.ts'
import { DraftLine } from '#admin/editor/DraftLine.tsx'
import { Words } from '#admin/pages/Languages.tsx'
import { WithDraft } from '#admin/editor/WithDraft.tsx'
import { KINDS } from '#engine/documents/kinds.ts'
import { ConsoleTheme } from '#admin/parts/ConsoleTheme.tsx'
import { ScopeProvider, type RenderContext } from '#engine/react/context.ts'
import { buildScope } from '#engine/rules/scope.ts'
import { speakEnglish } from '#tests/support/english.ts'
import { catalog, makeUser, makeWorld } from '#tests/support/documents.ts'

const locale = (id: string) => ({
  kind: 'locale',
  id,
  v: 1,
  title: id,
  source: 'own',
  language: id,
  name: id,
  direction: 'ltr',
  texts: { card: { letsGo: `Go ${id}` } },
})

let root: Root
let calls: ConsoleCall[]
let isAway: boolean
beforeAll(async () => {
  Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true })
  await speakEnglish()
})
beforeEach(async () => {
  vi.useFakeTimers()
  localStorage.clear()
  calls = []
  isAway = false
  const console = async (call: ConsoleCall): Promise<ConsoleResponse> => {
    if (isAway) throw new Error('no signal')
    calls.push(call)
    const { path, method = 'GET', body } = call
    if (method === 'PUT')
      return {
        status: 200,
        value: {
          draft: { revision: 1, by: 'a@example.org', at: '2026-01-01T10:00:00Z' },
          overlay: [],
          problems: [],
          body,
        },
        etag: '"1-1"',
      }
    if (path.startsWith('admin/documents/'))
      return {
        status: 200,
        value: {
          base: null,
          live: null,
          overlay: [],
          effective: locale(path.slice(-2)),
          schema: KINDS.locale,
          draft: null,
        },
        etag: '"0-none"',
      }
    return {
      status: 200,
      value: path === 'admin/check' ? { problems: [] } : { items: [], total: 0 },
      etag: null,
    }
  }
  const surroundings = {
    catalog,
    scope: buildScope(catalog, makeWorld(makeUser({ plan: 'powerPlus', role: 'editor' }))),
    registry: {},
    actions: { console },
    mode: 'live',
    report: () => undefined,
  } as unknown as RenderContext
  root = createRoot(document.body.appendChild(document.createElement('div')))
  await act(async () =>
    root.render(
      <MemoryRouter>
        <ConsoleTheme>
          <ScopeProvider value={surroundings}>
            <WithDraft kind="locale" id="en" reads={['texts']}>
              {(left) => (
                <WithDraft kind="locale" id="af" reads={['texts']}>
                  {(right) => (
                    <>
                      <DraftLine editors={{ 'locale/en': left, 'locale/af': right }} />
                      <Words left={left} right={right} />
                    </>
                  )}
                </WithDraft>
              )}
            </WithDraft>
          </ScopeProvider>
        </ConsoleTheme>
      </MemoryRouter>,
    ),
  )
  await pass(50)
})
afterEach(async () => {
  await act(async () => root.unmount())
  document.body.replaceChildren()
  vi.useRealTimers()
})

const pass = (ms: number) => act(async () => void (await vi.advanceTimersByTimeAsync(ms)))
const field = (label: string) =>
  document.querySelector<HTMLTextAreaElement>(`textarea[aria-label="${label}"]`)!
const type = (label: string, value: string) =>
  act(async () => {
    const element = field(label)
    element.focus()
    Object.getOwnPropertyDescriptor(Object.getPrototypeOf(element) as object, 'value')!.set!.call(
      element,
      value,
    )
    element.dispatchEvent(new Event('input', { bubbles: true }))
  })
const status = () => document.querySelector('[role=status]')!.textContent.trim()
const saved = () =>
  calls
    .filter(({ method }) => method === 'PUT')
    .map(({ path, body }) => [path, (body as { document: { texts: unknown } }).document.texts])
const kept = () =>
  (
    JSON.parse(
      localStorage.getItem(
        Object.keys({ ...localStorage }).find((key) => key.endsWith('locale/en')) ?? '',
      ) ?? '{}',
    ) as { text?: string }
  ).text

it('saves what is typed while the field still has the focus, and keeps the focus there', async () => {
  expect(status()).toBe('Saved')
  const before = field('en: card.letsGo')
  await type('en: card.letsGo', 'Off')
  expect(status()).toBe('Not saved yet')
  await type('en: card.letsGo', 'Off we')
  await type('af: card.letsGo', 'Weg')
  await type('en: card.letsGo', 'Off we go')
  expect([saved(), status()]).toEqual([[], 'Not saved yet'])
  await pass(3000)
  expect(saved()).toEqual([
    ['admin/drafts/locale/af', { card: { letsGo: 'Weg' } }],
    ['admin/drafts/locale/en', { card: { letsGo: 'Off we go' } }],
  ])
  expect(status()).toMatch(/^Saved /)
  expect([
    field('en: card.letsGo') === before,
    document.activeElement === before,
    before.value,
  ]).toEqual([true, true, 'Off we go'])
})

it('keeps what was typed just before the page closes on this device', async () => {
  isAway = true
  await type('en: card.letsGo', 'Off we go')
  await act(async () => void window.dispatchEvent(new Event('pagehide')))
  expect(kept()).toContain('Off we go')
})

it('saves what was typed just before another console page opens', async () => {
  await type('en: card.letsGo', 'Off we go')
  await act(async () => root.render(null))
  await pass(100)
  expect(saved()).toEqual([['admin/drafts/locale/en', { card: { letsGo: 'Off we go' } }]])
})
