/** A rule as one sentence: clauses joined by "and" or "or", with every "not" inside its clause. Pure. */

import type { RulePart } from './ruleparts.ts'
import { sayRule, type RuleWords } from './rulewords.ts'

export type Clause = Omit<RuleWords, 'key' | 'parts'> & {
  readonly is: 'clause'
  /** Suffix of a text key below `console.rule.`, and of what is said of single variables. */
  readonly word: string
}
export type Sentence =
  | Clause
  | { readonly is: 'list'; readonly joined: 'and' | 'or'; readonly parts: readonly Sentence[] }

const OPPOSITES: readonly (readonly [string, string])[] = [
  ['always', 'never'],
  ['is', 'isNot'],
  ['oneOf', 'noneOf'],
  ['has', 'hasNot'],
  ['yes', 'no'],
  ['there', 'missing'],
  ['named', 'notNamed'],
  ['other', 'notOther'],
  // Not the opposite comparison: what is missing is neither.
  ['less', 'notLess'],
  ['atMost', 'notAtMost'],
  ['more', 'notMore'],
  ['atLeast', 'notAtLeast'],
  ['before', 'notBefore'],
  ['until', 'notUntil'],
  ['after', 'notAfter'],
  ['from', 'notFrom'],
]
const NOT = new Map([...OPPOSITES, ...OPPOSITES.map(([one, other]) => [other, one] as const)])

export function sentenceOf(part: RulePart, negated = false): Sentence {
  if (part.is !== 'group') {
    const { key, values } = sayRule(part)
    const word = key.slice(key.lastIndexOf('.') + 1)
    return { is: 'clause', word: negated ? (NOT.get(word) ?? word) : word, values }
  }
  const isNot = (part.of === 'none' || part.of === 'notAll') !== negated
  const isAll = (part.of === 'all' || part.of === 'notAll') !== isNot
  const joined = isAll ? 'and' : 'or'
  const parts = part.parts
    .map((each) => sentenceOf(each, isNot))
    .flatMap((each) => (each.is === 'list' && each.joined === joined ? each.parts : [each]))
  const [only] = parts
  return only !== undefined && parts.length === 1 ? only : { is: 'list', joined, parts }
}
