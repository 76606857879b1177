/** What an experiment has counted, as comma-separated values. */

import { csvLine } from '#engine/contract/csv.ts'
import type { ExperimentResults } from '#engine/contract/experimentshapes.ts'
import { apart } from '#server/base/patience.ts'
import { required } from '#server/base/required.ts'
import type { ServerContext } from '#server/start/context.ts'
import { exposedPeople, type Phase } from '../store/analysis.ts'
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

/** One line a unit that has seen its arm; those who are left out aren't in it. */
export async function* linesOfPeople(
  context: ServerContext,
  tenant: Tenant,
  phase: Phase,
): AsyncGenerator<string> {
  yield csvLine(['person', 'arm', 'probability', 'day'])
  for (let after: { at: Date; unit: string } | null = null; ;) {
    const page = () =>
      context.database.tenant(tenant.id, async (tx) => {
        return exposedPeople(tx, phase, after, PAGE)
      })
    const people = await apart(page)
    yield people
      .filter(({ excluded }) => !excluded)
      .map(({ unit, arm, probability, at }) =>
        csvLine([
          pseudonymOf(context, tenant, phase, unit),
          arm,
          probability,
          at.toISOString().slice(0, 10),
        ]),
      )
      .join('')
    if (people.length < PAGE) return
    after = required(people.at(-1), 'the last person')
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
