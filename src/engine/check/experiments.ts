/**
 * Checks experiments: weights, places that arms may change, what must not be varied, and
 * experiments that would disturb each other. What an arm makes of the documents is checked like any
 * release (server/release/check-arms.ts).
 */

import { lookup } from '#engine/documents/address.ts'
import { inspect, type Schema } from '#engine/documents/inspect.ts'
import { canonical, isObject, nearest, own, pointer, type Json } from '#engine/documents/json.ts'
import {
  KINDS,
  type ExperimentDocument,
  type Kind,
  type MetricDocument,
} from '#engine/documents/kinds.ts'
import { nameOf } from '#engine/documents/document.ts'
import {
  changedBy,
  combinationsOf,
  MAX_COMBINATIONS,
  targetName,
  type Arm,
} from '#engine/experiments/arms.ts'
import { GRACE_DAYS } from '#engine/experiments/settled.ts'
import { FIXED_KINDS } from '#engine/experiments/fixed.ts'
import { OverlayError, targetOf, type Op } from '#engine/overlay/ops.ts'
import { checkLocks } from '#engine/overlay/locks.ts'
import { adder, type Add, type Context } from './context.ts'

/** Weights are written with a few decimals: a third each adds up to one. */
const ROUNDING = 0.001

type Scope = ExperimentDocument['scope'][number]

/** What can be said of one experiment by itself. Only a running one keeps a release from going out. */
export function checkExperiment(
  experiment: ExperimentDocument,
  context: Context,
  problem: Add,
): void {
  const add = severityOf(experiment, problem)
  if (!/^[a-z0-9][a-z0-9-]{0,39}$/.test(experiment.id))
    add('experiment/id', '/id', 'small letters, digits and hyphens only: it is part of a cookie')
  // A tenant's own documents don't include those of tenants.
  const tenants = context.catalog.all('tenant')
  if (
    experiment.tenant !== undefined &&
    tenants.length > 0 &&
    !tenants.some(({ id }) => id === experiment.tenant)
  )
    problem('reference/unknown-tenant', '/tenant', `there is no tenant "${experiment.tenant}"`)
  checkShares(experiment, add)
  checkEffect(experiment, context, add)
  checkConsents(experiment, context, add)
  checkRetention(experiment, context, add)
  for (const [index, arm] of experiment.arms.entries())
    checkArm(experiment, arm, index === 0, context, add)
  checkPlaces(experiment, context, add)
  for (const [at, metric] of metricsIn(experiment))
    if (context.catalog.get('metric', metric) === undefined)
      add(
        'experiment/unknown-metric',
        at,
        `there is no metric "${metric}"`,
        nearest(
          metric,
          context.catalog.all('metric').map(({ id }) => id),
        ),
      )
}

/** A finished or planned one may have been overtaken by its documents; that is no reason to stop. */
function severityOf({ state }: ExperimentDocument, add: Add): Add {
  if (state === 'running') return add
  // Nothing of one that has ended can be changed any more.
  if (state === 'ended') return () => undefined
  return (code, at, message, suggestion) => add(code, at, message, suggestion, 'warning')
}

/** Ids of its metrics, each with its place. */
function metricsIn({ metrics }: Pick<ExperimentDocument, 'metrics'>): [at: string, id: string][] {
  const listed = (['further', 'guardrails'] as const).flatMap((role) =>
    (metrics[role] ?? []).map((id, index): [string, string] => [`/metrics/${role}/${index}`, id]),
  )
  return [['/metrics/primary', metrics.primary], ...listed]
}

function countsEvents({ measure }: MetricDocument): boolean {
  return 'event' in measure.of || (measure.as === 'ratio' && 'event' in measure.per)
}

/** Shares differ by less than one: 5 of 100 people are 0.05. */
function checkEffect(
  { metrics, smallestEffect }: ExperimentDocument,
  { catalog }: Context,
  add: Add,
): void {
  const as = catalog.get('metric', metrics.primary)?.measure.as
  if (as === 'proportion' && smallestEffect >= 1)
    add(
      'experiment/effect',
      '/smallestEffect',
      `"${metrics.primary}" is a share of people, so the smallest effect is less than 1: 0.05 is 5 of 100`,
    )
}

