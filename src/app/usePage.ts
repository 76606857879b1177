/**
 * From an address to a page that is ready: runs the decision tables, then fetches everything that
 * the page needs in parallel, while the previous one stays on screen (spec 4, Navigation guard).
 */

import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { useLocation, useNavigate, useNavigationType } from 'react-router-dom'
import { useSnapshot } from 'valtio'
import { navigate, type Landing } from '#engine/decide/navigate.ts'
import { loadWidgets } from '#engine/react/registry.ts'
import { queryText } from '#engine/decide/routes.ts'
import type { ScopeInput } from '#engine/rules/scope.ts'
import { NoSignal } from './api.ts'
import { isChunkFailure, reloadForChunks, withinTimeout } from './chunks.ts'
import { readOnboarding, takeSignupHints } from './cookies.ts'
import { ask, warm } from './data.tsx'
import { currentCatalog, openScreen } from './documents.ts'
import { loadFrame } from './Frame.tsx'
import { say } from './i18n.ts'
import { continueNavigation, shouldCheck, newerRelease, adoptRelease } from './live.ts'
import { report } from './monitoring.ts'
import { basePath } from './preview.ts'
import { registry } from './registry.ts'
import { showSnackbar, store } from './store.ts'
import { keysOf, widgetTypes, type View } from './view.ts'

export type Page = {
  /** What is on screen; null before the first page. */
  readonly view: View | null
  /** Its history entry. */
  readonly entry: string
  /** Reached by Back or Forward. */
  readonly isReturn: boolean
  /** Why the requested address has no page; null while loading or when it has one. */
  readonly failure: unknown
  /** Loads it again. */
  readonly retry: () => void
}

/**
 * A page that needed a connection opens by itself once there is one. Not every phone says when.
 *
 * @param failed another one after each try
 */
function useAgain(on: boolean, failed: unknown, retry: () => void): void {
  const again = useEffectEvent(retry)
  useEffect(() => {
    if (!on) return
    const now = () => again()
    const timer = setTimeout(now, 9_000)
    addEventListener('online', now)
    return () => {
      clearTimeout(timer)
      removeEventListener('online', now)
    }
  }, [on, failed])
}

export function usePage(): Page {
  const location = useLocation()
  const go = useNavigate()
  const [{ view, entry, isReturn }, setShown] = useState<Pick<Page, 'view' | 'entry' | 'isReturn'>>(
    { view: null, entry: '', isReturn: false },
  )
  const way = useNavigationType()
  const [failed, setFailed] = useState<{ href: string; error: unknown } | null>(null)
  const [round, setRound] = useState(0)
  const { user, language, onboarding, curricula } = useSnapshot(store)
  const href = location.pathname + location.search
  const latest = useRef(0)
  /** The address that is being left for a destination. */
  const left = useRef<string | null>(null)

  const arrive = useEffectEvent(async (mine: number) => {
    const stale = () => mine !== latest.current
    store.navigating = true
    try {
      const { destination } = store
      store.destination = null
      if (destination && destination !== href) {
        left.current = href
        return void go(destination, { replace: true })
      }
      // Something else about the user has changed before the router was there.
      if (left.current === href) return
      left.current = null
      const search = new URLSearchParams(location.search)
      takeHints(search)
      const query = Object.fromEntries(search)
      const asked = shouldCheck(location.pathname)
      const newer = asked ? newerRelease() : Promise.resolve(null)
      let { landing, view: opening } = await decide(location.pathname, query, view)
      const release = await newer
      if (stale()) return
      if (release !== null) {
        const adoption = await adoptRelease(
          release,
          () => !stale() && !store.assessmentOpen,
          basePath() + href,
        )
        if (stale() || adoption === 'reloading') return
        if (adoption === 'adopted')
          ({ landing, view: opening } = await decide(location.pathname, query, view))
        if (stale()) return
      }
      if (landing.outcome === 'loop') {
        report(new Error(`redirect loop: ${landing.hops.map(({ from }) => from).join()}`), href)
        return void go('/error/whoops', { replace: true })
      }
      if (opening === null) {
        continueNavigation(location.pathname, landing.path)
        // Shown to users who asked for a locked page, not to those whom the app itself redirected.
        const [first] = landing.hops
        if (first?.reason !== undefined) showSnackbar(say(first.reason))
        const intended = await intendedBy(href, query, landing)
        return stale() || void go(intended ?? hrefOf(landing), { replace: true })
      }
      const opened = await opening
      if (stale()) return
      setFailed(null)
      setShown({ view: opened, entry: location.key, isReturn: way === 'POP' })
    } catch (thrown) {
      if (stale() || reloadForChunks(thrown)) return
      const error = isChunkFailure(thrown) && !navigator.onLine ? new NoSignal(thrown) : thrown
      if (!(error instanceof NoSignal)) report(error, href)
      setFailed({ href, error })
    } finally {
      if (!stale()) store.navigating = false
    }
  })

  // Access depends on the user, so a change of the user is a navigation too; so is a change of
  // language.
  useEffect(() => {
    void arrive(++latest.current)
  }, [href, user, onboarding, language, curricula, round])

  const failure = failed?.href === href ? failed.error : null
  useAgain(failure instanceof NoSignal, failed, () => setRound((n) => n + 1))
  return {
    view,
    entry,
    isReturn,
    failure,
    // The module loader remembers a failed chunk, and the page would continue without its style:
    // reload instead.
    retry: () => (isChunkFailure(failure) ? window.location.reload() : setRound((n) => n + 1)),
  }
}

