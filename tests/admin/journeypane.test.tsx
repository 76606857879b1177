// @vitest-environment happy-dom
/** A flow as a path, and the people who are sent along it. */

import { act } from 'react'
import { expect, it } from 'vitest'
import { JourneyPane } from '#admin/journey/JourneyPane.tsx'
import type { ConsoleCall, ConsoleResponse } from '#admin/parts/client.ts'
import type { Json } from '#engine/documents/json.ts'
import { catalog } from '#tests/support/documents.ts'
import { consoleDom } from './inconsole.tsx'

const drawIn = consoleDom()

const row = (id: string, to: string) => ({
  id,
  when: { var: 'facts.verified' },
  then: { go: 'redirect', to },
})
const titleOf = (route: string, title: string) => ({ id: catalog.route(route)!.title!, title })
const NAMES = {
  text: [titleOf('home', 'Home page')],
  page: [{ id: 'cv', title: 'My CV' }],
}
const live = { kind: 'flow', rows: [row('a', 'home'), row('ab', 'cv')] } as unknown as Json
const draft = { kind: 'flow', rows: [row('ab', 'cv'), row('a', 'home')] } as unknown as Json

/** @returns the rules that were asked, and the rows that were opened */
async function draw(status: number) {
  const asked: ConsoleCall[] = []
  const opened: string[] = []
  const respond = (call: ConsoleCall): Promise<ConsoleResponse> => {
    asked.push(call)
    const { rules, personas } = call.body as { rules: unknown[]; personas: unknown[] }
    // Everything holds for the first person alone.
    const holds = personas.map((_, at) => rules.map(() => at === 0))
    return Promise.resolve({ status, value: status === 200 ? { holds } : {}, etag: null })
  }
  await drawIn(
    <JourneyPane
      names={NAMES}
      document={draft}
      live={live}
      part="/rows/ab"
      onEdit={(at) => opened.push(at)}
    />,
    { respond },
  )
  expect(said()).toBe('')
  await act(() => new Promise((resolve) => setTimeout(resolve, 700)))
  return { asked, opened }
}
const said = () => document.querySelector('table + [role="status"]')!.textContent
const steps = () =>
  [...document.querySelectorAll('ol button:not([aria-label])')] as HTMLButtonElement[]

it('marks what isn’t live and the row that is edited, and leads to rows', async () => {
  const { opened } = await draw(200)
  expect(steps().map((step) => step.textContent.includes('Not live yet'))).toEqual([true, true])
  // Not the one whose name only begins alike.
  expect(steps().map((step) => step.getAttribute('aria-current'))).toEqual(['true', null])
  act(() => steps()[1]!.click())
  expect(opened).toEqual(['/rows/a'])
})

it('sends people along both paths in one call, and counts who lands elsewhere', async () => {
  const { asked } = await draw(200)
  expect(asked).toHaveLength(1)
  expect((asked[0]!.body as { rules: unknown[] }).rules).toHaveLength(4)
  expect(said()).toBe('Of 5 example people, 1 lands elsewhere.')
  const [first, second] = document.querySelectorAll('tbody tr')
  expect([...first!.querySelectorAll('td')].map(({ textContent }) => textContent)).toEqual([
    'Home page',
    'My CV',
  ])
  expect([...second!.querySelectorAll('td')].map(({ textContent }) => textContent)).toEqual([
    'No line fits',
    'No line fits',
  ])
})

it('moves a step earlier and later, by button and by keyboard, and keeps the focus', async () => {
  const moved: [string, number][] = []
  await drawIn(
    <JourneyPane
      names={NAMES}
      document={live}
      live={live}
      part={null}
      onEdit={() => undefined}
      onMove={(at, by) => moved.push([at, by])}
    />,
    { respond: () => Promise.resolve({ status: 503, value: {}, etag: null }) },
  )
  const button = (label: string) =>
    document.querySelector<HTMLButtonElement>(`button[aria-label="${label}"]`)!
  const earlier = button('Earlier: My CV')
  earlier.focus()
  act(() => earlier.click())
  expect(document.querySelector('[role="status"]')!.textContent).toBe('Moved to position 1 of 2.')
  expect(document.activeElement).toBe(earlier)
  // The first step is first already.
  expect(button('Earlier: Home page').getAttribute('aria-disabled')).toBe('true')
  act(() => button('Earlier: Home page').click())
  act(() => {
    steps()[0]!.dispatchEvent(
      new KeyboardEvent('keydown', { key: 'ArrowDown', altKey: true, bubbles: true }),
    )
  })
  expect(moved).toEqual([
    ['/rows/ab', -1],
    ['/rows/a', 1],
  ])
})

it('says that nobody could be asked', async () => {
  await draw(503)
  expect(said()).not.toBe('')
  expect(said()).not.toContain('elsewhere')
})