/** What is deleted before it's counted would be missing without anybody noticing. */
function checkRetention(experiment: ExperimentDocument, { catalog }: Context, add: Add): void {
  const kept = Math.min(
    ...catalog.all('config').flatMap(({ retention }) => retention?.events ?? []),
  )
  for (const [at, id] of metricsIn(experiment)) {
    const metric = catalog.get('metric', id)
    if (metric === undefined || !countsEvents(metric)) continue
    const needed = experiment.plannedDays + metric.windowDays + GRACE_DAYS
    if (kept < needed)
      add(
        'experiment/retention',
        at,
        `"${id}" counts events, which are deleted after ${kept} days; keep them for ${needed}: the planned days, its ${metric.windowDays} days and ${GRACE_DAYS} in which they may come late`,
      )
  }
}

function checkConsents(experiment: ExperimentDocument, { catalog }: Context, add: Add): void {
  const known = catalog.all('consent-list').flatMap(({ items }) => items.map(({ id }) => id))
  for (const member of ['underAge', 'research'] as const) {
    const consent = experiment[member]
    if (consent !== undefined && !known.includes(consent))
      add(
        'experiment/unknown-consent',
        `/${member}`,
        `there is no consent "${consent}"`,
        nearest(consent, known),
      )
  }
}

function checkShares({ arms, namespace, coverage, audience }: ExperimentDocument, add: Add): void {
  // Not an error: those who are in an arm already keep it.
  for (const [at, isNobody] of [
    ['/coverage', coverage === 0],
    ['/audience', audience === false],
  ] as const)
    if (isNobody) add('experiment/nobody', at, 'nobody new would take part', undefined, 'warning')
  const sum = arms.reduce((before, { weight }) => before + weight, 0)
  if (Math.abs(sum - 1) > ROUNDING)
    add(
      'experiment/weights',
      '/arms',
      `the weights add up to ${Number(sum.toFixed(4))} instead of 1`,
    )
  for (const { id } of arms.filter(({ weight }) => weight === 0))
    add(
      'experiment/weights',
      `/arms/${id}/weight`,
      `nobody would get into "${id}", so nothing could be found out; leave it out`,
    )
  if (new Set(arms.map(({ id }) => id)).size < arms.length)
    add('experiment/same-arm', '/arms', 'two arms have the same id')
  if (namespace !== undefined && namespace.from >= namespace.to)
    add('experiment/namespace', '/namespace', 'its part is empty: "from" must be less than "to"')
}

function checkArm(
  experiment: ExperimentDocument,
  arm: Arm,
  isControl: boolean,
  context: Context,
  add: Add,
): void {
  const here = `/arms/${arm.id}`
  if (isControl) {
    if (arm.overlays.length > 0)
      add(
        'experiment/control',
        `${here}/overlays`,
        'the first arm is the control: it changes nothing',
      )
    return
  }
  for (const overlay of arm.overlays) {
    const at = `${here}/overlays/${overlay.id}`
    if (FIXED_KINDS.has(overlay.kind))
      add('experiment/fixed-kind', at, `documents of kind "${overlay.kind}" are never varied`)
    const base = context.catalog.get(overlay.kind as Kind, overlay.document) as Json | undefined
    for (const [index, op] of (overlay.ops as readonly Op[]).entries()) {
      // Where it is makes a difference too: what comes before it lets people past it.
      if (op.op === 'move' && typeof own(lookup(base, op.at), 'lock') === 'string')
        add(
          'experiment/locked',
          `${at}/ops/${index}`,
          `"${op.at}" of ${targetName(overlay)} is locked: it can't be moved`,
        )
      if (!experiment.scope.some((scope) => isInScope(scope, targetName(overlay), targetOf(op))))
        add(
          'experiment/outside-scope',
          `${at}/ops/${index}`,
          `"${targetOf(op)}" of ${targetName(overlay)} isn't in the scope of the experiment`,
        )
    }
  }
  const get = getter(context)
  try {
    const changed = changedBy([experiment], { [experiment.id]: arm.id }, get)
    const differs = [...changed].filter(
      ([name, document]) => canonical(document as Json) !== canonical(get(name) as Json),
    )
    if (differs.length === 0) add('experiment/no-change', here, 'this arm changes nothing')
    for (const [name, document] of differs) checkLocked(name, document as Json, here, context, add)
  } catch (error) {
    if (!(error instanceof OverlayError)) throw error
    add('experiment/cannot-apply', here, `${error.message}; the document has changed below it`)
  }
}

function getter({ catalog }: Context) {
  const documents = new Map([...catalog.documents()].map((each) => [nameOf(each), each]))
  return (name: string) => documents.get(name)
}

