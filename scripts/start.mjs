/** `npm start`: installs and builds if needed, then serves. */

import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { ensureBuilt, ensureInstalled, fail, root } from './tools.mjs'
import { endWithNpm } from './withnpm.mjs'

endWithNpm()
try {
  await ensureInstalled()
  await ensureBuilt()
  await import(pathToFileURL(join(root, 'dist', 'server', 'main.js')).href)
} catch (error) {
  fail(error)
}
