/** A rule's parts in words, as text keys with their values. */

import type { Json } from '#engine/documents/json.ts'
import { isDateText } from './operands.ts'
import type { Comparison, RulePart } from './ruleparts.ts'

/**
 * A text key with its values; `parts` are the lines below a group. `variable`, `name` and the
 * values have texts of their own.
 */
export type RuleWords = {
  readonly key: string
  readonly values: {
    readonly variable?: string
    readonly counted?: true
    readonly otherwise?: Json
    readonly value?: Json
    readonly name?: string
  }
  readonly parts: readonly RuleWords[]
}

const SAY: Readonly<Record<Comparison, string>> = {
  '==': 'is',
  '===': 'is',
  '!=': 'isNot',
  '!==': 'isNot',
  '<': 'less',
  '<=': 'atMost',
  '>': 'more',
  '>=': 'atLeast',
  in: 'oneOf',
  notIn: 'noneOf',
  has: 'has',
  hasNot: 'hasNot',
  yes: 'yes',
  no: 'no',
  there: 'there',
  missing: 'missing',
}

const OF_DATES: Partial<Record<Comparison, string>> = {
  '<': 'before',
  '<=': 'until',
  '>': 'after',
  '>=': 'from',
}

/** What a comparison is called; of dates there are other words for less and more. */
export function comparisonWord(comparison: Comparison, isDate: boolean): string {
  return (isDate ? OF_DATES[comparison] : undefined) ?? SAY[comparison]
}

export function sayRule(part: RulePart): RuleWords {
  const say = (
    end: string,
    values: RuleWords['values'] = {},
    parts: readonly RuleWords[] = [],
  ): RuleWords => ({ key: `console.rule.${end}`, values, parts })
  switch (part.is) {
    case 'fixed':
      return say(part.holds ? 'always' : 'never')
    case 'named':
      return say(part.negated ? 'notNamed' : 'named', { name: part.name })
    case 'other':
      return say('other', { value: part.rule })
    case 'group':
      return say(part.of, {}, part.parts.map(sayRule))
    case 'condition':
      return say(comparisonWord(part.comparison, isDateText(part.value)), {
        ...part.subject,
        ...(part.value !== undefined && { value: part.value }),
      })
  }
}

const FAMILIES: readonly (readonly [RegExp, string])[] = [
  [/^feature\.(.+)\.access$/, 'featureAccess'],
  [/^feature\.(.+)\.visible$/, 'featureVisible'],
  [/^feature\.(.+)\.upgradable$/, 'featureUpgradable'],
  [/^user\.assessments\.([^.]+)$/, 'assessment'],
  [/^user\.profile\.(.+)$/, 'profile'],
  [/^user\.consents\.([^.]+)$/, 'consent'],
  [/^user\.assessments\.([^.]+)\.updatedAt$/, 'assessmentDay'],
  [/^user\.consents\.([^.]+)\.updatedAt$/, 'consentDay'],
  [/^user\.app\.(cohort)\.name$/, 'cohortName'],
  [/^user\.app\.(cohort)\.institution\.name$/, 'cohortInstitution'],
  [/^user\.app\.(cohort)\.institution\.tenant\.slug$/, 'cohortTenant'],
  [/^config\.authProviders\.(.+)$/, 'provider'],
  [/^config\.initialProfile\.(.+)$/, 'initialProfile'],
  [/^route\.query\.(.+)$/, 'query'],
  [/^route\.params\.(.+)$/, 'params'],
  [/^data\.(.+)$/, 'data'],
  [/^value\.(.+)$/, 'value'],
]

/**
 * Names of a variable: suffixes of text keys below `console.var.`, with their values, in the order
 * to try them.
 */
export function variableWords(
  variable: string,
): readonly { readonly key: string; readonly name: string }[] {
  const family = FAMILIES.flatMap(([pattern, key]) => {
    const name = pattern.exec(variable)?.[1]
    return name === undefined ? [] : [{ key: `family.${key}`, name }]
  })
  return [{ key: variable, name: variable }, ...family]
}
