/** Hosts that need nobody's word (docs/decisions/0217). */

import { isIP } from 'node:net'
import { isLoopback } from '#server/base/publicaddress.ts'
import type { ServerContext } from '#server/start/context.ts'

/**
 * Hosts that nobody else could have: the installation's own name and what is below it, this
 * machine, and names that public DNS never has (RFC 6761). In demo mode every host is served.
 */
export function isOwnHost({ demo, options }: ServerContext, host: string): boolean {
  if (demo || isLoopback(host) || /(?:^|\.)(?:localhost|test)$/.test(host)) return true
  const { publicUrl } = options.environment
  if (publicUrl === null) return false
  const own = new URL(publicUrl).hostname
  return host === own || (isIP(own) === 0 && host.endsWith(`.${own}`))
}

/** When a new host is verified: at once, or not yet. */
export function verifiedAt(context: ServerContext, host: string, trusted: boolean): Date | null {
  return trusted || isOwnHost(context, host) ? context.now() : null
}
