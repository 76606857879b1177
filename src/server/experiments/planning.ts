/** What is worked out before an experiment starts, and what its start settles. */

import { LRUCache } from 'lru-cache'
import type { ExperimentView } from '#engine/contract/experimentshapes.ts'
import type { ExperimentDocument, MetricDocument } from '#engine/documents/kinds.ts'
import { asSettled } from '#engine/experiments/settled.ts'
import { plus } from '#server/base/clock.ts'
import type { Tx } from '#server/database/database.ts'
import type { Release } from '#server/release/compose.ts'
import { earlierValues, visitorsADay } from '../store/beforestart.ts'
import { earlierSums } from '../store/experimentsums.ts'
import { metricsOf, MIN_EARLIER, neededOf, spreadOf, widestOf } from './results.ts'

/** What is read of many people and changes slowly, of each tenant. */
type Slow<Value> = LRUCache<string, { readonly value: Value; readonly until: Date }>
const visitorsOfTenant: Slow<number> = new LRUCache({ max: 1000 })
const earlierOfTenant: Slow<Awaited<ReturnType<typeof earlierValues>>> = new LRUCache({ max: 1000 })
const SLOW_SECONDS = 600

async function seldom<Value>(
  known: Slow<Value>,
  key: string,
  now: Date,
  read: () => Promise<Value>,
): Promise<Value> {
  const found = known.get(key)
  if (found !== undefined && found.until > now) return found.value
  const value = await read()
  known.set(key, { value, until: plus(now, SLOW_SECONDS) })
  return value
}

/** Names of the pages on which somebody would see that they are in it. */
function pagesOf(
  { catalog }: Pick<Release, 'catalog'>,
  { exposure }: Pick<ExperimentDocument, 'exposure'>,
): string[] {
  const screens = new Set(exposure.map(({ screen }) => screen))
  return catalog
    .all('route-group')
    .flatMap(({ routes }) => routes)
    .filter(({ screen, screens: some = [] }) =>
      [screen, ...some.map((each) => each.screen)].some(
        (id) => id !== undefined && screens.has(id),
      ),
    )
    .map(({ id }) => id)
    .sort()
}

/**
 * People a day who could take part, of those who see its pages: what share of them its coverage, its
 * part of a namespace and its holdout leave. Whom its audience leaves out isn't known.
 */
async function trafficOf(
  tx: Tx,
  now: Date,
  release: Pick<Release, 'catalog'>,
  experiment: ExperimentDocument,
): Promise<number | null> {
  const { coverage = 1, namespace, holdout } = experiment
  const pages = pagesOf(release, experiment)
  const key = JSON.stringify([tx.tenant, pages])
  const visitors = await seldom(visitorsOfTenant, key, now, () => visitorsADay(tx, pages, now))
  const part = namespace === undefined ? 1 : namespace.to - namespace.from
  return visitors === 0 ? null : visitors * coverage * part * (1 - (holdout?.share ?? 0))
}

/** What the cuts of means could be, by what people did before. */
async function cutsOf(
  tx: Tx,
  now: Date,
  metrics: readonly MetricDocument[],
): Promise<ExperimentView['plan']['cuts']> {
  const cuts: ExperimentView['plan']['cuts'] = []
  for (const { id, measure, windowDays } of metrics) {
    if (measure.as !== 'mean') continue
    const key = JSON.stringify([tx.tenant, measure.of, windowDays])
    const { people, most } = await seldom(earlierOfTenant, key, now, () =>
      earlierValues(tx, { measure, windowDays }, now),
    )
    if (people >= MIN_EARLIER)
      cuts.push({ metric: id, cut: measure.cut, proposed: Math.max(1, most) })
  }
  return cuts
}

export async function planBefore(
  tx: Tx,
  now: Date,
  release: Pick<Release, 'catalog'>,
  experiment: ExperimentDocument,
): Promise<ExperimentView['plan']> {
  const { id, state, plannedDays, metrics, settled } = experiment
  const all = metricsOf(release, experiment)
  const cuts = settled === undefined ? await cutsOf(tx, now, all) : []
  const own = all.find((metric) => metric.id === metrics.primary)
  const shown = state === 'planned' ? cuts : []
  // As the start will settle it.
  const cutAt = cuts.map(({ metric, proposed }) => ({ id: metric, cut: proposed }))
  const primary = own && asSettled({ settled: settled ?? { cutAt } }, own)
  const earlier = spreadOf(primary, await earlierSums(tx, metrics.primary, { experiment: id }))
  const spread = earlier ?? widestOf(primary)
  // It's asked only where somebody may still start it.
  const isOpen = state === 'planned' || state === 'paused'
  const perDay = isOpen ? await trafficOf(tx, now, release, experiment) : null
  const basis = earlier !== null ? 'earlier' : spread === null ? 'unknown' : 'widest'
  if (spread === null)
    return {
      people: settled?.people ?? null,
      fixed: null,
      basis,
      perDay,
      days: null,
      decidable: null,
      cuts: shown,
    }
  const windowDays = primary?.windowDays ?? 0
  const { people, fixed, days } = neededOf(experiment, { perDay: perDay ?? 0, spread, windowDays })
  return {
    people: settled?.people ?? people,
    fixed,
    basis,
    perDay,
    days: perDay === null ? null : days,
    decidable: perDay === null ? null : days <= plannedDays,
    cuts: shown,
  }
}

/**
 * What the start settles: the number of people that is planned for, which is how many the planned days
 * bring where nobody knows how many it needs; and where means are cut off, by what people did before.
 */
export async function settledBy(
  tx: Tx,
  now: Date,
  release: Pick<Release, 'catalog'>,
  experiment: ExperimentDocument,
): Promise<NonNullable<ExperimentDocument['settled']>> {
  const { settled: _, ...unsettled } = experiment
  const planned: ExperimentDocument = { ...unsettled, state: 'planned' }
  const { people, perDay, cuts } = await planBefore(tx, now, release, planned)
  const expected = perDay === null ? null : Math.max(1, Math.ceil(perDay * planned.plannedDays))
  const known = new Map(cuts.map(({ metric, proposed }) => [metric, proposed]))
  const means = metricsOf(release, planned).flatMap(({ id, measure }) =>
    measure.as === 'mean' ? [{ id, cut: known.get(id) ?? measure.cut }] : [],
  )
  const needed = people ?? expected
  return {
    since: now.toISOString(),
    ...(needed !== null && { people: needed }),
    ...(means.length > 0 && { cutAt: means }),
  }
}
