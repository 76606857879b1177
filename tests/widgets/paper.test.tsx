// @vitest-environment happy-dom
/** The CV's page and the page of its files, drawn from their documents. */

import { act } from 'react'
import { createRoot, type Root } from 'react-dom/client'
import { MemoryRouter } from 'react-router-dom'
import { afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import type { CvView } from '#engine/contract/cvcalls.ts'
import type { Hidden } from '#engine/cv/hidings.ts'
import { navigate } from '#engine/decide/navigate.ts'
import { resolveNodes } from '#engine/decide/screen.ts'
import { ScopeProvider } from '#engine/react/context.ts'
import { loadWidgets } from '#engine/react/registry.ts'
import { Screen } from '#engine/react/Screen.tsx'
import { registry } from '#widgets/registry.ts'
import { speakEnglish } from '#tests/support/english.ts'
import { catalog, makeUser, makeWorld } from '#tests/support/documents.ts'

const VIEW: CvView = {
  layouts: [
    { id: 'clean', title: 'Clean', drawing: 'rule' },
    { id: 'warm', title: 'Warm', drawing: 'cloth' },
    { id: 'compact', title: 'Compact', drawing: 'dots' },
  ],
  order: [
    { id: 'about', section: 'about', title: 'About me', state: 'shown' },
    { id: 'experiences', section: 'referees', title: 'Experience', state: 'shown' },
    { id: 'interests', section: 'interests', title: 'Interests', state: 'hidden' },
  ],
  look: { head: 'plain', headings: 'rule' },
  name: 'Thandi Mokoena',
  line: '',
  contacts: [{ id: 'phone', text: '071 555 0148' }],
  parts: [
    { id: 'about', section: 'about', title: 'About me', as: 'text', lines: ['I fix things.'] },
    {
      id: 'experiences',
      section: 'referees',
      title: 'Experience',
      as: 'items',
      items: [{ title: 'Shop helper', dates: '2024 to now', by: 'Spaza', lines: ['Sold bread'] }],
    },
    { id: 'skills', section: 'about', title: 'Skills', as: 'line', words: ['Sewing', 'Maths'] },
  ],
  gaps: [
    {
      section: 'basicInfo',
      title: 'Languages',
      why: 'So that they reach you',
      minutes: 1,
      fields: ['languages', 'phone'],
    },
    { section: 'names', title: 'Names', why: '', minutes: 3 },
  ],
  logo: false,
  hidden: [{ section: 'interests', title: 'Interests' }],
  hints: [
    {
      section: 'experiences',
      item: 'r1',
      title: 'Experience',
      text: 'A long line.',
      line: 'I fixed the fridge',
    },
  ],
  file: null,
}

let root: Root | undefined
beforeAll(async () => {
  Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true })
  await speakEnglish()
  await loadWidgets(registry, Object.keys(registry))
}, 60_000)
afterEach(() => {
  act(() => root?.unmount())
  document.body.replaceChildren()
})

const ready = (value: unknown) => ({ status: 'ready', value, refreshing: false }) as const

function draw(
  query: Record<string, string>,
  view: CvView = VIEW,
  actions: Record<string, unknown> = {},
  again?: () => void,
  links: readonly object[] = [],
): HTMLElement {
  const user = makeUser({ taken: ['holland_code'] })
  const { scope, screen } = navigate(catalog, makeWorld(user), { path: '/cv', query })
  const at = document.body.appendChild(document.createElement('main'))
  root = createRoot(at)
  const cv = { status: 'ready', value: view, refreshing: false, ...(again && { again }) } as const
  act(() =>
    root!.render(
      <MemoryRouter>
        <ScopeProvider
          value={{
            catalog,
            scope,
            registry,
            actions: actions as never,
            mode: 'live',
            report: (error) => {
              throw error
            },
          }}
        >
          <Screen
            nodes={resolveNodes(catalog.get('screen', screen!)!.children, scope, catalog.book)}
            data={{ cv, ...(links.length > 0 && { links: ready({ items: links }) }) }}
          />
        </ScopeProvider>
      </MemoryRouter>,
    ),
  )
  return at
}

