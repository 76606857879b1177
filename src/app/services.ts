/**
 * Which third-party services run on this page: those configured for the instance, for users of age
 * who have agreed, and never in a preview. The loader itself is fetched only if there is something
 * to load.
 */

import { isPreview } from './preview.ts'
import { store } from './store.ts'
import type { View } from './view.ts'
import type * as Integrations from './integrations.ts'

let part: typeof Integrations | undefined

/** Called after every navigation, and when the user signs in or out or changes a consent. */
export function syncServices({ landing: { scope } }: View): void {
  const settings = store.appConfiguration?.integrations ?? {}
  if (isPreview() || (part === undefined && Object.keys(settings).length === 0)) return
  // Not even our own loader is fetched before there is a user whom a service may run for, unless
  // one asks visitors too.
  if (
    part === undefined &&
    !settings.oneTrustScriptID &&
    (scope.user === null || scope.facts.underAge !== false)
  )
    return
  void import('./integrations.ts').then(
    (loaded) => {
      part = loaded
      // A running script cannot be removed from a page. A reload starts without it.
      if (loaded.load(settings, scope) === 'too-much' && !store.assessmentOpen) location.reload()
    },
    () => undefined,
  )
}
