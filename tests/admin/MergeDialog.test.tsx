// @vitest-environment happy-dom
/** Resolving conflicts between two edits, through the labels of the buttons. */

import { act } from 'react'
import { createRoot, type Root } from 'react-dom/client'
import { afterEach, beforeAll, expect, it } from 'vitest'
import { MergeDialog } from '#admin/editor/MergeDialog.tsx'
import { ConsoleTheme } from '#admin/parts/ConsoleTheme.tsx'
import type { Stale } from '#admin/editor/autosave.ts'
import type { Schema } from '#engine/documents/inspect.ts'
import type { Json } from '#engine/documents/json.ts'
import { KINDS } from '#engine/documents/kinds.ts'
import { flattenTexts } from '#engine/documents/texts.ts'
import { speakEnglish } from '#tests/support/english.ts'
import { catalog } from '#tests/support/documents.ts'
import { InConsole } from './inconsole.tsx'

const texts = flattenTexts(catalog.get('locale', 'en')!.texts)
const menu = (title: string, ...labels: readonly string[]): Json => ({
  kind: 'menu',
  id: 'main',
  v: 1,
  title,
  source: 'own',
  items: labels.map((label, index) => ({ id: `item${index}`, label })),
})

let root: Root | undefined
beforeAll(async () => {
  Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true })
  await speakEnglish(texts)
})
afterEach(() => {
  act(() => root?.unmount())
  document.body.replaceChildren()
})

function open(stale: Stale): { readonly decided: Json[] } {
  const decided: Json[] = []
  root = createRoot(document.body.appendChild(document.createElement('div')))
  act(() =>
    root!.render(
      <ConsoleTheme>
        <InConsole>
          <MergeDialog
            name="menu/main"
            schema={KINDS.menu as unknown as Schema}
            stale={stale}
            onDecide={(document) => void decided.push(document)}
            onClose={() => undefined}
          />
        </InConsole>
      </ConsoleTheme>,
    ),
  )
  return { decided }
}

function button(words: string): HTMLButtonElement {
  const found = [...document.querySelectorAll('button')].find(
    ({ textContent }) => textContent === words,
  )
  if (found === undefined) throw new Error(`there is no button called "${words}"`)
  return found
}

function choose(group: string, side: string): void {
  const place = [...document.querySelectorAll('fieldset')].find(
    (each) => each.querySelector('legend')?.textContent === group,
  )
  const label = [...(place?.querySelectorAll('label') ?? [])].find(({ textContent }) =>
    textContent.startsWith(side),
  )
  act(() => document.getElementById(label!.htmlFor)!.click())
}

it('merges edits that don’t overlap without asking', () => {
  const { decided } = open({
    base: menu('A', 'x', 'y'),
    mine: menu('A', 'mine', 'y'),
    theirs: menu('Theirs', 'x', 'y'),
    etag: '"1"',
  })
  expect(document.querySelectorAll('fieldset')).toHaveLength(0)
  act(() => button('Merge and save').click())
  expect(decided).toEqual([menu('Theirs', 'mine', 'y')])
})

it('asks about each value that both changed, and only then saves', () => {
  const { decided } = open({
    base: menu('A', 'x', 'y'),
    mine: menu('Mine', 'mine', 'y'),
    theirs: menu('Theirs', 'theirs', 'z'),
    etag: '"1"',
  })
  expect(button('2 things to decide').disabled).toBe(true)
  choose('Which counts for Title?', 'Mine:')
  expect(button('1 thing to decide').disabled).toBe(true)
  choose('Which counts for Entries › Item0 › Label?', 'Theirs:')
  act(() => button('Merge and save').click())
  expect(decided).toEqual([menu('Mine', 'theirs', 'z')])
})

it('shows what each editor did', () => {
  open({ base: menu('A', 'x'), mine: menu('A', 'mine'), theirs: menu('Theirs', 'x'), etag: '"1"' })
  const section = (name: string) =>
    [...document.querySelectorAll('section')].find(
      (each) => each.getAttribute('aria-label') === name,
    )?.textContent
  expect(section('What they changed')).toContain('Theirs')
  expect(section('What they changed')).not.toContain('mine')
  expect(section('What you changed')).toContain('mine')
})
