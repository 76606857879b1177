/** What comes in: JSON that cannot hurt whoever looks at it, bodies valid to the letter, addresses with their texts turned into numbers. */

import { Ajv, type ValidateFunction } from 'ajv'
import formats from 'ajv-formats'
import type { FastifySchemaCompiler, FastifySchemaValidationError } from 'fastify'
import { UNKEEPABLE } from '#engine/documents/bounds.ts'
import { FORBIDDEN_KEYS } from '#engine/documents/json.ts'
import { Refusal } from '#engine/contract/problems.ts'
import { isMoment } from './clock.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The handler is given its body as the text that came, and reads it by itself: `schema.body` only says what it takes. */
    readsText?: boolean
  }
}

const MAX_LEVELS = 64

/**
 * A body that whoever works with it may recurse into. Reading JSON takes no stack, and neither does this.
 *
 * @throws Refusal `request/malformed` for what is no JSON, too deep, beyond what a database keeps, or named like `__proto__`
 */
export function readBody(text: string): unknown {
  let body: unknown
  try {
    body = JSON.parse(text) as unknown
  } catch (error) {
    throw new Refusal('request/malformed', { cause: error })
  }
  requireHarmless(body)
  return body
}

function requireHarmless(body: unknown): void {
  let level: unknown[] = [body]
  for (let depth = 1; level.length > 0; depth++) {
    if (depth > MAX_LEVELS) throw new Refusal('request/malformed')
    const below: unknown[] = []
    for (const value of level) {
      if (typeof value === 'string' && UNKEEPABLE.test(value))
        throw new Refusal('request/malformed')
      if (typeof value !== 'object' || value === null) continue
      for (const [name, inner] of Object.entries(value)) {
        if (FORBIDDEN_KEYS.has(name) || UNKEEPABLE.test(name))
          throw new Refusal('request/malformed')
        below.push(inner)
      }
    }
    level = below
  }
}

// The package is CommonJS: bundlers and Node disagree on what its default is.
const addFormats = ((formats as unknown as { default?: typeof formats }).default ??
  formats) as unknown as (ajv: Ajv, names: string[]) => void
const options = {
  allErrors: true,
  removeAdditional: false,
  useDefaults: true,
  strict: false,
  $data: false,
} as const
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
