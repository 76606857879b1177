/**
 * Chooses the frame of a page by its layout and fills it from the documents: header, menus, footer.
 */

import type { ReactNode } from 'react'
import { homeOf, resolveMenu } from '#engine/decide/menu.ts'
import { useHref, useRenderContext } from '#engine/react/context.ts'
import type { Landing } from '#engine/decide/navigate.ts'
import type * as Console from '#admin/parts/ConsoleFrame.tsx'
import { AuthenticationFrame } from '#widgets/frame/AuthenticationFrame.tsx'
import { OfflineStrip } from '#widgets/frame/OfflineStrip.tsx'
import { PublicFrame } from '#widgets/frame/PublicFrame.tsx'
import { offersHelp, type Shell } from './shell.ts'
import type * as SignedIn from './SignedInFrame.tsx'
import { beginsOnCloth, isQuiz } from './view.ts'

let later: typeof SignedIn | undefined
let console: typeof Console | undefined

/** Loads the frames that signed-out pages don't need. Awaited before such a page is drawn. */
export async function loadFrame({ layout, scope }: Landing): Promise<void> {
  if (scope.user !== null || layout === 'authenticated' || layout === 'focus')
    later ??= await import('./SignedInFrame.tsx')
  if (layout === 'console') console ??= await import('#admin/parts/ConsoleFrame.tsx')
}

export function Frame({
  landing,
  shell,
  children,
}: {
  landing: Landing
  shell: Shell
  children: ReactNode
}) {
  const { catalog } = useRenderContext()
  const { scope, route, layout } = landing
  const href = useHref()
  const { config, language, onLanguage, onHelp } = shell
  const { user } = scope
  const languages = config.locales.available.map((id) => ({
    id,
    name: config.languageNames[id] ?? id,
  }))
  const brand = { appName: config.appName, logo: config.images.logo, icon: config.images.icon }
  const footer = {
    year: shell.year,
    appName: config.appName,
    version: config.version,
    entries: resolveMenu(catalog, 'footer', scope),
  }
  const help = offersHelp(config) ? onHelp : undefined
  const common = {
    brand,
    homeHref: href(homeOf(catalog, user === null ? 'header' : 'main')),
    languages,
    language,
    onLanguage,
    onHelp: help,
  }

  if (layout === 'public') {
    return (
      <>
        <OfflineStrip offline={!shell.online} />
        <PublicFrame
          {...common}
          entries={resolveMenu(catalog, 'header', scope)}
          userMenu={
            user && later && <later.SignedInMenu user={user} landing={landing} shell={shell} />
          }
          cloth={beginsOnCloth(catalog, landing)}
          footer={footer}
        >
          {children}
        </PublicFrame>
      </>
    )
  }
  if (layout === 'authentication') {
    return (
      <>
        <OfflineStrip offline={!shell.online} />
        <AuthenticationFrame
          {...common}
          onLogout={user === null ? undefined : shell.onLogout}
          footer={footer}
          art={user === null}
        >
          {children}
        </AuthenticationFrame>
      </>
    )
  }
  if (later === undefined) return null
  if (layout === 'console') {
    if (console === undefined) return null
    return (
      <>
        <OfflineStrip offline={!shell.online} />
        <console.ConsoleFrame
          brand={brand}
          appHref={href(homeOf(catalog, 'main'))}
          entries={resolveMenu(catalog, 'console', scope)}
          route={route.id}
          userMenu={user && <later.SignedInMenu user={user} landing={landing} shell={shell} />}
        >
          {children}
        </console.ConsoleFrame>
      </>
    )
  }
  return (
    <>
      {/* A quiz shows this itself, where it takes no extra room. */}
      {(layout !== 'focus' || !isQuiz(catalog, route)) && <OfflineStrip offline={!shell.online} />}
      <later.SignedInFrame landing={landing} shell={shell}>
        {children}
      </later.SignedInFrame>
    </>
  )
}
