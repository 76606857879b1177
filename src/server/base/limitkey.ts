/**
 * The key of a rate limit: never a plain email address or id, because counters outlive the user.
 */

import type { Secrets } from './secrets.ts'

export function limitKey(
  world: { readonly secrets: Secrets },
  what: string,
  tenant: string,
  ...about: string[]
): string {
  return `${what}:${world.secrets.mac('limit', tenant, ...about).toString('base64url')}`
}