const linksOf = (at: ParentNode) =>
  [...at.querySelectorAll('a')].map((link) => [
    link.getAttribute('aria-label') ?? link.textContent,
    link.getAttribute('href'),
  ])
const button = (at: ParentNode, name: string) =>
  [...at.querySelectorAll('button')].find(
    (each) => (each.getAttribute('aria-label') ?? each.textContent) === name,
  )!

describe('the page of the CV', () => {
  it('leads with the next part and its minutes, the only next step', () => {
    const steps = [...draw({}).querySelectorAll('a[class*="step"]')]
    expect(steps.map((each) => [each.textContent, each.getAttribute('href')])).toEqual([
      ['Add it, 1 minute', '/cv?section=basicInfo&field=languages%2Cphone'],
    ])
  })

  it('says that it is ready once nothing is missing, and leads on from there', () => {
    const at = draw({}, { ...VIEW, gaps: [] })
    expect(at.textContent).toContain('Your CV is ready')
    const steps = [...at.querySelectorAll('a[class*="step"]')]
    expect(steps.map((each) => [each.textContent, each.getAttribute('href')])).toEqual([
      ['Send it', '/cv?view=files'],
    ])
  })

  it('shows the paper with a pencil to each section that has a form, and gaps with minutes', () => {
    const paper = draw({}).querySelector('article')!
    expect(paper.textContent).toContain('Shop helper')
    expect(paper.textContent).toContain('Sewing, Maths')
    expect(linksOf(paper)).toEqual([
      ['Change your name and contact details', '/cv?section=basicInfo'],
      // Of the section that the head leads to, below the head.
      // It opens with what it names.
      ['LanguagesSo that they reach you1 min', '/cv?section=basicInfo&field=languages%2Cphone'],
      ['Change About me', '/cv?section=about'],
      ['Change Skills', '/cv?section=about'],
      ['Names3 min', '/cv?section=names'],
    ])
  })

  it('has what is missing where it would be printed, and the rest below', () => {
    const order: CvView['order'] = [
      { id: 'languages', section: 'basicInfo', title: 'Languages', state: 'empty' },
      { id: 'about', section: 'about', title: 'About me', state: 'shown' },
      { id: 'skills', section: 'about', title: 'Skills', state: 'shown' },
      { id: 'experiences', section: 'referees', title: 'Experience', state: 'shown' },
    ]
    const paper = draw({}, { ...VIEW, order }).querySelector('article')!
    const places = ['Languages', 'About me', 'Skills', 'Experience', 'Names'].map((title) =>
      paper.textContent.indexOf(title),
    )
    expect(places.every((place) => place >= 0)).toBe(true)
    expect(places).toEqual([...places].sort((a, b) => a - b))
  })

  it('leaves a section out and takes it in again, then asks for the paper again', async () => {
    const hide = vi.fn<(asked: object) => Promise<Hidden>>(() =>
      Promise.resolve({ done: true, waiting: {}, keeps: false, refused: [], begun: [] }),
    )
    const again = vi.fn<() => void>()
    const at = draw({}, VIEW, { 'section.hide': hide }, again)
    await act(async () => button(at, 'Leave out About me').click())
    await act(async () => button(at, 'Show Interests again').click())
    expect(hide.mock.calls).toEqual([
      // What waits on this device.
      [{}],
      [{ section: 'about', hide: true }],
      [{ section: 'interests', hide: false }],
    ])
    expect(again).toHaveBeenCalledTimes(2)
  })

  it('says nothing and asks for nothing when leaving out failed', async () => {
    const hide = vi.fn<(asked: object) => Promise<Hidden>>(() =>
      Promise.resolve({ done: false, waiting: {}, keeps: false, refused: [], begun: [] }),
    )
    const again = vi.fn<() => void>()
    const at = draw({}, VIEW, { 'section.hide': hide }, again)
    await act(async () => button(at, 'Leave out About me').click())
    expect(again).not.toHaveBeenCalled()
    expect(at.textContent).not.toContain('About me isn’t on your CV any more')
    expect(at.querySelector('article')!.textContent).toContain('About me')
  })

  it('says of a hint which line it is about', () => {
    expect(draw({}).textContent).toContain('“I fixed the fridge”')
  })

  it('says of what is missing that it was begun', async () => {
    const hide = vi.fn<(asked: object) => Promise<Hidden>>(() =>
      Promise.resolve({ done: true, waiting: {}, keeps: false, refused: [], begun: ['names'] }),
    )
    const at = draw({}, VIEW, { 'section.hide': hide })
    await act(async () => {})
    expect(linksOf(at.querySelector('article')!)).toContainEqual([
      'NamesYou’ve begun this. Carry on: it’s only on this phone so far.3 min',
      '/cv?section=names',
    ])
  })

  it('shows what waits on this device', async () => {
    const hide = vi.fn<(asked: object) => Promise<Hidden>>(() =>
      Promise.resolve({
        done: true,
        waiting: { about: true },
        keeps: true,
        refused: [],
        begun: [],
      }),
    )
    const at = draw({}, VIEW, { 'section.hide': hide })
    await act(async () => {})
    expect(at.querySelector('article')!.textContent).not.toContain('About me')
    expect(at.textContent).toContain('Saved on this phone')
  })

  it('says where the name goes while there is none', () => {
    expect(draw({}, { ...VIEW, name: '' }).querySelector('h2 bdi')?.textContent).toBe('Your name')
  })
})

