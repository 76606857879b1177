// @vitest-environment happy-dom
/**
 * The problem panel below a document: never "no problems" while something is wrong, or not known
 * yet.
 */

import { act } from 'react'
import { createRoot, type Root } from 'react-dom/client'
import { afterEach, beforeAll, describe, expect, it } from 'vitest'
import { ProblemPanel } from '#admin/editor/ProblemPanel.tsx'
import { change, documentBefore, openSession, undo } from '#admin/editor/session.ts'
import type { Report } from '#admin/editor/autosave.ts'
import type { Problem } from '#engine/contract/problems.ts'
import { InConsole } from './inconsole.tsx'
import { speakEnglish } from '#tests/support/english.ts'

const NONE = 'No problems found.'
const text = '{ "kind": "menu", "id": "main" }'
const opened = openSession({ kind: 'menu', id: 'main' }, text)
const loop: Problem = {
  code: 'flow/loop',
  document: 'flow/navigation-guard',
  pointer: '/rows/home',
  message: 'this sends people round in a circle',
  severity: 'error',
}
const hint: Problem = { ...loop, severity: 'warning' }

let root: Root | undefined
beforeAll(async () => {
  Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true })
  await speakEnglish()
})
afterEach(() => {
  act(() => root?.unmount())
  document.body.replaceChildren()
})

type Given = {
  session?: typeof opened
  saving?: Report
  found?: readonly Problem[]
  busy?: boolean
  error?: unknown
  own?: readonly Problem[]
}

/** @returns the text of the panel, and the targets of its buttons */
function draw({
  session = opened,
  saving = { state: 'saved' },
  found = [],
  busy = false,
  error,
  own = [],
}: Given) {
  const places: unknown[] = []
  const value = error === undefined ? { problems: found, stays: [] } : undefined
  root = createRoot(document.body.appendChild(document.createElement('div')))
  act(() =>
    root!.render(
      <InConsole>
        <ProblemPanel
          editor={{ session, saving }}
          document="menu/main"
          problems={own}
          check={{ value, busy, error, reload: () => places.push('again') }}
          onJump={(problem) => places.push(problem)}
          onPlace={(place) => places.push(place)}
          removed="taken away"
        />
      </InConsole>,
    ),
  )
  for (const button of document.querySelectorAll('button')) act(() => button.click())
  return { words: document.body.textContent, places }
}
const typed = (now: string) => change(opened, now, 'json', 1)

describe('the panel of a document', () => {
  it('says that there are no problems once everything is saved and checked', () =>
    expect(draw({}).words.trim()).toBe(NONE))

  it('names the line that doesn’t parse, and goes there', () => {
    const { words, places } = draw({ session: typed('{\n  "kind": "menu",\n  "layout" oops }') })
    expect(words).toContain('Line 3 can’t be read.')
    expect(words).not.toContain(NONE)
    expect(places).toEqual([31])
  })

  it('says which part is too large, and goes there', () => {
    const { words, places } = draw({ session: typed(`{ "items": [${'1,'.repeat(20_000)}1] }`) })
    expect(words).toContain(
      'This list is too long: at most 2000 entries fit. Take some out. Entries',
    )
    expect(words).not.toContain(NONE)
    expect(places).toEqual(['/items'])
  })

  it('names an invisible character, and shortens a deeply nested position', () => {
    expect(draw({ session: typed('{ "note": "a\\u0000b" }') }).words).toContain(
      'This has an invisible character. Remove it. Note',
    )
    act(() => root!.unmount())
    const { words } = draw({ session: typed(`{ "a": ${'['.repeat(30)}${']'.repeat(30)} }`) })
    expect(words).toContain(
      'Parts are nested too deeply. Move some of them out. A › 0 › 0 › … › 0 › 0 › 0',
    )
  })

  it('says what the server refused, and goes there', () => {
    const { words, places } = draw({
      saving: {
        state: 'refused',
        message: 'No.',
        problems: [{ ...loop, document: 'menu/main', pointer: '/items', message: 'a list' }],
      },
    })
    expect(words).toContain('A list Entries')
    expect(words).not.toContain(NONE)
    expect(places).toEqual(['/items'])
  })

  it('names problems that were found elsewhere, even if there are none here', () => {
    const { words, places } = draw({ found: [loop] })
    expect(words).toContain('No problems in this document. Publishing checks everything together.')
    expect(words).toContain('This sends people round in a circle')
    expect(words).toContain('Rows › Home')
    expect(places).toEqual([loop])
  })

  it('doesn’t mention hints elsewhere', () =>
    expect(draw({ found: [hint] }).words.trim()).toBe(NONE))

  it.each<[string, Given, string]>([
    ['something is typed', { saving: { state: 'waiting' } }, 'Checking…'],
    ['it is saved', { saving: { state: 'saving' } }, 'Checking…'],
    ['the server checks', { busy: true }, 'Checking…'],
    [
      'there is no signal',
      { saving: { state: 'offline' } },
      'Not checked yet: your last changes aren’t saved.',
    ],
    [
      'another user saved too',
      { saving: { state: 'stale' } },
      'Not checked yet: your last changes aren’t saved.',
    ],
    [
      'the check did not come',
      { error: new Error('away') },
      'We couldn’t check this. There may be no signal. Try again',
    ],
  ])('says nothing about problems while %s', (_when, given, words) =>
    expect(draw(given).words.trim()).toBe(words),
  )

  it('shows what was found at once, and says that there may be more', () => {
    const { words } = draw({
      saving: { state: 'waiting' },
      own: [{ ...loop, document: 'menu/main', message: 'must be a text' }],
    })
    expect(words).toContain('Must be a text')
    expect(words).toContain('Checking…')
  })

  it('says that a document was removed', () =>
    expect(draw({ session: typed('') }).words).toBe('taken away'))
})

describe('a document whose text was emptied', () => {
  it('stays on the screen as it was', () => {
    const edited = change(opened, '{ "kind": "menu", "id": "main", "note": "mine" }', 'json', 1)
    const emptied = change(change(edited, '{ "kind', 'json', 5000), ' ', 'json', 9000)
    expect(emptied.document).toBeNull()
    expect(documentBefore(emptied)).toEqual({ kind: 'menu', id: 'main', note: 'mine' })
    expect(documentBefore(undo(openSession(null, '')))).toBeNull()
  })
})
