/**
 * How an instrument works for a tenant's own people, from stored sums: what `GET
 * admin/instruments/{id}/health` answers. Figures of too few people are null. Pure.
 */

import { correlationOf, itemRest, meanOf, medianOf, shareOf, spreadIn, Z } from './items.ts'
import { beganOf, isTold, shareTold, sumOf, tellable } from './cells.ts'
import { circleOf, type Circle } from './circle.ts'
import {
  comparedOf,
  differencesIn,
  FROM,
  ofBackground,
  ofLanguages,
  rowsOf,
  type Compared,
  type Counted,
  type Different,
  type GroupsBy,
} from './groups.ts'
import {
  correlations,
  covariances,
  momentsIn,
  total,
  type Estimate,
  type Moments,
} from './moments.ts'
import { normAt, normsOf, totalsIn, type Norms } from './norms.ts'
import { alphaOf, errorOf, omegaOf } from './reliability.ts'
import { added, timeOf, type CountedItem, type Sums } from './sums.ts'

/** Below this a question measures something else. */
export const LOW_FIT = 0.3
/** Below these a scale is weak, or fair. */
export const ALPHA = { fair: 0.7, good: 0.8 } as const

export type Reading = 'good' | 'fair' | 'look'

export type ScaleHealth = {
  readonly id: string
  readonly items: number
  readonly mean: Estimate
  readonly spread: Estimate
  readonly alpha: Estimate | null
  readonly omega: Estimate | null
  /** Standard error of one person's sum, from 200 people. */
  readonly error: Estimate | null
  /** By the lower edge of the interval, in days. */
  readonly again: readonly {
    readonly days: number
    readonly n: number
    readonly r: Estimate | null
  }[]
  /** Totals that so many of 100 people don't pass, from 300 people. */
  readonly norms: readonly { readonly share: number; readonly total: Estimate }[] | null
  readonly reading: Reading | null
}

/** Of 100 people, those whose totals are told. */
const SHARES = [10, 25, 50, 75, 90] as const

export type ItemHealth = {
  readonly id: string
  readonly scale: string | null
  /** The answer that counts most, where there is one: the expression of a face, the best thing to do. */
  readonly best: string | null
  readonly mean: Estimate | null
  readonly spread: Estimate | null
  /** In the order given; null for fewer than ten people, unless nobody gave it. */
  readonly shares: readonly { readonly value: string; readonly share: Estimate | null }[]
  readonly fit: Estimate | null
  /** Median, in seconds. */
  readonly seconds: Estimate | null
  /** Groups for whom it works differently from the largest group of their kind. */
  readonly different: readonly Different[]
}

export type LanguageHealth = {
  readonly language: string
  /** Null: fewer than ten. */
  readonly people: number | null
  /** Whom `finished` is a share of; null with it. */
  readonly began: number | null
  readonly finished: Estimate | null
  readonly minutes: Estimate | null
  /** The lowest of its scales. */
  readonly alpha: Estimate | null
}

export type InstrumentHealth = {
  readonly id: string
  readonly version: string
  readonly versions: readonly string[]
  readonly language: string | null
  /** Whose answers the figures are about; null: fewer than ten. */
  readonly people: number | null
  readonly began: number | null
  /** Null also if fewer than ten have stopped. */
  readonly finished: Estimate | null
  /** Share of completed attempts that are left out as careless; null also if they are fewer than ten. */
  readonly careless: Estimate | null
  /** How many attempts were completed; null with `careless`. */
  readonly completed: number | null
  /** Share still answering after each number of questions, from 0: a step is of ten people or more. */
  readonly staying: readonly number[] | null
  /** Where most stop: how many questions they had answered, and which share of all they are. */
  readonly stop: { readonly answered: number; readonly share: Estimate } | null
  readonly minutes: {
    readonly median: Estimate
    readonly promised: number
    readonly bars: readonly { readonly from: number; readonly people: number | null }[]
  } | null
  readonly scales: readonly ScaleHealth[]
  readonly items: readonly ItemHealth[]
  readonly circle: Circle | null
  readonly norms: boolean
  readonly languages: readonly LanguageHealth[]
  readonly compared: readonly Compared[]
}

export type Asked = {
  readonly id: string
  readonly version: string
  readonly versions: readonly string[]
  readonly language: string | null
  readonly items: readonly CountedItem[]
  /** Possible answers of each item, in their order. */
  readonly options: ReadonlyMap<string, readonly string[]>
  readonly promised: number
  readonly languages: readonly Counted[]
  /** Columns of the background. */
  readonly backgrounds: readonly string[]
}

