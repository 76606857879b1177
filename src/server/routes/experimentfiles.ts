/** What an experiment has counted, as comma-separated values. */

import { csvLine } from '#engine/contract/csv.ts'
import type { ExperimentResults } from '#engine/contract/experimentshapes.ts'
import type { MetricDocument } from '#engine/documents/kinds.ts'
import { apart } from '#server/base/patience.ts'
import { required } from '#server/base/required.ts'
import type { ServerContext } from '#server/start/context.ts'
import { dueUntil, exposedPeople, type Phase } from '../store/analysis.ts'
import { outcomesOf, type Outcome } from '../store/happenings.ts'
import type { Tenant } from '../store/tenants.ts'

/** People in one transaction: a long download holds nothing up. */
const PAGE = 2000

export function linesOfSums({ arms, metrics }: ExperimentResults): string {
  return [
    csvLine([
      'metric',
      'role',
      'arm',
      'people',
      'value',
      'control',
      'difference',
      'low',
      'high',
      'verdict',
    ]),
    ...arms.map(({ id, n }) => csvLine(['exposed', '', id, n, null, null, null, null, null, null])),
    ...arms.map(({ id, excluded }) =>
      csvLine(['excluded', '', id, excluded, null, null, null, null, null, null]),
    ),
    ...arms.map(({ id, earlier }) =>
      csvLine(['earlier', '', id, earlier, null, null, null, null, null, null]),
    ),
    ...metrics.map((row) =>
      csvLine([
        row.id,
        row.role,
        row.arm,
        row.n,
        // Not before the console shows them.
        row.estimate === null ? null : row.value,
        row.estimate === null ? null : row.control,
        row.estimate,
        row.low,
        row.high,
        row.verdict,
      ]),
    ),
  ].join('')
}

/**
 * One line a unit that has seen its arm, with what each metric counts of it; those who are left out
 * aren't in it. A cell is empty while the person doesn't count yet, and all are of metrics that the
 * console doesn't show yet: nobody decides early by adding them up.
 *
 * @param metrics with the cuts that count
 */
export async function* linesOfPeople(
  context: ServerContext,
  tenant: Tenant,
  phase: Phase,
  metrics: readonly MetricDocument[],
  results: ExperimentResults,
): AsyncGenerator<string> {
  const shown = metrics.filter(({ id }) =>
    results.metrics.some((row) => row.id === id && row.estimate !== null),
  )
  yield csvLine(['person', 'arm', 'probability', 'day', ...metrics.flatMap(columnsOf)])
  for (let after: { at: Date; unit: string } | null = null; ;) {
    const page = () =>
      context.database.tenant(tenant.id, async (tx) => {
        const people = await exposedPeople(tx, phase, after, PAGE)
        const units = people.filter(({ excluded }) => !excluded).map(({ unit }) => unit)
        const did = new Map<string, ReadonlyMap<string, Outcome>>()
        for (const metric of shown) {
          const found = await outcomesOf(tx, phase, metric, units)
          did.set(metric.id, new Map(found.map((outcome) => [outcome.unit, outcome])))
        }
        return { people, did }
      })
    const { people, did } = await apart(page)
    yield people
      .filter(({ excluded }) => !excluded)
      .map(({ unit, arm, probability, at }) =>
        csvLine([
          pseudonymOf(context, tenant, phase, unit),
          arm,
          probability,
          at.toISOString().slice(0, 10),
          ...metrics.flatMap((metric) => {
            const outcomes = did.get(metric.id)
            const isKnown = outcomes !== undefined && at <= dueUntil(phase, metric.windowDays)
            return isKnown ? cellsOf(metric, outcomes.get(unit)) : columnsOf(metric).map(() => null)
          }),
        ]),
      )
      .join('')
    if (people.length < PAGE) return
    after = required(people.at(-1), 'the last person')
  }
}

/** A ratio has one for what is above the line, and one for what is below it. */
function columnsOf({ id, measure }: MetricDocument): string[] {
  return measure.as === 'ratio' ? [id, `${id}:per`] : [id]
}

/** In the order of the columns: as the analysis takes them. */
function cellsOf({ measure, windowDays }: MetricDocument, did: Outcome | undefined): number[] {
  const { tops = 0, belows = 0, hours = null } = did ?? {}
  switch (measure.as) {
    case 'proportion':
      return [Math.min(tops, 1)]
    case 'mean':
      return [Math.min(tops, measure.cut)]
    case 'ratio':
      return [tops, belows]
    case 'time':
      return [hours ?? windowDays * 24]
  }
}

/** Of a unit in one experiment: nobody can put two experiments together by it, or find the cookie. */
function pseudonymOf(
  context: ServerContext,
  tenant: Tenant,
  { experiment }: Phase,
  unit: string,
): string {
  return context.secrets
    .identify(`experiment:${tenant.id}:${experiment}`, unit)
    .toString('hex')
    .slice(0, 20)
}