/** Locked places stay exactly as they are: not even a tighter one is tried on some people only. */
function checkLocked(name: string, changed: Json, at: string, context: Context, add: Add): void {
  const [kind, ...id] = name.split('/')
  const base = context.catalog.get(kind as Kind, id.join('/')) as Json | undefined
  if (base === undefined) return
  const schema = KINDS[kind as Kind] as unknown as Schema
  const marked = inspect(schema, base).marks.filter((mark) => 'x-lock' in mark.schema)
  const touched = [...lockedNodes(base), ...marked.map((mark) => mark.pointer)].filter(
    (place) => !isSame(lookup(base, place), lookup(changed, place)),
  )
  for (const place of touched)
    add('experiment/locked', at, `"${place}" of ${name} is locked: it can't be varied`)
  if (touched.length === 0)
    for (const issue of checkLocks(schema, base, changed))
      add('experiment/locked', at, `"${issue.pointer}" of ${name}: ${issue.message}`)
}

function isSame(one: Json | undefined, other: Json | undefined): boolean {
  return one === undefined || other === undefined
    ? one === other
    : canonical(one) === canonical(other)
}

function lockedNodes(node: Json, at = ''): string[] {
  if (Array.isArray(node))
    return node.flatMap((entry: Json, index) => {
      const id = own(entry, 'id')
      return lockedNodes(entry, at + pointer(typeof id === 'string' ? id : String(index)))
    })
  if (!isObject(node)) return []
  if (typeof own(node, 'lock') === 'string') return [at]
  return Object.entries(node).flatMap(([name, value]) => lockedNodes(value, at + pointer(name)))
}

/** A user who is counted must have seen the place, in every arm. */
function checkPlaces(experiment: ExperimentDocument, context: Context, add: Add): void {
  const get = getter(context)
  const changed = experiment.arms.flatMap(({ overlays }) => overlays)
  // Texts, menus and flows are seen on any page.
  const isOfPages = changed.length > 0 && changed.every(({ kind }) => kind === 'screen')
  for (const { id, screen, node } of experiment.exposure) {
    if (isOfPages && !changed.some(({ document }) => document === screen))
      add(
        'experiment/same-page',
        `/exposure/${id}`,
        `no version changes the page "${screen}": people count there who have seen no difference`,
        undefined,
        'warning',
      )
    if (node === undefined) continue
    for (const arm of experiment.arms) {
      let document: unknown
      try {
        const changed = changedBy([experiment], { [experiment.id]: arm.id }, get)
        document = changed.get(`screen/${screen}`) ?? get(`screen/${screen}`)
      } catch {
        // Reported with the arm.
        continue
      }
      if (!isObject(lookup(document as Json | undefined, node)))
        add(
          'experiment/no-place',
          `/exposure/${id}/node`,
          `the arm "${arm.id}" has no "${node}" on the page "${screen}"`,
        )
    }
  }
}

function isInScope(scope: Scope, target: string, at: string): boolean {
  return targetName(scope) === target && scope.paths.some((path) => isBelow(at, path))
}

function isBelow(at: string, path: string): boolean {
  return at === path || at.startsWith(`${path}/`)
}

/** Running experiments that change the same places must not have a person in common. */
export function checkExperiments(context: Context): void {
  const running = context.catalog.all('experiment').filter(({ state }) => state === 'running')
  const combinations = running.length > 8 ? Infinity : combinationsOf(running).length
  for (const [index, experiment] of running.entries()) {
    const add = adder(nameOf(experiment), context)
    if (combinations > MAX_COMBINATIONS)
      add(
        'experiment/too-many',
        '/state',
        `everything that is running has more than ${MAX_COMBINATIONS} combinations of arms; put experiments into one namespace, or end some`,
      )
    for (const other of running.slice(0, index)) {
      const shared = overlapOf(experiment, other)
      const [mine, theirs] = [experiment.namespace, other.namespace]
      const isOneNamespace = mine !== undefined && mine.id === theirs?.id
      if (isOneNamespace && mine.from < theirs.to && theirs.from < mine.to)
        add(
          'experiment/overlap',
          '/namespace',
          `its part of "${mine.id}" overlaps that of "${other.id}"`,
        )
      else if (!isOneNamespace && shared !== undefined)
        add(
          'experiment/overlap',
          '/scope',
          `"${other.id}" changes ${shared} too: put both into one namespace, or wait until it has ended`,
        )
    }
  }
}

/** A place that both may change. */
function overlapOf(one: ExperimentDocument, other: ExperimentDocument): string | undefined {
  for (const a of one.scope)
    for (const b of other.scope) {
      if (targetName(a) !== targetName(b)) continue
      const path = a.paths.find((mine) =>
        b.paths.some((theirs) => isBelow(mine, theirs) || isBelow(theirs, mine)),
      )
      if (path !== undefined) return `"${path}" of ${targetName(a)}`
    }
  return undefined
}
