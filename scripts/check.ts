/**
 * Checks every document and prints each problem with file, pointer and the nearest valid name.
 * `--stamp FILE` records success.
 */

import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { DocumentError, describeProblem, type Problem } from '#engine/contract/problems.ts'
import { checkShipped } from '#server/release/check-documents.ts'
import { hashOfSources, readCodeMeta, readSources } from '#server/release/compose.ts'

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { stamp: { type: 'string' } },
})
const schemas = positionals[0] ?? join(process.cwd(), 'schemas')

function check(): readonly Problem[] {
  try {
    return checkShipped(readSources(schemas), readCodeMeta(schemas)).problems
  } catch (error) {
    if (error instanceof DocumentError) return error.problems
    throw error
  }
}

const began = Date.now()
const problems = check()
for (const problem of problems)
  process.stdout.write(
    `${problem.severity === 'error' ? '' : 'warning: '}${describeProblem(problem)}\n`,
  )
const errors = problems.filter(({ severity }) => severity === 'error').length
process.stdout.write(
  errors === 0 ? `Every document is valid (${Date.now() - began} ms).\n` : `${errors} problems.\n`,
)
if (errors === 0 && values.stamp !== undefined)
  writeFileSync(values.stamp, hashOfSources(readSources(schemas), readCodeMeta(schemas)))
process.exitCode = errors === 0 ? 0 : 1
