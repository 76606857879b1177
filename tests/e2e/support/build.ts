/** Builds what is stale before the first test, so that what is tested is what would be served. */

import { ensureBuilt } from '../../../scripts/tools.mjs'

export default async function build(): Promise<void> {
  await ensureBuilt()
}
