/**
 * What can be supposed of people when a rule is tried: what no imaginary person has of themselves.
 * One list, for the fields of the editor and for the server that evaluates.
 */

import { FORBIDDEN_KEYS, isObject, own, type Json } from '#engine/documents/json.ts'
import type { VarType } from './ruletypes.ts'

/** What is supposed of everybody whom rules are tried on, and of where they are. */
export type Supposed = {
  /** Id of a page. */
  readonly page?: string
  /** YYYY-MM-DD. Personas are as old as they are today. */
  readonly date?: string
  /** Variable -> value: answers, dates, a cohort (`isSupposed`). */
  readonly values?: Readonly<Record<string, Json>>
}

const SUPPOSED: readonly RegExp[] = [
  /^user\.profile\.[^.]+$/,
  /^user\.createdAt$/,
  /^user\.(?:consents|assessments)\.[^.]+\.updatedAt$/,
  /^user\.app\.cohort\.(?:name|institution\.name)$/,
  /^onboarding\.[^.]+$/,
  /^route\.(?:query|params)\.[^.]+$/,
  /^target\.(?:id|listed|first)$/,
  /^data\.[^.]+(?:\.[^.]+)*$/,
  /^value\.[^.]+$/,
]

/** The name of a cohort: what `user.app.cohort` is asked by. */
export const COHORT = 'user.app.cohort.name'

export function isSupposed(variable: string): boolean {
  return (
    SUPPOSED.some((pattern) => pattern.test(variable)) &&
    !variable.split('.').some((segment) => FORBIDDEN_KEYS.has(segment))
  )
}

/** Does a rule that reads this depend on what day it is? */
export function isOfToday(variable: string): boolean {
  return /^age$|^facts\.(?:age|underAge|guardianPending|birthDateNeeded)$|\.birthDate$/.test(
    variable,
  )
}

export function isOfPage(variable: string): boolean {
  return variable === 'route' || variable.startsWith('route.')
}

/** Can a variable of this type have this value? */
export function fits(type: VarType, value: Json): boolean {
  switch (type.is) {
    case 'boolean':
      return typeof value === 'boolean'
    case 'number':
      return typeof value === 'number' && Number.isFinite(value)
    case 'text':
      return typeof value === 'string' && isOneOf(type, value) && isDate(type, value)
    case 'list':
      return (
        Array.isArray(value) &&
        (value as readonly Json[]).every((each) => fits(type.of ?? ANY, each))
      )
    case 'object':
      return false
    case 'any':
      return value !== null && !isObject(value)
  }
}

const ANY: VarType = { is: 'any' }

/** An empty list of values is a list that isn't known. */
function isOneOf({ values = [] }: VarType, value: string): boolean {
  return values.length === 0 || values.includes(value)
}

function isDate({ date }: VarType, value: string): boolean {
  if (date === undefined) return true
  const isWritten = (date === 'day' ? /^\d{4}-\d{2}-\d{2}$/ : /^\d{4}-\d{2}$/).test(value)
  return isWritten && isDay(date === 'day' ? value : `${value}-01`)
}

/** Is there such a day? @param value YYYY-MM-DD */
export function isDay(value: string): boolean {
  const time = Date.parse(`${value}T00:00:00Z`)
  return Number.isFinite(time) && new Date(time).toISOString().startsWith(value)
}

/** An object with a value at a dotted path; all else is shared. */
export function withAt(of: unknown, path: readonly string[], value: unknown): unknown {
  const [first, ...rest] = path
  if (first === undefined) return value
  const before = isObject(of) ? of : {}
  return { ...before, [first]: withAt(own(before, first), rest, value) }
}
