/** An experiment as its form writes it, and back. Pure. */

import type { Json } from '#engine/documents/json.ts'
import type { ExperimentDocument } from '#engine/documents/kinds.ts'
import { OverlayError, targetOf, type Op } from '#engine/overlay/ops.ts'
import { apply } from '#engine/overlay/overlay.ts'

/** A version beside the product as it is now. */
export type Version = {
  /** Stays the same while it is being written. */ readonly key: string
  readonly name: string
  /** Of 100 people who take part. */ readonly share: string
  /** `kind/id` of a document -> how it differs. */
  readonly changes: Readonly<Record<string, readonly Op[]>>
}

export type Wanted = {
  readonly title: string
  readonly hypothesis: string
  readonly metric: string
  /** Out of 100 people, or in the metric's own unit. */ readonly effect: string
  readonly days: string
  readonly versions: readonly Version[]
  /** Of 100 people, how many take part at all. */ readonly coverage: string
  /** The rule of who takes part; true: everybody. */ readonly audience: Json
  /** Metrics that must not get worse. */ readonly guardrails: readonly string[]
  /** Metrics that are counted, but don't decide. */ readonly further: readonly string[]
  /** The pages on which people see the difference. */ readonly pages: readonly string[]
  /** Shares its people with others: of 100 people, those from here to there are its own. */
  readonly group: { readonly name: string; readonly from: string; readonly to: string } | null
  /** Of 100 people, so many see no experiment of this name. */
  readonly holdout: { readonly name: string; readonly share: string } | null
}

export const MAX_VERSIONS = 5
const NEW: Version = { key: '0', name: 'new', share: '50', changes: {} }

export const NOTHING: Wanted = {
  title: '',
  hypothesis: '',
  metric: '',
  effect: '3',
  days: '28',
  versions: [NEW],
  coverage: '100',
  audience: true,
  guardrails: [],
  further: [],
  pages: [],
  group: null,
  holdout: null,
}

/** Letters and digits that fit into a cookie and an address. */
export function idFrom(title: string): string {
  return title
    .normalize('NFD')
    .replaceAll(/\p{M}/gu, '')
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '-')
    .replaceAll(/^-+|-+$/g, '')
    .slice(0, 40)
    .replace(/-+$/, '')
}

function number(text: string): number {
  return text.trim() === '' ? Number.NaN : Number(text.replace(',', '.'))
}

/** Of 100 -> of 1, without the noise of fractions. */
function shareOf(text: string): number {
  return Math.round(number(text) * 100) / 10_000
}

/** How many of 100 see the product as it is now; NaN while a share isn't a number. */
export function restOf({ versions }: Wanted): number {
  return Math.round((100 - versions.reduce((sum, each) => sum + number(each.share), 0)) * 100) / 100
}

/** One more version; all get the same share again. */
export function withVersion({ versions }: Wanted, name: string): Version[] {
  const share = String(Math.round(10_000 / (versions.length + 2)) / 100)
  const key = String(Math.max(-1, ...versions.map((each) => Number(each.key))) + 1)
  return [...versions, { key, name, share, changes: {} }].map((each) => ({ ...each, share }))
}

/** Something that is missing or out of bounds, and the version that it is about. */
export type Missing = {
  readonly of:
    | Exclude<keyof Wanted, 'versions' | 'audience' | 'guardrails' | 'further'>
    | 'name'
    | 'share'
    | 'shares'
    | 'change'
  readonly version?: string
}

