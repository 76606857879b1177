/**
 * `npm run tenant`, `owner`, `secret`, `upgrade`, `import`, `backup` and `restore`: installs and
 * builds if needed, then runs the operation.
 */

import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { ensureBuilt, ensureInstalled, fail, root } from './tools.mjs'

try {
  await ensureInstalled()
  await ensureBuilt()
  await import(pathToFileURL(join(root, 'dist', 'server', 'operate.js')).href)
} catch (error) {
  fail(error)
}
