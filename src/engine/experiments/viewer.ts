/** As whom a page is best looked at, so that a version of it can be seen at once. */

import type { PersonaInput } from '#engine/contract/admincontract.ts'
import type { RouteDocument } from '#engine/documents/kinds.ts'

export function viewerOf(
  route: Pick<RouteDocument, 'class' | 'stages'> | undefined,
): PersonaInput['stage'] {
  if (route === undefined) return 'fullAccess'
  if (route.class === 'loggedOutOnly' || route.class === 'public') return 'signedOut'
  const { stages } = route
  return stages === undefined || stages.includes('fullAccess')
    ? 'fullAccess'
    : (stages[0] ?? 'fullAccess')
}