/** Everything that is missing or out of bounds, from the top. */
export function missingIn(wanted: Wanted): Missing[] {
  const { versions, group, holdout } = wanted
  const within = (text: string, low: number, high: number) =>
    number(text) >= low && number(text) <= high
  const names = versions.map(({ name }) => idFrom(name))
  return [
    ...of('title', idFrom(wanted.title) !== ''),
    ...of('hypothesis', wanted.hypothesis.trim() !== ''),
    ...of('metric', wanted.metric !== ''),
    ...of('effect', within(wanted.effect, 0.01, 100)),
    ...of('days', within(wanted.days, 1, 366) && Number.isInteger(Number(wanted.days))),
    ...versions.flatMap(({ key, share, changes }, at) => [
      ...of('name', isName(names[at]!) && names.indexOf(names[at]!) === at, key),
      ...of('share', within(share, 1, 99), key),
      ...of(
        'change',
        Object.values(changes).some((ops) => ops.length > 0),
        key,
      ),
    ]),
    ...of('shares', !(restOf(wanted) < 1)),
    ...of('pages', wanted.pages.length > 0),
    ...of('coverage', within(wanted.coverage, 1, 100)),
    ...of(
      'group',
      group === null ||
        (idFrom(group.name) !== '' &&
          within(group.from, 0, 99) &&
          within(group.to, 1, 100) &&
          number(group.from) < number(group.to)),
    ),
    ...of(
      'holdout',
      holdout === null || (idFrom(holdout.name) !== '' && within(holdout.share, 1, 50)),
    ),
  ]
}

function of(what: Missing['of'], isFine: boolean, version?: string): Missing[] {
  return isFine ? [] : [{ of: what, ...(version !== undefined && { version }) }]
}

/** `control` is the product as it is now. */
function isName(id: string): boolean {
  return id !== '' && id !== 'control'
}

/** A metric has one role: what decides isn't also what must not get worse. */
function rolesOf({ metric, guardrails, further }: Wanted): Json {
  const guarding = guardrails.filter((id) => id !== metric)
  const others = further.filter((id) => id !== metric && !guarding.includes(id))
  return {
    primary: metric,
    ...(others.length > 0 && { further: others }),
    ...(guarding.length > 0 && { guardrails: guarding }),
  }
}

function targetIn(name: string): { kind: string; document: string } {
  const at = name.indexOf('/')
  return { kind: name.slice(0, at), document: name.slice(at + 1) }
}

function entryName(index: number, word: string): string {
  return index === 0 ? word : `${word}-${index + 1}`
}

/** An id of an entry that isn't taken: the old entry's own, or the next of its kind. */
function numbered<Entry extends { id: string }>(
  entries: readonly (Omit<Entry, 'id'> & { id?: string })[],
  word: string,
): Entry[] {
  const taken = new Set(entries.flatMap(({ id }) => (id === undefined ? [] : [id])))
  let next = 0
  return entries.map((entry) => {
    if (entry.id !== undefined) return entry as Entry
    while (taken.has(entryName(next, word))) next++
    const id = entryName(next++, word)
    return { id, ...entry } as Entry
  })
}

type Before = ExperimentDocument | undefined

function armsOf(wanted: Wanted, before: Before): ExperimentDocument['arms'] {
  const control = before?.arms[0]?.id ?? 'control'
  return [
    { id: control, weight: Math.round(restOf(wanted) * 100) / 10_000, overlays: [] },
    ...wanted.versions.map(({ name, share, changes }) => {
      const id = idFrom(name)
      const old = before?.arms.find((arm) => arm.id === id)?.overlays ?? []
      const overlays = Object.entries(changes)
        .filter(([, ops]) => ops.length > 0)
        .map(([document, ops]) => {
          const target = targetIn(document)
          const known = old.find((each) => isSameTarget(each, target))
          return { ...(known && { id: known.id }), ...target, ops: [...ops] }
        })
      return { id, weight: shareOf(share), overlays: numbered(overlays, 'change') }
    }),
  ] as ExperimentDocument['arms']
}

type Target = { readonly kind: string; readonly document: string }
function isSameTarget(one: Target, other: Target): boolean {
  return one.kind === other.kind && one.document === other.document
}

/** The places that the versions change. A wider scope that was declared stays. */
function scopeOf(arms: ExperimentDocument['arms'], before: Before): ExperimentDocument['scope'] {
  const places = new Map<string, Target & { paths: Set<string> }>()
  for (const { kind, document, ops } of arms.flatMap(({ overlays }) => overlays)) {
    const name = `${kind}/${document}`
    const entry = places.get(name) ?? { kind, document, paths: new Set<string>() }
    for (const op of ops as readonly Op[]) entry.paths.add(targetOf(op))
    places.set(name, entry)
  }
  const scope = [...places.values()].map(({ paths, ...target }) => {
    const old = before?.scope.find((each) => isSameTarget(each, target))
    const isDeclared = (path: string) =>
      old?.paths.some((each) => path === each || path.startsWith(`${each}/`)) === true
    const isAll = [...paths].every(isDeclared)
    return { ...(old && { id: old.id }), ...target, paths: isAll && old ? old.paths : [...paths] }
  })
  return numbered<ExperimentDocument['scope'][number]>(scope, 'change')
}

