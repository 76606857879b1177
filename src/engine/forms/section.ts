/**
 * A profile section's fields as JSON Schema: the one schema that the form, its compiled validator and the server use.
 *
 * Sections do not carry JSON Schema themselves. The few field types below are the whole dialect, so a tenant's form
 * can hold no free pattern, no foreign reference and no code.
 */

import type { Catalog } from '#engine/documents/catalog.ts'
import { INITIAL_PROFILE_KEYS } from '#engine/decide/facts.ts'
import type { FieldDocument } from '#engine/documents/kinds.ts'
import type { Section } from '#engine/decide/progress.ts'
import type { Rule } from '#engine/rules/rules.ts'
import type { ScopeConfig } from '#engine/rules/scope.ts'

export type FieldSchema = {
  readonly type: 'string' | 'integer' | 'boolean' | 'array'
  readonly format?: string
  readonly enum?: readonly string[]
  readonly items?: { readonly type: 'string'; readonly enum: readonly string[] } | EntrySchema
  readonly uniqueItems?: boolean
  readonly minLength?: number
  readonly maxLength?: number
  readonly minimum?: number
  readonly maximum?: number
  readonly minItems?: number
  readonly maxItems?: number
}
/** One entry of a list of entries. */
export type EntrySchema = SectionSchema & { readonly minProperties: 1 }
export type SectionSchema = {
  readonly type: 'object'
  readonly properties: Readonly<Record<string, FieldSchema>>
  readonly required: readonly string[]
  readonly additionalProperties: false
}

/** A list of entries that says nothing else may grow to this many. */
const MAX_ENTRIES = 50

/** The fields that a section has for this tenant: a rule over the configuration may leave some out. */
export function fieldsOf(section: Section, catalog: Catalog, config: ScopeConfig): FieldDocument[] {
  return section.fields.filter((field) =>
    catalog.book.holds(field.show as Rule | undefined, { config }),
  )
}

/** The profile key that a field is stored under. */
export function profileKey(field: FieldDocument): string {
  return field.path ?? field.id
}

export function sectionSchema(
  section: Section,
  catalog: Catalog,
  config: ScopeConfig,
): SectionSchema {
  return objectSchema(fieldsOf(section, catalog, config), catalog)
}

function objectSchema(fields: readonly FieldDocument[], catalog: Catalog): SectionSchema {
  return {
    type: 'object',
    properties: Object.fromEntries(
      fields.map((field) => [profileKey(field), fieldSchema(field, catalog)]),
    ),
    // What is asked of some only is required by conditions.ts.
    required: fields.filter((field) => field.required && field.when === undefined).map(profileKey),
    additionalProperties: false,
  }
}

function fieldSchema(field: FieldDocument, catalog: Catalog): FieldSchema {
  const choices = () =>
    field.list === undefined
      ? []
      : (catalog.get('list', field.list)?.items ?? []).map((item) => item.id)
  switch (field.type) {
    case 'text':
    case 'longtext':
      return {
        type: 'string',
        maxLength: field.maxLength ?? (field.type === 'text' ? 120 : 2000),
        ...((field.required || field.minLength) && {
          minLength: Math.max(1, field.minLength ?? 1),
        }),
        ...(field.format && { format: field.format }),
      }
    case 'email':
    case 'phone':
    case 'date':
    case 'month':
      return { type: 'string', format: field.format ?? field.type, maxLength: 254 }
    case 'integer':
      return {
        type: 'integer',
        ...(field.minimum !== undefined && { minimum: field.minimum }),
        ...(field.maximum !== undefined && { maximum: field.maximum }),
      }
    case 'yesno':
      return { type: 'boolean' }
    case 'choice':
      return { type: 'string', enum: choices() }
    case 'choices':
      return {
        type: 'array',
        items: { type: 'string', enum: choices() },
        uniqueItems: true,
        ...countsOf(field),
      }
    case 'entries':
      return {
        type: 'array',
        items: { ...objectSchema(field.fields ?? [], catalog), minProperties: 1 },
        maxItems: MAX_ENTRIES,
        ...countsOf(field),
      }
  }
}

/** How many of a list: nothing is said of a list that was left empty, so `least` asks only those who begin one. */
function countsOf({ required, least, most }: FieldDocument): Partial<FieldSchema> {
  return {
    ...((required || least !== undefined) && { minItems: least ?? 1 }),
    ...(most !== undefined && { maxItems: most }),
  }
}

/** Profile keys that some section or the configuration can write; everything else in a profile is the server's own. */
export function writableKeys(catalog: Catalog): Set<string> {
  const keys = new Set<string>(Object.values(INITIAL_PROFILE_KEYS))
  for (const section of catalog.all('profile-section'))
    for (const field of section.fields) keys.add(profileKey(field))
  return keys
}
