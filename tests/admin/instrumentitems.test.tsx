/** A question that works differently for a group says how much, and how sure that is. */

import { renderToString } from 'react-dom/server'
import { MemoryRouter } from 'react-router-dom'
import { beforeAll, expect, it } from 'vitest'
import type { InstrumentView } from '#engine/contract/instruments.ts'
import type { Different } from '#engine/psychometrics/groups.ts'
import { healthOf } from '#engine/psychometrics/health.ts'
import { FROM } from '#engine/psychometrics/groups.ts'
import { ScopeProvider } from '#engine/react/context.ts'
import { buildScope, NO_ONBOARDING } from '#engine/rules/scope.ts'
import { InstrumentItems } from '#admin/pages/InstrumentItems.tsx'
import { healthCsv } from '#admin/pages/instruments.ts'
import { speakEnglish } from '#tests/support/english.ts'
import { catalog } from '../support/documents.ts'

beforeAll(() => speakEnglish())

const difference = (odds: Different['odds']): Different => ({
  by: 'gender',
  group: 'male',
  than: 'female',
  odds,
  uniform: 20,
  uniformP: 0.001,
  both: 21,
  bothP: 0.001,
  share: 0.05,
  explained: { value: 0.05, low: 0.02, high: 0.09 },
  effect: Math.log(odds.value),
  error: 0.2,
  size: 'moderate',
})

/** An instrument of one question, and what is known of it. */
function viewOf(...different: Different[]): InstrumentView {
  const health = healthOf({
    id: 'x',
    version: '1',
    versions: ['1'],
    language: null,
    items: [],
    options: new Map(),
    promised: 5,
    backgrounds: [],
    languages: [
      { language: 'en', people: 900, attempts: 900, careless: 0, sums: {}, stopped: new Map() },
    ],
  })
  return {
    ...health,
    items: [
      {
        id: 'x_1',
        scale: null,
        best: null,
        mean: null,
        spread: null,
        shares: [],
        fit: null,
        seconds: null,
        different,
      },
    ],
    title: 'X',
    names: { x_1: 'Do you?' },
    compared: [
      {
        by: 'gender',
        groups: [
          { group: 'female', people: 400 },
          { group: 'male', people: 300 },
        ],
        than: 'female',
      },
    ],
    groupNames: { gender: { name: 'Gender', groups: { male: 'Male', female: 'Female' } } },
    scaleNames: {},
    options: {},
    from: FROM,
    lowFit: 0.3,
  }
}

function wordsOf(view: InstrumentView): string {
  const scope = buildScope(catalog, {
    user: null,
    initialised: true,
    onboarding: NO_ONBOARDING,
    config: catalog.get('config', 'default')!,
    language: 'en',
    today: '2026-11-26',
    curricula: null,
  })
  const report = (error: unknown) => {
    throw error
  }
  const html = renderToString(
    <MemoryRouter>
      <ScopeProvider value={{ catalog, scope, registry: {}, actions: {}, mode: 'live', report }}>
        <InstrumentItems health={view} />
      </ScopeProvider>
    </MemoryRouter>,
  )
  return html
    .replaceAll('<!-- -->', '')
    .replaceAll(/<[^>]+>/g, ' ')
    .replaceAll(/\s+/g, ' ')
}

const WHO = 'Works differently for “Male” than for “Female”.'

it('in one direction, where the interval is on one side of 1', () => {
  for (const [odds, said] of [
    [{ value: 2.1, low: 1.4, high: 3.2 }, '2.10 times those of the others (1.40 to 3.20)'],
    [{ value: 0.5, low: 0.3, high: 0.8 }, '0.50 times those of the others (0.30 to 0.80)'],
  ] as const)
    expect(wordsOf(viewOf(difference(odds)))).toContain(
      `${WHO} At the same score, their odds of a higher answer are ${said}. Knowing the group explains 5% more of the answers (2% to 9%).`,
    )
})

it('in neither, where 1 is within it', () => {
  const words = wordsOf(viewOf(difference({ value: 1.1, low: 0.8, high: 1.5 })))
  expect(words).toContain(
    `${WHO} Which of them gives the higher answer depends on the score (odds ratio 1.10, 0.80 to 1.50).`,
  )
  expect(words).not.toContain('At the same score')
})

it('says nothing of a question that works alike, and everything in the file', () => {
  expect(wordsOf(viewOf())).not.toContain('Works differently')
  const csv = healthCsv(viewOf(difference({ value: 2.1, low: 1.4, high: 3.2 })))
  expect(csv).toContain('x,1,,item,x_1,dif_gender_male_odds,2.1,1.4,3.2,700\r\n')
  expect(csv).toContain('x,1,,item,x_1,dif_gender_male_nagelkerke,0.05,0.02,0.09,700\r\n')
})
