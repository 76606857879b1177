/**
 * Adopts the newest release at a navigation (engine.md 5): checked while the page's own requests
 * are running, never during an assessment, and never by making the user wait for a weak connection.
 */

import { matchPath } from '#engine/decide/routes.ts'
import { ENGINE_VERSION } from '#engine/documents/version.ts'
import { askAgain, NoSignal } from './api.ts'
import { mayReload } from './chunks.ts'
import { currentCatalog, fetchFrame, takeFrame } from './documents.ts'
import { addTexts, changeTexts } from './i18n.ts'
import { applyDirection, languageFor, remember } from './language.ts'
import { report } from './monitoring.ts'
import { isPreview } from './preview.ts'
import { SHELL } from './shellcache.ts'
import { CONFIGURATION, keep, store, type AppConfiguration } from './store.ts'
import { applyTheme } from './theme.ts'
import { isQuiz } from './view.ts'

/** A navigation waits this long for the check; a later result counts at the next navigation. */
const WAIT_MS = 400

/** The configuration that the server sent last, with its ETag. It may be newer than the page's. */
let known: { readonly configuration: AppConfiguration; readonly etag: string | null } | null = null
let asking: Promise<void> | undefined
/** The path of the last check: one check per navigation, however often it is decided. */
let askedFor: string | null = null

/**
 * Sets the configuration that the page starts with.
 *
 * @param fresh the server has just sent it, so the first navigation doesn't have to check
 */
export function startWith(
  configuration: AppConfiguration,
  etag: string | null,
  fresh: boolean,
): void {
  known = { configuration, etag }
  asking = undefined
  askedFor = fresh ? location.pathname : null
}

/**
 * Should this navigation check for a newer release? Not if only the query changes, unless a
 * response has named another release in the meantime.
 */
export function shouldCheck(path: string): boolean {
  if (isPreview() || store.assessmentOpen || isQuizPath(path)) return false
  const due = path !== askedFor || store.announcedRelease !== null
  askedFor = path
  return due
}

/**
 * A redirect continues the same navigation: a check made for it (or a fresh start) is not repeated.
 */
export function continueNavigation(from: string, to: string): void {
  if (askedFor === from) askedFor = to
}

function isQuizPath(path: string): boolean {
  const catalog = currentCatalog()
  const match = matchPath(catalog.matchers, path)
  const route = match && catalog.route(match.name)
  return route !== undefined && isQuiz(catalog, route)
}

/**
 * @returns the configuration of a release other than the page's; null if there is none, or none is
 *   known in time
 */
export async function newerRelease(): Promise<AppConfiguration | null> {
  store.announcedRelease = null
  asking ??= ask().finally(() => (asking = undefined))
  let timer: ReturnType<typeof setTimeout> | undefined
  const timeout = new Promise<void>((resolve) => (timer = setTimeout(resolve, WAIT_MS)))
  await Promise.race([asking, timeout])
  clearTimeout(timer)
  return known === null || known.configuration.release === store.appConfiguration?.release
    ? null
    : known.configuration
}

/**
 * Never fails: offline, and whatever is wrong with the server, users continue with what they have.
 */
async function ask(): Promise<void> {
  try {
    const response = await askAgain('app-configuration', known?.etag ?? null)
    if (response.status !== 200) return
    known = {
      configuration: (await response.json()) as AppConfiguration,
      etag: response.headers.get('etag'),
    }
  } catch (error) {
    if (!(error instanceof NoSignal)) report(error, 'app-configuration')
  }
}

/**
 * `unchanged`: the release could not be adopted, and the page keeps its own. `reloading`: the page
 * is reloading.
 */
export type Adoption = 'adopted' | 'unchanged' | 'reloading'

/**
 * Adopts a release without leaving the page: configuration, documents, texts, theme.
 *
 * @param still checked when everything has loaded: false if the user has navigated elsewhere in the
 *   meantime
 * @param href  where a page reloads if its code is too old for the release
 */
export async function adoptRelease(
  configuration: AppConfiguration,
  still: () => boolean,
  href: string,
): Promise<Adoption> {
  if (isTooNew(configuration)) return (await reloadForRelease(href)) ? 'reloading' : 'unchanged'
  const language = languageFor(configuration, store.language)
  try {
    const frame = await fetchFrame(language, configuration)
    if (!still()) return 'unchanged'
    addTexts(language, frame.texts)
    takeFrame(frame)
    if (language !== store.language) {
      await changeTexts(language)
      remember(language)
    }
    applyDirection(language, frame.direction)
  } catch (error) {
    if (!(error instanceof NoSignal)) report(error, `release ${configuration.release}`)
    return 'unchanged'
  }
  store.appConfiguration = configuration
  keep(CONFIGURATION, JSON.stringify(configuration))
  await applyTheme(configuration)
  // Attempts continue under their own release, possibly offline.
  if (store.user !== null)
    void import('./attempts.ts')
      .then(({ keepInstruments }) => keepInstruments())
      .catch(() => undefined)
  return 'adopted'
}

/** Does a release require newer code than this page's? */
export function isTooNew(configuration: AppConfiguration): boolean {
  return (configuration.engine ?? 0) > ENGINE_VERSION
}

/**
 * @returns true when the page is reloading; false if that was tried a moment ago and didn't help
 */
export async function reloadForRelease(href: string): Promise<boolean> {
  if (!mayReload()) return false
  // The cached shell would bring back the same old code.
  await globalThis.caches?.delete(SHELL).catch(() => false)
  location.assign(href)
  return true
}
