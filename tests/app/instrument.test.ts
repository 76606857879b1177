// @vitest-environment happy-dom
/**
 * An open assessment keeps the documents it started under, whatever is published in the meantime
 * (engine.md 5).
 */

import { createElement } from 'react'
import { createRoot, type Root } from 'react-dom/client'
import { MemoryRouter } from 'react-router-dom'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { openAttempt } from '#app/attempts.ts'
import { currentCatalog, openScreen, takeFrame, type FrameBundle } from '#app/documents.ts'
import { say, setUpTexts } from '#app/i18n.ts'
import { startWith, adoptRelease } from '#app/live.ts'
import { store, type AppConfiguration } from '#app/store.ts'
import { ScopeProvider, type RenderContext } from '#engine/react/context.ts'
import type { Release } from '#server/release/compose.ts'
import { makeUser } from '#tests/support/documents.ts'
import { Quiz } from '#widgets/assessments/Quiz.tsx'
import { configurationOf, FakeServer, first, second } from './world.ts'

const ITEM = 'holland_code.item.R_1'
const SCREEN = 'worker-type-quiz'
let server: FakeServer
let root: Root | undefined
let person = 0

const instrumentOf = (release: Release) => release.instruments.get('holland_code')!['en']!
const bundle = (sha: string) => `/api/bundles/${sha}.json`

/** The server's open attempt, started under a release. */
function begunUnder(release: Release): void {
  const items = ['R_1', 'I_1']
  server.handlers.push(({ path }) =>
    path === '/api/assessments/holland_code/attempts'
      ? Response.json({
          id: '0190a0b0-0000-7000-8000-0000000000aa',
          assessment: 'holland_code',
          document: release.shas.get('assessment/holland_code'),
          instrument: instrumentOf(release),
          state: 'open',
          items,
          answers: {},
        })
      : undefined,
  )
}

beforeEach(async () => {
  window.happyDOM.setURL('http://tsela.test/home')
  server = new FakeServer()
  vi.stubGlobal('fetch', server.fetch)
  const configuration = configurationOf<AppConfiguration>(first)
  // A new user each time, so that nothing is stored on this device.
  const user = { ...makeUser(), _id: `person-${++person}` }
  Object.assign(store, {
    appConfiguration: configuration,
    announcedRelease: null,
    assessmentOpen: false,
    user,
    initialised: true,
    language: 'en',
    online: true,
  })
  startWith(configuration, null, true)
  const frame = JSON.parse(
    first.assets.get(first.frames.get('en')!)!.plain.toString(),
  ) as FrameBundle
  setUpTexts('en', frame.texts)
  takeFrame(frame)
  await openScreen(SCREEN)
  server.asked.length = 0
})
afterEach(() => {
  root?.unmount()
  root = undefined
  vi.unstubAllGlobals()
})

describe('an attempt', () => {
  it('of the page’s own release needs no further request', async () => {
    begunUnder(first)
    expect((await openAttempt('holland_code')).instrument).toBeNull()
    expect(server.asked.filter(({ path }) => path.startsWith('/api/bundles/'))).toEqual([])
  })

  it('of another release comes with the documents and texts that it began with', async () => {
    begunUnder(second)
    const { instrument } = await openAttempt('holland_code')
    expect(server.count(bundle(instrumentOf(second)))).toBe(1)
    expect(instrument!.document.minutes).toBe(
      currentCatalog().get('assessment', 'holland_code')!.minutes + 1,
    )
    expect(instrument!.texts[ITEM]).toBe('Mend a tractor')
  })

  it('for which only the texts have changed is another instrument too', () => {
    expect(instrumentOf(first)).not.toBe(instrumentOf(second))
  })

  it('doesn’t open with the wrong texts if its own can’t be loaded', async () => {
    begunUnder(second)
    server.handlers.push(({ path }) => {
      if (path === bundle(instrumentOf(second))) throw new TypeError('Failed to fetch')
      return undefined
    })
    await expect(openAttempt('holland_code')).rejects.toMatchObject({ code: 'offline' })
  })

  it('on this device has what it needs when the app switches to another release', async () => {
    begunUnder(first)
    await openAttempt('holland_code')
    expect(server.count(bundle(instrumentOf(first)))).toBe(0)
    expect(await adoptRelease(configurationOf<AppConfiguration>(second), () => true, '/home')).toBe(
      'adopted',
    )
    await vi.waitFor(() => expect(server.count(bundle(instrumentOf(first)))).toBe(1))
  })
})

describe('the quiz', () => {
  async function draw(): Promise<HTMLElement> {
    const host = document.createElement('div')
    const catalog = currentCatalog()
    const context = {
      catalog,
      scope: {},
      registry: {},
      actions: { 'attempt.open': openAttempt },
      mode: 'live',
      report: () => undefined,
    } as unknown as RenderContext
    root = createRoot(host)
    const quiz = createElement(Quiz.component, {
      assessment: 'holland_code',
      doneRoute: 'home',
      id: 'quiz',
      level: 1,
      data: undefined,
      children: null,
    })
    root.render(
      createElement(MemoryRouter, null, createElement(ScopeProvider, { value: context }, quiz)),
    )
    await vi.waitFor(() => expect(host.querySelector('h1, h2, [role="radiogroup"]')).not.toBeNull())
    return host
  }

  it('uses the texts that the attempt began with, and leaves those of the page alone', async () => {
    begunUnder(second)
    const own = say(ITEM)
    const host = await draw()
    await vi.waitFor(() => expect(host.textContent).toContain('Mend a tractor'))
    expect(host.textContent).not.toContain(own)
    expect(say(ITEM)).toBe(own)
  })

  it('uses the page’s texts if they are the same', async () => {
    begunUnder(first)
    const host = await draw()
    await vi.waitFor(() => expect(host.textContent).toContain(say(ITEM)))
    expect(host.textContent).not.toContain('Mend a tractor')
  })
})
