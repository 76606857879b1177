// @vitest-environment happy-dom
/** The tenant's own words beside the texts that are translated. */

import { act, useState } from 'react'
import { createRoot, type Root } from 'react-dom/client'
import { MemoryRouter } from 'react-router-dom'
import { SWRConfig } from 'swr'
import { afterEach, beforeAll, beforeEach, expect, it } from 'vitest'
import type { Editor } from '#admin/editor/useEditor.ts'
import type { Locale } from '#admin/form/languages.ts'
import { useGlossary } from '#admin/form/Glossary.tsx'
import { Words } from '#admin/pages/Languages.tsx'
import { Translations } from '#admin/pages/Translations.tsx'
import type { ConsoleCall } from '#admin/parts/client.ts'
import { ConsoleTheme } from '#admin/parts/ConsoleTheme.tsx'
import { ScopeProvider, type RenderContext } from '#engine/react/context.ts'
import { buildScope } from '#engine/rules/scope.ts'
import { speakEnglish } from '#tests/support/english.ts'
import { catalog, makeUser, makeWorld } from '#tests/support/documents.ts'

const agreed = {
  terms: [
    {
      id: 'career',
      meaning: 'A kind of work.',
      words: { en: { preferred: 'career' }, sw: { preferred: 'kazi', avoid: ['ajira'] } },
    },
  ],
}
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
  const glossary = useGlossary('en', 'sw')
  const left = useSmallEditor(locale('en', { a: 'Your career', b: 'Careers', c: 'Home' }))
  const right = useSmallEditor(locale('sw', { a: 'Kazi yako', b: 'Ajira', c: 'Nyumbani' }))
  return (
    <>
      <Translations left={left} right={right} glossary={glossary} />
      <Words left={left} right={right} glossary={glossary} />
    </>
  )
}

let root: Root
beforeAll(async () => {
  Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true })
  await speakEnglish()
})
beforeEach(async () => {
  const around = {
    catalog,
    scope: buildScope(catalog, makeWorld(makeUser({ plan: 'powerPlus', role: 'editor' }))),
    registry: {},
    actions: {
      console: ({ path }: ConsoleCall) =>
        Promise.resolve({
          status: 200,
          value: path === 'admin/documents/glossary/main' ? { effective: agreed } : { items: [] },
          etag: null,
        }),
    },
    mode: 'live',
    report: () => undefined,
  } as unknown as RenderContext
  root = createRoot(document.body.appendChild(document.createElement('div')))
  await act(async () => {
    root.render(
      <MemoryRouter>
        <SWRConfig value={{ provider: () => new Map() }}>
          <ConsoleTheme>
            <ScopeProvider value={around}>
              <Page />
            </ScopeProvider>
          </ConsoleTheme>
        </SWRConfig>
      </MemoryRouter>,
    )
    await Promise.resolve()
  })
})
afterEach(() => {
  act(() => root.unmount())
  document.body.replaceChildren()
})

const row = (key: string) =>
  [...document.querySelectorAll('li')].find(
    (each) => each.querySelector('code')?.textContent === key,
  )
const said = (key: string) =>
  [...(row(key)?.querySelectorAll('ul > li') ?? [])].map(({ textContent }) => textContent)

it('says which words are agreed on, and softly where a translation has others', () => {
  expect(said('a')).toEqual(['career: kazi'])
  expect(said('b')).toEqual(['career: you agreed on “kazi”', '“ajira”: you agreed on “kazi”'])
  expect(said('c')).toEqual([])
})

it('finds the texts that lack them, and keeps a row that is put right', () => {
  const box = [...document.querySelectorAll('label')].find(({ textContent }) =>
    textContent.includes('Only those without the agreed words'),
  )!.control as HTMLInputElement
  act(() => box.click())
  expect(['a', 'b', 'c'].filter((key) => row(key))).toEqual(['b'])
  const field = document.querySelector<HTMLTextAreaElement>('textarea[aria-label="sw: b"]')!
  act(() => {
    field.focus()
    Object.getOwnPropertyDescriptor(HTMLTextAreaElement.prototype, 'value')!.set!.call(
      field,
      'Kazi',
    )
    field.dispatchEvent(new Event('input', { bubbles: true }))
  })
  expect(said('b')).toEqual(['career: kazi'])
})

it('counts them, and leads to the glossary', () => {
  expect(document.body.textContent).toContain('1 term has an agreed word in sw.')
  expect(document.querySelector('a')?.getAttribute('href')).toBe('/admin/document/glossary/main')
})
