/**
 * Problems of fields in words: the section's own message if it has one, otherwise the text of the
 * problem.
 */

import {
  fieldOf,
  fieldProblems,
  PROBLEM_KEYS,
  type ValidationError,
} from '#engine/forms/formerrors.ts'
import type { ErrorSchema, RJSFValidationError } from '@rjsf/utils'
import { own } from '#engine/documents/json.ts'
import type { FieldProblem } from '#engine/contract/problems.ts'
import type { Translate } from '#engine/react/text.tsx'
import type { FormProblem } from './FormProblems.tsx'
import type { SectionForm } from './formschema.ts'
import type { FieldDocument } from '#engine/documents/kinds.ts'
import type { FieldSchema } from '#engine/forms/section.ts'
import { apiError } from '#widgets/parts/problem.ts'

/**
 * The name of an entry where a line begins with it: "School or course 2". Within a sentence it is as
 * it was written, so that a proper name keeps its capitals.
 */
export function atStart(name: string): string {
  const [first = ''] = name
  return first.toUpperCase() + name.slice(first.length)
}

/** Where the number in a text comes from in the field's schema. */
const LIMITS: Readonly<Record<string, string>> = {
  'form.tooShort': 'minLength',
  'form.tooLong': 'maxLength',
  'form.tooSmall': 'minimum',
  'form.tooLarge': 'maximum',
  'form.tooFew': 'minItems',
  'form.tooMany': 'maxItems',
}

type Blamed = {
  readonly field: FieldDocument
  readonly schema: FieldSchema | undefined
  /** The name of an entry in a list. */
  readonly entry: string | null
}

/**
 * The field of `jobs`, or the one of `jobs.1.employer` with its entry; undefined if this form has
 * none.
 */
function blamedBy(name: string, form: SectionForm, t: Translate): Blamed | undefined {
  const [key = '', at, part] = name.split('.')
  const field = form.fields.get(key)
  const schema = form.schema.properties[key]
  if (field === undefined || at === undefined) return field && { field, schema, entry: null }
  const entry = t('form.entryNumber', {
    entry: atStart(t(field.entry ?? 'form.entry')),
    number: Number(at) + 1,
  })
  const inner = field.fields?.find(({ id }) => id === part)
  const items = schema?.items
  return {
    field: inner ?? field,
    schema: part !== undefined && items?.type === 'object' ? items.properties[part] : undefined,
    entry,
  }
}

/** @param said the server's message, used if the key is unknown here */
function inWords(
  { pointer, key }: FieldProblem,
  form: SectionForm,
  t: Translate,
  said?: string,
): FormProblem {
  const name = pointer
    .slice(1)
    .split('/')
    .map((each) => fieldOf(`/${each}`))
    .join('.')
  const blamed = blamedBy(name, form, t)
  // A problem that no field can show is shown for the whole form.
  if (blamed === undefined) return { field: '', label: null, message: said ?? t(key) }
  const { field, schema, entry } = blamed
  const label = t(field.label)
  if (key === 'form.required')
    return {
      field: name,
      label: entry,
      message:
        field.requiredMessage === undefined
          ? t('form.isRequired', { label })
          : t(field.requiredMessage),
    }
  const limit = own(schema, LIMITS[key] ?? '')
  return {
    field: name,
    label: key === 'form.emptyEntry' ? entry : [entry, label].filter(Boolean).join(', '),
    message: PROBLEM_KEYS.has(key) ? t(key, { count: limit, limit }) : (said ?? t(key)),
  }
}

/** Problems in rjsf's own shape: nested by the path. */
export function inErrorSchema(problems: readonly FormProblem[]): ErrorSchema {
  const schema: Record<string, unknown> = {}
  for (const { field, message } of problems) {
    let at = schema
    for (const step of field.split('.')) at = (at[step] ??= {}) as Record<string, unknown>
    at['__errors'] = [message]
  }
  return schema as ErrorSchema
}

/** The validator's errors, one for each field, in the shape that rjsf shows. */
export function inForm(
  errors: readonly RJSFValidationError[],
  form: SectionForm,
  t: Translate,
): RJSFValidationError[] {
  return fieldProblems(errors.map(asFound)).map((problem) => {
    const { field, message } = inWords(problem, form, t)
    // The error carries its pointer and key, so that the summary uses the same words.
    return { property: `.${field}`, message, stack: message, params: problem }
  })
}

/**
 * rjsf names the keyword `name` and writes paths with dots; the property of a missing one is in its
 * params.
 */
function asFound({ name = '', property = '', params }: RJSFValidationError): ValidationError {
  const path = property.replace(/^\./, '').split('.').filter(Boolean)
  if (name === 'required') path.pop()
  return {
    keyword: name,
    instancePath: path.map((each) => `/${each}`).join(''),
    params: (params ?? {}) as Record<string, unknown>,
  }
}

/** The same problems for the summary above the form. */
export function inSummary(
  errors: readonly RJSFValidationError[],
  form: SectionForm,
  t: Translate,
): FormProblem[] {
  return errors.map(({ params }) => inWords(params as FieldProblem, form, t))
}

/** The server's field errors; undefined if the error isn't about fields. */
export function fromServer(
  error: unknown,
  form: SectionForm,
  t: Translate,
): FormProblem[] | undefined {
  const fields = apiError(error)?.fields ?? []
  return fields.length === 0
    ? undefined
    : fields.map((each) => inWords(each, form, t, each.message))
}
