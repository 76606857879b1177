// @vitest-environment happy-dom
/** Differences and problems as the user reads them. */

import { act, type ReactNode } from 'react'
import { createRoot, type Root } from 'react-dom/client'
import { afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import type { DocumentChange } from '#engine/contract/admincontract.ts'
import type { Problem } from '#engine/contract/problems.ts'
import { DifferenceView } from '#admin/diff/DifferenceView.tsx'
import { ProblemList } from '#admin/diff/ProblemList.tsx'
import { speakEnglish } from '#tests/support/english.ts'
import { InConsole } from './inconsole.tsx'

let root: Root | undefined

beforeAll(async () => {
  Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true })
  await speakEnglish()
})
afterEach(() => {
  act(() => root?.unmount())
  document.body.replaceChildren()
})

function draw(element: ReactNode): HTMLElement {
  const host = document.body.appendChild(document.createElement('div'))
  root = createRoot(host)
  act(() => root!.render(<InConsole>{element}</InConsole>))
  return host
}
const button = (host: HTMLElement, name: string) =>
  [...host.querySelectorAll('button')].find(({ textContent }) => textContent === name)
const changed = (...changes: DocumentChange['changes']): DocumentChange[] => [
  { document: 'menu/main', state: 'changed', changes },
]

describe('a difference', () => {
  it.each<[string, DocumentChange['changes'][number], string]>([
    [
      'a value',
      { op: 'set', at: '/a', label: 'items › home › label', before: 'one', after: 'two' },
      'Changed: Items › Home › LabelBeforeoneNowtwo',
    ],
    [
      'a value where none was',
      { op: 'set', at: '/a', label: 'items › home › hint', after: 'two' },
      'New: Items › Home › HintNowtwo',
    ],
    [
      'a value that is left out',
      { op: 'unset', at: '/a', label: 'note', before: '' },
      'Left out: NoteBeforeempty',
    ],
    [
      'a new entry and its place',
      { op: 'insert', at: '/a', label: 'items › events', after: 'Events', anchor: 'reports' },
      'Added: Items › Events after reportsNowEvents',
    ],
    [
      'an entry that moved to the front',
      { op: 'move', at: '/a', label: 'items › events' },
      'Moved: Items › Events to the top',
    ],
    [
      'an entry that is gone',
      { op: 'remove', at: '/a', label: 'items › events', before: 'Events' },
      'Removed: Items › EventsBeforeEvents',
    ],
    [
      'a value put into a list',
      { op: 'add', at: '/a', label: 'locales', after: 'zu' },
      'Added to the list: LocalesNowzu',
    ],
    [
      'a value taken off a list',
      { op: 'drop', at: '/a', label: 'locales', before: 'zu' },
      'Removed from the list: LocalesBeforezu',
    ],
  ])('describes %s', (_what, change, words) => {
    expect(
      draw(<DifferenceView changes={changed(change)} />).querySelector('ul ul')?.textContent,
    ).toBe(words)
  })

  it('names a document by its title if it is known', () => {
    const host = draw(
      <DifferenceView changes={changed()} titles={{ 'menu/main': 'Navigation menu' }} />,
    )
    expect(host.querySelector('h3')?.textContent).toBe('Navigation menu')
    const stored = host.querySelector('details')!
    expect(stored.querySelector('summary')?.textContent).toBe('For technicians')
    expect(stored.querySelector('pre')?.textContent).toContain('menu/main')
    stored.remove()
    expect(host.textContent).not.toContain('menu/main')
  })

  it('shows an added or removed document as one change', () => {
    const host = draw(
      <DifferenceView
        changes={[
          {
            document: 'screen/events',
            state: 'added',
            changes: [],
          },
        ]}
      />,
    )
    host.querySelector('details')!.remove()
    expect(host.querySelector('h3')?.textContent).toBe('Events')
    expect(host.textContent).toBe('EventsPagesNew')
  })

  it('tells a renamed button once, with its words in every language, and no key or origin', () => {
    const way = [{ id: 'next', type: 'next-up' }, 'buttonText']
    const words = (en: string, af: string) =>
      ({
        is: 'text',
        key: 'own.actions.next',
        words: [
          { language: 'English', words: en },
          { language: 'Afrikaans', words: af },
        ],
      }) as const
    const text = (language: string) => ({
      key: 'own.actions.next',
      language,
      within: ['screen/actions'],
      places: 1,
      isShown: false,
    })
    const own = (id: string, language: string): DocumentChange => ({
      document: `locale/${id}`,
      state: 'changed',
      changes: [{ op: 'set', at: '/texts', label: 'x', told: { way: [], text: text(language) } }],
    })
    const host = draw(
      <DifferenceView
        titles={{ 'screen/actions': 'Actions' }}
        changes={[
          own('af', 'Afrikaans'),
          own('en', 'English'),
          {
            document: 'screen/actions',
            state: 'changed',
            changes: [
              {
                op: 'set',
                at: '/children/next/props/buttonText',
                label: 'children › next › props › buttonText',
                told: {
                  way,
                  was: words('Let’s go', 'Kom ons begin'),
                  now: words('Start now', 'Begin nou'),
                },
              },
            ],
          },
        ]}
      />,
    )
    host.querySelector('details')!.remove()
    expect(host.textContent).toBe(
      'ActionsPagesChangedChanged: Next up › Button textEnglishLet’s goNowStart nowAfrikaansKom ons beginNowBegin nou',
    )
  })

  it('says a whole rule in words, and the labelled members of what is new', () => {
    const rule = { and: Array.from({ length: 9 }, () => ({ '<': [{ var: 'facts.age' }, 16] })) }
    const host = draw(
      <DifferenceView
        changes={[
          {
            document: 'menu/other',
            title: 'Other menu',
            state: 'added',
            changes: [],
            contents: {
              is: 'thing',
              members: [
                { name: 'title', told: { is: 'value', value: 'Other menu' } },
                { name: 'when', told: { is: 'rule', rule } },
              ],
            },
          },
        ]}
      />,
    )
    const list = host.querySelector('dl')!
    expect(list.textContent).toContain('TitleOther menu')
    expect(list.textContent.match(/they’re younger than 16/gi)).toHaveLength(9)
    expect(list.textContent).not.toMatch(/[{}"]/)
  })

  it('shows many changes in two portions, and none twice', () => {
    const many = Array.from({ length: 30 }, (_, index) => ({
      op: 'unset' as const,
      at: `/${index}`,
      label: `text ${index}`,
    }))
    const host = draw(<DifferenceView changes={changed(...many)} />)
    expect(host.querySelectorAll('ul ul > li')).toHaveLength(12)
    act(() => button(host, 'Show 18 more changes')!.click())
    expect(host.querySelectorAll('ul ul > li')).toHaveLength(30)
    expect(button(host, 'Show 18 more changes')).toBeUndefined()
  })

  it('says so if there is none', () =>
    expect(draw(<DifferenceView changes={[]} />).textContent).toBe('No differences.'))
})

describe('the problems', () => {
  const hint: Problem = {
    code: 'text/missing',
    document: 'locale/af',
    pointer: '/texts/menu/a~1b',
    message: 'has no words',
    severity: 'warning',
  }
  const error: Problem = {
    code: 'reference/unknown-route',
    document: 'menu/main',
    pointer: '/items/home/to',
    message: 'there is no route called "hme"',
    suggestion: 'home',
    severity: 'error',
  }

  it('list what blocks publishing first, and are counted', () => {
    const host = draw(<ProblemList problems={[hint, error]} onJump={() => undefined} />)
    expect(host.querySelector('[role=status]')?.textContent).toBe('1 blocks publishing1 hint')
    expect([...host.querySelectorAll('li strong')].map(({ textContent }) => textContent)).toEqual([
      'There is no route called "hme"',
      'Has no words',
    ])
    expect(
      [...host.querySelectorAll('li svg')].map((icon) => icon.getAttribute('aria-label')),
    ).toEqual(['Blocks publishing', 'Hint'])
  })

  it('say where they are: by line in the open document, by name elsewhere', () => {
    const host = draw(
      <ProblemList
        problems={[error, hint]}
        document="menu/main"
        lineOf={({ document: name }) => (name === 'menu/main' ? 16 : null)}
        onJump={() => undefined}
      />,
    )
    const [here, elsewhere] = host.querySelectorAll('li')
    expect(here?.textContent).toContain(
      'Line 16: there is no route called "hme" Did you mean home?Entries › Home › Leads to',
    )
    // The title of the other document is still on its way here.
    expect(elsewhere?.textContent).toContain('Words › Menu › A b')
  })

  it('link to their place', () => {
    const onJump = vi.fn()
    const host = draw(<ProblemList problems={[error]} document="menu/main" onJump={onJump} />)
    act(() => button(host, 'Go there')!.click())
    expect(onJump).toHaveBeenCalledWith(error)
  })

  it('offer their fix if the document is open and can be edited', () => {
    const onFix = vi.fn()
    const host = draw(
      <ProblemList
        problems={[error]}
        document="menu/main"
        onJump={() => undefined}
        onFix={onFix}
      />,
    )
    act(() => button(host, 'Fix it')!.click())
    expect(onFix).toHaveBeenCalledWith(error)
    act(() =>
      root?.render(
        <InConsole>
          <ProblemList
            problems={[error]}
            document="menu/other"
            onJump={() => undefined}
            onFix={onFix}
          />
        </InConsole>,
      ),
    )
    expect(button(host, 'Fix it')).toBeUndefined()
    act(() =>
      root?.render(
        <InConsole>
          <ProblemList problems={[error]} document="menu/main" onJump={() => undefined} />
        </InConsole>,
      ),
    )
    expect(button(host, 'Fix it')).toBeUndefined()
  })

  it('say so if there are none', () =>
    expect(draw(<ProblemList problems={[]} onJump={() => undefined} />).textContent).toBe(
      'No problems found.',
    ))
})
