/** `npm run simulate`: learners who take part in an experiment; bench/simulate.ts says how. */

import { join } from 'node:path'
import { bundle } from './build.mjs'
import { ensureBuilt, ensureInstalled, fail, root, run } from './tools.mjs'

try {
  await ensureInstalled()
  await ensureBuilt()
  await bundle('simulate', { simulate: 'bench/simulate.ts' })
  await run(process.execPath, [
    join(root, 'dist', 'simulate', 'simulate.js'),
    ...process.argv.slice(2),
  ])
} catch (error) {
  fail(error)
}
