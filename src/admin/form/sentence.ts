/** Rules in sentences that people say: "no plan was chosen and the account isn’t confirmed". */

import { useTranslation } from 'react-i18next'
import { languageName } from '#engine/documents/intl.ts'
import { isObject, type Json } from '#engine/documents/json.ts'
import { isAge } from '#engine/rules/rulechoices.ts'
import type { RulePart } from '#engine/rules/ruleparts.ts'
import { sentenceOf, type Clause, type Sentence } from '#engine/rules/rulesentence.ts'
import { variableWords } from '#engine/rules/rulewords.ts'
import { useWords } from './words.ts'

/** Says a rule within a sentence, in small letters where they may be. */
export function useRuleSentence(): (part: RulePart) => string {
  const say = useClauses()
  return (part) => say(sentenceOf(part))
}

/** The same by itself: it begins with a capital. */
export function useRuleLine(): (part: RulePart) => string {
  const say = useRuleSentence()
  return (part) => upper(say(part))
}

function useClauses(): (sentence: Sentence) => string {
  const { t, i18n } = useTranslation()
  const words = useWords()
  const joined = (texts: readonly string[], by: 'and' | 'or') =>
    new Intl.ListFormat(i18n.language, {
      type: by === 'and' ? 'conjunction' : 'disjunction',
    }).format(texts)
  const one = (value: Json, variable: string): string =>
    isObject(value)
      ? JSON.stringify(value)
      : variable === 'language' && typeof value === 'string'
        ? languageName(value, i18n.language)
        : words.compared(variable, value)
  const subjectOf = ({ counted, otherwise, variable = '' }: Clause['values']) => {
    const question = words.question(variable)
    const plain = question
      ? t('console.rule.answerTo', { question })
      : lower(words.variable(variable))
    if (counted) return t('console.rule.count', { variable: plain })
    // What an unknown age counts as is chosen so that it never fits.
    return otherwise === undefined || isAge(variable) || question
      ? plain
      : t('console.rule.otherwise', { variable: plain, value: one(otherwise, '') })
  }
  const clause = ({ word, values }: Clause): string => {
    const { variable = '', counted, name, value } = values
    const given = {
      ...(value !== undefined && {
        value: Array.isArray(value)
          ? joined(
              (value as readonly Json[]).map((each) => one(each, variable)),
              'or',
            )
          : one(value, variable),
      }),
      question: words.question(variable),
    }
    const keys = counted
      ? []
      : name !== undefined
        ? [{ key: `rule.${name}`, name }]
        : [
            ...(given.question === undefined ? [] : [{ key: 'answer', name: '' }]),
            ...variableWords(variable),
          ]
    for (const { key, name: of } of keys) {
      const said = `console.says.${key}.${word}`
      if (i18n.exists(said)) return t(said, { ...given, name: words.named(of) })
    }
    return t(`console.rule.${word}`, {
      ...given,
      ...(variable !== '' && { variable: subjectOf(values) }),
      ...(name !== undefined && { name: words.reference('rule', name) }),
    })
  }
  const say = (sentence: Sentence): string => {
    if (sentence.is === 'clause') return clause(sentence)
    const parts = sentence.parts.map((each) =>
      each.is === 'clause'
        ? clause(each)
        : each.joined === 'or'
          ? t('console.rule.either', { list: say(each) })
          : `(${say(each)})`,
    )
    return parts.length === 0 ? t('console.rule.always') : joined(parts, sentence.joined)
  }
  return say
}

/** Names and abbreviations keep their capitals. */
function lower(text: string): string {
  return /^\p{Lu}\p{Ll}/u.test(text) ? text.charAt(0).toLowerCase() + text.slice(1) : text
}

function upper(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1)
}
