/**
 * A section's fields as rjsf needs them: the schema to validate with, and how each field is drawn.
 */

import type { RJSFSchema, UiSchema } from '@rjsf/utils'
import type { InputHTMLAttributes } from 'react'
import type { Catalog } from '#engine/documents/catalog.ts'
import {
  askedOf,
  conditionErrors,
  isConditional,
  type Respondent,
} from '#engine/forms/conditions.ts'
import { FORM_ID, type Beside } from '#engine/forms/formruntime.ts'
import type { FormValues } from '#engine/forms/formvalues.ts'
import type { DocumentOf, FieldDocument } from '#engine/documents/kinds.ts'
import type { Section } from '#engine/decide/progress.ts'
import { fieldsOf, profileKey, sectionSchema, type SectionSchema } from '#engine/forms/section.ts'

export type ListDocument = DocumentOf<'list'>

/**
 * What a field's widget reads from its `ui:options`. Texts are keys, translated when they are
 * drawn.
 */
export type FieldOptions = {
  /** Required if it's asked; conditions aren't in the schema. */
  readonly needed?: boolean
  readonly inputType?: 'text' | 'email' | 'tel' | 'date'
  readonly inputMode?: InputHTMLAttributes<HTMLInputElement>['inputMode']
  readonly autoComplete?: string
  readonly prompt?: string
  /** Bounds of a date. */
  readonly least?: string
  readonly most?: string
  readonly list?: ListDocument | undefined
  /** How many to choose; absent if any number is fine. */
  readonly fewest?: number | undefined
  readonly mostOf?: number | undefined
  /** The first and the last year that a month may be in. */
  readonly years?: readonly [first: number, last: number]
  /** The name of one entry of a list. */
  readonly entry?: string | undefined
}

export type SectionForm = {
  /** The same one that the server and the compiled validator use. */
  readonly schema: SectionSchema
  /** The same, with the name by which rjsf finds its validator. */
  readonly formSchema: RJSFSchema
  readonly uiSchema: UiSchema<FormValues, RJSFSchema>
  /** Profile key -> field. */
  readonly fields: ReadonlyMap<string, FieldDocument>
  /**
   * Which keys are asked, and rules across fields; undefined if every field is asked of everyone.
   */
  readonly beside: Beside | undefined
}

export function formOf(section: Section, catalog: Catalog, respondent: Respondent): SectionForm {
  const { config, today } = respondent
  const fields = fieldsOf(section, catalog, config)
  const schema = sectionSchema(section, catalog, config)
  return {
    schema,
    formSchema: { $id: FORM_ID, ...schema } as unknown as RJSFSchema,
    uiSchema: Object.fromEntries(
      fields.map((field) => [profileKey(field), uiOf(field, catalog, today)]),
    ),
    fields: new Map(fields.map((field) => [profileKey(field), field])),
    beside: isConditional(section, fields)
      ? {
          asked: (values) => askedOf(fields, values, respondent, catalog.book),
          errors: (values) => conditionErrors(section, fields, values, respondent, catalog.book),
        }
      : undefined,
  }
}

function uiOf(field: FieldDocument, catalog: Catalog, today: string): UiSchema {
  return {
    'ui:title': field.label,
    ...(field.hint !== undefined && { 'ui:description': field.hint }),
    ...widgetOf(field, catalog, today),
    'ui:options': {
      ...optionsOf(field, catalog, today),
      ...(field.when !== undefined && field.required && { needed: true }),
    },
  }
}

function widgetOf(field: FieldDocument, catalog: Catalog, today: string): UiSchema {
  const { type } = field
  if (type === 'choices') return {}
  if (type === 'entries')
    return {
      items: Object.fromEntries(
        (field.fields ?? []).map((part) => [profileKey(part), uiOf(part, catalog, today)]),
      ),
    }
  if (type === 'month') return { 'ui:widget': 'month' }
  if (type === 'yesno') return { 'ui:widget': 'checkbox' }
  if (type === 'choice') return { 'ui:widget': 'select' }
  return { 'ui:widget': type === 'longtext' ? 'longtext' : 'text' }
}

function optionsOf(field: FieldDocument, catalog: Catalog, today: string): FieldOptions {
  const autoComplete = field.autocomplete === undefined ? {} : { autoComplete: field.autocomplete }
  switch (field.type) {
    case 'email':
      return { ...autoComplete, inputType: 'email', inputMode: 'email' }
    case 'phone':
      return { ...autoComplete, inputType: 'tel', inputMode: 'tel', prompt: 'form.phonePrompt' }
    case 'date':
      return {
        ...autoComplete,
        inputType: 'date',
        ...(field.format === 'past-date' && { least: '1900-01-01', most: today }),
      }
    case 'integer':
      return { ...autoComplete, inputType: 'text', inputMode: 'numeric' }
    case 'month':
      return { years: yearsOf(field, Number(today.slice(0, 4))) }
    case 'entries':
      return { entry: field.entry, fewest: field.least, mostOf: field.most }
    case 'choice':
    case 'choices':
      return {
        ...autoComplete,
        fewest: field.least,
        mostOf: field.most,
        list: field.list === undefined ? undefined : catalog.get('list', field.list),
      }
    default:
      return {
        ...autoComplete,
        inputType: 'text',
        ...(field.format === 'za-id' && { inputMode: 'numeric' as const }),
      }
  }
}

const FIRST_YEAR = 1950
/** Pupils say when they will leave school; nobody plans further ahead on a CV. */
const SOON = 6

function yearsOf(
  { years, format, minimum = -Infinity, maximum = Infinity }: FieldDocument,
  now: number,
): readonly [first: number, last: number] {
  const { past = now - FIRST_YEAR, future = format === 'past-month' ? 0 : SOON } = years ?? {}
  return [Math.max(minimum, now - past), Math.min(maximum, now + future)]
}

/**
 * The initial values of a form: those of its fields in the profile. Null becomes absent, as schemas
 * expect.
 */
export function startValues(schema: SectionSchema, profile: FormValues): Record<string, unknown> {
  return Object.fromEntries(
    Object.keys(schema.properties)
      .filter((key) => Object.hasOwn(profile, key) && profile[key] !== null)
      .map((key) => [key, profile[key]]),
  )
}
