/** What is never varied: law, prices, rights, keys with right answers, and experiments themselves. */

import type { Kind } from '#engine/documents/kinds.ts'

export const FIXED_KINDS: ReadonlySet<string> = new Set<Kind>([
  'access',
  'config',
  'consent-list',
  'experiment',
  'metric',
  'overlay',
  'scoring',
  'tenant',
])
