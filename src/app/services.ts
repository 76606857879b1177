/**
 * Which services of others run on this page: those that the instance has configured, for somebody who is of age and has
 * agreed, and never in a preview. The part that loads them comes only where there is something to load.
 */

import { isPreview } from './preview.ts'
import { store } from './store.ts'
import type { View } from './view.ts'
import type * as Integrations from './integrations.ts'

let part: typeof Integrations | undefined

/** After every navigation, and whenever somebody signs in or out or agrees. */
export function syncServices({ landing: { scope } }: View): void {
  const settings = store.appConfiguration?.integrations ?? {}
  if (isPreview() || (part === undefined && Object.keys(settings).length === 0)) return
  // Nothing comes, not even our own part, before there is somebody whom it may be for.
  if (part === undefined && (scope.user === null || scope.facts.underAge !== false)) return
  void import('./integrations.ts').then(
    (loaded) => {
      part = loaded
      // What runs cannot be taken out of a page again. A new page begins without it.
      if (loaded.load(settings, scope) === 'too-much' && !store.assessmentOpen) location.reload()
    },
    () => undefined,
  )
}
