/** Fetches pages before they are opened, so that this device has them when it is offline. */

import { navigate } from '#engine/decide/navigate.ts'
import { pathTo } from '#engine/decide/routes.ts'
import { loadWidgets } from '#engine/react/registry.ts'
import { ask } from './data.tsx'
import { currentCatalog, currentFrame, fetchBundle, pageOf } from './documents.ts'
import { isPreview } from './preview.ts'
import { registry } from './registry.ts'
import { store } from './store.ts'
import { currentScopeInput } from './usePage.ts'
import { keysOf, widgetTypes } from './view.ts'

export type RecordPage = {
  readonly routeName: string
  readonly params: Readonly<Record<string, string>>
}

/** A list waits until the record itself has come. */
const LIST_AFTER_MS = 5000

/** Lists that were fetched already, by release and language. */
const brought = new Set<string>()

/** What a page needs: documents and texts, widgets, and data; and the list that the record is in. */
export async function bringPage({ routeName, params }: RecordPage): Promise<void> {
  await bring(routeName, params, true)
  await bringListOf(routeName)
}

/**
 * The page of the list that a record is in, without its data: offline it shows which of its records
 * are on this device.
 */
export function bringListLater(routeName: string): void {
  if (isPreview()) return
  setTimeout(() => {
    if (store.online && navigator.onLine) void bringListOf(routeName).catch(() => undefined)
  }, LIST_AFTER_MS)
}

async function bringListOf(routeName: string): Promise<void> {
  const above = currentCatalog()
    .route(routeName)
    ?.breadcrumbs?.findLast((crumb) => crumb.routeName !== undefined)?.routeName
  const { language } = currentFrame()
  const key = `${store.appConfiguration?.release}/${language}/${above}`
  if (above === undefined || store.user === null || brought.has(key)) return
  brought.add(key)
  await bring(above, {}, false).catch((error: unknown) => {
    brought.delete(key)
    throw error
  })
}

async function bring(
  routeName: string,
  params: RecordPage['params'],
  withData: boolean,
): Promise<void> {
  const route = currentCatalog().route(routeName)
  if (route === undefined) return
  const landing = navigate(currentCatalog(), currentScopeInput(), {
    path: pathTo(route, params),
    query: {},
  })
  const sha = landing.screen === null ? undefined : await pageOf(currentFrame(), landing.screen)
  if (landing.route.id !== routeName || sha === undefined) return
  const catalog = currentCatalog().with((await fetchBundle(sha)).documents)
  const screen = catalog.get('screen', landing.screen!)
  if (screen === undefined) return
  const keys = keysOf({ landing, screen, catalog, release: store.appConfiguration!.release })
  await Promise.all([
    ...(withData ? keys.map(([, key]) => ask(key)) : []),
    loadWidgets(registry, widgetTypes(catalog, screen)),
  ])
}
