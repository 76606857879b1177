/**
 * The router, in history mode: draws the page of the current address and handles every change of
 * it.
 */

import {
  useCallback,
  useEffect,
  useEffectEvent,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
} from 'react'
import { useNavigate } from 'react-router-dom'
import { useSnapshot } from 'valtio'
import { pageKey, queryText } from '#engine/decide/routes.ts'
import type { OnPart } from '#engine/react/context.ts'
import { setTitle } from './pagetitle.ts'
import { makeActions, type Navigation } from './actions.ts'
import { pageShown, trackExposures } from './analytics.ts'
import { whenUnauthorised } from './api.ts'
import type { Bridge } from './bridge.ts'
import { Chrome } from './Chrome.tsx'
import { onCompleted } from './completed.ts'
import { WithData } from './data.tsx'
import { say } from './i18n.ts'
import { chooseLanguage } from './language.ts'
import { report } from './monitoring.ts'
import { PageView } from './PageView.tsx'
import { trackScroll, restoreScroll } from './places.ts'
import { isPreview, pathHere } from './preview.ts'
import { registry } from './registry.ts'
import { syncServices } from './services.ts'
import { fetchUser, forgetPerson, logout } from './session.ts'
import type { Shell } from './shell.ts'
import { showSnackbar, store, toggleMenu } from './store.ts'
import type { Unsent } from './sync.ts'
import { setScheme } from './theme.ts'
import { usePage } from './usePage.ts'
import { isQuiz, keysOf, type View } from './view.ts'

/** Error pages check again who is signed in (spec 2): that may have been the error. */
const ERROR_PAGES = ['404', '403', 'whoops']

export function Router() {
  const go = useNavigate()
  const { view, entry, isReturn, failure, retry } = usePage()
  const [unsent, setUnsent] = useState<Unsent | null>(null)
  const [help, setHelp] = useState(false)
  const { language, scheme, online, menuCollapsed, appConfiguration } = useSnapshot(
    store,
  ) as typeof store

  const leave = useCallback(async (sure: boolean) => {
    const waiting = sure ? null : await (await import('./sync.ts')).unsentWork()
    setUnsent(waiting)
    if (waiting !== null) return
    try {
      const single = await logout()
      if (single !== null) window.location.assign(single)
    } catch (error) {
      showSnackbar(say('frame.logoutFailed'))
      report(error, 'logout')
    }
  }, [])

  useEffect(() => {
    whenUnauthorised(() => {
      // Nothing interrupts an assessment: its answers wait, and the sign-in dialog opens above it.
      if (store.assessmentOpen) store.signInAbove = true
      else if (store.user !== null)
        forgetPerson(`/home${queryText({ redirect: pathHere() + window.location.search })}`)
    })
    return onCompleted(() => void fetchUser())
  }, [go])

  const bridge = useRef<Promise<Bridge> | null>(null)
  const again = useEffectEvent(retry)
  useEffect(() => {
    if (!isPreview()) return undefined
    // Only the console communicates with this page, so only its previews load the bridge.
    const opening = import('./bridge.ts').then(({ openBridge }) =>
      openBridge(
        (path) => void go(path),
        () => again(),
      ),
    )
    bridge.current = opening
    return () => void opening.then(({ close }) => close())
  }, [go])
  const part = useCallback<OnPart>((at, fragment) => {
    const added = bridge.current?.then(({ part: add }) => add(at, fragment))
    return () => void added?.then((remove) => remove())
  }, [])
  useEffect(() => {
    if (view !== null) void bridge.current?.then(({ at }) => at(view))
  }, [view])
  useEffect(() => {
    if (view !== null) syncServices(view)
  }, [view])

  const address = view && view.landing.path + queryText(view.landing.query)
  const path = view?.landing.path
  const page = view && pageKey(view.landing.route, view.landing.path, view.landing.query)
  const onAddress = useEffectEvent(() => {
    if (view !== null && ERROR_PAGES.includes(view.landing.route.id)) void fetchUser()
  })
  const onPage = useEffectEvent(() => view !== null && afterNavigation(view))
  const onEntry = useEffectEvent(() => page !== null && restoreScroll(entry, page, isReturn))
  useEffect(trackScroll, [])
  useEffect(() => onAddress(), [address])
  useEffect(() => void onPage(), [path])
  useEffect(focusHeading, [page])
  // In a layout effect: the browser's own scrolling on a shorter page must not be stored as the
  // position of the previous page.
  useLayoutEffect(() => void onEntry(), [page, entry])
  // The title is translated too, so it changes with the language. In a layout effect: a page that
  // shows a record has the last word.
  useLayoutEffect(() => {
    if (view !== null) setTitle(view.landing.route.title && say(view.landing.route.title))
  }, [view])

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
    config: appConfiguration,
    year: new Date().getFullYear(),
    language,
    scheme,
    online,
    menuCollapsed,
    onLanguage: (id) => void chooseLanguage(id),
    onScheme: setScheme,
    onCollapse: toggleMenu,
    onLogout: () => void leave(false),
    onHelp: () => setHelp(true),
  }
  if (shell === null) return null
  return (
    <Chrome
      failed={failure}
      empty={view === null}
      onRetry={retry}
      leaving={unsent}
      onLeave={(sure) => (sure ? void leave(true) : setUnsent(null))}
      help={help}
      onHelp={setHelp}
      actions={actions}
    >
      {view && (
        <WithData key={view.landing.path} sources={keysOf(view)}>
          {(data) => (
            <PageView
              view={view}
              data={data}
              shell={shell}
              registry={registry}
              actions={actions}
              mode={isPreview() ? 'preview' : 'live'}
              report={report}
              onDrawn={trackExposures}
              onPart={part}
            />
          )}
        </WithData>
      )}
    </Chrome>
  )
}

/** Runs after every navigation (spec 4, point 6). places.ts handles scrolling. */
function afterNavigation(view: View): void {
  const { landing, catalog } = view
  const { route } = landing
  store.assessmentOpen = isQuiz(catalog, route)
  pageShown(view)
  trackExposures(view.screen.id)
}

/**
 * Screen readers start at the new heading, not where the old page ended (spec 4, point 6); a field
 * that took the focus itself keeps it. A preview in the console leaves the focus with the form
 * beside it.
 */
function focusHeading(): void {
  requestAnimationFrame(() => {
    if (isPreview() && !document.hasFocus()) return
    const target =
      document.querySelector<HTMLElement>('main h1') ?? document.querySelector<HTMLElement>('main')
    if (target === null || document.activeElement?.closest('main, dialog')) return
    if (!target.hasAttribute('tabindex')) target.tabIndex = -1
    target.focus({ preventScroll: true })
  })
}
