/** As whom a page is best looked at, so that a version of it can be seen at once. */

import type { PersonaInput } from '#engine/contract/admincontract.ts'
import type { Catalog } from '#engine/documents/catalog.ts'
import type { RouteDocument } from '#engine/documents/kinds.ts'

type Viewer = Pick<PersonaInput, 'stage'> & Partial<Pick<PersonaInput, 'plan' | 'done'>>
type Route = RouteDocument

const ONBOARDING = 'onboarding'
/** What a step of onboarding leaves behind, by the fact that it settles. */
const DONE = {
  'facts.consentsComplete': 'consents',
  'facts.verified': 'verified',
  'facts.profileComplete': 'profile',
} as const satisfies Readonly<Record<string, NonNullable<PersonaInput['done']>[number]>>
const PLAN = 'user.app.accountType'

/** The first page without parameters that shows one of these screens, to everybody or by a rule. */
export function routeShowing(
  { routes }: Pick<Catalog, 'routes'>,
  screens: readonly string[],
): Route | undefined {
  const shows = ({ screen, screens: rows = [] }: Route) =>
    [screen, ...rows.map((row) => row.screen)].some(
      (each) => each !== undefined && screens.includes(each),
    )
  return [...routes.values()].find((route) => !route.path.includes(':') && shows(route))
}

/** In onboarding, somebody who has done everything that comes before this page. */
export function viewerOf(catalog: Catalog, route: Route | undefined): Viewer {
  if (route === undefined) return { stage: 'fullAccess' }
  if (route.class === 'loggedOutOnly' || route.class === 'public') return { stage: 'signedOut' }
  const { stages = ['fullAccess'] } = route
  if (stages.includes('fullAccess')) return { stage: 'fullAccess' }
  const [stage = 'fullAccess'] = stages
  return stage === 'onboarding' ? onboardingAt(catalog, route.id) : { stage }
}

function onboardingAt(catalog: Catalog, step: string): Viewer {
  const steps = catalog.get('flow', ONBOARDING)?.steps ?? []
  const at = steps.findIndex(({ id }) => id === step)
  const before = steps.slice(0, Math.max(0, at))
  const plan = steps[at]?.before[PLAN]
  return {
    stage: 'onboarding',
    done: [
      ...new Set(
        before.flatMap(({ after }) =>
          Object.entries(DONE).flatMap(([fact, done]) => (after[fact] === true ? [done] : [])),
        ),
      ),
    ],
    ...(typeof plan === 'string' && { plan }),
  }
}
