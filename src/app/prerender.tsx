/**
 * Draws public pages on the server, before any script runs: the first view on a phone with a weak
 * connection. The same frames, widgets and documents as in the browser; only what needs a browser
 * is missing.
 */

import i18next from 'i18next'
import { renderToStaticMarkup } from 'react-dom/server'
import { I18nextProvider, initReactI18next } from 'react-i18next'
import { StaticRouter } from 'react-router-dom'
import type { Catalog } from '#engine/documents/catalog.ts'
import { navigate } from '#engine/decide/navigate.ts'
import { NO_ONBOARDING, type InstanceConfig } from '#engine/rules/scope.ts'
import { DemoStrip } from '#widgets/frame/DemoStrip.tsx'
import { PageSkeleton } from '#widgets/parts/PageSkeleton.tsx'
import { INTERPOLATION } from './i18n.ts'
import type { Shell } from './shell.ts'
import { PageView } from './PageView.tsx'
import { registry } from './registry.ts'
import type { AppConfiguration } from './store.ts'
import { widgetTypes } from './view.ts'

type Input = {
  release: {
    catalog: Catalog
    config: InstanceConfig
    texts: ReadonlyMap<string, Readonly<Record<string, string>>>
    configuration: { plain: Uint8Array }
  }
  language: string
  path: string
  query: Readonly<Record<string, string>>
}

const nothing = (): void => undefined

/** @returns markup for the root element: the page, or a skeleton if the page depends on the user */
export function prerender({ release, language, path, query }: Input): string {
  const texts = release.texts.get(language) ?? {}
  const i18n = i18next.createInstance()
  void i18n.use(initReactI18next).init({
    lng: language,
    fallbackLng: false,
    initAsync: false,
    resources: { [language]: { translation: { ...texts } } },
    keySeparator: false,
    nsSeparator: false,
    interpolation: INTERPOLATION,
    react: { useSuspense: false },
  })
  const configuration = JSON.parse(
    new TextDecoder().decode(release.configuration.plain),
  ) as AppConfiguration
  const page = path === '' ? null : draw(release, configuration, language, path, query)
  return renderToStaticMarkup(
    <I18nextProvider i18n={i18n}>
      <StaticRouter location={path === '' ? '/' : path}>
        {configuration.demo && <DemoStrip />}
        {page ?? <PageSkeleton />}
      </StaticRouter>
    </I18nextProvider>,
  )
}

function draw(
  { catalog, config }: Input['release'],
  configuration: AppConfiguration,
  language: string,
  path: string,
  query: Input['query'],
) {
  const landing = navigate(
    catalog,
    {
      user: null,
      initialised: true,
      onboarding: NO_ONBOARDING,
      config,
      language,
      today: '2000-01-01',
      curricula: null,
    },
    { path, query },
  )
  const screen = landing.screen === null ? undefined : catalog.get('screen', landing.screen)
  // Data that the browser loads later cannot be drawn now; such a page starts with its skeleton.
  if (screen === undefined || landing.path !== path || Object.keys(screen.data ?? {}).length > 0)
    return null
  if (
    [...widgetTypes(catalog, screen)].some(
      (type) => !(type in registry) || !('now' in registry[type]!),
    )
  )
    return null
  const shell: Shell = {
    config: configuration,
    year: new Date().getFullYear(),
    language,
    scheme: 'system',
    online: true,
    menuCollapsed: false,
    onLanguage: nothing,
    onScheme: nothing,
    onCollapse: nothing,
    onLogout: nothing,
    onHelp: nothing,
  }
  return (
    <PageView
      view={{ landing, screen, catalog, release: '' }}
      data={{}}
      shell={shell}
      registry={registry}
      actions={{}}
      mode="live"
      report={nothing}
    />
  )
}
