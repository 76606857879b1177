/**
 * What a check finds at fault with a running experiment that nobody is editing stops no publish: the
 * experiment is paused with it (release/pausing.ts).
 */

import type { Problem } from '#engine/contract/problems.ts'
import type { ExperimentDocument } from '#engine/documents/kinds.ts'
import type { Workspace } from './workspace.ts'

type Edited = Pick<Workspace, 'drafts' | 'live'>

/** The experiment that a publish would pause because of this problem. */
export function pausedInstead(
  { severity, document }: Problem,
  { drafts, live }: Edited,
): ExperimentDocument | undefined {
  if (severity !== 'error') return undefined
  const experiment = live.documents.get(document)
  if (experiment?.kind !== 'experiment' || experiment.state !== 'running') return undefined
  return drafts.some(({ kind, id }) => kind === 'experiment' && id === experiment.id)
    ? undefined
    : experiment
}

/** Those problems as warnings that say what a publish will do. */
export function asPauses(problems: readonly Problem[], edited: Edited): readonly Problem[] {
  return problems.map((problem) =>
    pausedInstead(problem, edited) === undefined
      ? problem
      : {
          ...problem,
          severity: 'warning',
          message: `publishing pauses this experiment: ${problem.message}`,
        },
  )
}
