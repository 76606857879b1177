/**
 * Start-up (spec 4): configuration, language, texts and documents, theme, the signed-in user; then
 * the first page.
 */

import { createRoot } from 'react-dom/client'
import { BrowserRouter } from 'react-router-dom'
import { FatalErrorCard } from '#widgets/frame/FatalErrorCard.tsx'
import '#widgets/base.css'
import { startAnalytics } from './analytics.ts'
import { ApiFailure, readFirst } from './api.ts'
import type { Field } from './carryover.ts'
import { fetchFrame, takeFrame, type FrameBundle } from './documents.ts'
import { setUpTexts } from './i18n.ts'
import { applyDirection, chooseLanguage, firstLanguage } from './language.ts'
import { startWith, isTooNew, reloadForRelease } from './live.ts'
import { report, watchErrors } from './monitoring.ts'
import { basePath } from './preview.ts'
import { Router } from './router.tsx'
import { fetchUser } from './session.ts'
import { CONFIGURATION, keep, kept, store, type AppConfiguration } from './store.ts'
import { applyTheme, readScheme } from './theme.ts'
import { registerWorker } from './worker.ts'

const LOAD_FAILED = 'Failed to load app configuration. Please try again.'

const container = document.getElementById('root')!

/**
 * Loads the configuration from the server and stores it for next time; offline, uses the stored
 * one.
 */
async function loadConfiguration(): Promise<AppConfiguration> {
  try {
    const asked = window.__tsela!.configuration
    const configuration = await readFirst<AppConfiguration>(asked)
    keep(CONFIGURATION, JSON.stringify(configuration))
    startWith(configuration, (await asked).headers.get('etag'), true)
    return configuration
  } catch (error) {
    const stored = kept(CONFIGURATION)
    if (error instanceof ApiFailure || stored === null) throw error
    store.online = false
    const configuration = JSON.parse(stored) as AppConfiguration
    startWith(configuration, null, false)
    return configuration
  }
}

async function startUp(): Promise<void> {
  readScheme()
  const configuration = await loadConfiguration()
  if (isTooNew(configuration) && (await reloadForRelease(location.href))) return
  store.appConfiguration = configuration
  void applyTheme(configuration)
  const language = firstLanguage(configuration)
  const [frame] = await Promise.all([fetchFrame(language), fetchUser(window.__tsela!.user)])
  setUp(frame)
  store.appLoaded = true
  watchSignal()
  // The user may have chosen one on the prerendered page before any script ran.
  const chosen = container.querySelector('select')?.selectedOptions[0]
  const fields = [...container.querySelectorAll<Field>('input[id],textarea[id]')]
  let focused: Element | null = null
  const take = () => {
    // People can type in that page until it is replaced.
    if (fields[0]?.isConnected) {
      focused = document.activeElement
      requestAnimationFrame(take)
    } else if (fields.some((field) => field.value)) {
      const { sent } = window.__tsela!
      void import('./carryover.ts').then(({ carryOver }) => carryOver(fields, focused, sent))
    }
  }
  createRoot(container).render(
    <BrowserRouter basename={basePath() || '/'}>
      <Router />
    </BrowserRouter>,
  )
  take()
  if (chosen?.defaultSelected === false) void chooseLanguage(chosen.value)
  registerWorker()
  startAnalytics()
}

/**
 * The browser knows when there is no network at all; the next call shows whether there is a
 * connection.
 */
function watchSignal(): void {
  addEventListener('online', () => (store.online = true))
  addEventListener('offline', () => (store.online = false))
}

function setUp(frame: FrameBundle): void {
  setUpTexts(frame.language, frame.texts)
  takeFrame(frame)
  applyDirection(frame.language, frame.direction)
}

/**
 * While there is no configuration, only the fatal error card shows (spec 4). Its texts cannot come
 * from the server.
 */
function showFatal(error: unknown): void {
  // An expired preview or a closed site is no failure: show the server's own message.
  const over =
    error instanceof ApiFailure &&
    (error.code === 'preview/expired' || error.code === 'tenant/suspended')
  store.fatalError =
    store.appConfiguration === null && !over
      ? LOAD_FAILED
      : error instanceof Error
        ? error.message
        : String(error)
  report(error, 'start-up')
  // The card has the specification's texts built in, as loading texts may be what failed.
  setUpTexts('en', {}, { quiet: true })
  createRoot(container).render(
    <BrowserRouter>
      <FatalErrorCard message={store.fatalError} onRetry={() => location.reload()} />
    </BrowserRouter>,
  )
}

watchErrors()
startUp().catch(showFatal)
