/** Problems of fields in words: the section's own message where it has one, else the text of the problem. */

import {
  fieldOf,
  fieldProblems,
  PROBLEM_KEYS,
  type ValidationError,
} from '#engine/forms/formerrors.ts'
import type { RJSFValidationError } from '@rjsf/utils'
import { own } from '#engine/documents/json.ts'
import type { FieldProblem } from '#engine/contract/problems.ts'
import type { Translate } from '#engine/react/text.tsx'
import type { FormProblem } from './FormProblems.tsx'
import type { SectionForm } from './formschema.ts'
import { apiError } from '#widgets/parts/problem.ts'

/** Where a field's own schema holds the number that a text speaks of. */
const LIMITS: Readonly<Record<string, string>> = {
  'form.tooShort': 'minLength',
  'form.tooLong': 'maxLength',
  'form.tooSmall': 'minimum',
  'form.tooLarge': 'maximum',
}

/** @param said what the server said in its own words, used where the key is none of ours */
function inWords(
  { pointer, key }: FieldProblem,
  form: SectionForm,
  t: Translate,
  said?: string,
): FormProblem {
  const name = fieldOf(pointer)
  const field = form.fields.get(name)
  // What no field of this form shows is a problem of the form.
  if (field === undefined) return { field: '', label: null, message: said ?? t(key) }
  const label = t(field.label)
  if (key === 'form.required')
    return {
      field: name,
      label: null,
      message:
        field.requiredMessage === undefined
          ? t('form.isRequired', { label })
          : t(field.requiredMessage),
    }
  const limit = own(form.schema.properties[name], LIMITS[key] ?? '')
  return {
    field: name,
    label,
    message: PROBLEM_KEYS.has(key) ? t(key, { count: limit, limit }) : (said ?? t(key)),
  }
}

/** What the validator found, one problem a field, in the shape that rjsf shows. */
export function inForm(
  errors: readonly RJSFValidationError[],
  form: SectionForm,
  t: Translate,
): RJSFValidationError[] {
  return fieldProblems(errors.map(asFound)).map((problem) => {
    const { field, message } = inWords(problem, form, t)
    // The pointer and key travel with the error, so that the summary says it in the same words.
    return { property: `.${field}`, message, stack: message, params: problem }
  })
}

/** rjsf names the keyword `name` and writes paths with dots; the property of a missing one is in its params. */
function asFound({ name = '', property = '', params }: RJSFValidationError): ValidationError {
  const path = property.replace(/^\./, '').split('.').filter(Boolean)
  return {
    keyword: name,
    instancePath: name === 'required' || path.length === 0 ? '' : `/${path.join('/')}`,
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

/** What the server found; undefined when this error is not about fields. */
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
