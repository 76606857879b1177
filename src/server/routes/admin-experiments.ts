/** Experiments in the console: what there is, and what it says so far. */

import { Readable } from 'node:stream'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Page } from '#engine/contract/admincontract.ts'
import type {
  ExperimentResults,
  ExperimentSummary,
  ExperimentView,
} from '#engine/contract/experimentshapes.ts'
import { Refusal } from '#engine/contract/problems.ts'
import type { ExperimentDocument } from '#engine/documents/kinds.ts'
import { nameOf } from '#engine/documents/document.ts'
import { apart } from '#server/base/patience.ts'
import { planBefore } from '#server/experiments/planning.ts'
import { lostOf, metricsOf, phaseNow, resultsNow } from '#server/experiments/results.ts'
import { shaIn, type Release } from '#server/release/compose.ts'
import type { ServerContext } from '#server/start/context.ts'
import { linesOfPeople, linesOfSums } from './experimentfiles.ts'
import { signedIn } from '../plugins/access.ts'
import { addHistory, historyOf } from '../store/experimenthistory.ts'
import type { Tenant } from '../store/tenants.ts'

export const ExperimentId = {
  type: 'object',
  properties: { id: { type: 'string', maxLength: 80 } },
} as const

const Exported = {
  type: 'object',
  properties: { of: { type: 'string', enum: ['sums', 'people'] } },
  additionalProperties: false,
} as const

export function adminExperimentRoutes(app: FastifyInstance, context: ServerContext): void {
  app.get(
    '/admin/experiments',
    { config: { action: 'console.read' } },
    async (request): Promise<Page<ExperimentSummary>> => {
      const { tenant } = request
      const release = liveOf(request)
      const all = [...release.catalog.all('experiment')].sort((a, b) => (a.id < b.id ? -1 : 1))
      const items = await apart(async () => {
        const summaries: ExperimentSummary[] = []
        for (const experiment of all)
          summaries.push(await summaryOf(context, tenant, release, experiment))
        return summaries
      })
      return { items, total: items.length, page: 1, pageSize: Math.max(1, items.length) }
    },
  )

  app.get<{ Params: { id: string } }>(
    '/admin/experiments/:id',
    { config: { action: 'console.read' }, schema: { params: ExperimentId } },
    async (request): Promise<ExperimentView> =>
      viewOf(context, request.tenant, liveOf(request), requireExperiment(request)),
  )

  app.get<{ Params: { id: string } }>(
    '/admin/experiments/:id/results',
    { config: { action: 'console.read' }, schema: { params: ExperimentId } },
    async (request): Promise<ExperimentResults> => {
      const experiment = requireExperiment(request)
      return apart(() => readResults(context, request.tenant, liveOf(request), experiment))
    },
  )

  app.get<{ Params: { id: string }; Querystring: { of?: 'sums' | 'people' } }>(
    '/admin/experiments/:id/export',
    {
      config: { action: 'experiment.run' },
      schema: { params: ExperimentId, querystring: Exported },
    },
    async (request, reply) => {
      const { row } = await signedIn(request)
      const experiment = requireExperiment(request)
      const release = liveOf(request)
      const { of = 'sums' } = request.query
      const phase = await context.database.tenant(request.tenant.id, async (tx) => {
        await addHistory(tx, {
          id: context.newId(),
          now: context.now(),
          actor: row.id,
          experiment: experiment.id,
          action: 'export',
          said: { text: of },
        })
        return phaseNow(tx, context.now(), release, experiment)
      })
      const results = await apart(() => readResults(context, request.tenant, release, experiment))
      const lines =
        of === 'people'
          ? linesOfPeople(context, request.tenant, phase, metricsOf(release, experiment), results)
          : [linesOfSums(results)]
      return reply
        .type('text/csv; charset=utf-8')
        .header('cache-control', 'no-store')
        .header(
          'content-disposition',
          `attachment; filename="${experiment.id}-${of}-${phase.now.toISOString().slice(0, 10)}.csv"`,
        )
        .send(Readable.from(lines))
    },
  )
}

export function requireExperiment(request: FastifyRequest): ExperimentDocument {
  const { id } = request.params as { id: string }
  const experiment = liveOf(request).catalog.get('experiment', id)
  if (experiment === undefined) throw new Refusal('experiment/unknown')
  return experiment
}

/** An experimenter may be in one of the arms too: they're told of the documents without it. */
export function liveOf({ release }: FastifyRequest): Release {
  return release.arms.get('') ?? release
}

function readResults(
  context: ServerContext,
  tenant: Tenant,
  release: Release,
  experiment: ExperimentDocument,
): Promise<ExperimentResults> {
  return context.database.tenant(tenant.id, async (tx) =>
    resultsNow(tx, release, experiment, await phaseNow(tx, context.now(), release, experiment)),
  )
}

/** A line of the list, with all that it says. */
async function summaryOf(
  context: ServerContext,
  tenant: Tenant,
  release: Release,
  experiment: ExperimentDocument,
): Promise<ExperimentSummary> {
  const { id, title, state, hypothesis, arms, metrics } = experiment
  return {
    id,
    title,
    state,
    hypothesis,
    arms: arms.map((arm) => arm.id),
    primary: metrics.primary,
    view: await viewOf(context, tenant, release, experiment),
    results: state === 'planned' ? null : await readResults(context, tenant, release, experiment),
  }
}

export async function viewOf(
  context: ServerContext,
  tenant: Tenant,
  release: Release,
  experiment: ExperimentDocument,
): Promise<ExperimentView> {
  const { id, state } = experiment
  const { plan, history } = await context.database.tenant(tenant.id, async (tx) => ({
    plan: await planBefore(tx, context.now(), release, experiment),
    history: await historyOf(tx, id),
  }))
  return {
    id,
    state,
    sha: shaIn(release, nameOf(experiment)),
    history,
    lost: lostOf(release, experiment),
    document: experiment,
    plan,
  }
}
