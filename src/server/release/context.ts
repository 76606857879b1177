/**
 * What previews, checks and publishing need of a server: less than the whole context, so that none
 * of them depends on the start.
 */

import type { FastifyBaseLogger } from 'fastify'
import type { CodeMeta } from '#engine/check/needs.ts'
import type { Catalog } from '#engine/documents/catalog.ts'
import type { ExperimentDocument } from '#engine/documents/kinds.ts'
import type { Metrics } from '#server/base/metrics.ts'
import type { Secrets } from '#server/base/secrets.ts'
import type { Database } from '#server/database/database.ts'
import type { Tenant } from '#server/store/tenants.ts'
import type { DocumentWorkers } from './document-workers.ts'
import type { Releases } from './served.ts'

export type ReleaseContext = {
  readonly database: Database
  readonly releases: Releases
  readonly documentWorkers: DocumentWorkers
  readonly metrics: Pick<Metrics, 'checked'>
  readonly secrets: Secrets
  /** What this build declares about its widgets, icons and texts. */
  readonly code: CodeMeta
  readonly demo: boolean
  readonly log: FastifyBaseLogger | null
  /** What the start of an experiment settles, by what is known of its people now. */
  readonly settle: (
    tenant: Tenant,
    catalog: Catalog,
    experiment: ExperimentDocument,
  ) => Promise<NonNullable<ExperimentDocument['settled']>>
  readonly newId: () => string
  readonly now: () => Date
}
