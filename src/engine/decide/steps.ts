/**
 * The steps of a flow, in order, found by walking it, so the displayed trail always matches the
 * actual flow.
 */

import type { Catalog } from '#engine/documents/catalog.ts'
import { decide } from './decide.ts'
import { isObject } from '#engine/documents/json.ts'
import type { Scope } from '#engine/rules/scope.ts'

export type FlowStep = {
  readonly id: string
  readonly label: string
  readonly state: 'done' | 'now' | 'ahead'
}

/**
 * Walks a flow from its start, completing each step on the way.
 *
 * @param scope of the user; their choices (a plan, skipping something) change the path
 * @returns the steps on this user's path, the current page marked `now`
 */
export function stepsOf(catalog: Catalog, flow: string, scope: Scope): FlowStep[] {
  const document = catalog.get('flow', flow)
  const steps = document?.steps ?? []
  let walker: unknown = scope
  for (const step of steps) walker = withValues(walker, step.before)
  walker = withValues(walker, { stage: 'onboarding' })
  const way: { id: string; label: string }[] = []
  while (way.length < steps.length) {
    const decision = decide(catalog, flow, walker)
    const to =
      decision && 'go' in decision.then && decision.then.go === 'redirect'
        ? decision.then.to
        : undefined
    const step = steps.find(({ id }) => id === to)
    if (step === undefined || way.some(({ id }) => id === step.id)) break
    way.push(step)
    walker = withValues(walker, step.after)
  }
  const here = way.findIndex(({ id }) => id === scope.route?.name)
  return way.map(({ id, label }, index) => ({
    id,
    label,
    state: index === here ? 'now' : index < here ? 'done' : 'ahead',
  }))
}

/** A copy of a scope with some values set, by dotted path. */
function withValues(scope: unknown, values: Readonly<Record<string, unknown>>): unknown {
  return Object.entries(values).reduce(
    (copy, [path, value]) => set(copy, path.split('.'), value),
    scope,
  )
}

function set(target: unknown, [first, ...rest]: string[], value: unknown): unknown {
  if (first === undefined) return value
  const object = isObject(target) ? target : {}
  return { ...object, [first]: set(object[first], rest, value) }
}
