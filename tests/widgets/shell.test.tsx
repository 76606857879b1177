// @vitest-environment happy-dom
/**
 * Widgets that any page may use: tabs, a title with values, and a page that does one thing by
 * itself.
 */

import i18next from 'i18next'
import { act } from 'react'
import { createRoot, type Root } from 'react-dom/client'
import { MemoryRouter } from 'react-router-dom'
import { afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import type { ConfigDocument, NodeDocument } from '#engine/documents/kinds.ts'
import { navigate } from '#engine/decide/navigate.ts'
import { ScopeProvider, type Action } from '#engine/react/context.ts'
import { loadWidgets, type DataState } from '#engine/react/registry.ts'
import { Screen } from '#engine/react/Screen.tsx'
import { resolveNodes } from '#engine/decide/screen.ts'
import { flattenTexts } from '#engine/documents/texts.ts'
import { registry } from '#widgets/registry.ts'
import { catalog, makeUser, makeWorld, type PersonOptions } from '../support/documents.ts'
import { speakEnglish } from '#tests/support/english.ts'

let root: Root | undefined

beforeAll(async () => {
  Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true })
  const english = flattenTexts(catalog.get('locale', 'en')!.texts)
  await speakEnglish(english)
  await loadWidgets(registry, [
    'tabs',
    'page-title',
    'page-action',
    'page-cover',
    'provider-buttons',
    'account-card',
    'choice-form',
    'home-hero',
    'simple-form',
    'next-up',
    'profile-progress',
    'plan-card',
  ])
})
afterEach(() => {
  act(() => root?.unmount())
  root = undefined
  document.body.replaceChildren()
})

type Asked = {
  path: string
  query?: Record<string, string>
  person?: PersonOptions
  config?: Partial<ConfigDocument>
  actions?: Record<string, Action>
  data?: Record<string, DataState>
}

/**
 * Nodes of a page, as a user sees them at this address; without a user, as a signed-out visitor.
 */
async function draw(
  nodes: readonly NodeDocument[],
  { path, query = {}, person, config = {}, actions = {}, data = {} }: Asked,
): Promise<HTMLElement> {
  const { scope } = navigate(
    catalog,
    makeWorld(person === undefined ? null : makeUser(person), { config }),
    { path, query },
  )
  const report = (error: unknown) => {
    throw error
  }
  const place = document.body.appendChild(document.createElement('div'))
  await act(async () => {
    root = createRoot(place)
    root.render(
      <MemoryRouter>
        <ScopeProvider value={{ catalog, scope, registry, actions, mode: 'live', report }}>
          <Screen nodes={resolveNodes(nodes, scope, catalog.book)} data={data} />
        </ScopeProvider>
      </MemoryRouter>,
    )
  })
  return place
}

/** The shipped nodes of a screen that are of this type. */
const shipped = (screen: string, type: string) =>
  within(catalog.get('screen', screen)!.children as NodeDocument[]).filter(
    (node) => node.type === type,
  )
const within = (nodes: readonly NodeDocument[]): NodeDocument[] =>
  nodes.flatMap((node) => [node, ...within(node.children ?? [])])
const links = (place: HTMLElement) =>
  [...place.querySelectorAll('nav a')].map((link) => [
    link.textContent,
    link.getAttribute('href'),
    link.getAttribute('aria-current'),
  ])

describe('tabs', () => {
  it('link to each page, keep what the address should keep, and mark the current page', async () => {
    const place = await draw(shipped('login', 'tabs'), {
      path: '/login',
      query: { redirect: '/cv', other: 'x' },
    })
    expect(place.querySelector('nav')?.getAttribute('aria-label')).toBe('Sign up or log in')
    expect(links(place)).toEqual([
      ['Sign up', '/home?redirect=%2Fcv', null],
      ['Log in', '/login?redirect=%2Fcv', 'page'],
    ])
  })

  it.each<[string, Partial<ConfigDocument>]>([
    ['people cannot sign up', { signup: false }],
    ['passwords are switched off', { authProviders: { basic: false, school: true } }],
  ])('aren’t shown if %s', async (_when, config) => {
    expect((await draw(shipped('login', 'tabs'), { path: '/login', config })).innerHTML).toBe('')
  })

  it('leave out what a plan doesn’t open', async () => {
    const path = '/navigators/careers/all'
    const place = await draw(shipped('careers-all', 'tabs'), {
      path,
      person: { plan: 'power', taken: ['holland_code'] },
    })
    expect(links(place).map(([, , current]) => current)).toEqual([null, 'page', null])
    const nobody = await draw(shipped('careers-all', 'tabs'), { path })
    expect(links(nobody)).toEqual([])
  })

  it('may be told which one is current if none links to this page', async () => {
    const rows = ['a', 'b'].map((id) => ({ id, label: id, routeName: 'themePage' }))
    const place = await draw(
      [{ id: 'nav', type: 'tabs', props: { label: 'common.next', rows, current: 'b' } }],
      { path: '/login' },
    )
    expect(links(place).map(([, , current]) => current)).toEqual([null, 'page'])
  })
})