/** The current state, as the engine's input. */
export function currentScopeInput(): ScopeInput {
  return {
    user: store.user,
    initialised: store.initialised,
    onboarding: store.onboarding,
    config: store.appConfiguration!,
    language: store.language,
    today: new Date().toISOString().slice(0, 10),
    curricula: store.curricula,
  }
}

/**
 * Decides where an address leads and starts loading that page; without one if the address
 * redirects.
 */
async function decide(
  path: string,
  query: Record<string, string>,
  shown: View | null,
): Promise<{ landing: Landing; view: Promise<View> | null }> {
  const landing = await land(path, query, shown)
  if (
    landing.outcome === 'loop' ||
    (landing.hops.length > 0 && hrefOf(landing) !== path + queryText(query))
  )
    return { landing, view: null }
  const view = open(landing, shown)
  // The navigation may be decided anew before anything awaits this page.
  view.catch(() => undefined)
  return { landing, view }
}

/** Where else the user wanted to go; null without that code, which few redirects need. */
async function intendedBy(
  href: string,
  query: Record<string, string>,
  landing: Landing,
): Promise<string | null> {
  const { scope, hops } = landing
  // A table of steps sends on from a step that is done.
  const isBetween = scope.stage === 'onboarding' || hops[0]?.by.length
  if (store.user === null || !(query['redirect'] || isBetween)) return null
  return import('./intended.ts').then(
    (intended) => intended.intendedBy(href, query, landing),
    () => null,
  )
}

function hrefOf({ path, query }: Landing): string {
  return path + queryText(query)
}

/**
 * Sign-up hints in the query apply at once, even when signed in. @returns whether they change
 * anything
 */
function takeHints(query: URLSearchParams): boolean {
  takeSignupHints(query)
  const onboarding = readOnboarding()
  // A new object would trigger a navigation.
  if (JSON.stringify(onboarding) === JSON.stringify(store.onboarding)) return false
  store.onboarding = onboarding
  return true
}

/** What the subject-choice guard was told, and for which page. */
let fetched: { readonly path: string; readonly curricula: readonly string[] } | null = null

/**
 * The route that an address leads to. Subject-choice pages load the curricula first (spec 4,
 * Subject-choice guard): for each page once, not for each key of a search on it
 * (docs/decisions/0079).
 */
async function land(
  path: string,
  query: Record<string, string>,
  shown: View | null,
): Promise<Landing> {
  const first = navigate(currentCatalog(), currentScopeInput(), { path, query })
  // Parameters added by a redirect count as if the user had opened that address:
  // `/purchase/starter` selects a plan.
  const onTheWay = new URLSearchParams(
    first.hops.slice(1).flatMap((hop) => Object.entries(hop.query)),
  )
  const landing = takeHints(onTheWay)
    ? navigate(currentCatalog(), currentScopeInput(), { path, query })
    : first
  if (
    !landing.route.needs?.includes('curriculum') ||
    store.curricula !== null ||
    store.user === null
  )
    return landing
  if (fetched?.path !== landing.path || shown?.landing.path !== landing.path) {
    const response = await ask([
      'school-curricula',
      store.user._id,
      store.language,
      store.appConfiguration!.release,
    ])
    fetched = { path: landing.path, curricula: Object.keys(response as object) }
  }
  const { curricula } = fetched
  return navigate(currentCatalog(), { ...currentScopeInput(), curricula }, { path, query })
}

/**
 * Fetches everything that a page needs in parallel: documents and texts, widgets, and initial data.
 */
async function open(landing: Landing, shown: View | null): Promise<View> {
  if (landing.screen === null) throw new Error(`the route "${landing.route.id}" shows nothing`)
  await openScreen(landing.screen)
  const catalog = currentCatalog()
  const screen = catalog.get('screen', landing.screen)
  if (screen === undefined) throw new Error(`there is no screen called "${landing.screen}"`)
  const view: View = { landing, screen, catalog, release: store.appConfiguration!.release }
  // What is shown has its data: a second response would be left over for the page's next visit.
  const known = shown === null ? [] : keysOf(shown).map(([, key]) => String(key))
  for (const [, key] of keysOf(view)) if (!known.includes(String(key))) warm(key)
  await withinTimeout(
    Promise.all([loadWidgets(registry, widgetTypes(catalog, screen)), loadFrame(landing)]),
  )
  return view
}
