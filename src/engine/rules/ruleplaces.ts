/**
 * What a rule can read depends on its place in a document. One table, for the check and for
 * editors: what is offered is what is accepted.
 */

import { isObject, own, pointer } from '#engine/documents/json.ts'
import type { FieldDocument } from '#engine/documents/kinds.ts'

export type RulePlace =
  /** `consent`: plan, country, age and the configuration. `config`: the configuration alone. */
  | { readonly reads: 'scope' | 'config' | 'consent' }
  /** A form: the values of these fields, all of them filled in if `given`; and what `consent` has. */
  | { readonly reads: 'form'; readonly fields: readonly FieldDocument[]; readonly given: boolean }
  /** A hint: the form of this section, and what the text of its field (a profile key) measures. */
  | { readonly reads: 'hint'; readonly section: string; readonly field: string }

/**
 * @param document perhaps a draft that is wrong elsewhere
 * @param at pointer to the rule, with list entries by id
 */
export function rulePlaceAt(document: unknown, at: string): RulePlace {
  switch (own(document, 'kind')) {
    case 'profile-section':
      return sectionPlace(document, at)
    case 'guide':
      return at.startsWith('/hints') ? hintPlace(document, at) : { reads: 'scope' }
    case 'consent-list':
      return { reads: 'consent' }
    default:
      return { reads: 'scope' }
  }
}

function hintPlace(guide: unknown, at: string): RulePlace {
  const hint = entriesOf<{ id: string; field?: unknown }>(guide, 'hints').find(({ id }) =>
    at.startsWith(`/hints${pointer(id)}/`),
  )
  return {
    reads: 'hint',
    section: String(own(guide, 'section') ?? ''),
    field: String(hint?.field ?? ''),
  }
}

/**
 * A field's `show` is decided when the form is compiled, its `when` sees the fields above it, and a
 * check sees all fields.
 */
function sectionPlace(section: unknown, at: string): RulePlace {
  const fields = entriesOf<FieldDocument>(section, 'fields')
  const check = entriesOf<{ id: string; emptyToo?: boolean }>(section, 'checks').find(({ id }) =>
    at.startsWith(`/checks${pointer(id)}/`),
  )
  if (check !== undefined) return { reads: 'form', fields, given: check.emptyToo !== true }
  const list = fields.find(({ id }) => at.startsWith(`/fields${pointer(id)}/checks/`))
  if (list !== undefined)
    return { reads: 'form', fields: entriesOf<FieldDocument>(list, 'fields'), given: true }
  if (!at.endsWith('/when')) return { reads: 'config' }
  const index = fields.findIndex(({ id }) => at === `/fields${pointer(id)}/when`)
  return { reads: 'form', fields: fields.slice(0, Math.max(0, index)), given: false }
}

/** Entries with an id: others can't be referred to. */
function entriesOf<T extends { readonly id: string }>(of: unknown, member: string): readonly T[] {
  const list = own(of, member)
  return Array.isArray(list)
    ? (list as unknown[]).filter(
        (each): each is T => isObject(each) && typeof each['id'] === 'string',
      )
    : []
}
