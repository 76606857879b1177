// @vitest-environment happy-dom
/** What leads the page of an experiment while there is nothing to believe: each state has its words. */

import { act } from 'react'
import { createRoot, type Root } from 'react-dom/client'
import { MemoryRouter } from 'react-router-dom'
import { SWRConfig } from 'swr'
import { afterEach, beforeAll, expect, it } from 'vitest'
import { Verdict } from '#admin/experiments/Verdict.tsx'
import type { ConsoleResponse } from '#admin/parts/client.ts'
import { ConsoleTheme } from '#admin/parts/ConsoleTheme.tsx'
import type { ExperimentResults, ExperimentView } from '#engine/contract/experimentshapes.ts'
import { ScopeProvider, type RenderContext } from '#engine/react/context.ts'
import { buildScope } from '#engine/rules/scope.ts'
import { catalog, makeUser, makeWorld } from '#tests/support/documents.ts'
import { speakEnglish } from '#tests/support/english.ts'

let root: Root | undefined
beforeAll(async () => {
  Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true })
  await speakEnglish()
})
afterEach(() => {
  act(() => root?.unmount())
  document.body.replaceChildren()
})

const experiment = catalog.get('experiment', 'home-action')!
const row = {
  id: 'signed-up',
  arm: 'outcome',
  role: 'primary',
  n: 4000,
  value: 0.26,
  control: 0.2,
  estimate: 0.06,
  low: 0.02,
  high: 0.1,
  chance: 0.99,
  verdict: 'better',
  decided: true,
  harmed: false,
} as const
const RESULTS: ExperimentResults = {
  n: 4000,
  arms: [
    { id: 'control', n: 2000, excluded: 0, earlier: 0 },
    { id: 'outcome', n: 2000, excluded: 3, earlier: 0 },
  ],
  srm: { p: 1, alarm: false, chiSquare: null },
  metrics: [row],
  days: [{ day: '2026-11-01', arm: 'control', n: 2000 }],
  series: [],
  funnel: [],
  breakdowns: [],
  at: '2026-11-20T08:00:00.000Z',
}

async function draw(
  results: Partial<ExperimentResults>,
  view: Partial<ExperimentView> = {},
): Promise<string> {
  const console = (): Promise<ConsoleResponse> =>
    Promise.resolve({ status: 200, value: { items: [] }, etag: null })
  const context = {
    catalog,
    scope: buildScope(catalog, makeWorld(makeUser({ plan: 'powerPlus', role: 'experimenter' }))),
    registry: {},
    actions: { console },
    mode: 'live',
    report: () => undefined,
  } as unknown as RenderContext
  const seen: ExperimentView = {
    id: experiment.id,
    state: 'running',
    sha: '2.0',
    history: [],
    lost: [],
    document: { ...experiment, state: 'running' },
    plan: {
      people: 9000,
      fixed: 5000,
      basis: 'widest',
      perDay: 200,
      days: 55,
      decidable: true,
      cuts: [],
    },
    ...view,
  }
  root = createRoot(document.body.appendChild(document.createElement('div')))
  await act(async () => {
    root!.render(
      <MemoryRouter>
        <SWRConfig value={{ provider: () => new Map() }}>
          <ScopeProvider value={context}>
            <ConsoleTheme>
              <Verdict
                view={seen}
                results={{ ...RESULTS, ...results }}
                metric={catalog.get('metric', 'signed-up')!}
                isOpen={false}
              />
            </ConsoleTheme>
          </ScopeProvider>
        </SWRConfig>
      </MemoryRouter>,
    )
    await Promise.resolve()
  })
  return document.body.textContent
}

it('is one sentence over the figures, and what was planned', async () => {
  const said = await draw({})
  expect(said).toContain('between 2 and 10 better of 100')
  expect(said).toContain('about 9,000 people')
})

it('hides every figure while the split is wrong, and says where to look', async () => {
  const said = await draw({ srm: { p: 1e-6, alarm: true, chiSquare: null } })
  expect(document.querySelector('h2')?.textContent).toContain('all figures are hidden')
  expect(said).toContain('2,000 people, planned 50 of 100')
  expect(document.querySelectorAll('li')).toHaveLength(4)
  expect(said).not.toMatch(/better|26 of 100/)
})

it('says that nobody came, and that too few did, without a figure', async () => {
  expect(
    await draw({ n: 0, metrics: [], arms: RESULTS.arms.map((arm) => ({ ...arm, n: 0 })) }),
  ).toMatch(/nobody/i)
  act(() => root?.unmount())
  document.body.replaceChildren()
  const few = await draw({ n: 90, metrics: [{ ...row, estimate: null, low: null, high: null }] })
  expect(few).not.toMatch(/better of 100|26 of 100/)
})

it('names what has changed below it, and what did harm', async () => {
  const lost = await draw(
    {},
    {
      lost: [
        { arm: 'outcome', document: 'screen/home', op: 0, at: '/children/hero', message: 'gone' },
      ] as never,
    },
  )
  expect(lost).toContain('changed')
  act(() => root?.unmount())
  document.body.replaceChildren()
  const harm = {
    at: RESULTS.at,
    by: null,
    action: 'harm',
    arm: 'outcome',
    metric: 'consented',
  } as const
  const said = await draw({}, { state: 'paused', history: [harm] })
  expect(said).toContain('consented')
})

it('says that the number of people isn’t known', async () => {
  const plan = {
    people: null,
    fixed: null,
    basis: 'unknown',
    perDay: null,
    days: null,
    decidable: null,
    cuts: [],
  } as const
  expect(await draw({}, { plan: { ...plan, cuts: [] } })).toContain('not known')
})
