/**
 * The router, in history mode: every address goes through the decision tables, the page where it lands is fetched while
 * the one before stays on the screen, then both change places (spec 4, Navigation guard).
 */

import { useCallback, useEffect, useMemo, useRef, useState } from 'react'
import { useLocation, useNavigate } from 'react-router-dom'
import { useSnapshot } from 'valtio'
import { navigate, type Landing } from '#engine/navigate.ts'
import { loadWidgets } from '#engine/react/registry.ts'
import { queryText } from '#engine/routes.ts'
import type { World } from '#engine/scope.ts'
import { registry } from '#widgets/registry.ts'
import { makeActions, type Navigation } from './actions.ts'
import { call, NoSignal, whenUnauthorised } from './api.ts'
import { Chrome } from './Chrome.tsx'
import { takeSignupHints } from './cookies.ts'
import { warm, WithData, type SourceKey } from './data.tsx'
import { currentCatalog, openScreen } from './documents.ts'
import { loadFrame } from './Frame.tsx'
import type { Shell } from './shell.ts'
import { say } from './i18n.ts'
import { chooseLanguage } from './language.ts'
import { report } from './monitoring.ts'
import { PageView } from './PageView.tsx'
import { fetchUser, forgetPerson, logout } from './session.ts'
import { showSnackbar, store, toggleMenu } from './store.ts'
import { setScheme } from './theme.ts'
import { onCompleted } from './completed.ts'
import { sourcesOf, widgetTypes, type View } from './view.ts'
import { reloadForChunks, withinTimeout } from './chunks.ts'

type Shown = { readonly view: View; readonly href: string }

export function Router() {
  const location = useLocation()
  const go = useNavigate()
  const [shown, setShown] = useState<Shown | null>(null)
  const [failed, setFailed] = useState<{ href: string; error: unknown } | null>(null)
  const [round, setRound] = useState(0)
  const [leaving, setLeaving] = useState<number | null>(null)
  const [help, setHelp] = useState(false)
  const { user, language, scheme, online, menuCollapsed, onboarding, appConfiguration, curricula } = useSnapshot(store) as typeof store
  const href = location.pathname + location.search
  const latest = useRef(0)

  useEffect(() => {
    const mine = ++latest.current
    const query = Object.fromEntries(new URLSearchParams(location.search))
    void (async () => {
      store.navigating = true
      try {
        takeSignupHints(new URLSearchParams(location.search))
        const landing = await land(location.pathname, query)
        const landed = landing.path + queryText(landing.query)
        if (mine !== latest.current) return
        if (landing.outcome === 'loop') {
          report(new Error(`redirects without end: ${landing.hops.map(({ from }) => from).join(' -> ')}`), href)
          return void go('/error/whoops', { replace: true })
        }
        if (landing.hops.length > 0 && landed !== href) {
          // Said to whoever asked for a locked page, not to whom the app itself leads on.
          const [first] = landing.hops
          if (first?.reason !== undefined) showSnackbar(say(first.reason))
          return void go(landed, { replace: true })
        }
        const view = await open(landing)
        if (mine !== latest.current) return
        setFailed(null)
        setShown({ view, href })
      } catch (error) {
        if (mine !== latest.current) return
        if (reloadForChunks(error)) return
        if (!(error instanceof NoSignal)) report(error, href)
        setFailed({ href, error })
      } finally {
        if (mine === latest.current) store.navigating = false
      }
    })()
    // Who somebody is decides where they may be, so a change of the user is a navigation too.
  }, [href, user, onboarding, language, round, curricula])

  const leave = useCallback(async (sure: boolean) => {
    const waiting = sure ? 0 : await (await import('./sync.ts')).unsentAnswers()
    if (waiting > 0) return setLeaving(waiting)
    setLeaving(null)
    const single = await logout().catch((error: unknown) => {
      showSnackbar(say('frame.logoutFailed'))
      throw error
    })
    if (single !== null) window.location.assign(single)
    else go('/home', { replace: true })
  }, [go])

  useEffect(() => {
    whenUnauthorised(() => {
      // Nothing takes an assessment away from under somebody: its answers wait, and the sign-in stands above it.
      if (store.assessmentOpen) store.signInAbove = true
      else if (store.user !== null) {
        forgetPerson()
        go(`/home${queryText({ redirect: window.location.pathname + window.location.search })}`, { replace: true })
      }
    })
    return onCompleted(() => void fetchUser())
  }, [go])

  // The pages of an error look whether the person is still who they were (spec 2).
  useEffect(() => {
    if (shown && ['404', '403', 'whoops'].includes(shown.view.landing.route.id)) void fetchUser()
  }, [shown?.href])

  useEffect(() => {
    if (shown === null) return
    const { route, scope } = shown.view.landing
    store.assessmentOpen = scope.route !== null && currentCatalog().all('assessment').some(({ quizRoute }) => quizRoute === route.id) || /Quiz(Page)?$/.test(route.id)
    document.title = [route.title && say(route.title), store.appConfiguration?.appName].filter(Boolean).join(' · ')
    window.scrollTo(0, 0)
    focusPage()
  }, [shown?.view.landing.path])

  const navigation = useMemo<Navigation>(
    () => ({
      go: (to, options) => void go(to, options),
      query: () => new URLSearchParams(window.location.search),
      logout: () => void leave(false),
    }),
    [go, leave],
  )
  const actions = useMemo(() => makeActions(navigation), [navigation])
  const shell: Shell | null = appConfiguration && {
    config: appConfiguration, year: new Date().getFullYear(), language, scheme, online, menuCollapsed,
    onLanguage: (id) => void chooseLanguage(id),
    onScheme: setScheme,
    onCollapse: toggleMenu,
    onLogout: () => void leave(false),
    onHelp: () => setHelp(true),
  }
  if (shell === null) return null
  return (
    <Chrome failed={failed?.href === href ? failed.error : null} empty={shown === null} onRetry={() => setRound((n) => n + 1)} leaving={leaving} onLeave={(sure) => (sure ? void leave(true) : setLeaving(null))} help={help} onHelp={setHelp} actions={actions}>
      {shown && (
        <WithData
          key={shown.view.landing.route.id}
          sources={keysOf(shown.view)}
          draw={(data) => <PageView view={shown.view} data={data} shell={shell} registry={registry} actions={actions} mode="live" report={report} />}
        />
      )}
    </Chrome>
  )
}

