// @vitest-environment happy-dom
/** Before publishing: a second person who approves, and a time that somebody chose. */

import { act, type ReactNode } from 'react'
import { createRoot, type Root } from 'react-dom/client'
import { MemoryRouter } from 'react-router-dom'
import { SWRConfig } from 'swr'
import { afterEach, beforeAll, describe, expect, it } from 'vitest'
import { Steps } from '#admin/experiments/Steps.tsx'
import type { ConsoleCall, ConsoleResponse } from '#admin/parts/client.ts'
import { ConsoleTheme } from '#admin/parts/ConsoleTheme.tsx'
import { DiscardDraft } from '#admin/parts/DiscardDraft.tsx'
import { Publish } from '#admin/publish/Publish.tsx'
import type { Approval, Approvals, ScheduledRelease } from '#engine/contract/approvals.ts'
import type { ExperimentView } from '#engine/contract/experimentshapes.ts'
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
  publishAt: null,
  ownFrom: null,
}
const SCHEDULED: ScheduledRelease = {
  id: ID,
  state: 'waiting',
  message: 'Term 1',
  at: '2999-12-01T06:00:00.000Z',
  by: 'thandi@school.test',
  mine: false,
  documents: ['menu/main'],
  changed: [],
  reason: null,
  detail: null,
  mayPublish: true,
  mayCancel: true,
}
const change = (document: string) => ({ document, state: 'added', changes: [] })

type Given = {
  readonly role?: 'viewer' | 'editor' | 'publisher' | 'experimenter' | 'owner'
  /** The one that is decided. */
  readonly asked?: string
  readonly approvals?: Partial<Approvals>
  readonly scheduled?: readonly ScheduledRelease[]
  readonly pauses?: readonly { experiment: string; title: string }[]
  readonly changes?: readonly unknown[]
  /** In place of the page before publishing. */
  readonly page?: ReactNode
  /** What the server answers a call that changes something with. */
  readonly answer?: Partial<ConsoleResponse>
}

