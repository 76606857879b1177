/** GET reports/{report}: what a report shows, computed from the result that stands. */

import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { AnswerValue } from '#engine/scoring/answervalue.ts'
import type { ReportAnswer, ReportResult, WorkerTypeReport } from '#engine/contract/contract.ts'
import { Refusal } from '#engine/contract/problems.ts'
import { strengthsOf } from '#engine/scoring/reports.ts'
import type { Scope } from '#engine/rules/scope.ts'
import { HEXAGON, scoreFacets, type InterestMetrics } from '#engine/scoring/scoring.ts'
import { signedIn, type Target } from '../plugins/access.ts'
import type { Tx } from '#server/database/database.ts'
import type { Release } from '#server/release/compose.ts'
import { answersOf, given, resultOf } from '../store/answers.ts'
import { effectiveAnswers } from '../store/effective.ts'
import type { ServerContext } from '#server/start/context.ts'

/** Points by which two neighbours may differ and still swap on another day (assessments 1). */
const CLOSE = 4

export function reportRoutes(app: FastifyInstance, world: ServerContext): void {
  app.get<{ Params: { report: string } }>(
    '/reports/:report',
    { config: { action: 'report.read', target: reportTarget } },
    async (request) => {
      const { row } = await signedIn(request)
      const report = await general(world, request, row.id)
      const interests =
        request.params.report === 'worker-type' ? report.results['holland_code'] : undefined
      return interests === undefined
        ? report
        : { ...report, ...workerType(interests.metrics as InterestMetrics) }
    },
  )
}

/** @throws Refusal `report/not-taken` where none of its assessments has a result */
async function general(
  world: ServerContext,
  request: FastifyRequest,
  userId: string,
): Promise<ReportAnswer> {
  const { release } = request
  const document = release.catalog.get('report', (request.params as { report: string }).report)!
  const results = await world.database.tenant(request.tenant.id, async (tx) => {
    const found: [string, ReportResult][] = []
    for (const assessment of document.assessments) {
      const row = await resultOf(tx, userId, assessment)
      if (row === undefined) continue
      const facets = await facetsOf(tx, release, row)
      found.push([
        assessment,
        {
          metrics: row.metrics as ReportResult['metrics'],
          quality: row.quality as ReportResult['quality'],
          resultDate: row.updated_at.toISOString(),
          instrument: {
            version: release.catalog.get('assessment', assessment)?.instrument?.version ?? '',
            items: row.items.length,
            language: row.language,
          },
          ...(facets !== undefined && { facets }),
        },
      ])
    }
    return Object.fromEntries(found)
  })
  const [only] = Object.values(results)
  if (only === undefined) throw new Refusal('report/not-taken')
  // A table may ask for results of other reports: those that are in the person's own profile.
  const metrics = Object.fromEntries(
    Object.entries((await signedIn(request)).user.assessments).map(([id, result]) => [
      id,
      result?.metrics,
    ]),
  )
  return {
    report: document.id,
    ...(document.assessments.length === 1 && only),
    results,
    open: document.assessments.filter((id) => results[id] === undefined),
    strengths: strengthsOf(document, metrics),
  }
}

/** Parts of scales are no metrics: they are told from the answers, for as long as those are kept. */
async function facetsOf(
  tx: Tx,
  release: Release,
  result: { attempt_id: string; assessment: string },
): Promise<Record<string, number | null> | undefined> {
  const key = release.catalog.get('scoring', result.assessment)
  if (key?.facets === undefined) return undefined
  const known = new Set(key.items.map(({ id }) => id))
  const answers = [...effectiveAnswers((await answersOf(tx, result.attempt_id)).map(given))].filter(
    ([item]) => known.has(item),
  )
  return answers.length === 0
    ? undefined
    : scoreFacets(
        Object.fromEntries(answers.map(([item, { value }]) => [item, value as AnswerValue])),
        key,
      )
}

/** A report is known by its own feature; the worker type report alone is open to everyone who may take it. */
function reportTarget(request: FastifyRequest, _scope: Scope): Target {
  const { report: id } = request.params as { report: string }
  const document = request.release.catalog.get('report', id)
  if (document === undefined) throw new Refusal('request/not-found')
  return { id, listed: false, feature: document.feature, open: id === 'worker-type' }
}

/** What the report of the worker type says beyond that of any other. */
function workerType(
  metrics: InterestMetrics,
): Pick<WorkerTypeReport, 'types' | 'alternatives' | 'elevation'> {
  // The order of the code first, then by score; equal scores in the hexagon's order.
  const code = metrics.code ?? ''
  const place = (letter: string) => (code.includes(letter) ? code.indexOf(letter) : 3)
  const ordered = [...HEXAGON].sort(
    (a, b) =>
      place(a) - place(b) || metrics[b] - metrics[a] || HEXAGON.indexOf(a) - HEXAGON.indexOf(b),
  )
  const third = metrics[ordered[2]!]
  const mean = HEXAGON.reduce((sum, letter) => sum + metrics[letter], 0) / 6
  return {
    types: ordered.map((letter, index) => {
      const next = ordered[index + 1]
      const gap = next === undefined ? null : metrics[letter] - metrics[next]
      return {
        letter,
        type: NAMES[letter],
        score: metrics[letter],
        gap,
        close: gap !== null && gap <= CLOSE,
      }
    }),
    alternatives:
      metrics.code === null
        ? []
        : ordered.slice(3).filter((letter) => third - metrics[letter] <= CLOSE),
    elevation: mean < 10 ? 'low' : mean > 30 ? 'high' : 'middle',
  }
}

const NAMES = {
  R: 'builder',
  I: 'thinker',
  A: 'creator',
  S: 'helper',
  E: 'influencer',
  C: 'organiser',
} as const
