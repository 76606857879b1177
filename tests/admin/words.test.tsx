// @vitest-environment happy-dom
/**
 * Two languages side by side: the row being edited stays, whatever the search and whatever its text
 * becomes.
 */

import { act, useState, type ReactNode } from 'react'
import { createRoot, type Root } from 'react-dom/client'
import { afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { Editor } from '#admin/editor/useEditor.ts'
import { Words } from '#admin/pages/Languages.tsx'
import { UnreadNote } from '#admin/pages/Unread.tsx'
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
    edit: setDocument,
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

/** Of the same two, with words by a machine. */
function Unread() {
  const words = { 'menu.home': 'Nyumbani', 'menu.cv': 'Wasifu' }
  const right = useSmallEditor({
    ...locale('sw', { menu: { home: 'Nyumbani', cv: 'Wasifu', reports: 'Ripoti' } }),
    unread: words,
  })
  return (
    <>
      <UnreadNote editor={right} />
      <Words
        left={useSmallEditor(
          locale('en', { menu: { home: 'Home', cv: 'Your CV', reports: 'Reports' } }),
        )}
        right={right}
      />
    </>
  )
}

let root: Root
let draw: (page: ReactNode) => void
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
  draw = (page) =>
    act(() =>
      root.render(
        <ConsoleTheme>
          <ScopeProvider value={surroundings}>{page}</ScopeProvider>
        </ConsoleTheme>,
      ),
    )
  draw(<Page />)
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

describe('words that a machine wrote', () => {
  beforeEach(() => draw(<Unread />))
  const body = () => document.body.textContent.replaceAll(/\s+/g, ' ')
  const button = (name: string) =>
    [...document.querySelectorAll('button')].find(
      ({ textContent }) => textContent.replaceAll(/\s+/g, ' ').trim() === name,
    )
  const box = (label: string) =>
    [...document.querySelectorAll('label')].find(({ textContent }) => textContent.includes(label))!
      .control as HTMLInputElement

  it('are counted, and learners don’t see them unless the tenant says so', () => {
    expect(body()).toContain(
      '2 texts in sw were written by a machine, and nobody has read them yet.',
    )
    expect(body()).toContain('Learners see the default language there until somebody has.')
    act(() => box('Show learners words that nobody has read').click())
    expect(body()).toContain('Learners see them all the same.')
    act(() => box('Show learners words that nobody has read').click())
    expect(body()).toContain('until somebody has.')
  })

  it('are found, and read by a press or by other words', () => {
    act(() => box('Only those that nobody has read').click())
    expect(rows()).toEqual(['menu.home', 'menu.cv'])
    act(() => button('I’ve read it: it’s right menu.home')!.click())
    expect(body()).toContain('1 text in sw was written by a machine')
    expect(rows()).toEqual(['menu.cv'])
    write('sw: menu.cv', 'Wasifu wangu')
    expect(body()).not.toContain('written by a machine')
    expect(body()).not.toContain('Not read yet')
  })
})
