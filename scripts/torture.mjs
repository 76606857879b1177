/**
 * `npm run torture`: deliberate faults, and what is left afterwards. Names select some: `npm run
 * torture -- crash`.
 */

import { join } from 'node:path'
import { bundle } from './build.mjs'
import { ensureBuilt, ensureInstalled, fail, root, run } from './tools.mjs'

const TORTURES = [
  'crash',
  'first',
  'database',
  'disk',
  'outage',
  'servers',
  'rolling',
  'import',
  'publish',
  'payments',
  'enumeration',
  'experiments',
  'second',
  'network',
  'load',
  'restore',
  'upgrade',
  'deploy',
  'documents',
  'hostile',
  'papers',
  'flood',
  'soak',
]

/** Helper processes and threads of some of them. */
const BESIDE = ['phone', 'pulse', 'slow', 'still', 'collect']

/** In the browser part of the network torture IndexedDB is simulated in memory: Node has none. */
const databaseInMemory = {
  name: 'tsela-database-in-memory',
  enforce: 'pre',
  resolveId: (id) => (id === 'idb' ? join(root, 'bench', 'torture', 'idb.ts') : null),
}

try {
  const asked = process.argv.slice(2)
  const unknown = asked.filter((name) => !TORTURES.includes(name))
  if (unknown.length > 0)
    throw new Error(`No such torture run: ${unknown.join(', ')}; there are ${TORTURES.join(', ')}.`)
  const wanted = TORTURES.filter((name) => asked.length === 0 || asked.includes(name))
  await ensureInstalled()
  await ensureBuilt()
  const { ensurePostgres } = await import('./machine.mjs')
  await ensurePostgres()
  const files = Object.fromEntries(
    [...TORTURES, ...BESIDE].map((name) => [name, `bench/torture/${name}.ts`]),
  )
  await bundle('torture', files, { plugins: [databaseInMemory] })
  for (const name of wanted)
    await run(process.execPath, [join(root, 'dist', 'torture', `${name}.js`)])
} catch (error) {
  fail(error)
}
