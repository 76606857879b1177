/**
 * The newest release, taken over at a navigation (engine.md 5): asked for while the page's own requests are under way,
 * never while somebody answers an assessment, and never at the cost of waiting for a weak signal.
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

/** So long a page waits for word of a newer release; what comes later counts at the next navigation. */
const PATIENCE_MS = 400

/** The configuration that the server gave last, and what it is known by. It may be newer than the page's. */
let known: { readonly configuration: AppConfiguration; readonly etag: string | null } | null = null
let asking: Promise<void> | undefined
/** The path for which was asked last: one navigation asks once, however often it is decided. */
let askedFor: string | null = null

/**
 * The page begins with this configuration.
 *
 * @param fresh the server has just given it, so the first navigation need not ask
 */
export function beginWith(
  configuration: AppConfiguration,
  etag: string | null,
  fresh: boolean,
): void {
  known = { configuration, etag }
  asking = undefined
  askedFor = fresh ? location.pathname : null
}

/**
 * Is this the moment to ask for a newer release? A change of the query alone is none, unless an answer has named another
 * release meanwhile.
 */
export function shouldCheck(path: string): boolean {
  if (isPreview() || store.assessmentOpen || isQuizPath(path)) return false
  const due = path !== askedFor || store.announcedRelease !== null
  askedFor = path
  return due
}

/** A redirect goes on with the same navigation; what was asked at its beginning, or given to its first page, need not be asked again. */
export function goesOn(from: string, to: string): void {
  if (askedFor === from) askedFor = to
}

function isQuizPath(path: string): boolean {
  const catalog = currentCatalog()
  const match = matchPath(catalog.matchers, path)
  const route = match && catalog.route(match.name)
  return route !== undefined && isQuiz(catalog, route)
}

/** @returns the configuration of another release than the page's; null where there is none, or none is known in time */
export async function newerRelease(): Promise<AppConfiguration | null> {
  store.announcedRelease = null
  asking ??= ask().finally(() => (asking = undefined))
  let timer: ReturnType<typeof setTimeout> | undefined
  const patience = new Promise<void>((resolve) => (timer = setTimeout(resolve, PATIENCE_MS)))
  await Promise.race([asking, patience])
  clearTimeout(timer)
  return known === null || known.configuration.release === store.appConfiguration?.release
    ? null
    : known.configuration
}

/** Never fails: without a signal, and whatever is wrong with the server, people go on with what they have. */
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

/** `as-before`: the release could not be taken, and the page goes on with its own. `leaving`: the page is being loaded anew. */
export type Taken = 'taken' | 'as-before' | 'leaving'

/**
 * Takes a release over without leaving the page: configuration, documents, texts, theme.
 *
 * @param still asked when everything is here: false where the person has gone elsewhere meanwhile
 * @param href  where a page goes on whose code is too old for the release
 */
export async function takeRelease(
  configuration: AppConfiguration,
  still: () => boolean,
  href: string,
): Promise<Taken> {
  if (isTooNew(configuration)) return (await loadAnew(href)) ? 'leaving' : 'as-before'
  const language = languageFor(configuration, store.language)
  try {
    const frame = await fetchFrame(language, configuration)
    if (!still()) return 'as-before'
    addTexts(language, frame.texts)
    takeFrame(frame)
    if (language !== store.language) {
      await changeTexts(language)
      remember(language)
    }
    applyDirection(language, frame.direction)
  } catch (error) {
    if (!(error instanceof NoSignal)) report(error, `release ${configuration.release}`)
    return 'as-before'
  }
  store.appConfiguration = configuration
  keep(CONFIGURATION, JSON.stringify(configuration))
  applyTheme(configuration)
  // Attempts go on as they began, and maybe without a signal.
  if (store.user !== null)
    void import('./attempts.ts')
      .then(({ keepInstruments }) => keepInstruments())
      .catch(() => undefined)
  return 'taken'
}

/** Does a release ask for newer code than this page's? */
export function isTooNew(configuration: AppConfiguration): boolean {
  return (configuration.engine ?? 0) > ENGINE_VERSION
}

/** @returns true when the page is on its way out; false where that was tried a moment ago, and did not help */
export async function loadAnew(href: string): Promise<boolean> {
  if (!mayReload()) return false
  // The kept shell would bring the same old code again.
  await globalThis.caches?.delete(SHELL).catch(() => false)
  location.assign(href)
  return true
}
