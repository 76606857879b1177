// @vitest-environment happy-dom
/** A panel of raters on the console's page of an instrument. */

import { act } from 'react'
import { createRoot, type Root } from 'react-dom/client'
import { MemoryRouter } from 'react-router-dom'
import { MantineProvider } from '@mantine/core'
import { SWRConfig } from 'swr'
import { afterEach, beforeAll, expect, it } from 'vitest'
import type { InstrumentPanel as View } from '#engine/contract/instruments.ts'
import { buildScope } from '#engine/rules/scope.ts'
import { ScopeProvider, type RenderContext } from '#engine/react/context.ts'
import type { ConsoleCall } from '#admin/parts/client.ts'
import { InstrumentPanel } from '#admin/pages/InstrumentPanel.tsx'
import { panelCsv } from '#admin/pages/instruments.ts'
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

const FACES: View = {
  kind: 'right',
  cohorts: [
    { name: 'Teachers', people: 31 },
    { name: 'Friends', people: null },
  ],
  people: null,
  needed: { people: 30, share: 0.7 },
  items: [],
  names: { f_1: 'Which feeling is this?', f_2: 'And this?' },
  options: { f_1: { joy: 'Happy', fear: 'Afraid' }, f_2: { joy: 'Happy', fear: 'Afraid' } },
}
const share = (value: number) => ({ value, low: value - 0.1, high: value + 0.1 })
const item = (id: string, seen: number, kept: boolean | null) => ({
  id,
  best: 'joy',
  kept,
  shares: [
    { value: 'joy', share: share(seen), points: 1 },
    { value: 'fear', share: share(1 - seen), points: 0 },
  ],
})

/** @param answers by cohort; without one, `''` */
async function draw(answers: Readonly<Record<string, View>>): Promise<void> {
  const console = ({ path }: ConsoleCall) => {
    const cohort = new URLSearchParams(path.split('?')[1]).get('cohort') ?? ''
    return { status: 200, value: answers[cohort], etag: null }
  }
  const surroundings = {
    catalog,
    scope: buildScope(catalog, makeWorld(makeUser({ plan: 'powerPlus', role: 'owner' }))),
    registry: {},
    actions: { console },
    mode: 'live',
    report: () => undefined,
  } as unknown as RenderContext
  root = createRoot(document.body.appendChild(document.createElement('div')))
  await act(async () =>
    root!.render(
      <SWRConfig value={{ provider: () => new Map() }}>
        <MemoryRouter>
          <ScopeProvider value={surroundings}>
            <MantineProvider>
              <InstrumentPanel instrument="faces" />
            </MantineProvider>
          </ScopeProvider>
        </MemoryRouter>
      </SWRConfig>,
    ),
  )
}

async function choose(cohort: string): Promise<void> {
  const select = document.querySelector('select')!
  const { set } = Object.getOwnPropertyDescriptor(HTMLSelectElement.prototype, 'value')!
  await act(async () => {
    set!.call(select, cohort)
    select.dispatchEvent(new Event('change', { bubbles: true }))
  })
}
const words = () => document.body.textContent ?? ''

it('says of each face whether enough raters see it as meant', async () => {
  const judged = { ...FACES, people: 31, items: [item('f_1', 0.8, true), item('f_2', 0.6, false)] }
  await draw({ '': FACES, Teachers: judged })
  expect(words()).toContain('Ask 30 people or more')
  expect(words()).toContain('if 70% of them or more')
  expect(document.querySelector('table')).toBeNull()
  await choose('Teachers')
  const rows = [...document.querySelectorAll('tbody tr')].map(({ textContent }) => textContent)
  expect(rows).toEqual([
    'Which feeling is this?f_1Happy: 80% (70% to 90%)Afraid: 20% (10% to 30%)Yes',
    'And this?f_2Happy: 60% (50% to 70%)Afraid: 40% (30% to 50%)No: change it',
  ])
})

it('is saved as a file, an answer a line, a name with a comma in quotes', () => {
  const judged = { ...FACES, people: 31, items: [item('f_1', 0.8, true), item('f_2', 0.6, false)] }
  expect(panelCsv('faces', 'Teachers, city', judged).trim().split('\r\n')).toEqual([
    'instrument,panel,question,answer,key,value,low,high,n,kept',
    'faces,"Teachers, city",f_1,joy,1,0.8,0.7000000000000001,0.9,31,yes',
    'faces,"Teachers, city",f_1,fear,0,0.19999999999999996,0.09999999999999995,0.29999999999999993,31,',
    'faces,"Teachers, city",f_2,joy,1,0.6,0.5,0.7,31,no',
    'faces,"Teachers, city",f_2,fear,0,0.4,0.30000000000000004,0.5,31,',
  ])
})

it('says how many are missing, and shows nothing of a few', async () => {
  const some = { ...FACES, people: 29, items: [item('f_1', 0.8, null)] }
  await draw({ '': FACES, Teachers: some, Friends: FACES })
  await choose('Teachers')
  expect(words()).toContain('One more rater is needed')
  expect(document.querySelector('tbody tr')!.textContent).not.toContain('Yes')
  await choose('Friends')
  expect(words()).toContain('Fewer than 10 of this cohort')
  expect(document.querySelector('table')).toBeNull()
})

it('puts the key beside what experts chose, and names no verdict', async () => {
  const experts: View = {
    ...FACES,
    kind: 'weights',
    needed: { people: 10, share: null },
    people: 12,
    items: [
      { ...item('f_1', 0.5, null), shares: [{ value: 'joy', share: share(0.5), points: 0.75 }] },
    ],
  }
  await draw({
    '': { ...FACES, kind: 'weights', needed: { people: 10, share: null } },
    Teachers: experts,
  })
  expect(words()).toContain('Ask 10 experts or more')
  await choose('Teachers')
  expect(words()).toContain('Happy: 50% (40% to 60%), in the key 75%')
  expect(words()).not.toContain('Seen as meant?')
})

it('says how to get raters where there are none, and is not there for ratings', async () => {
  await draw({ '': { ...FACES, cohorts: [] } })
  expect(words()).toContain('Put your raters in a cohort')
  act(() => root?.unmount())
  await draw({ '': { ...FACES, kind: null, cohorts: [], needed: null } })
  expect(document.querySelector('section')).toBeNull()
})
