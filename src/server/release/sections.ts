/** Validates what a form sent, by the schema that the form itself was rendered and checked with. */

import { Ajv, type ValidateFunction } from 'ajv'
import { LRUCache } from 'lru-cache'
import { fieldProblems, type ValidationError } from '#engine/forms/formerrors.ts'
import { givenValues } from '#engine/forms/formvalues.ts'
import { canonical, isObject, pointer } from '#engine/documents/json.ts'
import type { FieldProblem } from '#engine/contract/problems.ts'
import type { Section } from '#engine/decide/progress.ts'
import { profileKey, type SectionSchema } from '#engine/forms/section.ts'
import { FORM_AJV } from './validators.ts'

/** By the text of the schema, weighed by its characters: as many as a few hundred tenants have. */
const known = new LRUCache<string, ValidateFunction>({ maxSize: 4 * 2 ** 20 })

type ValidateOptions = {
  readonly partial?: boolean
  readonly conditions?: readonly ValidationError[]
}

/**
 * @param partial for PATCH: fields that the body leaves out stay as they are, so only the given
 *   ones are judged. Clearing a required value (null, or an empty text) is still a problem
 * @param conditions what depends on values and on the user (conditions.ts); reported if the schema
 *   finds no fault
 * @returns one problem per field, in the order found; empty if all is well
 */
export function validateSection(
  schema: SectionSchema,
  body: unknown,
  { partial = false, conditions = [] }: ValidateOptions = {},
): FieldProblem[] {
  if (!isObject(body)) return [{ pointer: '', key: 'form.invalid' }]
  const unreadable = controlCharacters(body)
  if (unreadable.length > 0) return unreadable
  const validate = validatorOf(schema)
  const errors = validate(givenValues(body)) ? [] : (validate.errors ?? [])
  const own = partial
    ? errors.filter(
        ({ keyword, instancePath, params }) =>
          keyword !== 'required' ||
          // Missing members of a list's entry are missing, because an entry is sent as a whole.
          instancePath !== '' ||
          Object.hasOwn(body, params['missingProperty'] as string),
      )
    : errors
  return fieldProblems([...own, ...conditions])
}

/** Control characters other than tab and line break: no paper, file or screen can show them. */
function controlCharacters(value: unknown, at = ''): FieldProblem[] {
  if (typeof value === 'string')
    // oxlint-disable-next-line no-control-regex -- these are what is searched for
    return /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f]/.test(value)
      ? [{ pointer: at, key: 'form.control' }]
      : []
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([name, each]: [string, unknown]) =>
    controlCharacters(each, at + pointer(name)),
  )
}

function validatorOf(schema: SectionSchema): ValidateFunction {
  const key = canonical(schema)
  let validate = known.get(key)
  if (validate === undefined)
    known.set(key, (validate = new Ajv(FORM_AJV).compile(schema)), { size: key.length })
  return validate
}

/** What is missing, in the field's own words: "End Date is required". */
export function inOwnWords(
  problems: readonly FieldProblem[],
  { fields }: Pick<Section, 'fields'>,
): FieldProblem[] {
  return problems.map((problem) => {
    const field = fields.find((each) => `/${profileKey(each)}` === problem.pointer)
    return problem.key === 'form.required' && field?.requiredMessage !== undefined
      ? { pointer: problem.pointer, key: field.requiredMessage }
      : problem
  })
}
