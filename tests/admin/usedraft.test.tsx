// @vitest-environment happy-dom
/** What is typed stays, however late the document has it, and what is changed elsewhere wins. */

import { act } from 'react'
import { createRoot, type Root } from 'react-dom/client'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { useDraft } from '#admin/form/useDraft.ts'

let root: Root
let draft: ReturnType<typeof useDraft>
function Field({ written }: { written: string }) {
  draft = useDraft(written)
  return null
}
const written = (text: string) => act(() => root.render(<Field written={text} />))
const type = (text: string) => act(() => draft.type(text))

beforeEach(() => {
  Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true })
  root = createRoot(document.createElement('div'))
  written('Let’s go')
})
afterEach(() => act(() => root.unmount()))

it('keeps a letter that is typed before the one before it is in the document', () => {
  type('B')
  type('Be')
  written('B')
  expect(draft.text).toBe('Be')
  type('Beg')
  written('Be')
  expect(draft.text).toBe('Beg')
  written('Beg')
  expect(draft).toMatchObject({ text: 'Beg', typed: null })
})

it('shows what was undone, and what somebody else has written', () => {
  type('B')
  written('B')
  written('Let’s go')
  expect(draft.text).toBe('Let’s go')
  type('C')
  written('Start')
  expect(draft).toMatchObject({ text: 'Start', typed: null })
})

it('keeps what can’t be in the document yet, until it is dropped', () => {
  type('12,')
  written('Let’s go')
  expect(draft).toMatchObject({ text: '12,', typed: '12,' })
  act(() => draft.drop())
  expect(draft.text).toBe('Let’s go')
})
