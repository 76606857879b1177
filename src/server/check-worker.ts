/** Checks a tenant's documents beside the server: it takes seconds, and learners must not wait for it. */

import type { AnyDocument } from '#engine/kinds.ts'
import type { CodeMeta } from '#engine/needs.ts'
import type { Problem } from '#engine/problems.ts'
import { checkTenant } from './checking.ts'

export type CheckJob = {
  readonly job: number
  readonly base: ReadonlyMap<string, AnyDocument>
  readonly live: ReadonlyMap<string, AnyDocument>
  readonly effective: ReadonlyMap<string, unknown>
  readonly code: CodeMeta
}
export type CheckResult = { readonly job: number; readonly problems: readonly Problem[] } | { readonly job: number; readonly failed: string }

process.on('message', ({ job, base, live, effective, code }: CheckJob) => {
  let result: CheckResult
  try {
    result = { job, problems: checkTenant(base, live, effective, code) }
  } catch (error) {
    result = { job, failed: error instanceof Error ? (error.stack ?? error.message) : String(error) }
  }
  process.send?.(result)
})
// It lives as long as its server, and not a moment longer.
process.on('disconnect', () => process.exit())
