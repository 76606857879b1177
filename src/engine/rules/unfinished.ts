/** Conditions while they are put together: what lacks something is no part of the rule yet. Pure. */

import { ALONE, writeRule, type Condition, type Group, type RulePart } from './ruleparts.ts'
import type { Rule } from './rules.ts'

/** A condition that nothing is chosen for. */
export const BLANK: Condition = { is: 'condition', subject: { variable: '' }, comparison: 'yes' }

export function isFinished(part: RulePart): boolean {
  switch (part.is) {
    case 'condition':
      return (
        part.subject.variable !== '' && (ALONE.has(part.comparison) || part.value !== undefined)
      )
    case 'named':
      return part.name !== ''
    case 'group':
      return part.parts.every(isFinished)
    default:
      return true
  }
}

/** The rule of what is finished. Half a rule must hide nothing: without any condition it's true. */
export function finishedRule(group: Group): Rule {
  const kept = finishedPart(group)
  return kept === null ? true : writeRule(kept)
}

function finishedPart(part: RulePart): RulePart | null {
  if (part.is !== 'group') return isFinished(part) ? part : null
  const parts = part.parts.flatMap((each) => finishedPart(each) ?? [])
  return parts.length === 0 ? null : { ...part, parts }
}
