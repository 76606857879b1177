/**
 * `npm test`: installs what is missing (a browser too), then types, lint, documents, unit, server and browser tests.
 * Names run some only: `npm test -- types lint documents unit dom server postgres browser`.
 *
 * Steps that use one processor each are run two at a time; what the second one prints is held back until it has ended.
 */

import { bin, ensureBuilt, ensureInstalled, fail, held, root, run } from './tools.mjs'

const asked = process.argv.slice(2)
const wants = (name) => asked.length === 0 || asked.includes(name)
const began = Date.now()
const passed = []
const skipped = []

async function step(name, work) {
  if (!wants(name)) return
  process.stdout.write(`\n== ${name}\n`)
  const at = Date.now()
  const outcome = await work()
  if (outcome === 'skipped') skipped.push(name)
  else passed.push(`${name} ${((Date.now() - at) / 1000).toFixed(0)} s`)
}

/** Several steps at once. All of them end, whatever becomes of one, so that nothing goes on behind a failure. */
async function together(...steps) {
  const failed = (await Promise.allSettled(steps)).find((outcome) => outcome.status === 'rejected')
  if (failed !== undefined) throw failed.reason
}

try {
  await ensureInstalled()
  await together(
    step('types', async () => {
      await run(bin('tsx'), ['scripts/types.ts', '--check'])
      for (const project of ['src/engine', 'tsconfig.web.json', 'tsconfig.node.json']) await run(bin('tsc'), ['-p', project])
    }),
    step('lint', async () => {
      await held(bin('oxlint'), ['--deny-warnings'])
      await held(bin('oxfmt'), ['--check', 'src', 'tests', 'scripts', 'bench'])
    }),
  )
  await ensureBuilt()
  await step('documents', () => run(process.execPath, ['dist/server/check.js']))
  await together(
    step('unit', () => run(bin('vitest'), ['run', '--project', 'unit'])),
    step('dom', () => held(bin('vitest'), ['run', '--project', 'dom'])),
  )
  await together(
    step('server', () => run(bin('vitest'), ['run', '--project', 'server'], { env: { ...process.env, TEST_DATABASE: 'embedded' } })),
    step('postgres', async () => {
      const { ensurePostgres } = await import('./machine.mjs')
      const reason = await ensurePostgres()
      if (reason !== null) {
        process.stdout.write(`SKIPPED: the same server tests on PostgreSQL (${reason})\n`)
        return 'skipped'
      }
      await held(bin('vitest'), ['run', '--project', 'server'], { env: { ...process.env, TEST_DATABASE: 'postgres' } })
      return 'passed'
    }),
  )
  await step('browser', async () => {
    const { ensureBrowser } = await import('./machine.mjs')
    const browser = await ensureBrowser()
    await run(bin('playwright'), ['test', '-c', 'tests/e2e/playwright.config.ts'], { cwd: root, env: { ...process.env, PLAYWRIGHT_CHROMIUM: browser } })
  })
  process.stdout.write(`\nPassed in ${((Date.now() - began) / 1000).toFixed(0)} s: ${passed.join(', ')}${skipped.length > 0 ? `. Skipped: ${skipped.join(', ')}` : ''}\n`)
  process.stdout.write(`${passed.length} passed, 0 failed${skipped.length > 0 ? `, ${skipped.length} skipped` : ''}\n`)
} catch (error) {
  process.stdout.write(`\n${passed.length} passed, 1 failed\n`)
  fail(error)
}
