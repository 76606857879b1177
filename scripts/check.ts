/** Checks every document and prints every problem with file, pointer and the nearest valid name. */

import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { checkDocuments } from '#engine/check.ts'
import { DocumentError, describeProblem, type Problem } from '#engine/problems.ts'
import { MIGRATIONS, readCodeMeta, readSources } from '#server/release.ts'

const schemas = process.argv[2] ?? join(fileURLToPath(new URL('..', import.meta.url)), 'schemas')

function check(): readonly Problem[] {
  try {
    const code = readCodeMeta(schemas)
    const widgets = Object.fromEntries(Object.entries(code.widgets).map(([type, { props }]) => [type, props]))
    return checkDocuments(readSources(schemas), { widgets, icons: code.icons, migrations: MIGRATIONS }).problems
  } catch (error) {
    if (error instanceof DocumentError) return error.problems
    throw error
  }
}

const began = Date.now()
const problems = check()
for (const problem of problems) process.stdout.write(`${problem.severity === 'error' ? '' : 'warning: '}${describeProblem(problem)}\n`)
const errors = problems.filter(({ severity }) => severity === 'error').length
process.stdout.write(errors === 0 ? `Every document is sound (${Date.now() - began} ms).\n` : `${errors} problems.\n`)
process.exitCode = errors === 0 ? 0 : 1