describe('other ways to sign in', () => {
  const issuer = 'https://login.school.example'
  const authProviders = {
    basic: true,
    school: { label: 'School account', issuer, clientId: 'x' },
    stdbank: { discovery: `${issuer}/.well-known/openid-configuration`, clientId: 'x' },
    unready: { label: 'Not yet', issuer },
    old: true,
    off: false,
  }
  const ways = (query: Record<string, string>, config: Partial<ConfigDocument>) =>
    draw(shipped('login', 'provider-buttons'), { path: '/login', query, config })

  it('are links to the services that are set up, which keep where to go afterwards', async () => {
    const place = await ways({ redirect: '/cv?a=b' }, { authProviders })
    expect(
      [...place.querySelectorAll('a')].map((link) => [link.textContent, link.getAttribute('href')]),
    ).toEqual([
      ['Continue with School account', '/api/auth/providers/school?redirect=%2Fcv%3Fa%3Db'],
      ['Continue with stdbank', '/api/auth/providers/stdbank?redirect=%2Fcv%3Fa%3Db'],
    ])
  })

  it('aren’t there if none is set up', async () => {
    const { school: _school, stdbank: _stdbank, ...none } = authProviders
    expect((await ways({}, { authProviders: none })).innerHTML).toBe('')
  })
})

describe('the title of a page', () => {
  const greeting = (profile: Record<string, unknown>) =>
    draw(shipped('profile-home', 'page-cover'), { path: '/profile/home', person: { profile } })

  it.each([
    [{ firstName: 'Naledi', nickname: 'Nana' }, 'Hello Nana'],
    [{ firstName: 'Naledi', nickname: '' }, 'Hello Naledi'],
    [{}, 'Hello'],
  ])('greets %j', async (profile, words) => {
    const place = await greeting(profile)
    expect(place.querySelector('h1')?.textContent).toBe(words)
  })
})

describe('a page that does one thing', () => {
  it.each([
    ['logout', 'logout'],
    ['auth-callback', 'auth.arrive'],
  ])('/%s does %s, once', async (screen, action) => {
    const act = vi.fn(async () => {})
    const place = await draw(shipped(screen, 'page-action'), {
      path: '/login',
      actions: { [action]: act },
    })
    expect(act).toHaveBeenCalledTimes(1)
    expect(place.querySelector('[role=status]')?.textContent).toBe('One moment')
  })

  it('says that it didn’t work, and tries again', async () => {
    const doing = vi
      .fn<() => Promise<void>>()
      .mockRejectedValueOnce(new TypeError('Failed to fetch'))
      .mockResolvedValue()
    const place = await draw(
      [{ id: 'do', type: 'page-action', props: { action: 'leave', failed: 'frame.logoutFailed' } }],
      { path: '/login', actions: { leave: doing } },
    )
    expect(place.querySelector('[role=alert]')?.textContent).toContain(
      i18next.t('frame.logoutFailed'),
    )
    await act(async () => place.querySelector('button')!.click())
    expect(doing).toHaveBeenCalledTimes(2)
    expect(place.querySelector('[role=alert]')).toBeNull()
  })
})

