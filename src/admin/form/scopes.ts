/** What the rules of a document can read, as its form knows it: from names instead of documents. */

import type { Names } from '#engine/contract/admincontract.ts'
import { isObject, own } from '#engine/documents/json.ts'
import { profileKey } from '#engine/forms/section.ts'
import { rulePlaceAt, type RulePlace } from '#engine/rules/ruleplaces.ts'
import type { VarType } from '#engine/rules/ruletypes.ts'
import {
  answerType,
  kindTypesOf,
  placeTypesOf,
  type FormsKnown,
  type ScopeNames,
} from '#engine/rules/scopetypes.ts'

export type Scopes = {
  /** Of all its rules together. */
  readonly scope: VarType
  /** Of the rule at a pointer. */
  readonly scopeAt: (at: string) => VarType
  /** What the rule at a pointer stands in. */
  readonly placeAt: (at: string) => RulePlace
  /** `kind/id` */
  readonly document: string
}

/**
 * @param document what `outlineOf` has left of it is enough
 * @param sources names of the data that its nodes can use
 */
export function scopesOf(names: Names, document: unknown, sources: readonly string[]): Scopes {
  const known = scopeNames(names)
  const forms = formsKnown(names, String(own(document, 'id') ?? ''))
  const kind = String(own(document, 'kind') ?? '')
  return {
    document: `${kind}/${String(own(document, 'id') ?? '')}`,
    placeAt: (at) => rulePlaceAt(document, at),
    scope: kindTypesOf(known, kind, sources),
    scopeAt: (at) => placeTypesOf(known, rulePlaceAt(document, at), forms, sources),
  }
}

/** What a document says about where its rules are: less of it changes than of the document. */
export function outlineOf(document: unknown): unknown {
  return {
    kind: own(document, 'kind'),
    id: own(document, 'id'),
    section: own(document, 'section'),
    fields: entriesOf(document, 'fields').map(fieldOf),
    checks: entriesOf(document, 'checks').map(pickFrom(['id', 'emptyToo'])),
    hints: entriesOf(document, 'hints').map(pickFrom(['id', 'field'])),
  }
}

function fieldOf(field: unknown): unknown {
  const of = pickFrom(['id', 'path', 'type', 'list'])
  return { ...of(field), fields: entriesOf(field, 'fields').map(of) }
}

function entriesOf(of: unknown, member: string): readonly unknown[] {
  const list = own(of, member)
  return Array.isArray(list) ? (list as unknown[]).filter(isObject) : []
}

const pickFrom = (members: readonly string[]) => (of: unknown) =>
  Object.fromEntries(members.map((member) => [member, own(of, member)]))

function scopeNames(names: Names): ScopeNames {
  const ids = (each: string) => (names[each] ?? []).map(({ id }) => id)
  return {
    features: ids('feature'),
    plans: ids('plan'),
    assessments: ids('assessment'),
    profileKeys: ids('profileKey'),
    routes: ids('route'),
    groups: ids('route-group'),
    countries: ids('country'),
    consents: ids('consent'),
    answers: new Map(
      (names['profileKey'] ?? []).map(({ id, type }) => [
        id,
        answerType(type, choicesOf(names, id)),
      ]),
    ),
  }
}

/** @param form the section whose fields have a condition */
function formsKnown(names: Names, form: string): FormsKnown {
  return {
    typeOf: (field) => {
      const key = profileKey(field)
      const own = names['field']?.find(({ id }) => id === `${form}.${key}`)
      return answerType(field.type, own?.choices?.map(({ id }) => id) ?? choicesOf(names, key))
    },
    keysOf: (section) =>
      names['section']?.find(({ id }) => id === section)?.choices?.map(({ id }) => id),
  }
}

function choicesOf(names: Names, key: string): string[] {
  const { choices = [] } = names['profileKey']?.find(({ id }) => id === key) ?? {}
  return choices.map(({ id }) => id)
}
