/** What something is counted under: never an address or an id as it is, for counters outlive whom they were about. */

import type { Secrets } from './secrets.ts'

export function limitKey(
  world: { readonly secrets: Secrets },
  what: string,
  tenant: string,
  ...about: string[]
): string {
  return `${what}:${world.secrets.mac('limit', tenant, ...about).toString('base64url')}`
}
