// @vitest-environment happy-dom
/**
 * Undo on a page that edits two documents: with its buttons, and with the keyboard outside text
 * fields.
 */

import { act, useState } from 'react'
import { createRoot, type Root } from 'react-dom/client'
import { afterEach, beforeAll, beforeEach, expect, it } from 'vitest'
import { History, useHistoryKeys } from '#admin/editor/History.tsx'
import { change, openSession, redo, undo } from '#admin/editor/session.ts'
import type { Editor } from '#admin/editor/useEditor.ts'
import { speakEnglish } from '#tests/support/english.ts'

const text = (title: string) => JSON.stringify({ title })

/** The part of an editor that the history needs. */
function useSmallEditor(): Pick<Editor, 'session' | 'undo' | 'redo'> & {
  readonly put: (title: string, at: number) => void
} {
  const [session, setSession] = useState(() => openSession(null, text('A')))
  return {
    session,
    undo: () => setSession(undo),
    redo: () => setSession(redo),
    put: (title, at) => setSession((before) => change(before, text(title), 'form', at)),
  }
}

function Page() {
  const [one, other] = [useSmallEditor(), useSmallEditor()]
  const editors = [one, other] as unknown as Editor[]
  useHistoryKeys(editors)
  return (
    <>
      <History editors={editors} />
      <button onClick={() => one.put('B', 1000)}>one</button>
      <button onClick={() => other.put('C', 3000)}>other</button>
      <input type="checkbox" />
      <textarea />
      <output>{`${one.session.text} ${other.session.text}`}</output>
    </>
  )
}

let root: Root
beforeAll(async () => {
  Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true })
  await speakEnglish()
})
beforeEach(() => {
  root = createRoot(document.body.appendChild(document.createElement('div')))
  act(() => root.render(<Page />))
  press('one')
  press('other')
})
afterEach(() => {
  act(() => root.unmount())
  document.body.replaceChildren()
})

function press(name: string): void {
  const found = [...document.querySelectorAll('button')].find(
    (each) => (each.getAttribute('aria-label') ?? each.textContent) === name,
  )
  act(() => found!.click())
}
/** @returns whether the page handled the key */
function keys(target: string, init: KeyboardEventInit): boolean {
  const event = new KeyboardEvent('keydown', { bubbles: true, cancelable: true, ...init })
  act(() => void document.querySelector(target)!.dispatchEvent(event))
  return event.defaultPrevented
}
const shown = () => document.querySelector('output')!.textContent
const UNDO = { key: 'z', ctrlKey: true }
const REDO = { key: 'Z', ctrlKey: true, shiftKey: true }

it('undoes and redoes the last change, whichever document it was made in', () => {
  expect(shown()).toBe(`${text('B')} ${text('C')}`)
  press('Undo')
  expect(shown()).toBe(`${text('B')} ${text('A')}`)
  press('Undo')
  press('Undo')
  expect(shown()).toBe(`${text('A')} ${text('A')}`)
  press('Redo')
  expect(shown()).toBe(`${text('B')} ${text('A')}`)
})

it('does the same with keyboard shortcuts, but leaves a focused field its own undo', () => {
  expect(keys('textarea', UNDO)).toBe(false)
  expect(shown()).toBe(`${text('B')} ${text('C')}`)
  expect(keys('input', UNDO)).toBe(true)
  expect(keys('body', UNDO)).toBe(true)
  expect(shown()).toBe(`${text('A')} ${text('A')}`)
  expect(keys('body', UNDO), 'there is nothing left to take back').toBe(false)
  expect(keys('body', REDO)).toBe(true)
  expect(shown()).toBe(`${text('B')} ${text('A')}`)
})
