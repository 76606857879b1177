/** Finds what a command names, or says what there is instead. */

import { nearest } from '#engine/documents/json.ts'
import { allTenants, tenantBySlug, type Tenant } from '../store/tenants.ts'
import type { ServerContext } from '#server/start/context.ts'
import { OperatorError } from './operation.ts'

/** More than fit on a line help nobody. */
const MAX_NAMED = 20

/** @throws OperatorError that says which tenants there are, where there is none of this name */
export async function requireTenant(world: ServerContext, slug: string): Promise<Tenant> {
  const found = await world.database.shared((tx) => tenantBySlug(tx, slug))
  if (found !== undefined) return found
  const all = (await world.database.shared(allTenants)).map((each) => each.slug)
  const meant = nearest(slug, all)
  throw new OperatorError(
    `There is no tenant "${slug}"${meant === undefined ? '.' : `; did you mean "${meant}"?`}${all.length <= MAX_NAMED ? ` There are: ${all.join(', ') || 'none'}.` : ''}`,
  )
}

/** The tenant that a command means: the one that it names, or the only one there is. */
export async function tenantMeant(world: ServerContext, slug: string | undefined): Promise<Tenant> {
  if (slug !== undefined) return requireTenant(world, slug)
  const all = await world.database.shared(allTenants)
  if (all.length === 1) return all[0]!
  throw new OperatorError(
    all.length === 0
      ? 'There are no tenants yet. Run: npm run tenant -- create <slug> --host <name>'
      : `Say which tenant: --tenant <slug>${all.length <= MAX_NAMED ? `. There are: ${all.map((each) => each.slug).join(', ')}.` : ''}`,
  )
}
