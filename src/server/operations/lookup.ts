/** Looks up what a command refers to, or lists the alternatives. */

import { nearest } from '#engine/documents/json.ts'
import { allTenants, tenantBySlug, type Tenant } from '../store/tenants.ts'
import type { ServerContext } from '#server/start/context.ts'
import { OperatorError } from './operation.ts'

/** Longer lists don't fit on a line. */
const MAX_NAMED = 20

/** @throws OperatorError that lists the tenants, if there is none of this name */
export async function requireTenant(context: ServerContext, slug: string): Promise<Tenant> {
  const found = await context.database.shared((tx) => tenantBySlug(tx, slug))
  if (found !== undefined) return found
  const all = (await context.database.shared(allTenants)).map((each) => each.slug)
  const meant = nearest(slug, all)
  throw new OperatorError(
    `There is no tenant "${slug}"${meant === undefined ? '.' : `; did you mean "${meant}"?`}${all.length <= MAX_NAMED ? ` There are: ${all.join(', ') || 'none'}.` : ''}`,
  )
}

/** The tenant of a command: the one it names, or the only one. */
export async function tenantMeant(
  context: ServerContext,
  slug: string | undefined,
): Promise<Tenant> {
  if (slug !== undefined) return requireTenant(context, slug)
  const all = await context.database.shared(allTenants)
  const [first, ...others] = all
  if (first !== undefined && others.length === 0) return first
  throw new OperatorError(
    all.length === 0
      ? 'There are no tenants yet. Run: npm run tenant -- create <slug> --host <name>'
      : `Say which tenant: --tenant <slug>${all.length <= MAX_NAMED ? `. There are: ${all.map((each) => each.slug).join(', ')}.` : ''}`,
  )
}
