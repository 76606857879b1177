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
import type { ExperimentDocument, MetricDocument } from '#engine/documents/kinds.ts'
import { nameOf } from '#engine/documents/document.ts'
import { lostArms, phaseOf } from '#engine/experiments/arms.ts'
import { neededFor } from '#engine/statistics/plan.ts'
import {
  ALPHA,
  compareRatios,
  compareValues,
  mismatchOf,
  resultsOf,
  type Compared,
} from '#engine/statistics/results.ts'
import { apart } from '#server/base/patience.ts'
import type { Tx } from '#server/database/database.ts'
import { shaIn, type Release } from '#server/release/compose.ts'
import type { ServerContext } from '#server/start/context.ts'
import { linesOfPeople, linesOfSums } from './experimentfiles.ts'
import { signedIn } from '../plugins/access.ts'
import { addHistory, historyOf } from '../store/experimenthistory.ts'
import type { Tenant } from '../store/tenants.ts'
import {
  excludedSums,
  exposureDays,
  exposureSums,
  ratioSums,
  valueSums,
  visitorsADay,
  withoutLoops,
  type Phase,
} from '../store/analysis.ts'

const POWER = 0.8
/** Of a proportion: the widest that people can differ. Earlier data make it narrower. */
const WIDEST = 0.5
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
    async ({ release }): Promise<Page<ExperimentSummary>> => {
      const items = [...release.catalog.all('experiment')]
        .sort((a, b) => (a.id < b.id ? -1 : 1))
        .map(({ id, title, state, hypothesis, arms, metrics }) => ({
          id,
          title,
          state,
          hypothesis,
          arms: arms.map((arm) => arm.id),
          primary: metrics.primary,
        }))
      return { items, total: items.length, page: 1, pageSize: Math.max(1, items.length) }
    },
  )

  app.get<{ Params: { id: string } }>(
    '/admin/experiments/:id',
    { config: { action: 'console.read' }, schema: { params: ExperimentId } },
    async (request): Promise<ExperimentView> =>
      viewOf(context, request.tenant, request.release, requireExperiment(request)),
  )

  app.get<{ Params: { id: string } }>(
    '/admin/experiments/:id/results',
    { config: { action: 'console.read' }, schema: { params: ExperimentId } },
    async (request): Promise<ExperimentResults> => {
      const experiment = requireExperiment(request)
      const phase = phaseNow(context, request.release, experiment)
      return apart(() =>
        context.database.tenant(request.tenant.id, (tx) =>
          resultsNow(tx, request.release, experiment, phase),
        ),
      )
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
      const phase = phaseNow(context, request.release, experiment)
      const { of = 'sums' } = request.query
      await context.database.tenant(request.tenant.id, (tx) =>
        addHistory(tx, {
          id: context.newId(),
          now: phase.now,
          actor: row.id,
          experiment: experiment.id,
          action: 'export',
          said: { text: of },
        }),
      )
      const results = () =>
        apart(() =>
          context.database.tenant(request.tenant.id, (tx) =>
            resultsNow(tx, request.release, experiment, phase),
          ),
        )
      const lines =
        of === 'people'
          ? linesOfPeople(context, request.tenant, phase)
          : [linesOfSums(await results())]
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

export function requireExperiment({ release, params }: FastifyRequest): ExperimentDocument {
  const experiment = release.catalog.get('experiment', (params as { id: string }).id)
  if (experiment === undefined) throw new Refusal('experiment/unknown')
  return experiment
}

export async function viewOf(
  context: ServerContext,
  tenant: Tenant,
  release: Release,
  experiment: ExperimentDocument,
): Promise<ExperimentView> {
  const { id, state, plannedDays, coverage = 1 } = experiment
  const { visitors, history } = await context.database.tenant(tenant.id, async (tx) => ({
    visitors: await visitorsADay(tx, context.now()),
    history: await historyOf(tx, id),
  }))
  const perDay = visitors === 0 ? null : visitors * coverage
  const { people, fixed, days } = neededOf(experiment, perDay ?? 0)
  return {
    id,
    state,
    sha: shaIn(release, nameOf(experiment)),
    history,
    lost: lostOf(release, experiment),
    document: experiment,
    plan: {
      people,
      fixed,
      perDay,
      days: perDay === null ? null : days,
      decidable: perDay === null ? null : days <= plannedDays,
    },
  }
}

function lostOf({ catalog }: Release, experiment: ExperimentDocument): ExperimentView['lost'] {
  if (experiment.state === 'ended') return []
  const documents = new Map([...catalog.documents()].map((each) => [nameOf(each), each]))
  return lostArms(experiment, (name) => documents.get(name))
}

function neededOf({ arms, smallestEffect }: ExperimentDocument, perDay: number) {
  return neededFor({
    spread: WIDEST,
    effect: smallestEffect,
    weights: arms.map(({ weight }) => weight),
    alpha: ALPHA,
    power: POWER,
    perDay,
  })
}

function phaseNow(
  context: ServerContext,
  { config }: Release,
  experiment: ExperimentDocument,
): Phase {
  const now = context.now()
  return {
    experiment: experiment.id,
    phase: phaseOf(experiment),
    now,
    // The highest of the legal ages of this configuration: nobody who may be under age is counted.
    legalAge:
      experiment.underAge === undefined
        ? Math.max(config.legalAge, ...Object.values(config.legalAges ?? {}))
        : null,
  }
}

async function resultsNow(
  tx: Tx,
  { catalog }: Release,
  experiment: ExperimentDocument,
  phase: Phase,
): Promise<ExperimentResults> {
  const { arms, metrics } = experiment
  await withoutLoops(tx)
  const seen = await exposureSums(tx, phase)
  const excluded = new Map((await excludedSums(tx, phase)).map(({ arm, n }) => [arm, n]))
  const srm = mismatchOf(arms, seen)
  const documents = new Map(catalog.all('metric').map((metric) => [metric.id, metric]))
  const compared = new Map<string, readonly Compared[]>()
  // Without the planned shares no difference means anything.
  if (!srm.alarm)
    for (const id of [metrics.primary, ...(metrics.further ?? []), ...(metrics.guardrails ?? [])]) {
      const metric = documents.get(id)
      if (metric !== undefined) compared.set(id, await compare(tx, phase, arms, metric))
    }
  const people = arms.map(({ id }) => ({
    id,
    n: seen.filter(({ arm }) => arm === id).reduce((sum, { n }) => sum + n, 0),
    excluded: excluded.get(id) ?? 0,
  }))
  return {
    n: people.reduce((sum, { n }) => sum + n, 0),
    arms: people,
    srm,
    metrics: resultsOf(experiment, documents, compared, neededOf(experiment, 0).people),
    days: await exposureDays(tx, phase),
    series: [],
    funnel: [],
    breakdowns: [],
    at: phase.now.toISOString(),
  }
}

async function compare(
  tx: Tx,
  phase: Phase,
  arms: ExperimentDocument['arms'],
  metric: MetricDocument,
): Promise<Compared[]> {
  return metric.measure.as === 'ratio'
    ? compareRatios(arms, await ratioSums(tx, phase, metric))
    : compareValues(arms, await valueSums(tx, phase, metric))
}