describe('rows of an account', () => {
  const rows = (place: HTMLElement) =>
    [...place.querySelectorAll('dl > div')].map((row) =>
      [...row.querySelectorAll('dt, dd span')].map(({ textContent }) => textContent),
    )

  it('put values side by side, say what is confirmed, and leave out missing ones', async () => {
    const place = await draw(shipped('settings-account', 'account-card'), {
      path: '/settings/account',
      person: { plan: 'power', verified: true },
    })
    expect(rows(place).map(([label, value]) => [label, value])).toEqual([
      ['Name', 'Naledi Mokoena'],
      ['Email', 'naledi@school.test'],
      ['Plan', i18next.t('plan.power')],
    ])
    expect(place.textContent).toContain('naledi@school.testConfirmed')
  })

  it('say so if there is no name yet, and nothing at all if no user is signed in', async () => {
    const nameless = await draw(shipped('settings-account', 'account-card'), {
      path: '/settings/account',
      person: { profile: {}, verified: false },
    })
    expect(rows(nameless)[0]).toEqual(['Name', 'No name yet'])
    expect(nameless.textContent).toContain('Not confirmed yet')
    expect(
      (await draw(shipped('settings-account', 'account-card'), { path: '/login' })).innerHTML,
    ).toBe('')
  })
})

describe('a choice', () => {
  const curricula: DataState = {
    status: 'ready',
    value: { caps: { name: 'CAPS' }, ieb: {} },
    refreshing: false,
  }
  const choice = (
    profile: Record<string, unknown>,
    choose: Action,
    go: Action = () => {},
    plan = 'powerPlus',
  ) =>
    draw(shipped('select-curriculum', 'choice-form'), {
      path: '/login',
      person: { profile, plan },
      data: { curricula },
      actions: { 'curriculum.choose': choose, go },
    })
  const submit = (place: HTMLElement) =>
    act(async () => place.querySelector<HTMLButtonElement>('button[type=submit]')!.click())

  it('is required, and passed to the action by its key', async () => {
    const choose = vi.fn(async (_key: string) => {})
    const place = await choice({}, choose as unknown as Action)
    await submit(place)
    expect(place.querySelector('[role=alert]')?.textContent).toBe('Choose one to continue')
    expect(choose).not.toHaveBeenCalled()
    await act(async () => place.querySelector<HTMLInputElement>('input[value=ieb]')!.click())
    await submit(place)
    expect(choose).toHaveBeenCalledExactlyOnceWith('ieb')
  })

  it('leads where its document says once it is saved, and stays if that failed', async () => {
    const lost = () => Promise.reject(new Error('offline'))
    for (const [choose, plan, calls, said] of [
      [
        async () => {},
        'powerPlus',
        [[{ to: '/navigators/subject-choices/home', said: '' }]],
        'Your curriculum is saved.',
      ],
      // The page that follows isn't part of this plan.
      [async () => {}, 'starter', [], 'Your curriculum is saved.'],
      [lost, 'powerPlus', [], ''],
    ] as const) {
      const go = vi.fn(async (_target: unknown) => {})
      const place = await choice({ schoolCurriculum: 'caps' }, choose, go, plan)
      await submit(place)
      expect(go.mock.calls).toEqual(calls)
      expect(place.querySelector('[role=status]')!.textContent).toBe(said)
      act(() => root?.unmount())
    }
  })

  it('begins with what was chosen before', async () => {
    const place = await choice({ schoolCurriculum: 'caps' }, () => {})
    expect(
      [...place.querySelectorAll<HTMLInputElement>('input')].map(({ value, checked }) => [
        value,
        checked,
      ]),
    ).toEqual([
      ['caps', true],
      ['ieb', false],
    ])
  })
})

describe('a new password', () => {
  it('leads to the login page, which says that it worked', async () => {
    const [, form] = shipped('recover', 'simple-form')
    const go = vi.fn(async (_target: unknown) => {})
    const confirm = vi.fn(async (_values: unknown) => {})
    const place = await draw([form!], {
      path: '/recover',
      query: { token: 'abcdef' },
      actions: { 'recover.confirm': confirm, go: go },
    })
    const input = place.querySelector<HTMLInputElement>('input')!
    await act(async () => {
      Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')!.set!.call(
        input,
        'Maluti2025',
      )
      input.dispatchEvent(new Event('input', { bubbles: true }))
    })
    await act(async () => place.querySelector<HTMLButtonElement>('button[type=submit]')!.click())
    expect(confirm).toHaveBeenCalledExactlyOnceWith({ password: 'Maluti2025' })
    expect(go).toHaveBeenCalledExactlyOnceWith({
      to: '/login',
      said: 'Your password has been changed. Log in with the new one.',
    })
  })
})

