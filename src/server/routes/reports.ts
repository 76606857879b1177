/** GET reports/{report}: the data of a report, computed from the result that counts. */

import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { AnswerValue } from '#engine/scoring/answervalue.ts'
import type { ReportAnswer, ReportResult, Written } from '#engine/contract/contract.ts'
import { Refusal } from '#engine/contract/problems.ts'
import { strengthsOf } from '#engine/scoring/reports.ts'
import type { DocumentOf } from '#engine/documents/kinds.ts'
import type { Rule } from '#engine/rules/rules.ts'
import type { User } from '#engine/rules/scope.ts'
import { scoreFacets } from '#engine/scoring/scoring.ts'
import { required } from '#server/base/required.ts'
import { signedIn, type Target } from '../plugins/access.ts'
import type { Tx } from '#server/database/database.ts'
import type { Release } from '#server/release/compose.ts'
import { answersOf, given, resultOf } from '../store/answers.ts'
import { effectiveAnswers } from '../store/effective.ts'
import { reach } from '../plugins/experiments.ts'
import type { ServerContext } from '#server/start/context.ts'
import { documentBySha } from '#server/release/attempt-documents.ts'
import { seenBy } from './careers.ts'
import { careersInReport } from './report-careers.ts'

/** The report that a request is about. */
export function requestedReport(request: FastifyRequest): Target {
  return targetOfReport(request.release, (request.params as { report: string }).report)
}

export function reportRoutes(app: FastifyInstance, context: ServerContext): void {
  app.get<{ Params: { report: string } }>(
    '/reports/:report',
    { config: { action: 'report.read', target: requestedReport } },
    async (request) => {
      const report = await reportOf(context, request, request.params.report)
      await reach(context, request, 'report-read')
      return report
    },
  )
}

/** @throws Refusal `report/not-taken` if none of its assessments has a result */
export async function reportOf(
  context: ServerContext,
  request: FastifyRequest,
  report: string,
): Promise<ReportAnswer> {
  const { release } = request
  const {
    row: { id: userId },
    user,
    scope,
  } = await signedIn(request)
  const document = required(release.catalog.get('report', report), `report/${report}`)
  let newest: Newest = null
  const results = await context.database.tenant(request.tenant.id, async (tx) => {
    const found: [string, ReportResult][] = []
    for (const assessment of document.assessments) {
      const row = await resultOf(tx, userId, assessment)
      if (row === undefined) {
        const imagined = imaginedResult(request, assessment, user)
        if (imagined !== null) found.push([assessment, imagined])
        continue
      }
      if (newest === null || row.updated_at > newest.updated_at) newest = row
      const facets = await facetsOf(tx, release, row)
      found.push([
        assessment,
        {
          metrics: row.metrics as ReportResult['metrics'],
          quality: row.quality as ReportResult['quality'],
          resultDate: row.updated_at.toISOString(),
          instrument: {
            version: await versionOf(tx, release, row),
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
  const written = await writtenOf(context, request, report, newest)
  const { careers } = document
  const has =
    careers !== undefined && release.catalog.book.holds(careers.when as Rule | undefined, scope)
  // A table may refer to results of other reports, which are in the user's own profile.
  const metrics = Object.fromEntries(
    Object.entries(user.assessments).map(([id, result]) => [id, result?.metrics]),
  )
  return {
    report: document.id,
    ...(document.assessments.length === 1 && only),
    results,
    open: document.assessments.filter((id) => results[id] === undefined),
    strengths: strengthsOf(layoutOf(document, written), metrics),
    ...(written !== null && { written }),
    ...(has && (await careersInReport(context, request, await seenBy(request), careers.most))),
  }
}

/** A preview's user has taken nothing, but has results: what their report looks like can be seen. */
function imaginedResult(
  { preview, release, language }: FastifyRequest,
  assessment: string,
  { assessments }: User,
): ReportResult | null {
  const result = preview === null ? undefined : assessments[assessment]
  if (result === undefined) return null
  const { instrument, items = [] } = release.catalog.get('assessment', assessment) ?? {}
  return {
    metrics: result.metrics as ReportResult['metrics'],
    quality: result.quality as ReportResult['quality'],
    resultDate: result.updatedAt,
    instrument: { version: instrument?.version ?? '', items: items.length, language },
  }
}

type Newest = { readonly updated_at: Date; readonly release: string | null } | null

/**
 * A report of several results has the words of the time of the newest: with it, it became another
 * report. A preview shows what is to come.
 */
async function writtenOf(
  context: ServerContext,
  request: FastifyRequest,
  report: string,
  newest: Newest,
): Promise<Written | null> {
  const { tenant, release, language, preview } = request
  const then = newest?.release ?? null
  return preview === null ? context.written.of({ tenant, release, then, report, language }) : null
}

/** The layout that a report is drawn with. */
export function layoutOf(
  document: DocumentOf<'report'>,
  written: Written | null,
): DocumentOf<'report'> {
  const kept = written?.documents.find(({ kind, id }) => kind === 'report' && id === document.id)
  return kept === undefined ? document : (kept as unknown as DocumentOf<'report'>)
}

/** Of the questions that were answered, which may not be those of today. */
async function versionOf(
  tx: Tx,
  release: Release,
  { document, assessment }: { document: string; assessment: string },
): Promise<string> {
  const answered = await documentBySha(tx, release, document, 'assessment', assessment).catch(() =>
    release.catalog.get('assessment', assessment),
  )
  return answered?.instrument?.version ?? ''
}

/**
 * Facets of scales aren't metrics: they are computed from the answers, for as long as those are
 * stored, with the key that the result was scored with.
 */
async function facetsOf(
  tx: Tx,
  release: Release,
  result: { attempt_id: string; assessment: string; scoring: string },
): Promise<Record<string, number | null> | undefined> {
  const { scoring, assessment } = result
  const key = await documentBySha(tx, release, scoring, 'scoring', assessment).catch(() =>
    release.catalog.get('scoring', assessment),
  )
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

/**
 * A report belongs to its own feature, unless its document opens it to everyone who may take it.
 */
export function targetOfReport({ catalog }: Release, id: string): Target {
  const document = catalog.get('report', id)
  if (document === undefined) throw new Refusal('request/not-found')
  const first = document.assessments.every(
    (assessment) => catalog.get('assessment', assessment)?.resultFirst === true,
  )
  return { id, listed: false, first, feature: document.feature, open: document.open === true }
}
