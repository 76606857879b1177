/**
 * Validation of input: JSON that is safe to process, bodies that match their schema exactly, and
 * query strings converted to numbers.
 */

import { Ajv, type ValidateFunction } from 'ajv'
import formats from 'ajv-formats'
import type { FastifySchemaCompiler, FastifySchemaValidationError } from 'fastify'
import { UNKEEPABLE } from '#engine/documents/bounds.ts'
import { FORBIDDEN_KEYS, pointer } from '#engine/documents/json.ts'
import { Refusal } from '#engine/contract/problems.ts'
import { isMoment } from './clock.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    /**
     * The handler receives its body as the raw text and parses it itself: `schema.body` only
     * documents it.
     */
    readsText?: boolean
  }
}

const MAX_LEVELS = 64

/**
 * Parses a body that is safe to recurse into. Parsing JSON takes no stack, and neither does this
 * check.
 *
 * @throws Refusal `request/malformed` for invalid JSON, and for values that are too deep, or named
 *   like `__proto__`; `request/invalid` with its pointer for text that the database can't store
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
      if (typeof value === 'string' && UNKEEPABLE.test(value)) throw unkeepable(body)
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

/** With where it is: one character among many is hard to find. */
function unkeepable(body: unknown): Refusal {
  // No deeper than it was looked through: below that nothing is known yet.
  const find = (value: unknown, at: string, depth = 1): string | undefined => {
    if (typeof value === 'string') return UNKEEPABLE.test(value) ? at : undefined
    if (typeof value !== 'object' || value === null || depth > MAX_LEVELS) return undefined
    for (const [name, inner] of Object.entries(value)) {
      const found = find(inner, at + pointer(name), depth + 1)
      if (found !== undefined) return found
    }
    return undefined
  }
  return new Refusal('request/invalid', {
    fields: [{ pointer: find(body, '') ?? '', key: 'form.control' }],
  })
}

// The package is CommonJS: bundlers and Node disagree on its default export.
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
  // A leap second is valid by the standard, but the database would reject it.
  const { validate } = ajv.formats['date-time'] as { validate: (text: string) => boolean }
  // The format that the database accepts: without the prefix "urn:uuid:".
  ajv.addFormat('uuid', /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i)
  ajv.addFormat('date-time', (text) => validate(text) && isMoment(text))
}

/** Compiled on first use: otherwise start-up would wait for a hundred schemas. */
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
