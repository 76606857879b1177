/**
 * A profile section's fields as JSON Schema: the one schema that the form, its compiled validator
 * and the server use.
 *
 * Sections don't contain JSON Schema. The few field types below are all there is, so a tenant's
 * form can't contain regular expressions, foreign references or code.
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
/** One choice: of the list, or in the person's own words. */
export type ChoiceSchema = EntrySchema
export type SectionSchema = {
  readonly type: 'object'
  readonly properties: Readonly<Record<string, FieldSchema>>
  readonly required: readonly string[]
  readonly additionalProperties: false
}

/** The default maximum of a list: entries, records, choices. */
const MAX_ENTRIES = 50

/** The longest choice in own words, in characters. */
export const OWN_WORDS = 80

/** The fields of a section for this tenant: a rule over the configuration can leave some out. */
export function fieldsOf(section: Section, catalog: Catalog, config: ScopeConfig): FieldDocument[] {
  return section.fields.filter((field) =>
    catalog.book.holds(field.show as Rule | undefined, { config }),
  )
}

/** The profile key that a field is stored under. */
export function profileKey(field: FieldDocument): string {
  return field.path ?? field.id
}

/** The profile keys that a section is stored under: a list has one, named like the section. */
export function profileKeys(section: Section): string[] {
  return isList(section) ? [section.id] : section.fields.map(profileKey)
}

/** The keys of everything that only people with one of these consents are asked. */
export function keysOfConsents(catalog: Catalog, consents: readonly string[]): string[] {
  return catalog
    .all('profile-section')
    .filter(({ consent }) => consent !== undefined && consents.includes(consent))
    .flatMap(profileKeys)
}

/** How a section is saved and a record of its list is changed, as the form state names it (spec 3). */
export type SectionCalls = {
  readonly apiMethod: SaveMethod
  readonly apiRoute: string
  readonly updateApiMethod: SaveMethod
  readonly updateApiRoute: string
}
type SaveMethod = NonNullable<Section['save']>['method']

/** Null for a section that is saved nowhere. The default update method is POST (spec 7). */
export function callsOf({ save, update }: Section): SectionCalls | null {
  if (save === undefined) return null
  return {
    apiMethod: save.method,
    apiRoute: save.route,
    updateApiMethod: update?.method ?? 'POST',
    updateApiRoute: update?.route ?? save.route,
  }
}

/** Is the section a list of records or choices? */
export function isList({ shape = 'object' }: Section): boolean {
  return shape !== 'object'
}

/** The most records or choices that are kept. */
export function mostOf({ most = MAX_ENTRIES }: Section): number {
  return most
}

/** What is sent of a section: its fields, one record without its `_id`, or a list of choices. */
export function sectionSchema(
  section: Section,
  catalog: Catalog,
  config: ScopeConfig,
): SectionSchema {
  const own = objectSchema(fieldsOf(section, catalog, config), catalog)
  return section.shape === 'choices' ? choicesSchema(section, own, catalog) : own
}

function choicesSchema(section: Section, own: SectionSchema, catalog: Catalog): SectionSchema {
  const { id, list, own: isOwn = false } = section
  const items = list === undefined ? undefined : catalog.get('list', list)?.items
  const one: ChoiceSchema = {
    ...own,
    minProperties: 1,
    properties: {
      id: {
        type: 'string',
        ...(items === undefined ? { maxLength: 80 } : { enum: items.map((item) => item.id) }),
      },
      ...(isOwn && { text: { type: 'string', minLength: 1, maxLength: OWN_WORDS } }),
      ...own.properties,
    },
  }
  return {
    type: 'object',
    properties: { [id]: { type: 'array', items: one, maxItems: mostOf(section) } },
    required: [],
    additionalProperties: false,
  }
}

function objectSchema(fields: readonly FieldDocument[], catalog: Catalog): SectionSchema {
  return {
    type: 'object',
    properties: Object.fromEntries(
      fields.map((field) => [profileKey(field), fieldSchema(field, catalog)]),
    ),
    // Fields that only some are asked for are required by conditions.ts.
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

/**
 * How many entries a list needs. Empty lists are allowed, so `least` applies only once there is an
 * entry.
 */
function countsOf({ required, least, most }: FieldDocument): Partial<FieldSchema> {
  return {
    ...((required || least !== undefined) && { minItems: least ?? 1 }),
    ...(most !== undefined && { maxItems: most }),
  }
}

/**
 * Profile keys that some section or the configuration can write; only the server writes anything
 * else in a profile.
 */
export function writableKeys(catalog: Catalog): Set<string> {
  const keys = new Set<string>(Object.values(INITIAL_PROFILE_KEYS))
  for (const section of catalog.all('profile-section'))
    for (const key of profileKeys(section)) keys.add(key)
  return keys
}
