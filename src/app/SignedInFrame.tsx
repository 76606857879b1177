/**
 * Frames for signed-in users: the app around a page, a single task, and the user menu. Loaded with
 * their first page.
 */

import { useEffect, useEffectEvent, type ReactNode } from 'react'
import { useSnapshot } from 'valtio'
import type { Landing } from '#engine/decide/navigate.ts'
import { queryText } from '#engine/decide/routes.ts'
import { homeOf, resolveMenu } from '#engine/decide/menu.ts'
import { useHref, useRenderContext } from '#engine/react/context.ts'
import { useScreenData } from '#engine/react/Screen.tsx'
import { useText } from '#engine/react/text.tsx'
import type { User } from '#engine/rules/scope.ts'
import { AppFrame } from '#widgets/frame/AppFrame.tsx'
import { FocusFrame } from '#widgets/frame/FocusFrame.tsx'
import { OpenedOn } from '#widgets/frame/OpenedOn.tsx'
import { RecordMissing } from '#widgets/frame/RecordMissing.tsx'
import { UserMenu } from '#widgets/frame/UserMenu.tsx'
import { offersHelp, type Shell } from './shell.ts'
import { startComeback } from './comeback.ts'
import { crumbsOf } from './crumbs.ts'
import { nameOf, openedOn } from './opened.ts'
import { keysOf } from './view.ts'
import { queryAbove, wayOut } from './wayout.ts'

type Props = { landing: Landing; shell: Shell; children: ReactNode }

const SECOND_LOCK = '/settings/security/second-lock'

/**
 * Does the tenant require a second factor of learners, and has this one to turn it on first? The
 * server refuses everything else; the console asks for itself.
 */
function isHeldUp({ scope: { user, stage, route } }: Landing): boolean {
  return (
    user?.auth.secondFactor === 'due' &&
    user.app.role === null &&
    stage !== 'onboarding' &&
    route?.group !== 'settings'
  )
}

export function SignedInFrame({ landing, shell, children }: Props) {
  const { catalog } = useRenderContext()
  const { scope, layout } = landing
  const href = useHref()
  const t = useText()
  const { config } = shell
  useEffect(startComeback, [])
  const isHeld = isHeldUp(landing)
  useEffect(() => {
    if (isHeld) location.replace(SECOND_LOCK)
  }, [isHeld])
  const userMenu = scope.user && <SignedInMenu user={scope.user} landing={landing} shell={shell} />
  const brand = { appName: config.appName, logo: config.images.logo, icon: config.images.icon }
  if (layout === 'focus') {
    const above = queryAbove(landing)
    const out = above === null ? wayOut(landing, catalog) : landing.route.id
    const title = focusTitle(landing, catalog)
    return (
      <FocusFrame
        title={title === undefined ? config.appName : t(title)}
        brand={brand}
        closeHref={
          out === null ? null : above === null ? href(out) : href(out, scope.route?.params, above)
        }
        closeLabel={t('frame.leave')}
        userMenu={userMenu}
        onHelp={offersHelp(config) ? shell.onHelp : undefined}
      >
        <OpenedBefore landing={landing} />
        <Present landing={landing}>{children}</Present>
      </FocusFrame>
    )
  }
  return (
    <AppFrame
      brand={brand}
      homeHref={href(homeOf(catalog, 'main'))}
      entries={resolveMenu(catalog, 'main', scope)}
      path={landing.path}
      userMenu={userMenu}
      collapsed={shell.menuCollapsed}
      onCollapse={shell.onCollapse}
      onAction={(action) => action === 'logout' && shell.onLogout()}
      crumbs={crumbsOf(landing, catalog)}
      assistanceEmail={config.assistanceEmail}
      onHelp={offersHelp(config) ? shell.onHelp : undefined}
    >
      <OpenedBefore landing={landing} />
      <Present landing={landing}>{children}</Present>
    </AppFrame>
  )
}

/**
 * A page of one record that is not there, or not on this device, says only that: its parts would
 * each say that they failed.
 */
function Present({ landing, children }: { landing: Landing; children: ReactNode }) {
  const { catalog } = useRenderContext()
  const data = useScreenData()
  const t = useText()
  const screen = landing.screen === null ? undefined : catalog.get('screen', landing.screen)
  for (const [name, { get }] of Object.entries(screen?.data ?? {})) {
    const state = data[name]
    if (!get.includes('{') || state?.status !== 'failed') continue
    if (!state.offline && state.missing !== true) continue
    const list = crumbsOf(landing, catalog).findLast(({ href }) => href !== undefined)
    return (
      <RecordMissing
        offline={state.offline}
        list={list && { title: t(list.title), href: list.href! }}
        onRetry={state.retry}
      />
    )
  }
  return children
}

/**
 * If a page shows what this device has stored, it says when that was fetched; of several parts, the
 * oldest counts. It also tells the server which records were opened.
 */
function OpenedBefore({ landing }: { landing: Landing }) {
  const { catalog } = useRenderContext()
  const since = useSnapshot(openedOn)
  const screen = landing.screen === null ? undefined : catalog.get('screen', landing.screen)
  const tell = useEffectEvent(() => {
    if (screen !== undefined)
      void import('./interactions.ts').then(
        ({ addressShown }) => addressShown({ landing, screen }),
        () => undefined,
      )
  })
  const address = landing.path + queryText(landing.query)
  useEffect(() => tell(), [address])
  if (screen === undefined) return null
  const [oldest] = keysOf({ landing, screen, catalog, release: '' })
    .flatMap(([, key]) => since[nameOf(key)] ?? [])
    .sort()
  return oldest === undefined ? null : <OpenedOn at={oldest} language={landing.scope.language} />
}

export function SignedInMenu({
  user,
  landing,
  shell,
}: {
  user: User
  landing: Landing
  shell: Shell
}) {
  const { catalog } = useRenderContext()
  const { config } = shell
  const text = (key: string): string =>
    typeof user.profile[key] === 'string' ? user.profile[key] : ''
  return (
    <UserMenu
      initial={text('nickname').slice(0, 1).toUpperCase()}
      fullName={[text('firstName'), text('lastName')].filter(Boolean).join(' ')}
      email={text('email') || user.email}
      appName={config.appName}
      entries={resolveMenu(catalog, 'user', landing.scope)}
      languages={config.locales.available.map((id) => ({
        id,
        name: config.languageNames[id] ?? id,
      }))}
      language={shell.language}
      onLanguage={shell.onLanguage}
      scheme={shell.scheme}
      onScheme={shell.onScheme}
      onLogout={shell.onLogout}
    />
  )
}

/**
 * A task's title is its assessment's, whatever the page itself is called; if neither has a title,
 * it is the app's name.
 */
function focusTitle(
  { route }: Landing,
  catalog: ReturnType<typeof useRenderContext>['catalog'],
): string | undefined {
  const assessment = catalog
    .all('assessment')
    .find(
      ({ id, startRoute, quizRoute }) =>
        startRoute === route.id || quizRoute === route.id || route.assessment === id,
    )
  return assessment?.label ?? route.title
}
