/** The few careers that are in a report itself (docs/decisions/0082). */

import type { FastifyRequest } from 'fastify'
import type { CareerSummary } from '#engine/contract/contract.ts'
import { levelOf } from '#engine/scoring/match.ts'
import { rankedFor } from '#server/catalogue/fit.ts'
import { variedFew } from '#server/catalogue/varieddozen.ts'
import type { ServerContext } from '#server/start/context.ts'
import { careersFor, summary, type Seer } from './careers.ts'

export type InReport = {
  readonly careers: CareerSummary[]
  /** How many careers they were chosen from. */
  readonly compared: number
}

/**
 * Close to the result, and unlike each other; none if the result has no clear shape.
 *
 * @param most how many, at most
 */
export async function careersInReport(
  context: ServerContext,
  request: FastifyRequest,
  seer: Seer,
  most: number,
): Promise<InReport> {
  const book = await careersFor(context, request)
  const { person } = seer
  if (person === null || person.even || person.liked === null)
    return { careers: [], compared: book.compared }
  const near = rankedFor(person, book.where({}, request.language)).filter(
    ({ row, r }) => levelOf(r, person.cuts) !== 'low' && !seer.notForMe.has(row.id),
  )
  return {
    careers: variedFew(near, most).map(({ row }) => summary(row, seer)),
    compared: book.compared,
  }
}
