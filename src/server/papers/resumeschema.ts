/** The schema of JSON Resume 1.0, as its authors publish it. */

import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { Ajv, type ValidateFunction } from 'ajv'
import { Refusal } from '#engine/contract/problems.ts'

let validate: ValidateFunction | null = null

/** @throws Refusal `cv/not-a-resume` with the pointers of what is wrong, as in the body */
export function requireResume(resume: unknown): void {
  validate ??= compile()
  if (validate(resume)) return
  const pointers = new Set((validate.errors ?? []).map(({ instancePath }) => instancePath))
  throw new Refusal('cv/not-a-resume', {
    fields: [...pointers]
      .slice(0, MAX_TOLD)
      .map((pointer) => ({ pointer: `/resume${pointer}`, key: 'form.invalid' })),
  })
}

const MAX_TOLD = 50

function compile(): ValidateFunction {
  const { resolve } = createRequire(import.meta.url)
  const schema: unknown = JSON.parse(
    readFileSync(resolve('@jsonresume/schema/schema.json'), 'utf8'),
  )
  const ajv = new Ajv({
    strict: false,
    allErrors: true,
    formats: { email: /^[^\s@]+@[^\s@]+$/, uri: /^[a-z][a-z0-9+.-]*:\S+$/i },
  })
  return ajv.compile(schema as object)
}
