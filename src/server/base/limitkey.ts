/**
 * The key of a rate limit: never a plain email address or id, because counters outlive the user.
 */

import type { Secrets } from './secrets.ts'

export function limitKey(
  context: { readonly secrets: Secrets },
  what: string,
  tenant: string,
  ...about: string[]
): string {
  return `${what}:${context.secrets.mac('limit', tenant, ...about).toString('base64url')}`
}
