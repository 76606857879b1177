/**
 * From an address to a page that is ready: through the decision tables, then everything of the page fetched at once,
 * while the one before stays on the screen (spec 4, Navigation guard).
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
import { goesOn, shouldCheck, newerRelease, takeRelease } from './live.ts'
import { report } from './monitoring.ts'
import { basePath } from './preview.ts'
import { registry } from './registry.ts'
import { showSnackbar, store } from './store.ts'
import { keysOf, widgetTypes, type View } from './view.ts'

export type Page = {
  /** What is on the screen; null before the first page. */
  readonly view: View | null
  /** Its entry in the history. */
  readonly entry: string
  /** Somebody came back to it. */
  readonly isReturn: boolean
  /** Why the address that is asked for has no page; null when it has, or may still get one. */
  readonly failure: unknown
  /** Asks for it again. */
  readonly retry: () => void
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

  const arrive = useEffectEvent(async (mine: number) => {
    const stale = () => mine !== latest.current
    store.navigating = true
    try {
      const { destination } = store
      store.destination = null
      if (destination !== null && destination !== href)
        return void go(destination, { replace: true })
      const search = new URLSearchParams(location.search)
      takeHints(search)
      const query = Object.fromEntries(search)
      const asked = shouldCheck(location.pathname)
      const newer = asked ? newerRelease() : Promise.resolve(null)
      let { landing, view: opening } = await decide(location.pathname, query)
      const release = await newer
      if (stale()) return
      if (release !== null) {
        const taken = await takeRelease(
          release,
          () => !stale() && !store.assessmentOpen,
          basePath() + href,
        )
        if (stale() || taken === 'leaving') return
        if (taken === 'taken') ({ landing, view: opening } = await decide(location.pathname, query))
        if (stale()) return
      }
      if (landing.outcome === 'loop') {
        report(
          new Error(`redirects without end: ${landing.hops.map(({ from }) => from).join(' -> ')}`),
          href,
        )
        return void go('/error/whoops', { replace: true })
      }
      if (opening === null) {
        goesOn(location.pathname, landing.path)
        // Said to whoever asked for a locked page, not to whom the app itself leads on.
        const [first] = landing.hops
        if (first?.reason !== undefined) showSnackbar(say(first.reason))
        return void go(hrefOf(landing), { replace: true })
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

  // Who somebody is decides where they may be, so a change of the user is a navigation too; so is a change of language.
  useEffect(() => {
    void arrive(++latest.current)
  }, [href, user, onboarding, language, curricula, round])

  const failure = failed?.href === href ? failed.error : null
  return {
    view,
    entry,
    isReturn,
    failure,
    // What loads the parts remembers one that failed, and would go on without its style: a new page asks for it again.
    retry: () => (isChunkFailure(failure) ? window.location.reload() : setRound((n) => n + 1)),
  }
}

/** What is known of this moment, for the engine to decide by. */
export function worldNow(): ScopeInput {
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

/** Where an address leads, with the page that is on its way; without one where it leads elsewhere first. */
async function decide(
  path: string,
  query: Record<string, string>,
): Promise<{ landing: Landing; view: Promise<View> | null }> {
  const landing = await land(path, query)
  if (
    landing.outcome === 'loop' ||
    (landing.hops.length > 0 && hrefOf(landing) !== path + queryText(query))
  )
    return { landing, view: null }
  const view = open(landing)
  // It may be decided anew before anybody waits for this page.
  view.catch(() => undefined)
  return { landing, view }
}

function hrefOf({ path, query }: Landing): string {
  return path + queryText(query)
}

/** Hints of a sign-up count at once, also for whoever is signed in. @returns whether that changes anything */
function takeHints(query: URLSearchParams): boolean {
  takeSignupHints(query)
  const onboarding = readOnboarding()
  // Another object is a navigation.
  if (JSON.stringify(onboarding) === JSON.stringify(store.onboarding)) return false
  store.onboarding = onboarding
  return true
}

/** Where somebody lands. Subject-choice pages ask for the curricula first (spec 4, Subject-choice guard). */
async function land(path: string, query: Record<string, string>): Promise<Landing> {
  const first = navigate(currentCatalog(), worldNow(), { path, query })
  // What a redirect wrote into the address counts as if it had been opened: `/purchase/starter` chooses a plan.
  const onTheWay = new URLSearchParams(
    first.hops.slice(1).flatMap((hop) => Object.entries(hop.query)),
  )
  const landing = takeHints(onTheWay)
    ? navigate(currentCatalog(), worldNow(), { path, query })
    : first
  if (
    !landing.route.needs?.includes('curriculum') ||
    store.curricula !== null ||
    store.user === null
  )
    return landing
  const curricula = Object.keys(
    (await ask([
      'school-curricula',
      store.user._id,
      store.language,
      store.appConfiguration!.release,
    ])) as object,
  )
  return navigate(currentCatalog(), { ...worldNow(), curricula }, { path, query })
}

/** Fetches everything of a page at once: its documents and texts, its widgets, and the first data. */
async function open(landing: Landing): Promise<View> {
  if (landing.screen === null) throw new Error(`the route "${landing.route.id}" shows nothing`)
  await openScreen(landing.screen)
  const catalog = currentCatalog()
  const screen = catalog.get('screen', landing.screen)
  if (screen === undefined) throw new Error(`there is no screen called "${landing.screen}"`)
  const view: View = { landing, screen, catalog, release: store.appConfiguration!.release }
  for (const [, key] of keysOf(view)) warm(key)
  await withinTimeout(
    Promise.all([loadWidgets(registry, widgetTypes(catalog, screen)), loadFrame(landing)]),
  )
  return view
}
