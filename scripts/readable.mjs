/** File permissions of a package: the server runs as a user of its own. */

import { chmodSync, lstatSync, readdirSync } from 'node:fs'
import { join } from 'node:path'

/** Nothing in a package is secret, and its builder may have a umask of 077. */
export function readableByAll(path) {
  const entry = lstatSync(path)
  if (entry.isSymbolicLink()) return
  chmodSync(path, entry.isDirectory() || (entry.mode & 0o100) !== 0 ? 0o755 : 0o644)
  if (entry.isDirectory()) for (const name of readdirSync(path)) readableByAll(join(path, name))
}
