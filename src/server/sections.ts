/** Judges what a form sent, by the schema that the form itself was drawn and checked with. */

import { Ajv, type ValidateFunction } from 'ajv'
import { fieldProblems } from '#engine/formerrors.ts'
import { givenValues } from '#engine/formvalues.ts'
import { canonical, isObject } from '#engine/json.ts'
import type { FieldProblem } from '#engine/problems.ts'
import type { SectionSchema } from '#engine/section.ts'
import { FORM_AJV } from './validators.ts'

const known = new Map<string, ValidateFunction>()

/**
 * @param partial for PATCH: what the body leaves out stays as it is, so only what it says is judged. A required value
 *   that it clears (null, or an empty text) is a problem even so
 * @returns one problem a field, in the order found; empty when all is well
 */
export function validateSection(schema: SectionSchema, body: unknown, { partial = false } = {}): FieldProblem[] {
  if (!isObject(body)) return [{ pointer: '', key: 'form.invalid' }]
  const judged = partial ? { ...schema, required: schema.required.filter((name) => Object.hasOwn(body, name)) } : schema
  const validate = validatorOf(judged)
  return validate(givenValues(body)) ? [] : fieldProblems(validate.errors ?? [])
}

function validatorOf(schema: SectionSchema): ValidateFunction {
  const key = canonical(schema)
  const validate = known.get(key) ?? new Ajv(FORM_AJV).compile(schema)
  known.set(key, validate)
  return validate
}
