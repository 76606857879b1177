// @vitest-environment happy-dom
/**
 * An assessment that was started again is shown next to its result, so that users don't have to
 * remember it.
 */

import { act } from 'react'
import { createRoot, type Root } from 'react-dom/client'
import { MemoryRouter } from 'react-router-dom'
import { afterEach, beforeAll, expect, it } from 'vitest'
import { navigate } from '#engine/decide/navigate.ts'
import type { QuizPeek } from '#engine/scoring/quiz.ts'
import { ScopeProvider } from '#engine/react/context.ts'
import { flattenTexts } from '#engine/documents/texts.ts'
import { CarryOn } from '#widgets/assessments/CarryOn.tsx'
import { StatusList } from '#widgets/account/StatusList.tsx'
import { catalog, makeUser, makeWorld } from '../support/documents.ts'
import { speakEnglish } from '#tests/support/english.ts'

let root: Root | undefined
beforeAll(async () => {
  Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true })
  const english = flattenTexts(catalog.get('locale', 'en')!.texts)
  await speakEnglish(english)
})
afterEach(() => act(() => root?.unmount()))

type Few = { readonly most: number; readonly more: string; readonly less: string }

async function draw(peek: QuizPeek, few?: Few): Promise<HTMLElement> {
  const { scope } = navigate(catalog, makeWorld(makeUser({ taken: ['holland_code'] })), {
    path: '/profile-home',
    query: {},
  })
  const place = document.body.appendChild(document.createElement('div'))
  const actions = {
    'attempt.peek': ((assessment: string) =>
      assessment === 'holland_code' ? peek : null) as never,
  }
  await act(async () => {
    root = createRoot(place)
    root.render(
      <MemoryRouter>
        <ScopeProvider
          value={{ catalog, scope, registry: {}, actions, mode: 'live', report: () => {} }}
        >
          <CarryOn assessment="holland_code" />
          <StatusList.component
            of="results"
            look="cards"
            title="profileHome.results"
            {...(few !== undefined && { few })}
            id="cards"
            level={1}
            data={undefined}
          >
            {null}
          </StatusList.component>
        </ScopeProvider>
      </MemoryRouter>,
    )
    await new Promise((resolve) => setTimeout(resolve, 10))
  })
  return place
}

it('says at which line it continues, on the report and on the home page', async () => {
  const place = await draw({ answered: 5, total: 60 })
  const link = [...place.querySelectorAll('a')].find(
    (each) => each.textContent === 'Carry on at 6 of 60',
  )
  expect(link?.getAttribute('href')).toBe('/reports/worker-type/quiz')
  expect(
    [...place.querySelectorAll('li')].filter((card) =>
      card.textContent.includes('Carry on at 6 of 60'),
    ),
  ).toHaveLength(1)
})

it('says nothing if none is in progress', async () => {
  for (const peek of [null, { answered: 0, total: 60 }])
    expect((await draw(peek)).textContent).not.toContain('Carry on')
})

it('shows what is done and the next few, and all of them with a tap', async () => {
  const all = [...(await draw(null)).querySelectorAll('li')].map(({ textContent }) => textContent)
  act(() => root?.unmount())
  const few = { most: 2, more: 'profileHome.allReports', less: 'profileHome.fewerReports' }
  const place = await draw(null, few)
  const cards = () => [...place.querySelectorAll('li')].map(({ textContent }) => textContent)
  expect(cards()).toEqual(all.slice(0, 3))
  const more = place.querySelector<HTMLElement>('button[aria-expanded="false"]')!
  expect(more.textContent).toBe('All reports')
  act(() => more.click())
  expect(cards()).toEqual(all)
  expect(all.length).toBeGreaterThan(4)
})
