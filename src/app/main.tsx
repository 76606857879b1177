/** Start-up (spec 4): configuration, language, texts and documents, theme, who is signed in; then the first page. */

import { createRoot } from 'react-dom/client'
import { BrowserRouter } from 'react-router-dom'
import { FatalErrorCard } from '#widgets/frame/FatalErrorCard.tsx'
import '#widgets/base.css'
import { startAnalytics } from './analytics.ts'
import { ApiFailure, readFirst } from './api.ts'
import { fetchFrame, takeFrame, type FrameBundle } from './documents.ts'
import { setUpTexts } from './i18n.ts'
import { applyDirection, chooseLanguage, firstLanguage } from './language.ts'
import { beginWith, isTooNew, loadAnew } from './live.ts'
import { report } from './monitoring.ts'
import { basePath } from './preview.ts'
import { Router } from './router.tsx'
import { fetchUser } from './session.ts'
import { CONFIGURATION, keep, kept, store, type AppConfiguration } from './store.ts'
import { applyTheme, readScheme } from './theme.ts'
import { registerWorker } from './worker.ts'

const LOAD_FAILED = 'Failed to load app configuration. Please try again.'

const container = document.getElementById('root')!

/** The configuration from the server, stored for the next time; without a signal the one that was stored. */
async function loadConfiguration(): Promise<AppConfiguration> {
  try {
    const asked = window.__tsela!.configuration
    const configuration = await readFirst<AppConfiguration>(asked)
    keep(CONFIGURATION, JSON.stringify(configuration))
    beginWith(configuration, (await asked).headers.get('etag'), true)
    return configuration
  } catch (error) {
    const stored = kept(CONFIGURATION)
    if (error instanceof ApiFailure || stored === null) throw error
    store.online = false
    const configuration = JSON.parse(stored) as AppConfiguration
    beginWith(configuration, null, false)
    return configuration
  }
}

async function startUp(): Promise<void> {
  readScheme()
  const configuration = await loadConfiguration()
  if (isTooNew(configuration) && (await loadAnew(location.href))) return
  store.appConfiguration = configuration
  applyTheme(configuration)
  const language = firstLanguage(configuration)
  const [frame] = await Promise.all([fetchFrame(language), fetchUser(window.__tsela!.user)])
  setUp(frame)
  store.appLoaded = true
  watchSignal()
  // Chosen on the page as the server drew it, before anything here could hear of it.
  const chosen = container.querySelector('select')?.selectedOptions[0]
  createRoot(container).render(
    <BrowserRouter basename={basePath() || '/'}>
      <Router />
    </BrowserRouter>,
  )
  if (chosen?.defaultSelected === false) void chooseLanguage(chosen.value)
  registerWorker()
  startAnalytics()
}

/** The browser knows when there is no net at all; whether there is a signal, the next call tells. */
function watchSignal(): void {
  addEventListener('online', () => (store.online = true))
  addEventListener('offline', () => (store.online = false))
}

function setUp(frame: FrameBundle): void {
  setUpTexts(frame.language, frame.texts)
  takeFrame(frame)
  applyDirection(frame.language, frame.direction)
}

/** While there is no configuration, only the fatal error card shows (spec 4). Its words cannot come from the server. */
function showFatal(error: unknown): void {
  // That the hour of a preview is over, or that the site is closed, is no failure: the server's own words say what it is.
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
  // The card has the specification's words with it, for these may be what did not come.
  setUpTexts('en', {}, { quiet: true })
  createRoot(container).render(
    <BrowserRouter>
      <FatalErrorCard message={store.fatalError} onRetry={() => location.reload()} />
    </BrowserRouter>,
  )
}

startUp().catch(showFatal)
