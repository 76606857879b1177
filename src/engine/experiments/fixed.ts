/** What is never varied: law, prices, rights, keys with right answers, experiments themselves; and what no learner sees. */

import type { Kind } from '#engine/documents/kinds.ts'

export const FIXED_KINDS: ReadonlySet<string> = new Set<Kind>([
  'access',
  'config',
  'consent-list',
  'experiment',
  'glossary',
  'metric',
  'overlay',
  'scoring',
  'tenant',
])
