/**
 * What a compiled form validator needs at run time. The server compiles a section's schema to a
 * module without imports (src/server/release/validators.ts); the browser loads it and hands it this
 * runtime, so that the formats are loaded only once.
 */

import type { ValidationError } from './formerrors.ts'
import { givenValues, type FormValues } from './formvalues.ts'
import { canonical, isObject } from '#engine/documents/json.ts'
import { FORMATS } from './formats.ts'
import type { SectionSchema } from './section.ts'

/**
 * The shape of a validator that Ajv compiles: it returns a boolean, and leaves the errors on
 * itself.
 */
export type FormValidate = ((data: unknown) => boolean) & {
  errors?: (ValidationError & { readonly schemaPath: string })[] | null
}

/** Name of the form's one schema, in the map of validators that rjsf asks for. */
export const FORM_ID = 'form'

export type FormValidators = {
  readonly validators: Readonly<Record<typeof FORM_ID, FormValidate>>
  readonly schema: SectionSchema
}

export type FormRuntime = {
  readonly formats: typeof FORMATS
  /** Length of a text in characters rather than in code units. */
  readonly textLength: (text: string) => number
  /** Choices are texts, so identity is enough. */
  readonly same: (a: unknown, b: unknown) => boolean
}

/** What a compiled module exports as its default. */
export type ValidatorModule = { readonly default: (runtime: FormRuntime) => FormValidators }

const FORM_RUNTIME: FormRuntime = {
  formats: FORMATS,
  textLength: (text) => [...text].length,
  same: (a, b) => a === b,
}

/**
 * Opens a loaded module: `openValidators(await import(url))`. Like the server, it validates only
 * the values that were given: a text of spaces counts as absent.
 */
export function openValidators(module: ValidatorModule): FormValidators {
  const { validators, schema } = module.default(FORM_RUNTIME)
  const judge = validators[FORM_ID]
  const validate: FormValidate = (data) => {
    const fits = judge(givenOf(data))
    validate.errors = judge.errors ?? null
    return fits
  }
  return { validators: { [FORM_ID]: validate }, schema }
}

/**
 * Used until the compiled validator has loaded, or if it can't be loaded: checks only required
 * fields.
 */
export function requiredOnly(schema: SectionSchema): FormValidators {
  const validate: FormValidate = (data) => {
    const given = givenOf(data)
    const missing = schema.required.filter((name) => !Object.hasOwn(given, name))
    validate.errors = missing.map((name) => ({
      keyword: 'required',
      instancePath: '',
      schemaPath: '#/required',
      params: { missingProperty: name },
    }))
    return missing.length === 0
  }
  return { validators: { [FORM_ID]: validate }, schema }
}

/**
 * Checks beyond the schema: which keys are asked now, and rules that a schema can't express
 * (conditions.ts).
 */
export type Beside = {
  readonly asked: (values: FormValues) => ReadonlySet<string>
  readonly errors: (values: FormValues) => readonly ValidationError[]
}

/**
 * Validates with the best available: only required fields at first, then with the compiled
 * validator given to `use`. It stays the same object throughout, because rjsf treats two validators
 * with the same schema as one.
 */
export function formValidators(
  schema: SectionSchema,
  beside?: Beside,
): FormValidators & { readonly use: (loaded: FormValidators) => void } {
  let best = requiredOnly(schema).validators[FORM_ID]
  const validate: FormValidate = (data) => {
    const values = beside === undefined ? data : askedValues(data, beside)
    const fits = best(values)
    const more = beside === undefined || !isObject(values) ? [] : beside.errors(values)
    validate.errors =
      fits && more.length === 0
        ? null
        : [
            ...(fits ? [] : (best.errors ?? [])),
            ...more.map((error) => ({ ...error, schemaPath: `#/${error.keyword}` })),
          ]
    return validate.errors === null
  }
  return {
    validators: { [FORM_ID]: validate },
    schema,
    use(loaded) {
      // A validator of another release belongs to another form.
      if (canonical(loaded.schema) === canonical(schema)) best = loaded.validators[FORM_ID]
    },
  }
}

/** Without fields that are no longer asked: they are invisible, so they must not be reported. */
function askedValues(data: unknown, { asked }: Beside): unknown {
  if (!isObject(data)) return data
  const keys = asked(data)
  return Object.fromEntries(Object.entries(data).filter(([key]) => keys.has(key)))
}

function givenOf(data: unknown): Record<string, unknown> {
  return isObject(data) ? givenValues(data) : {}
}
