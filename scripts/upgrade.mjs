/** `npm run upgrade`: installs what is missing, builds what is stale, and moves the tenants on to this version. */

import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { ensureBuilt, ensureInstalled, fail, root } from './tools.mjs'

try {
  await ensureInstalled()
  await ensureBuilt()
  await import(pathToFileURL(join(root, 'dist', 'server', 'upgrade.js')).href)
} catch (error) {
  fail(error)
}
