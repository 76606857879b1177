/** Rebuilds what is stale before the first test, so that the tests run on what would be served. */

import { spawnSync } from 'node:child_process'
import { root } from './product.ts'

export default function build(): void {
  const { status } = spawnSync(process.execPath, ['scripts/build.mjs'], {
    cwd: root,
    stdio: 'inherit',
  })
  if (status !== 0) throw new Error('the product does not build')
}