export function healthOf(asked: Asked): InstrumentHealth {
  const { items, language, languages } = asked
  const chosen = tellable(
    languages.filter((each) => language === null || each.language === language),
    ({ people: own }) => own === 0 || own >= FROM.cell,
  )
  const people = sumOf(chosen, (each) => each.people)
  const sums = chosen.reduce<Sums>((all, each) => added(all, each.sums), {})
  const ofStopped = tellable(chosen, (each) => isTold(each.attempts, beganOf(each)))
  const began = sumOf(ofStopped, beganOf)
  const finished = shareTold(
    sumOf(ofStopped, (each) => each.attempts),
    began,
  )
  const stopped = new Map<number, number>()
  for (const each of ofStopped)
    for (const [at, count] of each.stopped) stopped.set(at, (stopped.get(at) ?? 0) + count)
  const ofCareless = tellable(chosen, (each) => isTold(each.careless, each.attempts))
  const completed = sumOf(ofCareless, (each) => each.attempts)
  const careless = shareTold(
    sumOf(ofCareless, (each) => each.careless),
    completed,
  )
  const isEnough = people >= FROM.cell
  const kinds = [
    { by: 'language', groups: ofLanguages(languages) },
    ...asked.backgrounds.map((by) => ({ by, groups: ofBackground(sums, by) })),
  ]
  return {
    id: asked.id,
    version: asked.version,
    versions: asked.versions,
    language,
    people: isEnough ? people : null,
    // Beside how many finished, it would say how many stopped.
    began: finished === null ? null : began,
    finished,
    careless,
    completed: careless === null ? null : completed,
    ...(finished === null ? { staying: null, stop: null } : stops(stopped, began, items.length)),
    minutes: isEnough ? minutesOf(sums, asked.promised) : null,
    scales: people >= FROM.items ? scalesOf(items, sums, normsOf(items, sums, people)) : [],
    items: people >= FROM.items ? itemsOf(items, sums, people, asked.options, kinds) : [],
    circle: people >= FROM.scales ? typesOf(items, sums) : null,
    norms: people >= FROM.norms,
    languages: languages
      .toSorted((a, b) => b.people - a.people)
      .map((each) => languageOf(each, items)),
    compared: kinds.map(comparedOf),
  }
}

function scaleIds(items: readonly CountedItem[]): string[] {
  return [...new Set(items.flatMap(({ scale }) => (scale === null ? [] : [scale])))]
}

function scalesOf(
  items: readonly CountedItem[],
  sums: Sums,
  norms: Pick<Norms, 'totals'> = { totals: {} },
): ScaleHealth[] {
  return scaleIds(items).flatMap((id) => {
    const own = items.filter(({ scale }) => scale === id)
    const size = own.length
    const moments = momentsIn(sums, id, size)
    if (moments === undefined) return []
    const spread = Math.sqrt(Math.max(0, total(covariances(moments))))
    const mean = moments.sums.reduce((sum, each) => sum + each, 0) / moments.n
    const half = (Z * spread) / Math.sqrt(moments.n)
    const alpha = alphaOf(moments)
    const isMany = moments.n >= FROM.scales
    return {
      id,
      items: size,
      mean: { value: mean, low: mean - half, high: mean + half },
      spread: spreadIn(totalsIn(sums, own[0]!.item)),
      alpha,
      omega: isMany ? omegaOf(moments) : null,
      error: isMany && alpha !== null ? errorOf(spread, alpha) : null,
      again: againOf(sums, id),
      norms:
        norms.totals[id] === undefined
          ? null
          : SHARES.map((share) => ({ share, total: normAt(share / 100, norms.totals[id]!) })),
      reading: alpha === null ? null : readingOf(alpha.value),
    }
  })
}

function readingOf(alpha: number): Reading {
  return alpha >= ALPHA.good ? 'good' : alpha >= ALPHA.fair ? 'fair' : 'look'
}

function againOf(sums: Sums, scale: string): ScaleHealth['again'] {
  return rowsOf(sums, 'again', scale)
    .map(([days, [n = 0, x = 0, y = 0, xx = 0, yy = 0, xy = 0]]) => {
      const scaleOf = Math.sqrt((xx - (x * x) / n) * (yy - (y * y) / n))
      return {
        days: Number(days),
        n,
        r: n >= FROM.pairs && scaleOf > 0 ? correlationOf((xy - (x * y) / n) / scaleOf, n) : null,
      }
    })
    .filter(({ n }) => n >= FROM.cell)
    .toSorted((a, b) => a.days - b.days)
}

function itemsOf(
  items: readonly CountedItem[],
  sums: Sums,
  people: number,
  options: ReadonlyMap<string, readonly string[]>,
  kinds: readonly GroupsBy[],
): ItemHealth[] {
  const scales = new Map(
    scaleIds(items).map((id) => {
      const moments = momentsIn(sums, id, items.filter(({ scale }) => scale === id).length)
      return [id, { moments, fits: moments === undefined ? [] : itemRest(moments) }] as const
    }),
  )
  return items.map((counted) => {
    const { item, scale, place } = counted
    const { moments, fits } = (scale === null ? undefined : scales.get(scale)) ?? { fits: [] }
    return {
      id: item,
      scale,
      best: bestOf(counted),
      mean: moments === undefined ? null : meanOf(moments, place - 1),
      spread: moments === undefined ? null : spreadIn(pointsIn(sums, counted)),
      shares: (options.get(item) ?? []).map((value) => {
        const count = sums[`value/${item}/${value}`]?.[0] ?? 0
        return { value, share: count > 0 && count < FROM.cell ? null : shareOf(count, people) }
      }),
      fit: fits[place - 1] ?? null,
      seconds: secondsOf(sums, item),
      different: kinds.flatMap((kind) => differencesIn(item, kind)),
    }
  })
}