/**
 * @param isShare whether what decides is told of 100 people; otherwise the difference is in its own
 *   unit
 * @param before the experiment that is changed: what the form doesn't show stays
 */
export function experimentFrom(wanted: Wanted, isShare = true, before?: ExperimentDocument): Json {
  const {
    audience: _a,
    coverage: _c,
    namespace: _n,
    holdout: _h,
    ...kept
  } = (before ?? {
    kind: 'experiment',
    id: idFrom(wanted.title),
    v: 1,
    source: 'console',
    state: 'planned',
  }) as Partial<ExperimentDocument>
  const arms = armsOf(wanted, before)
  const { group } = wanted
  const made: unknown = {
    ...kept,
    title: wanted.title.trim(),
    hypothesis: wanted.hypothesis.trim(),
    arms,
    scope: scopeOf(arms, before),
    exposure: numbered(
      wanted.pages.flatMap((screen) => {
        const old = before?.exposure.filter((each) => each.screen === screen) ?? []
        return old.length > 0 ? old : [{ screen }]
      }),
      'page',
    ),
    ...(wanted.audience !== true && { audience: wanted.audience }),
    ...(shareOf(wanted.coverage) < 1 && { coverage: shareOf(wanted.coverage) }),
    ...(group && {
      namespace: { id: idFrom(group.name), from: shareOf(group.from), to: shareOf(group.to) },
    }),
    ...(wanted.holdout && {
      holdout: { id: idFrom(wanted.holdout.name), share: shareOf(wanted.holdout.share) },
    }),
    metrics: rolesOf(wanted),
    smallestEffect: number(wanted.effect) / (isShare ? 100 : 1),
    plannedDays: Number(wanted.days),
  }
  return made as Json
}

/** Of 1 -> of 100, as people write it. */
function of100(share: number): string {
  return String(Math.round(share * 10_000) / 100)
}

/** What the form shows of an experiment. */
export function wantedFrom(experiment: ExperimentDocument, isShare: boolean): Wanted {
  const { arms, metrics, audience = true, coverage = 1, namespace, holdout } = experiment
  return {
    title: experiment.title,
    hypothesis: experiment.hypothesis,
    metric: metrics.primary,
    effect: isShare ? of100(experiment.smallestEffect) : String(experiment.smallestEffect),
    days: String(experiment.plannedDays),
    versions: arms.slice(1).map(({ id, weight, overlays }, at) => ({
      key: String(at),
      name: id.replaceAll('-', ' '),
      share: of100(weight),
      changes: changesOf(overlays),
    })),
    coverage: of100(coverage),
    audience: audience as Json,
    guardrails: metrics.guardrails ?? [],
    further: metrics.further ?? [],
    pages: [...new Set(experiment.exposure.map(({ screen }) => screen))],
    group:
      namespace === undefined
        ? null
        : { name: namespace.id, from: of100(namespace.from), to: of100(namespace.to) },
    holdout: holdout === undefined ? null : { name: holdout.id, share: of100(holdout.share) },
  }
}

function changesOf(overlays: ExperimentDocument['arms'][number]['overlays']): Version['changes'] {
  const changes: Record<string, readonly Op[]> = {}
  for (const { kind, document, ops } of overlays) {
    const name = `${kind}/${document}`
    changes[name] = [...(changes[name] ?? []), ...(ops as readonly Op[])]
  }
  return changes
}

/** The document with a version's changes, as far as they still fit; those that don't are named. */
export function appliedTo(
  live: Json,
  ops: readonly Op[],
): { readonly document: Json; readonly lost: readonly string[] } {
  let document = live
  const lost: string[] = []
  for (const op of ops)
    try {
      document = apply(document, [op]) ?? document
    } catch (error) {
      if (!(error instanceof OverlayError)) throw error
      lost.push(op.at)
    }
  return { document, lost }
}
