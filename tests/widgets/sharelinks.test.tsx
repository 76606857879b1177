// @vitest-environment happy-dom
/** A link to a CV shows what its owner ticked, for the days that were chosen. */

import i18next from 'i18next'
import { act } from 'react'
import { createRoot, type Root } from 'react-dom/client'
import { MemoryRouter } from 'react-router-dom'
import { afterEach, beforeAll, expect, it, vi } from 'vitest'
import { navigate } from '#engine/decide/navigate.ts'
import { resolveNodes } from '#engine/decide/screen.ts'
import type { NodeDocument } from '#engine/documents/kinds.ts'
import { ScopeProvider } from '#engine/react/context.ts'
import { loadWidgets } from '#engine/react/registry.ts'
import { Screen } from '#engine/react/Screen.tsx'
import { registry } from '#widgets/registry.ts'
import { speakEnglish } from '#tests/support/english.ts'
import { catalog, makeUser, makeWorld } from '../support/documents.ts'

/** Its part of the page as it is shipped. */
const partsOf = (nodes: readonly NodeDocument[]): NodeDocument[] =>
  nodes.flatMap((node) => (node.type === 'share-links' ? [node] : partsOf(node.children ?? [])))
const parts = partsOf(catalog.get('screen', 'cv-files')?.children ?? [])

let root: Root | undefined
beforeAll(async () => {
  Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true })
  await speakEnglish()
  await loadWidgets(registry, ['share-links'])
})
afterEach(() => {
  act(() => root?.unmount())
  document.body.replaceChildren()
})

/** @returns what is asked of the server once "Make the link" is pressed */
async function askedAfter(choose: () => void): Promise<unknown[]> {
  const share = vi.fn((asked: { what: string }) =>
    Promise.resolve(asked.what === 'make' ? { id: 'one', url: '/shared/one', opened: 0 } : null),
  )
  const { scope } = navigate(catalog, makeWorld(makeUser({ taken: ['holland_code'] })), {
    path: '/cv',
    query: { view: 'files' },
  })
  const around = {
    catalog,
    scope,
    registry,
    actions: { share },
    mode: 'live' as const,
    report: (error: unknown) => {
      throw error
    },
  }
  root = createRoot(document.body.appendChild(document.createElement('div')))
  await act(async () =>
    root?.render(
      <MemoryRouter>
        <ScopeProvider value={around as never}>
          <Screen
            nodes={resolveNodes(parts, scope, catalog.book)}
            data={{ links: { status: 'ready', value: { items: [] } } } as never}
          />
        </ScopeProvider>
      </MemoryRouter>,
    ),
  )
  await act(async () => choose())
  const button = [...document.querySelectorAll('button')].find(
    ({ textContent }) => textContent === i18next.t('share.make'),
  )
  await act(async () => button?.click())
  return share.mock.calls.flat().filter(({ what }) => what === 'make')
}

/** The box or the choice beside these words. */
function press(words: string): void {
  const label = [...document.querySelectorAll('label')].find(({ textContent }) =>
    textContent.startsWith(words),
  )
  label?.querySelector('input')?.click()
}

it('shows neither addresses nor numbers unless they are ticked, and works for thirty days', async () => {
  expect(await askedAfter(() => undefined)).toEqual([
    {
      path: 'users/cv/shares',
      what: 'make',
      days: 30,
      hide: ['phone', 'email', 'address', 'references'],
    },
  ])
})

it('shows what was ticked and not unticked again, for the days that were chosen', async () => {
  expect(
    await askedAfter(() => {
      press(i18next.t('share.days', { count: 7 }))
      press(i18next.t('cv.link.phone'))
      press(i18next.t('cv.link.references'))
    }),
  ).toMatchObject([{ days: 7, hide: ['email', 'address'] }])
  act(() => press(i18next.t('cv.link.phone')))
  const [phone] = [...document.querySelectorAll<HTMLInputElement>('input[type=checkbox]')]
  expect(phone?.checked).toBe(false)
})
