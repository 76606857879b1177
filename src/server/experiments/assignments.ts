/** The arms of a unit as they are stored, each with the analysis that it belongs to. */

import type { ExperimentDocument } from '#engine/documents/kinds.ts'
import { phaseOf } from '#engine/experiments/arms.ts'
import type { Arms } from '#engine/experiments/assign.ts'
import type { Unit } from '#server/accounts/units.ts'
import type { Release } from '#server/release/compose.ts'
import type { NewAssignment } from '../store/experiments.ts'

const phases = new WeakMap<Release['catalog'], Map<string, string>>()

/** The analysis of an experiment in this release. */
export function phaseIn({ catalog }: Release, experiment: ExperimentDocument): string {
  const known = phases.get(catalog) ?? new Map<string, string>()
  phases.set(catalog, known)
  const phase =
    known.get(experiment.id) ?? phaseOf(experiment, (metric) => catalog.get('metric', metric))
  known.set(experiment.id, phase)
  return phase
}

/**
 * Those that units are in: what runs, and what is paused and may continue with the arms as they are.
 */
export function continuing({ catalog, experiments }: Release): ExperimentDocument[] {
  const running = new Set(experiments.map(({ id }) => id))
  return [
    ...experiments,
    ...catalog.all('experiment').filter(({ id, state }) => state === 'paused' && !running.has(id)),
  ]
}

/** As they are stored. */
export function assignmentsOf(
  release: Release,
  { id: unit, since }: Unit,
  arms: Arms,
): NewAssignment[] {
  return continuing(release).flatMap((experiment) => {
    const phase = phaseIn(release, experiment)
    const arm = experiment.arms.find((each) => each.id === arms[experiment.id])
    return arm === undefined
      ? []
      : [
          {
            unit,
            experiment: experiment.id,
            phase,
            arm: arm.id,
            probability: arm.weight,
            earlier: since[experiment.id] !== phase,
          },
        ]
  })
}
