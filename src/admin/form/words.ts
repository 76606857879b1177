/**
 * Readable names for what documents refer to by name: members, values, branches, widgets,
 * variables. A name without a text is formatted.
 */

import { useTranslation } from 'react-i18next'
import type { Names } from '#engine/contract/admincontract.ts'
import type { NamedChoice } from '#engine/contract/textplace.ts'
import { own } from '#engine/documents/json.ts'
import { variableWords } from '#engine/rules/rulewords.ts'
import { isDateText } from '#engine/rules/operands.ts'
import { useForm } from './context.ts'
import { readOut } from '#admin/parts/readout.ts'
import { titlesOf } from './known.ts'

/** Labels that need no hint. */
const OBVIOUS = new Set([
  'A text key; the words are in the locales.',
  'JSON Logic in the strict dialect.',
  'Name of a route.',
  'Name of a drawn icon.',
])

export type Words = {
  readonly member: (name: string) => string
  /** @param name null if it has no text of ours */
  readonly hint: (name: string | null, description: unknown) => string | undefined
  readonly value: (value: unknown) => string
  readonly branch: (name: string) => string
  readonly widget: (type: string) => string
  readonly variable: (path: string) => string
  /** What is asked by the field whose answer a variable is. */
  readonly question: (path: string) => string | undefined
  readonly named: (name: string) => string
  /** A value that a rule compares a variable with. */
  readonly compared: (variable: string, value: unknown) => string
  /** A page by its title, one without by its address. */
  readonly page: (route: string) => string
  /** The target of a reference in words; its name if unknown. */
  readonly reference: (target: string, id: string) => string
}

export function useWords(): Words {
  const { t, i18n } = useTranslation()
  const { names } = useForm()
  // Most of these texts are optional: a missing one is not reported.
  const said = (key: string, values?: Readonly<Record<string, unknown>>) =>
    i18n.exists(key) ? t(key, { ...values }) : undefined
  const known = (target: string, id: string) => titlesOf(names, target).get(id)
  const reference = (target: string, id: string) => {
    if (target === 'widget') return said(`console.form.widget.${id}`) ?? readOut(id)
    // Features and plans have no title of their own, but learners know them by a text.
    return (
      known(target, id) ||
      known('text', `${target}.${id}`) ||
      (target === 'plan' ? known('text', `plan.${id}.name`) : undefined) ||
      id
    )
  }
  const question = (path: string) => {
    const answer = ANSWER.exec(path)?.[1]
    return answer === undefined ? undefined : answers(names, answer)[0]?.title
  }
  // What a variable has in its name: an assessment, a feature, a consent.
  const named = (name: string) =>
    ['assessment', 'feature', 'consent']
      .map((target) => (known(target, name) === undefined ? name : reference(target, name)))
      .find((each) => each !== name) ?? readOut(name)
  const page = (id: string) => known('page', id) || reference('route', id)
  const value = (given: unknown) =>
    typeof given === 'boolean'
      ? t(given ? 'console.form.yes' : 'console.form.no')
      : given === ''
        ? t('console.form.nothing')
        : (said(`console.form.value.${String(given)}`) ?? String(given))
  const isEnglish = i18n.language?.startsWith('en') ?? true
  return {
    member: (name) => said(`console.form.member.${name}`) ?? readOut(name),
    hint: (name, description) =>
      (name === null ? undefined : said(`console.form.hint.${name}`)) ??
      (isEnglish && typeof description === 'string' && !OBVIOUS.has(description)
        ? description
        : undefined),
    value,
    branch: (name) => said(`console.form.branch.${name}`) ?? readOut(name),
    widget: (type) => said(`console.form.widget.${type}`) ?? readOut(type),
    question,
    named,
    variable: (path) => {
      const asked = question(path)
      if (asked) return t('console.var.answer', { question: asked })
      for (const { key, name } of variableWords(path)) {
        const words = said(`console.var.${key}`, { name: named(name) })
        if (words !== undefined) return words
      }
      return path
    },
    reference,
    page,
    compared: (variable, given) => {
      if (typeof given !== 'string') return value(given)
      const target = REFERS[variable]
      if (target === 'route') return page(given)
      if (target !== undefined) return reference(target, given)
      const answer = ANSWER.exec(variable)?.[1]
      const chosen = (answer === undefined ? [] : answers(names, answer))
        .flatMap(({ choices = [] }) => choices)
        .find(({ id }) => id === given)
      if (chosen?.title !== undefined) return chosen.title
      return isDateText(given) ? dayWords(given, i18n.language) : value(given)
    },
  }
}

/** What is asked under a key: in the profile, or of each item of a list. */
function answers(names: Names, key: string): readonly NamedChoice[] {
  return [
    ...(names['profileKey'] ?? []).filter(({ id }) => id === key),
    ...(names['field'] ?? []).filter(({ id }) => id.endsWith(`.${key}`)),
  ]
}

/** The key of an answer in the profile, or in the form that a rule belongs to. */
const ANSWER = /^(?:user\.profile|value)\.([^.]+)$/

/** 28 February 2027; a month without a day is a month. */
function dayWords(date: string, language: string): string {
  const day = date.slice(0, 10)
  return new Intl.DateTimeFormat(language, {
    timeZone: 'UTC',
    year: 'numeric',
    month: 'long',
    ...(day.length > 7 && { day: 'numeric' }),
  }).format(new Date(day))
}

/** Variables whose values are names of something. */
export const REFERS: Readonly<Record<string, string>> = {
  'route.name': 'route',
  'route.feature': 'feature',
  'user.app.accountType': 'plan',
  'onboarding.selectedPlan': 'plan',
  'facts.country': 'country',
  // What sections and consents call them.
  plan: 'plan',
  country: 'country',
}

/** The title of an object, if it has one: a text key is resolved. */
export function titleOf(value: unknown, words: Words): string | undefined {
  for (const member of ['label', 'title', 'text', 'question', 'name', 'path']) {
    const name = own(value, member)
    if (typeof name === 'string' && name !== '')
      return member === 'name' || member === 'path' ? name : words.reference('text', name)
  }
  return undefined
}
