/** Validation of what comes in: bodies to the letter, addresses with their texts turned into numbers. */

import { Ajv, type ValidateFunction } from 'ajv'
import formats from 'ajv-formats'
import type { FastifySchemaCompiler, FastifySchemaValidationError } from 'fastify'
import { isMoment } from './clock.ts'

// The package is CommonJS: bundlers and Node disagree on what its default is.
const addFormats = ((formats as unknown as { default?: typeof formats }).default ?? formats) as unknown as (ajv: Ajv, names: string[]) => void
const options = { allErrors: true, removeAdditional: false, useDefaults: true, strict: false, $data: false } as const
const strict = new Ajv({ ...options, coerceTypes: false })
const lenient = new Ajv({ ...options, coerceTypes: true })
for (const ajv of [strict, lenient]) {
  addFormats(ajv, ['date-time', 'email', 'uuid'])
  // A leap second is written as the standard says, and yet no date of ours: the database would be sent nonsense.
  const { validate } = ajv.formats['date-time'] as { validate: (text: string) => boolean }
  // As the database reads one; with "urn:uuid:" in front it does not.
  ajv.addFormat('uuid', /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i)
  ajv.addFormat('date-time', (text) => validate(text) && isMoment(text))
}

/** Compiled when the first request of its kind comes: a start would wait for a hundred of them. */
export const validatorCompiler: FastifySchemaCompiler<object> = ({ schema, httpPart }) => {
  let compiled: ValidateFunction | undefined
  const validate = (value: unknown): boolean => {
    compiled ??= (httpPart === 'body' ? strict : lenient).compile(schema)
    const isValid = compiled(value)
    validate.errors = (compiled.errors ?? null) as FastifySchemaValidationError[] | null
    return isValid
  }
  validate.errors = null as FastifySchemaValidationError[] | null
  return validate
}