describe('the board of the home page', () => {
  const drawn = async (tiles: unknown) => {
    const [hero] = shipped('home', 'home-hero')
    const place = await draw([{ ...hero!, props: { ...hero!.props, tiles } }], {
      path: '/home',
      config: { resultFirst: true },
    })
    return [...place.querySelectorAll('svg.board')].map((board) =>
      [...board.querySelectorAll('[class^="t-"]')].map((tile) => [
        tile.getAttribute('class')!.slice(2),
        tile.parentElement!.getAttribute('transform'),
      ]),
    )
  }

  it('has the tiles of the document, each in the next place', async () => {
    const [first, second] = await drawn([
      { id: 'a', tile: 'helper' },
      { id: 'b', tile: 'builder' },
    ])
    expect(first).toEqual([
      ['helper', 'translate(0 60)'],
      ['builder', 'translate(120 120)'],
    ])
    expect(second!.map(([type]) => type)).toEqual(['helper', 'builder'])
  })

  it('has all six if the document names none', async () => {
    const all = await drawn(undefined)
    expect(all.map(({ length }) => length)).toEqual([6, 6])
  })
})

describe('what comes next', () => {
  const everything = catalog.all('assessment').map(({ id }) => id)
  const peek = { 'attempt.peek': async () => null }

  it('is where else to go when everything is done, as far as that is open', async () => {
    const place = await draw(shipped('actions', 'next-up'), {
      path: '/login',
      person: { plan: 'powerPlus', taken: everything },
      actions: peek,
    })
    expect(place.querySelector('h2, h3')?.textContent).toBe('Careers that fit you')
    expect(place.querySelector('a')?.getAttribute('href')).toBe('/navigators/careers/matches')
    const closed = shipped('actions', 'next-up').map((node) => ({
      ...node,
      props: { ...node.props, allDone: { ...(node.props!['allDone'] as object), show: false } },
    }))
    expect(
      (
        await draw(closed, {
          path: '/login',
          person: { plan: 'powerPlus', taken: everything },
          actions: peek,
        })
      ).innerHTML,
    ).toBe('')
  })

  it('links to the next part of the profile by its name', async () => {
    const place = await draw(shipped('actions', 'profile-progress'), {
      path: '/login',
      person: { profile: {} },
    })
    expect(place.querySelector('a')?.getAttribute('href')).toMatch(/^\/cv\?section=[A-Za-z]+$/)
  })

  it('leads to what the paper lacks, with its minutes, and names the last file', async () => {
    const gap = (section: string, minutes: number) => ({
      section,
      title: section,
      why: '',
      minutes,
    })
    const cv = (more: object) => ({
      status: 'ready' as const,
      refreshing: false,
      value: { parts: [{}], order: ORDER, gaps: [], file: null, ...more },
    })
    const ORDER = ['about', 'educations', 'skills', 'languages', 'references'].map((id) => ({
      id,
      section: id === 'languages' ? 'about' : id,
      title: id,
      state: 'empty',
    }))
    const words = async (more: object) => {
      const place = await draw(shipped('profile-home', 'profile-progress'), {
        path: '/login',
        person: { plan: 'powerPlus', profile: {} },
        data: { cv: cv(more) },
      })
      return [place.textContent, place.querySelector('a')?.getAttribute('href')]
    }
    const [said, to] = await words({
      gaps: [gap('educations', 2), gap('skills', 3), gap('references', 4)],
      file: { format: 'docx', at: new Date().toISOString() },
    })
    // Four sections, counted as on the page of the CV.
    expect(said).toContain('25%')
    expect(said).toContain('1 of 4 parts done.')
    expect(said).toContain('Still to come: educations, skills and 1 more. About 9 minutes in all.')
    expect(said).toContain('educations, 2 minutes')
    expect(said).toContain('Last file: Word, today')
    expect(to).toBe('/cv?section=educations')
    act(() => root?.unmount())
    document.body.replaceChildren()
    const [asks, first] = await words({
      gaps: [{ ...gap('basicInfo', 1), ask: 'Add your phone number', fields: ['phone'] }],
    })
    expect(asks).toContain('Add your phone number, 1 minute')
    expect(first).toBe('/cv?section=basicInfo&field=phone')
    act(() => root?.unmount())
    document.body.replaceChildren()
    // Nothing is missing on the paper, whatever else the profile has room for.
    const [rest, next] = await words({})
    expect(rest).not.toContain('Still to come')
    expect(rest).toContain('4 of 4 parts done.')
    expect(next).toBe('/cv')
  })
})
