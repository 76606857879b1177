/**
 * Compiles a section's schema to a small module that a browser can load under `script-src 'self'`:
 * Ajv generates the code here, so that no browser needs `new Function` (engine.md 4).
 *
 * The module has no imports. It exports one function that takes the runtime
 * (src/engine/forms/formruntime.ts) and returns the validator with its schema: formats and the like
 * are in the form's own chunk, once.
 */

import { Ajv, _, type Options } from 'ajv'
import standaloneCode from 'ajv/dist/standalone/index.js'
import { FORM_ID } from '#engine/forms/formruntime.ts'
import { canonical } from '#engine/documents/json.ts'
import { FORMATS } from '#engine/forms/formats.ts'
import type { SectionSchema } from '#engine/forms/section.ts'
import { dropOldest } from '#server/base/required.ts'
import { shaOf } from '#server/base/asset.ts'

/**
 * All errors of a form at once, no English messages, no coercion: what was sent is what is
 * validated. The schemas are our own (section.ts), and a test validates them: compiling the schema
 * of schemas first, for every form again, took longer than everything else.
 */
export const FORM_AJV: Options = {
  allErrors: true,
  strict: true,
  messages: false,
  coerceTypes: false,
  useDefaults: false,
  meta: false,
  validateSchema: false,
  formats: { ...FORMATS },
}

/**
 * Long lists are looked up in the schema, which the module contains anyway, instead of being
 * written out as comparisons.
 */
const COMPILE: Options = {
  ...FORM_AJV,
  loopEnum: 4,
  code: { source: true, lines: false, formats: _`use.formats` },
}

export type CompiledValidator = { readonly sha: string; readonly code: string }

/** Compiling takes milliseconds, and most tenants have the same forms. */
const compiled = new Map<string, CompiledValidator>()
const MAX_COMPILED = 500

/** @returns the module's text, and its hash, which its address is made of */
export function compileValidator(schema: SectionSchema): CompiledValidator {
  const key = canonical(schema)
  const known = compiled.get(key)
  if (known !== undefined) return known
  const code = moduleOf(schema)
  const result = { sha: shaOf(code), code }
  if (compiled.size >= MAX_COMPILED) dropOldest(compiled)
  compiled.set(key, result)
  return result
}

function moduleOf(schema: SectionSchema): string {
  const ajv = new Ajv(COMPILE)
  const validate = ajv.compile(schema)
  const name = validate.source?.validateName.str
  if (name === undefined) throw new Error('ajv gave no source for a form')
  const body = standaloneCode(ajv, validate)
    .replace(/^"use strict";module\.exports = \w+;module\.exports\.default = \w+;/, '')
    .replaceAll('require("ajv/dist/runtime/ucs2length").default', 'use.textLength')
    .replaceAll('require("ajv/dist/runtime/equal").default', 'use.same')
  // Ajv includes the schema if a list or many names are looked up in it; otherwise it has to be
  // added.
  const text = JSON.stringify(schema)
  const carried = /\bconst (schema\d+) = /.exec(body)?.[1]
  const given =
    carried !== undefined && body.includes(`const ${carried} = ${text};`) ? carried : text
  const code = `export default function(use){${body}return{validators:{${FORM_ID}:${name}},schema:${given}}}\n`
  // A keyword that needs more of Ajv's runtime than forms have: better a failed publish than a page
  // that can't load it.
  const foreign = /\brequire\(|\bimport\(|\bmodule\.exports\b|\bnew Function\b|\beval\(/.exec(code)
  if (foreign) throw new Error(`a compiled form may not contain "${foreign[0]}"`)
  return code
}
