/** Generated files: written if they differ, or only compared. */

import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'

/** @param isCheck write nothing, and exit with an error if something is stale */
export function keepFresh(
  root: string,
  files: ReadonlyMap<string, string>,
  isCheck: boolean,
): void {
  const stale = [...files].filter(
    ([name, text]) =>
      !existsSync(join(root, name)) || readFileSync(join(root, name), 'utf8') !== text,
  )
  const names = stale.map(([name]) => name).join(', ')
  if (isCheck && stale.length > 0) {
    process.stderr.write(`Stale: ${names}. Run npm run types.\n`)
    process.exitCode = 1
    return
  }
  for (const [name, text] of stale) {
    mkdirSync(dirname(join(root, name)), { recursive: true })
    writeFileSync(join(root, name), text)
  }
  process.stdout.write(stale.length === 0 ? 'Everything is up to date.\n' : `Wrote ${names}.\n`)
}
