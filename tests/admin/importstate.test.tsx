// @vitest-environment happy-dom
/**
 * An import that continues after its response: the dialog shows its progress, even after the page
 * is reloaded.
 */

import { act } from 'react'
import { createRoot, type Root } from 'react-dom/client'
import { MemoryRouter } from 'react-router-dom'
import { afterEach, beforeAll, beforeEach, expect, it, vi } from 'vitest'
import type { ConsoleCall } from '#admin/parts/client.ts'
import { ConsoleTheme } from '#admin/parts/ConsoleTheme.tsx'
import { ImportDialog } from '#admin/pages/ImportDialog.tsx'
import type { ContentSummary } from '#engine/contract/admincontract.ts'
import type { ImportReport, ImportState } from '#engine/contract/importcontract.ts'
import { buildScope } from '#engine/rules/scope.ts'
import { ScopeProvider, type RenderContext } from '#engine/react/context.ts'
import { speakEnglish } from '#tests/support/english.ts'
import { catalog, makeUser, makeWorld } from '#tests/support/documents.ts'

const TYPE: ContentSummary = {
  type: 'bursaries',
  label: 'Bursaries',
  one: 'Bursary',
  fields: [],
  own: 0,
  hidden: 0,
  shared: 0,
  imported: null,
}
const STATE: ImportState = {
  phase: 'writing',
  file: 'many.csv',
  dryRun: false,
  rows: 12_000,
  total: 50_000,
  report: null,
  message: null,
}
const REPORT: ImportReport = {
  done: true,
  encoding: 'utf-8',
  format: 'csv',
  delimiter: ',',
  rows: 50_000,
  columns: [],
  problems: [],
  problemCount: 0,
  new: 50_000,
  changed: 0,
  same: 0,
  gone: 0,
  replaces: 0,
}

let root: Root | undefined
beforeAll(async () => {
  Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true })
  await speakEnglish()
})
beforeEach(() => void vi.useFakeTimers())
afterEach(() => {
  act(() => root?.unmount())
  document.body.replaceChildren()
  vi.useRealTimers()
})

/** @param states the server's responses, one per request; the last one is repeated */
async function draw(states: ImportState[], onDone: (words: string) => void): Promise<void> {
  const console = (_call: ConsoleCall) =>
    Promise.resolve({
      status: 200,
      value: states.length > 1 ? states.shift() : states[0],
      etag: null,
    })
  const context = {
    catalog,
    scope: buildScope(catalog, makeWorld(makeUser({ plan: 'powerPlus', role: 'editor' }))),
    registry: {},
    actions: { console },
    mode: 'live',
    report: () => undefined,
  } as unknown as RenderContext
  root = createRoot(document.body.appendChild(document.createElement('div')))
  await act(async () =>
    root!.render(
      <MemoryRouter>
        <ScopeProvider value={context}>
          <ConsoleTheme>
            <ImportDialog type={TYPE} onClose={() => undefined} onDone={onDone} />
          </ConsoleTheme>
        </ScopeProvider>
      </MemoryRouter>,
    ),
  )
}
const aSecond = () => act(async () => vi.advanceTimersByTimeAsync(1000))

it('shows an import that had already begun, and its end', async () => {
  const onDone = vi.fn<(words: string) => void>()
  const more = { ...STATE, rows: 30_000 }
  await draw([STATE, more, { ...STATE, phase: 'done', rows: 50_000, report: REPORT }], onDone)
  expect(document.body.textContent).toContain('12000 of 50000 rows written')
  expect(document.body.textContent).toContain('many.csv')
  await aSecond()
  expect(document.body.textContent).toContain('30000 of 50000 rows written')
  expect(onDone).not.toHaveBeenCalled()
  await aSecond()
  expect(onDone).toHaveBeenCalledExactlyOnceWith('50000 records from many.csv are imported.')
})

it('says that nothing was imported if the server was stopped', async () => {
  const onDone = vi.fn<(words: string) => void>()
  await draw([STATE, { ...STATE, phase: 'stopped' }], onDone)
  await aSecond()
  expect(document.querySelector('[role=alert]')?.textContent).toContain('Nothing was imported')
  expect(onDone).not.toHaveBeenCalled()
})

it('doesn’t mention an import that ended long ago', async () => {
  const onDone = vi.fn<(words: string) => void>()
  await draw([{ ...STATE, phase: 'done', report: REPORT }], onDone)
  await aSecond()
  expect(document.body.textContent).not.toContain('many.csv')
  expect(onDone).not.toHaveBeenCalled()
})