/** @returns the calls that changed something */
async function draw({
  role = 'publisher',
  asked,
  approvals = {},
  scheduled = [],
  pauses = [],
  changes = ['menu/main', 'screen/cv'].map(change),
  page: shown,
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
      'admin/scheduled': page(scheduled),
      'admin/check': ok({ problems: [], stays: [] }),
      'admin/changes': ok({
        learners: 10,
        changes,
        attempts: [],
        pauses,
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
              {shown ?? (
                <Page id="publish" level={1} data={undefined}>
                  {null}
                </Page>
              )}
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

async function type(value: string, into = 'textarea'): Promise<void> {
  const field = document.querySelector<HTMLTextAreaElement | HTMLInputElement>(into)!
  await act(async () => {
    Object.getOwnPropertyDescriptor(Object.getPrototypeOf(field), 'value')!.set!.call(field, value)
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

  it.each([
    ['to an editor who asks', {}],
    ['to a publisher', { needed: false }],
    ['to a second person', { items: [ASKED] }],
  ] as const)('says %s which experiments it pauses', async (_name, approvals) => {
    await draw({
      approvals,
      ...('items' in approvals && { asked: ID }),
      pauses: [{ experiment: 'home-action', title: 'The first button' }],
    })
    expect(words()).toContain(
      'Pauses the experiment “The first button”. What it has counted so far ends there',
    )
    expect(words()).not.toContain('is halfway through anything')
    const link = [...document.querySelectorAll('a')].find(
      ({ textContent }) => textContent === 'Look at the experiment',
    )
    expect(link!.getAttribute('href')).toBe('/admin/experiments/home-action')
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
    expect(words()).toContain('Your changes are still drafts.')
    expect(words()).toContain('2 changes')
  })

  it('says that the start of an experiment was sent back, which leaves no draft', async () => {
    const documents = ['experiment/home-action']
    await draw({
      role: 'experimenter',
      approvals: {
        items: [
          {
            ...ASKED,
            documents,
            changed: documents,
            mine: true,
            state: 'returned',
            comment: 'Say why',
            decidedBy: 'a@b.c',
          },
        ],
      },
    })
    expect(words()).toContain('a@b.c sent it back: “Say why” The experiment hasn’t started.')
    expect(words()).not.toContain('still drafts')
  })
})

describe('a release that waits for its time', () => {
  const NONE = { needed: false }
  const choose = () =>
    act(async () => document.querySelector<HTMLInputElement>('input[value=later]')!.click())
  const button = (name: string) =>
    [...document.querySelectorAll('button')].find((each) => each.textContent === name)!
  const inDays = (days: number) => {
    const at = new Date()
    return new Date(at.getFullYear(), at.getMonth(), at.getDate() + days, 9, 30)
  }
  const dateOf = (at: Date) =>
    [at.getFullYear(), at.getMonth() + 1, at.getDate()]
      .map((each) => String(each).padStart(2, '0'))
      .join('-')

  it.each([
    ['schedules', NONE, 'admin/scheduled', 'Schedule'],
    ['asks for', { needed: true }, 'admin/approvals', 'Ask for approval'],
  ] as const)('%s the time that was chosen, in UTC', async (_name, approvals, path, name) => {
    const sent = await draw({ approvals })
    await type('Term 1')
    await choose()
    const at = inDays(3)
    await type(dateOf(at), 'input[type=date]')
    await type('09:30', 'input[type=time]')
    expect(words()).toMatch(/Learners get it on .* at 09:30, \p{Lu}/u)
    await press(name)
    expect(sent).toEqual([
      { path, method: 'POST', body: { message: 'Term 1', at: at.toISOString() } },
    ])
  })

  it.each([
    [0, '00:00', 'at least 5 minutes from now'],
    [800, '08:00', 'within a year'],
  ])('refuses a time %i days ahead at %s', async (days, time, said) => {
    const sent = await draw({ approvals: NONE })
    await type('Term 1')
    await choose()
    await type(dateOf(inDays(days)), 'input[type=date]')
    await type(time, 'input[type=time]')
    expect(words()).toContain(said)
    expect(button('Schedule').disabled).toBe(true)
    await press('Schedule')
    expect(sent).toEqual([])
  })

  it('is listed with its documents, and the rest is published without them', async () => {
    const sent = await draw({ approvals: NONE, scheduled: [SCHEDULED] })
    expect(words()).toContain('Scheduled by thandi@school.test')
    expect(words()).toContain('1 change')
    await type('The rest')
    await press('Publish')
    expect(sent).toEqual([
      {
        path: 'admin/releases',
        method: 'POST',
        body: { message: 'The rest', only: ['screen/cv'] },
      },
    ])
  })

  it.each([
    ['Publish now', { path: `admin/scheduled/${ID}/publish`, method: 'POST' }],
    ['Don’t publish', { path: `admin/scheduled/${ID}`, method: 'DELETE' }],
  ])('can be decided about: %s', async (name, call) => {
    const sent = await draw({ approvals: NONE, scheduled: [SCHEDULED] })
    await press(name)
    expect(sent).toEqual([call])
  })

  it('offers nothing to those who may do nothing about it', async () => {
    const scheduled = [{ ...SCHEDULED, mayPublish: false, mayCancel: false }]
    await draw({ role: 'viewer', approvals: NONE, scheduled })
    expect(words()).toContain('Term 1')
    expect(buttons()).toEqual([])
  })

  it('says what has changed since, and lists those drafts again', async () => {
    await draw({ approvals: NONE, scheduled: [{ ...SCHEDULED, changed: ['menu/main'] }] })
    expect(words()).toContain('nothing will be published: main')
    expect(words()).toContain('2 changes')
    expect(buttons()).not.toContain('Publish now')
  })

  it('says why it wasn’t published until somebody has read it', async () => {
    const failed = { ...SCHEDULED, state: 'failed', mayPublish: false } as const
    const detail = 'menu/main: no page is called “x”'
    const sent = await draw({
      approvals: NONE,
      scheduled: [{ ...failed, reason: 'problems', detail }],
    })
    expect(words()).toContain(`because the check found a problem: ${detail}.`)
    await press('Got it')
    expect(sent).toEqual([{ path: `admin/scheduled/${ID}`, method: 'DELETE' }])
  })

  it('is approved together with its time', async () => {
    const items = [{ ...ASKED, publishAt: SCHEDULED.at }]
    await draw({ asked: ID, approvals: { items } })
    expect(buttons()).toEqual(['Approve and schedule', 'Send it back'])
    expect(words()).toContain('If it’s approved by then, it’s published by itself.')
    act(() => root?.unmount())
    await draw({ asked: ID, approvals: { items: [{ ...ASKED, publishAt: ASKED.at }] } })
    expect(buttons()).toEqual(['Approve and publish', 'Send it back'])
  })
})

describe('the start of an experiment', () => {
  const view = {
    id: 'home-action',
    state: 'planned',
    lost: [],
    plan: {},
    document: { title: 'Home' },
  } as unknown as ExperimentView
  const steps = <Steps view={view} onChange={() => undefined} />

  it('is asked for by an experimenter where a second person approves', async () => {
    const sent = await draw({ role: 'experimenter', page: steps })
    expect(buttons()).not.toContain('Start')
    await press('Ask for approval')
    await type('New home page', 'input')
    const [, send] = [...document.querySelectorAll('button')].filter(
      ({ textContent }) => textContent === 'Ask for approval',
    )
    await act(async () => send!.click())
    expect(sent).toMatchObject([
      {
        path: 'admin/experiments/home-action/ask',
        method: 'POST',
        body: { message: 'New home page' },
      },
    ])
  })

  it('is a request once it has been asked for, and a button where nobody else is needed', async () => {
    const items = [{ ...ASKED, mine: true, documents: ['experiment/home-action'] }]
    await draw({ role: 'experimenter', page: steps, approvals: { items } })
    expect(buttons()).not.toContain('Ask for approval')
    expect(document.querySelector('a')?.getAttribute('href')).toBe(`/admin/publish?request=${ID}`)
    act(() => root?.unmount())
    document.body.replaceChildren()
    await draw({ role: 'experimenter', page: steps, approvals: { needed: false } })
    expect(buttons()).toContain('Start')
  })

  it('shows its approver what each version changes', async () => {
    const changes = [
      {
        ...change('experiment/home-action'),
        arms: [{ id: 'profile-first', changes: [{ ...change('screen/home'), state: 'changed' }] }],
      },
    ]
    await draw({ asked: ID, approvals: { items: [ASKED] }, changes })
    expect(words()).toContain('The version “profile first” changes:')
    expect(words()).toContain('screen/home')
  })
})

it('says before a draft is discarded that somebody waits for it', async () => {
  const page = (id: string) => <DiscardDraft kind="menu" id={id} title={id} etag="1" />
  await draw({ page: page('main'), approvals: { items: [ASKED] } })
  await press('Discard main')
  expect(words()).toContain('Approval was asked for it, or it’s scheduled.')
  act(() => root?.unmount())
  document.body.replaceChildren()
  await draw({ page: page('other'), approvals: { items: [ASKED] } })
  await press('Discard other')
  expect(words()).not.toContain('Approval was asked')
})
