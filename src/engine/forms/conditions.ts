/**
 * The part of a section that depends on the user and on the values entered: fields that only some
 * are asked for, and rules across two fields. The schema (section.ts) can't express these; browser
 * and server both run this after it.
 */

import { ageOn } from '#engine/decide/age.ts'
import { isGiven } from '#engine/decide/facts.ts'
import { isObject } from '#engine/documents/json.ts'
import type { ValidationError } from './formerrors.ts'
import { keptValues, type FormValues } from './formvalues.ts'
import type { FieldDocument } from '#engine/documents/kinds.ts'
import type { Section } from '#engine/decide/progress.ts'
import { variablesOf, type Rule, type RuleBook } from '#engine/rules/rules.ts'
import type { Scope, ScopeConfig } from '#engine/rules/scope.ts'
import { profileKey } from './section.ts'

/** The user who fills in a section. */
export type Respondent = {
  readonly plan: string | null
  readonly country: string
  /** YYYY-MM-DD; null if unknown. */
  readonly birthDate: string | null
  /** YYYY-MM-DD */
  readonly today: string
  readonly config: ScopeConfig
}

/** What a condition can read: the values of the fields above it, and a few facts about the user. */
export type FormScope = {
  /** Profile key -> value; null if it's empty or not asked. */
  readonly value: FormValues
  readonly plan: string | null
  readonly country: string
  /** In whole years; null if the birth date is unknown. */
  readonly age: number | null
  readonly config: ScopeConfig
}

export function respondentOf(
  { user, facts, config }: Pick<Scope, 'user' | 'facts' | 'config'>,
  today: string,
): Respondent {
  const birthDate = user?.profile['birthDate']
  return {
    plan: user?.app.accountType ?? null,
    country: facts.country,
    birthDate: typeof birthDate === 'string' ? birthDate : null,
    today,
    config,
  }
}

/** Do some of its fields or rules depend on the values entered? */
export function isConditional(section: Section, fields: readonly FieldDocument[]): boolean {
  return (
    (section.checks ?? []).length > 0 ||
    fields.some(({ when, checks = [] }) => when !== undefined || checks.length > 0)
  )
}

/**
 * The keys of the fields that are asked now. A condition sees the fields above it, so one pass from
 * the top is enough.
 */
export function askedOf(
  fields: readonly FieldDocument[],
  values: FormValues,
  respondent: Respondent,
  book: RuleBook,
): ReadonlySet<string> {
  const asked = new Set<string>()
  const value: Record<string, unknown> = keptValues({}, fields.map(profileKey))
  for (const field of fields) {
    const key = profileKey(field)
    if (field.when !== undefined && !book.holds(field.when as Rule, scopeOf(value, respondent)))
      continue
    asked.add(key)
    value[key] = keptValues(values, [key])[key]
  }
  return asked
}

/**
 * Checks what the schema can't.
 *
 * @param values all values of the section, changed or not
 * @param brought the keys that were sent now; rules that involve none of them are skipped. Default:
 *   all
 * @returns a problem for each required field that is empty, each value that isn't asked for, and
 *   each rule that doesn't hold
 */
export function conditionErrors(
  section: Section,
  fields: readonly FieldDocument[],
  values: FormValues,
  respondent: Respondent,
  book: RuleBook,
  brought: ReadonlySet<string> = new Set(fields.map(profileKey)),
): ValidationError[] {
  const asked = askedOf(fields, values, respondent, book)
  const value = keptValues(values, fields.map(profileKey))
  const errors: ValidationError[] = []
  for (const field of fields) {
    const key = profileKey(field)
    if (field.when === undefined) continue
    const concerns =
      brought.has(key) || keysIn(field.when as Rule, book).some((each) => brought.has(each))
    if (asked.has(key) && field.required && !isGiven(value[key]) && concerns)
      errors.push({ keyword: 'required', instancePath: '', params: { missingProperty: key } })
    if (!asked.has(key) && isGiven(value[key]) && brought.has(key))
      errors.push(conditionError(key, 'form.notAsked'))
    if (!asked.has(key)) value[key] = null
  }
  errors.push(...failedChecks(section.checks ?? [], fields, value, { respondent, book, brought }))
  for (const field of fields) {
    const key = profileKey(field)
    const entries = value[key]
    if (field.checks === undefined || !brought.has(key) || !Array.isArray(entries)) continue
    const parts = field.fields ?? []
    const context = { respondent, book, brought: new Set(parts.map(({ id }) => id)) }
    ;(entries as unknown[]).forEach((entry, index) => {
      if (!isObject(entry)) return
      const own = keptValues(
        entry,
        parts.map(({ id }) => id),
      )
      for (const error of failedChecks(field.checks ?? [], parts, own, context))
        errors.push({ ...error, instancePath: `/${key}/${index}${error.instancePath}` })
    })
  }
  return errors
}

type CheckContext = {
  readonly respondent: Respondent
  readonly book: RuleBook
  readonly brought: ReadonlySet<string>
}

/** The violated rules across fields, each at the field that shows the message. */
function failedChecks(
  checks: NonNullable<Section['checks']>,
  fields: readonly FieldDocument[],
  value: FormValues,
  { respondent, book, brought }: CheckContext,
): ValidationError[] {
  const errors: ValidationError[] = []
  for (const { rule, field, message, emptyToo = false } of checks) {
    const blamed = fields.find(({ id }) => id === field)
    // Left out by the configuration.
    if (blamed === undefined) continue
    const key = profileKey(blamed)
    const keys = keysIn(rule as Rule, book)
    // A rule doesn't apply if one of its values is missing; whether it's required is checked
    // elsewhere.
    const isAsked =
      (emptyToo || keys.every((each) => isGiven(value[each]))) &&
      [key, ...keys].some((each) => brought.has(each))
    if (isAsked && !book.holds(rule as Rule, scopeOf(value, respondent)))
      errors.push(conditionError(key, message))
  }
  return errors
}

/** The profile keys that a condition reads. */
function keysIn(rule: Rule, book: RuleBook): string[] {
  return [...variablesOf(rule, book.named)].flatMap((path) =>
    path.startsWith('value.') ? path.slice('value.'.length).split('.')[0]! : [],
  )
}

function conditionError(key: string, words: string): ValidationError {
  return { keyword: 'condition', instancePath: `/${key}`, params: { key: words } }
}

/** What a rule of a form reads when somebody has filled these values in. */
export function scopeOf(
  value: FormValues,
  { plan, country, birthDate, today, config }: Respondent,
): FormScope {
  // A birth date entered in this section takes effect immediately.
  return { value, plan, country, age: ageOn(value['birthDate'] ?? birthDate, today), config }
}
