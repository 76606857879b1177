/** What an editor of a rule can choose: variables, the comparisons that suit them, and values. */

import type { Json } from '#engine/documents/json.ts'
import { ALONE, type Comparison, type Condition, type Subject } from './ruleparts.ts'
import type { VarType } from './ruletypes.ts'

export type Variable = { readonly path: string; readonly type: VarType }

/** Every variable that a rule can refer to, including nested ones. */
export function variablesIn(type: VarType, path = ''): Variable[] {
  return Object.entries(type.members ?? {}).flatMap(([name, member]) => {
    const here = path === '' ? name : `${path}.${name}`
    if (member.members === undefined) return [{ path: here, type: member }]
    return [
      ...(member.nullable ? [{ path: here, type: member }] : []),
      ...variablesIn(member, here),
    ]
  })
}

/** The comparisons that make sense for a variable. */
export function comparisonsFor(type: VarType | undefined): readonly Comparison[] {
  switch (type?.is) {
    case 'boolean':
      return ['yes', 'no']
    case 'number':
      return ['==', '!=', '<', '<=', '>', '>=', ...MAYBE(type)]
    case 'text':
      if (type.date) return ['>=', '<', ...MAYBE(type)]
      return ['==', '!=', 'in', 'notIn', ...MAYBE(type)]
    case 'list':
      // Records aren't told apart by a value.
      return type.of?.is === 'any' ? ['there', 'missing'] : ['has', 'hasNot', ...MAYBE(type)]
    case 'object':
      return ['there', 'missing']
    default:
      return ['there', 'missing', '==', '!=', 'in', 'notIn', 'yes', 'no']
  }
}
const MAYBE = ({ nullable }: VarType): readonly Comparison[] =>
  nullable ? ['there', 'missing'] : []

/** The day that a comparison begins with, unless the caller names one. */
const A_DAY = '2026-01-01'

/**
 * The same condition with another comparison: its value is converted to fit.
 *
 * @param day YYYY-MM-DD, which a comparison with a date begins with
 */
export function withComparison(
  condition: Condition,
  comparison: Comparison,
  type: VarType | undefined,
  day = A_DAY,
): Condition {
  const { value: before, ...given } = condition
  const rest = { ...given, subject: subjectFor(given.subject, comparison) }
  if (ALONE.has(comparison)) return { ...rest, comparison }
  const isList = comparison === 'in' || comparison === 'notIn'
  const single = Array.isArray(before) ? (before[0] as Json | undefined) : before
  const first =
    single ??
    (type?.values ?? type?.of?.values)?.[0] ??
    (type?.is === 'number' ? 0 : type?.date ? day.slice(0, type.date === 'day' ? 10 : 7) : '')
  return { ...rest, comparison, value: isList ? (Array.isArray(before) ? before : [first]) : first }
}

/**
 * A user whose age isn't known is neither under an age nor over it: the default for a missing one
 * never fits.
 */
function subjectFor(subject: Subject, comparison: Comparison): Subject {
  if (subject.otherwise === undefined || !isAge(subject.variable)) return subject
  return { ...subject, otherwise: comparison === '<' || comparison === '<=' ? NO_AGE : 0 }
}
const NO_AGE = 999

export function isAge(variable: string): boolean {
  return variable === 'age' || variable === 'facts.age'
}

/** A condition on another variable, with the first comparison that suits it. */
export function conditionOn(variable: string, type: VarType | undefined, day?: string): Condition {
  // In JavaScript null < 5 is true, so a variable that may be missing gets a numeric default.
  const subject: Subject =
    type?.is === 'number' && type.nullable ? { variable, otherwise: 0 } : { variable }
  return withComparison(
    { is: 'condition', subject, comparison: 'yes' },
    comparisonsFor(type)[0]!,
    type,
    day,
  )
}