/** How many people have which points for an item. */
function pointsIn(sums: Sums, { item, points }: CountedItem): [points: number, people: number][] {
  return Object.entries(points).map(([value, count]) => [
    count,
    sums[`value/${item}/${value}`]?.[0] ?? 0,
  ])
}

/** Ratings have none. */
function bestOf({ points, rates }: CountedItem): string | null {
  if (rates) return null
  return Object.entries(points).toSorted(([, a], [, b]) => b - a)[0]?.[0] ?? null
}

function secondsOf(sums: Sums, item: string): Estimate | null {
  const counts = rowsOf(sums, 'time', item)
  if (counts.length === 0) return null
  return medianOf(
    new Map(counts.map(([bin, [n = 0]]) => [Number(bin), n])),
    (bin) => timeOf(bin) / 1000,
  )
}

function typesOf(items: readonly CountedItem[], sums: Sums): Circle | null {
  const ids = ['R', 'I', 'A', 'S', 'E', 'C']
  if (scaleIds(items).toSorted().join('') !== ids.toSorted().join('')) return null
  const moments = ids.map((id) =>
    momentsIn(sums, id, items.filter(({ scale }) => scale === id).length),
  )
  if (moments.some((each) => each === undefined)) return null
  const known = moments as Moments[]
  const totals = known.map((each) => each.sums.reduce((sum, value) => sum + value, 0))
  const { n } = known[0]!
  const products = ids.map((a, at) =>
    ids.map((b) =>
      a === b
        ? total(known[at]!.products)
        : (sums[a < b ? `cross/${a}/${b}` : `cross/${b}/${a}`]?.[0] ?? 0),
    ),
  )
  return circleOf(correlations(covariances({ n, sums: totals, products })), n)
}

/** Bars up to this minute; the last holds the rest. */
const LAST_MINUTE = 20

function minutesOf(sums: Sums, promised: number): InstrumentHealth['minutes'] {
  const counts = new Map(rowsOf(sums, 'minutes', '').map(([at, [n = 0]]) => [Number(at), n]))
  if (counts.size === 0) return null
  const bars = Array.from({ length: LAST_MINUTE / 2 }, (_, at) => {
    const from = 2 * at
    const isLast = from + 2 >= LAST_MINUTE
    const people = [...counts].reduce(
      (sum, [minute, n]) => sum + (minute >= from && (isLast || minute < from + 2) ? n : 0),
      0,
    )
    return { from, people: people > 0 && people < FROM.cell ? null : people }
  })
  return { median: medianOf(counts, (minute) => minute), promised, bars }
}

function stops(
  stopped: ReadonlyMap<number, number>,
  began: number,
  items: number,
): Pick<InstrumentHealth, 'staying' | 'stop'> {
  if (began < FROM.items) return { staying: null, stop: null }
  const gone = inSteps(stopped)
  let left = began
  const staying = Array.from({ length: items + 1 }, (_, at) => {
    const share = left / began
    left -= gone.get(at) ?? 0
    return share
  })
  const [answered, count] = [...stopped].reduce(
    (most, each) => (each[1] > most[1] ? each : most),
    [0, 0],
  )
  return {
    staying,
    stop: count >= FROM.cell ? { answered, share: shareOf(count, began) } : null,
  }
}

/**
 * Who stopped where, as steps of ten people or more: neighbours are put together, where most of them
 * stopped.
 *
 * @param stopped ten people or more, or nobody
 */
function inSteps(stopped: ReadonlyMap<number, number>): Map<number, number> {
  const steps: [at: number, count: number][][] = []
  let open: [at: number, count: number][] = []
  const size = (step: typeof open) => step.reduce((sum, [, count]) => sum + count, 0)
  for (const each of [...stopped].toSorted(([a], [b]) => a - b)) {
    open.push(each)
    if (size(open) < FROM.cell) continue
    steps.push(open)
    open = []
  }
  steps.at(-1)?.push(...open)
  return new Map(steps.map((step) => [step.toSorted(([, a], [, b]) => b - a)[0]![0], size(step)]))
}

function languageOf(each: Counted, items: readonly CountedItem[]): LanguageHealth {
  const { language, people, attempts, sums } = each
  if (people < FROM.cell)
    return { language, people: null, began: null, finished: null, minutes: null, alpha: null }
  const began = beganOf(each)
  const finished = shareTold(attempts, began)
  const alphas =
    people < FROM.items
      ? []
      : scalesOf(items, sums).flatMap(({ alpha }) => (alpha === null ? [] : [alpha]))
  return {
    language,
    people,
    began: finished === null ? null : began,
    finished,
    minutes: minutesOf(sums, 0)?.median ?? null,
    alpha: alphas.toSorted((a, b) => a.value - b.value)[0] ?? null,
  }
}
