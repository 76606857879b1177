// @vitest-environment happy-dom
/**
 * Two languages side by side: the row being edited stays, whatever the search and whatever its text
 * becomes.
 */

import { act, useState } from 'react'
import { createRoot, type Root } from 'react-dom/client'
import { afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { Editor } from '#admin/editor/useEditor.ts'
import { Words } from '#admin/pages/Languages.tsx'
import type { Locale } from '#admin/form/languages.ts'
import { ConsoleTheme } from '#admin/parts/ConsoleTheme.tsx'
import { ScopeProvider, type RenderContext } from '#engine/react/context.ts'
import { buildScope } from '#engine/rules/scope.ts'
import { speakEnglish } from '#tests/support/english.ts'
import { catalog, makeUser, makeWorld } from '#tests/support/documents.ts'

const locale = (id: string, texts: Record<string, unknown>): Locale => ({
  kind: 'locale',
  id,
  v: 1,
  title: id,
  source: 'own',
  language: id,
  name: id,
  direction: 'ltr',
  texts,
})

/** The part of an editor that this page needs. */
function useSmallEditor(first: Locale): Editor {
  const [document, setDocument] = useState<unknown>(first)
  return {
    session: { document, broken: false },
    later: (_name: string, change: (document: unknown) => unknown) => setDocument(change),
    flushLater: () => undefined,
  } as unknown as Editor
}

function Page() {
  return (
    <Words
      left={useSmallEditor(
        locale('en', { menu: { home: 'Home', cv: 'Your CV', reports: 'Reports' } }),
      )}
      right={useSmallEditor(locale('af', { menu: { home: 'Tuis' }, own: { key: 'Eie' } }))}
    />
  )
}

let root: Root
beforeAll(async () => {
  Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true })
  await speakEnglish()
})
beforeEach(() => {
  const surroundings = {
    catalog,
    scope: buildScope(catalog, makeWorld(makeUser({ plan: 'powerPlus', role: 'editor' }))),
    registry: {},
    actions: {},
    mode: 'live',
    report: () => undefined,
  } as unknown as RenderContext
  root = createRoot(document.body.appendChild(document.createElement('div')))
  act(() =>
    root.render(
      <ConsoleTheme>
        <ScopeProvider value={surroundings}>
          <Page />
        </ScopeProvider>
      </ConsoleTheme>,
    ),
  )
})
afterEach(() => {
  act(() => root.unmount())
  document.body.replaceChildren()
})

const rows = () => [...document.querySelectorAll('li code')].map(({ textContent }) => textContent)
const field = (label: string) =>
  document.querySelector<HTMLTextAreaElement>(`textarea[aria-label="${label}"]`)!
const fill = (element: HTMLInputElement | HTMLTextAreaElement, value: string) =>
  act(() => {
    element.focus()
    Object.getOwnPropertyDescriptor(Object.getPrototypeOf(element) as object, 'value')!.set!.call(
      element,
      value,
    )
    element.dispatchEvent(new Event('input', { bubbles: true }))
  })
const leave = (element: HTMLElement) => act(() => element.blur())
const search = (words: string) =>
  fill(document.querySelector<HTMLInputElement>('input[type=search]')!, words)
const onlyMissing = () =>
  act(() => document.querySelector<HTMLInputElement>('[role=search] input[type=checkbox]')!.click())

function write(label: string, words: string): void {
  fill(field(label), words)
  leave(field(label))
}

describe('the row being edited', () => {
  it('stays in its place in the list of missing texts once it is no longer missing', () => {
    onlyMissing()
    expect(rows()).toEqual(['menu.cv', 'menu.reports', 'own.key'])
    write('af: menu.cv', 'Jou CV')
    expect(rows()).toEqual(['menu.cv', 'menu.reports', 'own.key'])
    expect(field('af: menu.cv').value).toBe('Jou CV')
    onlyMissing()
    onlyMissing()
    expect(rows(), 'and goes when something is looked for anew').toEqual([
      'menu.reports',
      'own.key',
    ])
  })

  it('stays when its text no longer matches the search', () => {
    search('reports')
    expect(rows()).toEqual(['menu.reports'])
    search('Home')
    expect(rows()).toEqual(['menu.home'])
    write('en: menu.home', 'Begin')
    write('af: menu.home', 'Begin')
    search('eie')
    expect(rows()).toEqual(['own.key'])
    write('af: own.key', '')
    expect(rows(), 'also without any words').toEqual(['own.key'])
    write('af: own.key', 'Weer')
    expect([rows(), field('af: own.key').value]).toEqual([['own.key'], 'Weer'])
  })
})
