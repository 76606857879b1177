/** Experiments in the console: what there is, what it says so far, and starting, pausing, ending. */

import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Page } from '#engine/contract/admincontract.ts'
import type {
  ExperimentResults,
  ExperimentSummary,
  ExperimentView,
} from '#engine/contract/experimentshapes.ts'
import { Refusal } from '#engine/contract/problems.ts'
import type { ExperimentDocument, MetricDocument } from '#engine/documents/kinds.ts'
import { phaseOf } from '#engine/experiments/arms.ts'
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
import type { Release } from '#server/release/compose.ts'
import { publishChange } from '#server/release/publishing.ts'
import type { ServerContext } from '#server/start/context.ts'
import { signedIn } from '../plugins/access.ts'
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
const Id = { type: 'object', properties: { id: { type: 'string', maxLength: 80 } } } as const
const Message = {
  type: ['object', 'null'],
  properties: { message: { type: 'string', maxLength: 400 } },
  additionalProperties: false,
} as const

/** From which states each step is possible, and where it leads. */
const STEPS = {
  start: { from: ['planned', 'paused'], to: 'running' },
  pause: { from: ['running'], to: 'paused' },
  end: { from: ['running', 'paused'], to: 'ended' },
} as const satisfies Record<
  string,
  { from: readonly ExperimentDocument['state'][]; to: ExperimentDocument['state'] }
>

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
    { config: { action: 'console.read' }, schema: { params: Id } },
    async (request): Promise<ExperimentView> =>
      viewOf(context, request, requireExperiment(request)),
  )

  app.get<{ Params: { id: string } }>(
    '/admin/experiments/:id/results',
    { config: { action: 'console.read' }, schema: { params: Id } },
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

  for (const [step, { from, to }] of Object.entries(STEPS))
    app.post<{ Params: { id: string }; Body: { message?: string } | null }>(
      `/admin/experiments/:id/${step}`,
      { config: { action: 'experiment.run' }, schema: { params: Id, body: Message } },
      async (request): Promise<ExperimentView> => {
        const { row } = await signedIn(request)
        const { id } = request.params
        const { release } = await publishChange(
          context,
          request.tenant,
          row,
          { kind: 'experiment', id },
          (document) => {
            const experiment = document as ExperimentDocument
            if (!(from as readonly string[]).includes(experiment.state))
              throw new Refusal('experiment/state')
            return { ...experiment, state: to }
          },
          request.body?.message ?? `${id}: ${step}`,
        )
        const changed = release.catalog.get('experiment', id)
        if (changed === undefined) throw new Refusal('experiment/unknown')
        return viewOf(context, request, changed)
      },
    )
}

function requireExperiment({ release, params }: FastifyRequest): ExperimentDocument {
  const experiment = release.catalog.get('experiment', (params as { id: string }).id)
  if (experiment === undefined) throw new Refusal('experiment/unknown')
  return experiment
}

async function viewOf(
  context: ServerContext,
  { tenant }: FastifyRequest,
  experiment: ExperimentDocument,
): Promise<ExperimentView> {
  const { id, state, plannedDays, coverage = 1 } = experiment
  const visitors = await context.database.tenant(tenant.id, (tx) => visitorsADay(tx, context.now()))
  const perDay = visitors === 0 ? null : visitors * coverage
  const { people, fixed, days } = neededOf(experiment, perDay ?? 0)
  return {
    id,
    state,
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
