/** Which arm of an experiment a unit is in, and why. Pure: every server gives the same response. */

import type { ExperimentDocument } from '#engine/documents/kinds.ts'
import { bucketOf, isWithin, rangesOf } from './hash.ts'

/** Why a unit is in no arm. */
export type NotIn = 'stopped' | 'holdout' | 'audience' | 'namespace' | 'coverage'
export type Assignment =
  | { readonly arm: string; readonly why: 'sticky' | 'variant' }
  | { readonly arm: null; readonly why: NotIn }

/** What decides about an assignment. */
export type Dividing = Pick<
  ExperimentDocument,
  'id' | 'state' | 'seed' | 'coverage' | 'namespace' | 'holdout'
> & { readonly arms: readonly { readonly id: string; readonly weight: number }[] }

/**
 * @param sticky    the arm that the unit was in before
 * @param mayJoin   is the unit in the audience? Asked only if nothing else has decided before
 */
export function assign(
  experiment: Dividing,
  unit: string,
  sticky: string | undefined,
  mayJoin: () => boolean,
): Assignment {
  const { id, state, seed = id, arms, coverage = 1, namespace, holdout } = experiment
  const none = (why: NotIn): Assignment => ({ arm: null, why })
  if (state !== 'running') return none('stopped')
  if (holdout !== undefined && bucketOf(holdout.id, unit) < holdout.share) return none('holdout')
  if (sticky !== undefined && arms.some((arm) => arm.id === sticky))
    return { arm: sticky, why: 'sticky' }
  if (!mayJoin()) return none('audience')
  if (
    namespace !== undefined &&
    !isWithin(bucketOf(namespace.id, unit), [namespace.from, namespace.to])
  )
    return none('namespace')
  const bucket = bucketOf(seed, unit)
  const ranges = rangesOf(
    arms.map(({ weight }) => weight),
    coverage,
  )
  const arm = arms[ranges.findIndex((range) => isWithin(bucket, range))]
  return arm === undefined ? none('coverage') : { arm: arm.id, why: 'variant' }
}

/** Experiment -> arm, of those that a unit is in. */
export type Arms = Readonly<Record<string, string>>

/** The name of a combination of arms, in the order of the experiments' ids. */
export function nameOfArms(arms: Arms): string {
  return Object.keys(arms)
    .sort()
    .map((id) => `${id}:${arms[id]}`)
    .join('~')
}

/** @returns null for a text that `nameOfArms` doesn't write */
export function readArms(name: string): Arms | null {
  if (name === '') return {}
  const pairs = name.split('~').map((pair) => pair.split(':'))
  if (
    !pairs.every(
      (pair) => pair.length === 2 && pair.every((word) => /^[a-z0-9-]{1,40}$/.test(word)),
    )
  )
    return null
  return Object.fromEntries(pairs as [string, string][])
}
