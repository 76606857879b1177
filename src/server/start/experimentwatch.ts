/**
 * Regular work on experiments, done by one server for all: what has become due is counted, and a
 * running experiment is paused that does harm (docs/decisions/0104), or whose documents have changed
 * below it by an upgrade (docs/decisions/0126).
 */

import { phaseOf } from '#engine/experiments/arms.ts'
import { plus } from '#server/base/clock.ts'
import type { ExperimentDocument } from '#engine/documents/kinds.ts'
import { Refusal } from '#engine/contract/problems.ts'
import { sendMessage, type Outgoing } from '#server/accounts/messages.ts'
import { count, recount } from '#server/experiments/counting.ts'
import { lostOf, metricsOf, phaseNow, resultsNow } from '#server/experiments/results.ts'
import { tellExperimenters } from '#server/accounts/experimentmessages.ts'
import { publishChange } from '#server/release/publishing.ts'
import type { Release } from '#server/release/compose.ts'
import type { Phase } from '#server/store/analysis.ts'
import { addHistory, historyOf } from '#server/store/experimenthistory.ts'
import { countingTenants } from '#server/store/experimentsums.ts'
import { releaseById } from '#server/store/releases.ts'
import { asHousekeeper, retentionOf } from '#server/store/retention.ts'
import { ASSIGNMENT_DAYS } from '#server/store/tidying.ts'
import { tenantsById, type Tenant } from '#server/store/tenants.ts'
import type { ServerContext } from './context.ts'

/**
 * One pass for all tenants. @param again whether to look for people who must not have been counted
 */
export async function watchExperiments(context: ServerContext, again: boolean): Promise<void> {
  const { database } = context
  const ids = (await asHousekeeper(database, countingTenants)).map(({ id }) => id)
  const tenants = await database.shared((tx) => tenantsById(tx, ids))
  for (const tenant of tenants.values()) {
    if (tenant.suspended) continue
    try {
      await watchTenant(context, tenant, again)
    } catch (error) {
      // The others are counted all the same.
      context.log?.error(
        { err: error as Error, tenant: tenant.id },
        'experiments could not be counted',
      )
    }
  }
}

export async function watchTenant(
  context: ServerContext,
  tenant: Tenant,
  again: boolean,
): Promise<void> {
  const release = await context.live(tenant)
  const failed: unknown[] = []
  for (const experiment of release.catalog.all('experiment'))
    if (experiment.state !== 'planned')
      await watchOne(context, tenant, release, experiment, again).catch((error: unknown) => {
        // The others are watched all the same.
        failed.push(error)
      })
  if (failed.length > 0) throw failed[0]
}

async function watchOne(
  context: ServerContext,
  tenant: Tenant,
  release: Release,
  experiment: ExperimentDocument,
  again: boolean,
): Promise<void> {
  const { database } = context
  const phase = await database.tenant(tenant.id, (tx) =>
    phaseNow(tx, context.now(), release, experiment),
  )
  // One that has ended isn't counted on by what its metrics have become since.
  const current = phaseOf(experiment, (id) => release.catalog.get('metric', id))
  if (phase.phase !== current) return
  if (again) await recount(database, tenant.id, phase, keptSince(context, tenant, release))
  await count(database, tenant.id, experiment, metricsOf(release, experiment), phase)
  if (experiment.state !== 'running') return
  const [lost] = lostOf(release, experiment)
  if (lost !== undefined) {
    // The product's own documents have no number.
    const row = release.id.startsWith('base-')
      ? undefined
      : await database.tenant(tenant.id, (tx) => releaseById(tx, release.id))
    const said = {
      arm: lost.arm,
      text: lost.message,
      ...(row !== undefined && { release: row.number }),
    }
    return pauseByItself(context, tenant, experiment, 'lost', said)
  }
  const { metrics, srm } = await database.tenant(tenant.id, (tx) =>
    resultsNow(tx, release, experiment, phase, 'all'),
  )
  const told = await database.tenant(tenant.id, (tx) => historyOf(tx, experiment.id))
  const isTold = told.some((entry) => entry.action === 'split' && entry.phase === phase.phase)
  if (srm.alarm && !isTold) await tellOfSplit(context, tenant, release, experiment, phase)
  // The user who started it again knows.
  const harm = metrics.find(
    ({ harmed, arm, id }) =>
      harmed &&
      !told.some(
        (entry) =>
          entry.action === 'harm' &&
          entry.arm === arm &&
          entry.metric === id &&
          entry.phase === phase.phase,
      ),
  )
  if (harm !== undefined) {
    const said = { arm: harm.arm, metric: harm.id, phase: phase.phase }
    await pauseByItself(context, tenant, experiment, 'harm', said)
  }
}

/** People don't get into the arms as planned, so nothing is shown: somebody has to look for the cause. */
async function tellOfSplit(
  context: ServerContext,
  tenant: Tenant,
  release: Release,
  { id, title }: ExperimentDocument,
  { phase }: Phase,
): Promise<void> {
  const messages = await context.database.tenant(tenant.id, async (tx) => {
    const entry = { id: context.newId(), now: context.now(), actor: null, experiment: id }
    await addHistory(tx, { ...entry, action: 'split', said: { phase } })
    return tellExperimenters(context, tx, release, 'experimentSplit', { title })
  })
  for (const message of messages) sendMessage(context, message)
}

/** What people did before that is deleted already, or about to be: it can't be counted again. */
function keptSince(context: ServerContext, { config }: Tenant, { catalog }: Release): Date {
  const { events } = retentionOf(
    catalog.get('config', config)?.retention,
    context.options.base.catalog.get('config', config)?.retention,
  )
  return plus(context.now(), -(Math.min(events, ASSIGNMENT_DAYS) - 1) * 86_400)
}

const REASONS = {
  harm: { words: 'does harm', message: 'experimentPaused' },
  lost: { words: 'no longer fits the documents', message: 'experimentLost' },
} as const

/** As a publish of that document alone, by nobody; experimenters are told. */
export async function pauseByItself(
  context: ServerContext,
  tenant: Tenant,
  { id, title }: ExperimentDocument,
  action: keyof typeof REASONS,
  said: Parameters<typeof addHistory>[1]['said'] & { readonly arm: string },
): Promise<void> {
  const release = await context.live(tenant)
  let messages: Outgoing[] = []
  await publishChange(
    context,
    tenant,
    { id: null },
    { kind: 'experiment', id },
    (document) => {
      const live = document as ExperimentDocument | undefined
      if (live?.state !== 'running') throw new Refusal('experiment/state')
      return { ...live, state: 'paused' }
    },
    `${id}: paused, because "${said.arm}" ${REASONS[action].words}`,
    async (tx) => {
      await addHistory(tx, {
        id: context.newId(),
        now: context.now(),
        actor: null,
        experiment: id,
        action,
        said,
      })
      const { message } = REASONS[action]
      messages = await tellExperimenters(context, tx, release, message, { title }, said.arm)
    },
    { despiteDraft: true, showsLess: true },
  )
  for (const message of messages) sendMessage(context, message)
}
