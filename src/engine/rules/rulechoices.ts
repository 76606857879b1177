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

/**
 * The same condition with another comparison: its value is converted to fit. Without one it isn't
 * finished (unfinished.ts).
 */
export function withComparison(condition: Condition, comparison: Comparison): Condition {
  const { value: before, ...given } = condition
  const rest = { ...given, subject: subjectFor(given.subject, comparison) }
  if (ALONE.has(comparison)) return { ...rest, comparison }
  const isList = comparison === 'in' || comparison === 'notIn'
  const first = Array.isArray(before) ? (before[0] as Json | undefined) : before
  if (first === undefined) return { ...rest, comparison }
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

/** A condition on another variable, with the first comparison that suits it, and no value yet. */
export function conditionOn(variable: string, type: VarType | undefined): Condition {
  // In JavaScript null < 5 is true, so a variable that may be missing gets a numeric default.
  const subject: Subject =
    type?.is === 'number' && type.nullable ? { variable, otherwise: 0 } : { variable }
  return withComparison(
    { is: 'condition', subject, comparison: 'yes' },
    comparisonsFor(type)[0] ?? 'there',
  )
}

/** What variables are about, in the order in which they are offered. */
export const SUBJECTS = ['person', 'answers', 'results', 'dates', 'page', 'site'] as const
export type SubjectOf = (typeof SUBJECTS)[number]

const ABOUT: readonly (readonly [RegExp, SubjectOf])[] = [
  [/^(?:config|feature)\b/, 'site'],
  [/^(?:route|data|target)\b/, 'page'],
  [/^(?:value|measure|user\.profile)\b/, 'answers'],
  [/\.updatedAt$|^user\.createdAt$|\.cohort\b|^user\.app\.researchAssessments$/, 'dates'],
  [/^user\.assessments\b/, 'results'],
]
/** What is asked about most. */
const FIRST = [
  'age',
  'facts.age',
  'country',
  'facts.country',
  'language',
  'plan',
  'user.app.accountType',
  'stage',
]

export function aboutOf(variable: string): SubjectOf {
  return ABOUT.find(([pattern]) => pattern.test(variable))?.[1] ?? 'person'
}

/** Variables of one subject after the other, what is asked about most first. */
export function inOrder(variables: readonly Variable[]): readonly Variable[] {
  const rank = ({ path }: Variable) => {
    const first = FIRST.indexOf(path)
    return SUBJECTS.indexOf(aboutOf(path)) * 100 + (first < 0 ? FIRST.length : first)
  }
  return variables.toSorted((a, b) => rank(a) - rank(b))
}
