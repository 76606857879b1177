// @vitest-environment happy-dom
/** Comments below a draft: read by everybody, written and resolved by those who may edit. */

import { act } from 'react'
import { createRoot, type Root } from 'react-dom/client'
import { SWRConfig } from 'swr'
import { afterEach, beforeAll, expect, it } from 'vitest'
import { Comments } from '#admin/editor/Comments.tsx'
import type { ConsoleCall, ConsoleResponse } from '#admin/parts/client.ts'
import { ConsoleTheme } from '#admin/parts/ConsoleTheme.tsx'
import type { DraftComment } from '#engine/contract/approvals.ts'
import { ScopeProvider, type RenderContext } from '#engine/react/context.ts'
import { buildScope } from '#engine/rules/scope.ts'
import { speakEnglish } from '#tests/support/english.ts'
import { catalog, makeUser, makeWorld } from '#tests/support/documents.ts'

let root: Root | undefined
beforeAll(async () => {
  Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true })
  await speakEnglish()
})
afterEach(() => {
  act(() => root?.unmount())
  document.body.replaceChildren()
})

const COMMENT: DraftComment = {
  id: '01a2239d-ec58-7d32-80c4-4995665be17a',
  text: 'Is <b>this</b> right?',
  by: 'thandi@school.test',
  at: '2026-11-20T10:00:00.000Z',
  resolved: false,
}

/** @returns the calls that changed something */
async function draw(role: string, items: readonly DraftComment[]): Promise<ConsoleCall[]> {
  const sent: ConsoleCall[] = []
  const console = (call: ConsoleCall): Promise<ConsoleResponse> => {
    if (call.method === undefined || call.method === 'GET')
      return Promise.resolve({ status: 200, value: { items }, etag: null })
    sent.push(call)
    return Promise.resolve({ status: 204, value: null, etag: null })
  }
  const context = {
    catalog,
    scope: buildScope(catalog, makeWorld(makeUser({ plan: 'powerPlus', role }))),
    registry: {},
    actions: { console },
    mode: 'live',
    report: () => undefined,
  } as unknown as RenderContext
  root = createRoot(document.body.appendChild(document.createElement('div')))
  await act(async () => {
    root!.render(
      <SWRConfig value={{ provider: () => new Map() }}>
        <ScopeProvider value={context}>
          <ConsoleTheme>
            <Comments kind="report" id="own/worker-type" />
          </ConsoleTheme>
        </ScopeProvider>
      </SWRConfig>,
    )
    await Promise.resolve()
  })
  await act(async () => document.querySelector('button')?.click())
  return sent
}

const buttons = () => [...document.querySelectorAll('button')].map((each) => each.textContent)
const words = () => document.body.textContent

it('shows what was said as text, to somebody who may not edit too', async () => {
  await draw('viewer', [COMMENT])
  expect(words()).toContain('Is <b>this</b> right?')
  expect(words()).toContain('thandi@school.test')
  expect(buttons()).toEqual(['1 comment'])
})

it('takes no room for somebody who may not edit while nothing was said', async () => {
  await draw('viewer', [])
  expect(words()).toBe('')
})

it('sends a comment, and whether it has been dealt with', async () => {
  const sent = await draw('editor', [COMMENT, { ...COMMENT, id: 'b', resolved: true }])
  expect(buttons()).toEqual(['1 comment', 'Done', 'Reopen', 'Add comment'])
  await act(async () => document.querySelector<HTMLElement>('li button')!.click())
  const field = document.querySelector('textarea')!
  await act(async () => {
    const { set } = Object.getOwnPropertyDescriptor(HTMLTextAreaElement.prototype, 'value')!
    set!.call(field, ' Shorter ')
    field.dispatchEvent(new Event('input', { bubbles: true }))
  })
  await act(async () => document.querySelector('form')!.requestSubmit())
  expect(sent).toEqual([
    { path: `admin/comments/${COMMENT.id}/resolved`, method: 'PUT', body: { resolved: true } },
    {
      path: 'admin/comments/report/own/worker-type',
      method: 'POST',
      body: { text: 'Shorter' },
    },
  ])
  expect(field.value).toBe('')
})