function worldNow(): World {
  return {
    user: store.user, initialised: store.initialised, onboarding: store.onboarding, config: store.appConfiguration!, language: store.language,
    today: new Date().toISOString().slice(0, 10), curricula: store.curricula,
  }
}

/** Where somebody lands. Subject-choice pages ask for the curricula first (spec 4, Subject-choice guard). */
async function land(path: string, query: Record<string, string>): Promise<Landing> {
  const landing = navigate(currentCatalog(), worldNow(), { path, query })
  if (!landing.route.needs?.includes('curriculum') || store.curricula !== null || store.user === null) return landing
  const curricula = Object.keys(await call<Record<string, unknown>>('school-curricula'))
  return navigate(currentCatalog(), { ...worldNow(), curricula }, { path, query })
}

/** Fetches everything of a page at once: its documents and texts, its widgets, and the first data. */
async function open(landing: Landing): Promise<View> {
  if (landing.screen === null) throw new Error(`the route "${landing.route.id}" shows nothing`)
  await openScreen(landing.screen)
  const catalog = currentCatalog()
  const screen = catalog.get('screen', landing.screen)
  if (screen === undefined) throw new Error(`no screen is called "${landing.screen}"`)
  const view: View = { landing, screen, catalog }
  for (const [, key] of keysOf(view)) warm(key)
  await withinTimeout(Promise.all([loadWidgets(registry, widgetTypes(catalog, screen)), loadFrame(landing)]))
  return view
}

function keysOf({ landing, screen, catalog }: View): [string, SourceKey][] {
  const owner = landing.scope.user?._id ?? ''
  return Object.entries(sourcesOf(screen, landing.scope, catalog)).map(([name, path]) => [name, [path, owner, landing.scope.language] as const])
}

/** The heading of a new page takes the focus, so that readers begin there and not where the old page ended. */
function focusPage(): void {
  requestAnimationFrame(() => {
    const target = document.querySelector<HTMLElement>('main h1') ?? document.querySelector<HTMLElement>('main')
    if (target === null || document.activeElement?.closest('main, dialog')) return
    if (!target.hasAttribute('tabindex')) target.tabIndex = -1
    target.focus({ preventScroll: true })
  })
}
