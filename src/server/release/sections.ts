/** Judges what a form sent, by the schema that the form itself was drawn and checked with. */

import { Ajv, type ValidateFunction } from 'ajv'
import { fieldProblems, type ValidationError } from '#engine/forms/formerrors.ts'
import { givenValues } from '#engine/forms/formvalues.ts'
import { canonical, isObject } from '#engine/documents/json.ts'
import type { FieldProblem } from '#engine/contract/problems.ts'
import type { SectionSchema } from '#engine/forms/section.ts'
import { LruCache } from '#server/base/bounded-cache.ts'
import { FORM_AJV } from './validators.ts'

/** By the text of the schema: as many as some hundred tenants have. */
const known = new LruCache<ValidateFunction>(4 * 2 ** 20)

type ValidateOptions = {
  readonly partial?: boolean
  readonly conditions?: readonly ValidationError[]
}

/**
 * @param partial for PATCH: what the body leaves out stays as it is, so only what it says is judged. A required value
 *   that it clears (null, or an empty text) is a problem even so
 * @param conditions what depends on values and on who fills it in (conditions.ts); said where the schema has no fault
 * @returns one problem a field, in the order found; empty when all is well
 */
export function validateSection(
  schema: SectionSchema,
  body: unknown,
  { partial = false, conditions = [] }: ValidateOptions = {},
): FieldProblem[] {
  if (!isObject(body)) return [{ pointer: '', key: 'form.invalid' }]
  const validate = validatorOf(schema)
  const errors = validate(givenValues(body)) ? [] : (validate.errors ?? [])
  const own = partial
    ? errors.filter(
        ({ keyword, instancePath, params }) =>
          keyword !== 'required' ||
          // What an entry of a list lacks is lacking, for an entry comes whole.
          instancePath !== '' ||
          Object.hasOwn(body, params['missingProperty'] as string),
      )
    : errors
  return fieldProblems([...own, ...conditions])
}

function validatorOf(schema: SectionSchema): ValidateFunction {
  const key = canonical(schema)
  let validate = known.get(key)
  if (validate === undefined)
    known.set(key, (validate = new Ajv(FORM_AJV).compile(schema)), key.length)
  return validate
}
