// @vitest-environment happy-dom
/** Before publishing, where a second person approves: what each of the two is offered. */

import { act } from 'react'
import { createRoot, type Root } from 'react-dom/client'
import { MemoryRouter } from 'react-router-dom'
import { SWRConfig } from 'swr'
import { afterEach, beforeAll, describe, expect, it } from 'vitest'
import type { ConsoleCall, ConsoleResponse } from '#admin/parts/client.ts'
import { ConsoleTheme } from '#admin/parts/ConsoleTheme.tsx'
import { Publish } from '#admin/publish/Publish.tsx'
import type { Approval, Approvals } from '#engine/contract/approvals.ts'
import { ScopeProvider, type RenderContext } from '#engine/react/context.ts'
import { buildScope } from '#engine/rules/scope.ts'
import { speakEnglish } from '#tests/support/english.ts'
import { catalog, makeUser, makeWorld } from '#tests/support/documents.ts'

const Page = Publish.component
let root: Root | undefined
beforeAll(async () => {
  Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true })
  await speakEnglish()
})
afterEach(() => {
  act(() => root?.unmount())
  document.body.replaceChildren()
})

const ID = '01a2239d-ec58-7d32-80c4-4995665be17a'
const ASKED: Approval = {
  id: ID,
  state: 'asked',
  message: 'A <b>shorter</b> title',
  by: 'thandi@school.test',
  mine: false,
  at: '2026-11-20T10:00:00.000Z',
  documents: ['menu/main'],
  changed: [],
  comment: null,
  decidedBy: null,
  ownFrom: null,
}
const change = (document: string) => ({ document, state: 'added', changes: [] })

type Given = {
  readonly role?: 'viewer' | 'editor' | 'publisher' | 'owner'
  /** The one that is decided. */
  readonly asked?: string
  readonly approvals?: Partial<Approvals>
  /** What the server answers a call that changes something with. */
  readonly answer?: Partial<ConsoleResponse>
}

/** @returns the calls that changed something */
async function draw({
  role = 'publisher',
  asked,
  approvals = {},
  answer = {},
}: Given): Promise<ConsoleCall[]> {
  const sent: ConsoleCall[] = []
  const ok = (value: unknown): ConsoleResponse => ({ status: 200, value, etag: null })
  const page = (items: readonly unknown[]) =>
    ok({ items, total: items.length, page: 1, pageSize: 25 })
  const console = (call: ConsoleCall): Promise<ConsoleResponse> => {
    const [path] = call.path.split('?')
    if (call.method !== undefined && call.method !== 'GET' && path !== 'admin/check') {
      sent.push(call)
      return Promise.resolve({ status: 204, value: null, etag: null, ...answer })
    }
    const answers: Readonly<Record<string, ConsoleResponse>> = {
      'admin/approvals': ok({
        needed: true,
        alone: false,
        setting: 'config/default',
        items: [],
        ...approvals,
      }),
      'admin/check': ok({ problems: [], stays: [] }),
      'admin/changes': ok({
        changes: ['menu/main', 'screen/cv'].map(change),
        attempts: [],
        landings: [],
        steps: [],
      }),
    }
    return Promise.resolve(answers[path!] ?? page([]))
  }
  const context = {
    catalog,
    scope: {
      ...buildScope(catalog, makeWorld(makeUser({ plan: 'powerPlus', role }))),
      route: { query: asked === undefined ? {} : { request: asked } },
    },
    registry: {},
    actions: { console },
    mode: 'live',
    report: () => undefined,
  } as unknown as RenderContext
  root = createRoot(document.body.appendChild(document.createElement('div')))
  await act(async () => {
    root!.render(
      <MemoryRouter>
        <SWRConfig value={{ provider: () => new Map() }}>
          <ScopeProvider value={context}>
            <ConsoleTheme>
              <Page id="publish" level={1} data={undefined}>
                {null}
              </Page>
            </ConsoleTheme>
          </ScopeProvider>
        </SWRConfig>
      </MemoryRouter>,
    )
    await Promise.resolve()
  })
  return sent
}

const buttons = () => [...document.querySelectorAll('button')].map((each) => each.textContent)
const press = (words: string) =>
  act(async () =>
    [...document.querySelectorAll('button')].find((each) => each.textContent === words)!.click(),
  )
