/**
 * `npm run bench`: the benchmarks, each a table and a JSON line. Names select some of them: `npm
 * run bench -- engine server`.
 */

import { join } from 'node:path'
import { bundle } from './build.mjs'
import { bin, ensureBuilt, ensureInstalled, fail, root, run } from './tools.mjs'

/**
 * Code timed inside Node is compiled first, like the server: a loader that compiles on the fly
 * would distort the result.
 */
const BENCHES = {
  engine: { compiled: true },
  overlay: { compiled: true },
  server: { compiled: true, postgres: true },
  accounts: { compiled: true, postgres: true },
  tenants: { compiled: true, postgres: true },
  learners: { compiled: true, postgres: true },
  content: { compiled: true, postgres: true },
  papers: { compiled: true },
  publish: { browser: true, postgres: true },
  bytes: { browser: true },
  paint: { browser: true },
  form: { browser: true },
  timing: { browser: true },
  careless: { compiled: true },
  experiments: { compiled: true, postgres: true },
  health: { compiled: true, postgres: true },
}

try {
  const asked = process.argv.slice(2)
  const unknown = asked.filter((name) => !Object.hasOwn(BENCHES, name))
  if (unknown.length > 0)
    throw new Error(
      `No such benchmark: ${unknown.join(', ')}; there are ${Object.keys(BENCHES).join(', ')}.`,
    )
  const wanted = Object.keys(BENCHES).filter((name) => asked.length === 0 || asked.includes(name))
  await ensureInstalled()
  await ensureBuilt()
  const { ensureBrowser, ensurePostgres } = await import('./machine.mjs')
  const env = { ...process.env }
  if (wanted.some((name) => BENCHES[name].browser)) env.PLAYWRIGHT_CHROMIUM = await ensureBrowser()
  // Without PostgreSQL its half is skipped, with a message.
  if (wanted.some((name) => BENCHES[name].postgres)) await ensurePostgres()
  if (wanted.some((name) => BENCHES[name].compiled)) {
    const compiled = Object.keys(BENCHES).filter((name) => BENCHES[name].compiled)
    await bundle('bench', {
      ...Object.fromEntries(compiled.map((name) => [name, `bench/${name}.ts`])),
      bare: 'bench/server/bare.ts',
    })
  }
  for (const name of wanted) {
    if (BENCHES[name].compiled)
      await run(process.execPath, [join(root, 'dist', 'bench', `${name}.js`)], { env })
    else await run(bin('tsx'), [`bench/${name}.ts`], { env })
  }
} catch (error) {
  fail(error)
}