describe('the page of its files', () => {
  it('shows the layout that the address names, and nothing that a link would hide', () => {
    const at = draw({ view: 'files', layout: 'warm' })
    expect(at.querySelector('article')).toBeNull()
    expect(at.textContent).not.toContain('071 555 0148')
    const checked = at.querySelector<HTMLInputElement>('input:checked')!
    expect(checked.closest('label')!.textContent).toBe('Warm')
  })

  it('downloads each kind in the chosen layout, and sends the text', async () => {
    const save = vi.fn<(asked: object) => Promise<void>>(() => Promise.resolve())
    const share = vi.fn<(asked: object) => Promise<void>>(() => Promise.resolve())
    const set = vi.fn<(asked: object) => void>()
    const actions = { 'file.save': save, 'text.share': share, 'query.set': set }
    const at = draw({ view: 'files', layout: 'warm' }, VIEW, actions)
    for (const name of ['Download PDF, about 20 kB', 'Word', 'As text', 'JSON Resume'])
      await act(async () => button(at, name).click())
    const path = 'users/cv/file'
    expect(save.mock.calls).toMatchObject([
      [{ path, format: 'pdf', layout: 'warm' }],
      [{ path, format: 'docx', layout: 'warm' }],
      [{ path, format: 'json', layout: 'warm' }],
    ])
    expect(share.mock.calls).toEqual([[{ path, format: 'txt', layout: 'warm' }]])
    await act(async () => at.querySelectorAll<HTMLInputElement>('input[type=radio]')[2]!.click())
    expect(set.mock.calls).toEqual([[{ layout: 'compact' }]])
  })

  it('says what each link shows of what links leave out, one that was made by earlier rules too', async () => {
    const link = { opened: 0, created: '2026-11-20T08:00:00Z', expires: '2026-12-20T08:00:00Z' }
    const links = [
      { ...link, id: 'now', hide: ['phone', 'email', 'address', 'references'] },
      { ...link, id: 'earlier', hide: ['phone', 'address', 'references'] },
      { ...link, id: 'most', hide: ['address'] },
    ]
    const at = draw({ view: 'files' }, VIEW, { share: async () => null }, undefined, links)
    await act(async () => undefined)
    const said = [...at.querySelectorAll('li')].map(
      ({ textContent }) => /Also shows: (.*?)Day/.exec(textContent)?.[1],
    )
    expect(said).toEqual([
      undefined,
      'Your email address',
      'Your phone number · Your email address · Phone numbers and emails of your references',
    ])
  })
})