const words = () => document.body.textContent

async function type(value: string): Promise<void> {
  const field = document.querySelector('textarea')!
  await act(async () => {
    Object.getOwnPropertyDescriptor(HTMLTextAreaElement.prototype, 'value')!.set!.call(field, value)
    field.dispatchEvent(new Event('input', { bubbles: true }))
  })
}

describe('what isn’t asked for yet', () => {
  it.each([
    ['viewer', true, false],
    ['editor', true, true],
    ['publisher', true, true],
    ['editor', false, false],
    ['publisher', false, true],
  ] as const)(
    'has a button for %s where approval is needed: %s -> %s',
    async (role, needed, has) => {
      await draw({ role, approvals: { needed } })
      expect(buttons().includes(needed ? 'Ask for approval' : 'Publish')).toBe(has)
    },
  )

  it('is sent without what waits already', async () => {
    const sent = await draw({ approvals: { items: [{ ...ASKED, mine: true }] } })
    await type('New words on the CV')
    await press('Ask for approval')
    expect(sent).toEqual([
      {
        path: 'admin/approvals',
        method: 'POST',
        body: { message: 'New words on the CV', only: ['screen/cv'] },
      },
    ])
  })

  it('says nothing of a request that nobody named', async () => {
    await draw({})
    expect(words()).toContain('Ask for approval')
    expect(words()).not.toContain('This request has been decided or withdrawn.')
    act(() => root?.unmount())
    await draw({ asked: ID })
    expect(words()).toContain('This request has been decided or withdrawn.')
  })

  it('says what an owner does who is alone', async () => {
    await draw({ role: 'owner', approvals: { alone: true } })
    expect(words()).toContain('24 hours after you asked')
  })
})

describe('a request', () => {
  const asked = ID
  it.each([
    ['a colleague’s, to a publisher', 'publisher', {}, ['Approve and publish', 'Send it back']],
    ['a colleague’s, to an editor', 'editor', {}, []],
    ['one’s own', 'publisher', { mine: true }, ['Withdraw']],
    ['one that has changed since', 'publisher', { changed: ['menu/main'] }, ['Send it back']],
    [
      'one’s own, a day later, as the only one',
      'owner',
      { mine: true, ownFrom: '2026-11-21T10:00:00.000Z' },
      ['Publish it without a second person', 'Withdraw'],
    ],
    [
      'one’s own, too early',
      'owner',
      { mine: true, ownFrom: '2999-11-21T10:00:00.000Z' },
      ['Withdraw'],
    ],
  ] as const)('%s, offers what the person may do', async (_name, role, own, offered) => {
    await draw({ role, asked, approvals: { items: [{ ...ASKED, ...own }] } })
    expect(document.querySelector('h1')!.textContent).toBe('A <b>shorter</b> title')
    expect(buttons()).toEqual(offered)
  })

  it('is approved, and a refusal is said', async () => {
    const value = { code: 'approval/changed', message: 'Something has changed.' }
    const sent = await draw({
      asked,
      approvals: { items: [ASKED] },
      answer: { status: 409, value },
    })
    await press('Approve and publish')
    expect(sent).toEqual([{ path: `admin/approvals/${ID}/approve`, method: 'POST' }])
    expect(document.querySelector('[role=alert]')!.textContent).toContain('Something has changed.')
  })

  it('goes back with a comment', async () => {
    const sent = await draw({ asked, approvals: { items: [ASKED] } })
    await press('Send it back')
    await type(' Too long ')
    await act(async () => document.querySelector('form')!.requestSubmit())
    expect(sent).toEqual([
      { path: `admin/approvals/${ID}/return`, method: 'POST', body: { comment: 'Too long' } },
    ])
  })

  it('that was sent back is shown with its comment, and asked for again with the rest', async () => {
    await draw({
      approvals: {
        items: [
          { ...ASKED, mine: true, state: 'returned', comment: 'Say who', decidedBy: 'a@b.c' },
        ],
      },
    })
    expect(words()).toContain('a@b.c sent it back: “Say who”')
    expect(words()).toContain('2 documents change')
  })
})
