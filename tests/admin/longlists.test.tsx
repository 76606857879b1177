// @vitest-environment happy-dom
/** Lists of the maximum length: the form draws a portion, and every entry can still be reached. */

import { act, useState } from 'react'
import { createRoot, type Root } from 'react-dom/client'
import { MemoryRouter } from 'react-router-dom'
import { afterEach, beforeAll, describe, expect, it } from 'vitest'
import { SchemaForm } from '#admin/form/SchemaForm.tsx'
import { BOUNDS } from '#engine/documents/bounds.ts'
import type { Schema } from '#engine/documents/inspect.ts'
import { KINDS } from '#engine/documents/kinds.ts'
import { ConsoleTheme } from '#admin/parts/ConsoleTheme.tsx'
import { ScopeProvider, type RenderContext } from '#engine/react/context.ts'
import { buildScope } from '#engine/rules/scope.ts'
import { speakEnglish } from '#tests/support/english.ts'
import { catalog, makeUser, makeWorld } from '#tests/support/documents.ts'

const menu = {
  kind: 'menu',
  id: 'long',
  v: 1,
  title: 'Long',
  source: 'a test',
  items: Array.from({ length: BOUNDS.entries }, (_, index) => ({
    id: `entry-${index}`,
    label: 'menu.home',
    icon: 'home',
    to: 'profileHomePage',
    hideForAccounts: [],
  })),
}
const schemaOf = (values: unknown) => ({ type: 'object', properties: { values } }) as Schema

let root: Root
beforeAll(async () => {
  Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true })
  await speakEnglish()
})
afterEach(() => {
  act(() => root.unmount())
  document.body.replaceChildren()
})

function draw(schema: Schema, first: unknown, focus: string | null = null): void {
  function Page() {
    const [value, setValue] = useState(first)
    return (
      <SchemaForm
        schema={schema}
        value={value}
        onChange={setValue}
        problems={[]}
        names={{}}
        widgets={{}}
        focus={focus}
        onFocus={() => undefined}
      />
    )
  }
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
      <MemoryRouter>
        <ConsoleTheme>
          <ScopeProvider value={surroundings}>
            <Page />
          </ScopeProvider>
        </ConsoleTheme>
      </MemoryRouter>,
    ),
  )
}
const rows = (list: string) => document.querySelectorAll(`[data-at^="/${list}/"]`).length
const at = (pointer: string) => document.querySelector(`[data-at="${pointer}"]`)
const press = (words: string) =>
  act(() =>
    [...document.querySelectorAll('button')]
      .find(({ textContent }) => textContent === words)!
      .click(),
  )

describe('a list of two thousand entries', () => {
  it('is drawn a hundred at a time', () => {
    draw(KINDS.menu as unknown as Schema, menu)
    expect([at('/items/entry-99') !== null, at('/items/entry-100')]).toEqual([true, null])
    press('Show 100 more')
    expect([at('/items/entry-199') !== null, at('/items/entry-200')]).toEqual([true, null])
  })

  it('shows the entry that the user is sent to, wherever it is', () => {
    draw(KINDS.menu as unknown as Schema, menu, '/items/entry-1234/label')
    expect(at('/items/entry-1234/label')?.contains(document.activeElement)).toBe(true)
    expect([at('/items/entry-1200') !== null, at('/items/entry-1199')]).toEqual([true, null])
  })

  it('can be searched up to its last entries', () => {
    draw(KINDS.menu as unknown as Schema, menu)
    const search = document.querySelector<HTMLInputElement>('input[type=search]')!
    act(() => {
      Object.getOwnPropertyDescriptor(Object.getPrototypeOf(search) as object, 'value')!.set!.call(
        search,
        'entry-1999',
      )
      search.dispatchEvent(new Event('input', { bubbles: true }))
    })
    expect([at('/items/entry-1999') !== null, at('/items/entry-0')]).toEqual([true, null])
  })
})

it.each([
  [
    'single values',
    { type: 'array', items: { type: 'string' } },
    Array.from({ length: 250 }, String),
  ],
  [
    'names',
    { type: 'object', patternProperties: { '^.*$': { type: 'string' } } },
    Object.fromEntries(Array.from({ length: 250 }, (_, index) => [`n${index}`, 'x'])),
  ],
])(
  '%s are drawn a hundred at a time too, and the last portion completely',
  (_what, schema, values) => {
    draw(schemaOf(schema), { values })
    expect(rows('values')).toBe(100)
    press('Show 100 more')
    press('Show 50 more')
    expect(rows('values')).toBe(250)
    expect(document.body.textContent).not.toContain(' more')
  },
)
