/**
 * `npm test`: installs if needed (including a browser), then types, lint, documents, unit, server
 * and browser tests. Names select some: `npm test -- types lint documents unit dom server postgres
 * browser`.
 *
 * Steps that use one processor each run two at a time; the output of the second is held back until
 * it has ended.
 */

import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { slowestOfBrowser, slowestOfVitest } from './slowest.mjs'
import { bin, ensureInstalled, fail, held, root, run } from './tools.mjs'

const asked = process.argv.slice(2)
const wants = (name) => asked.length === 0 || asked.includes(name)
const began = Date.now()
const passed = []
const skipped = []
const failed = []
/** The end of what each failed step printed, shown again last: the steps after it print much. */
const tails = []
/** The slowest files of each step of tests, shown last too. */
const slowest = []
const reports = mkdtempSync(join(tmpdir(), 'tsela-reports-'))

/** A step that fails is told, and the others run all the same: one run shows all that is wrong. */
async function step(name, work) {
  if (!wants(name)) return
  process.stdout.write(`\n== ${name}\n`)
  const at = Date.now()
  const took = () => `${name} ${((Date.now() - at) / 1000).toFixed(0)} s`
  try {
    const outcome = await work()
    if (outcome === 'skipped') skipped.push(name)
    else passed.push(took())
  } catch (error) {
    failed.push(`${took()} (${error instanceof Error ? error.message : String(error)})`)
    if (error?.tail) tails.push(`\n== the end of ${name}\n${error.tail}\n`)
  }
}

/**
 * Several sequences of steps at once. All of them run to their end, so that nothing keeps running
 * after a failure.
 */
async function together(...lines) {
  const failed = (await Promise.allSettled(lines.map((line) => line()))).find(
    (outcome) => outcome.status === 'rejected',
  )
  if (failed !== undefined) throw failed.reason
}

const live = (command, args, options) => held(command, args, { ...options, live: true })
/** Also when it fails: a slow file may be the reason. */
async function vitest(how, name, project = name, env = {}) {
  const file = join(reports, `${name}.json`)
  const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${file}`]
  try {
    await how(bin('vitest'), ['run', '--project', project, ...reporters], {
      env: { ...process.env, ...env },
    })
  } finally {
    slowest.push(slowestOfVitest(name, file))
  }
}

try {
  await ensureInstalled()
  // In a process of its own: the bundler sets NODE_ENV to "production" for child processes, which
  // tests don't want.
  const built = run(process.execPath, ['scripts/build.mjs'])
  built.catch(() => undefined)
  // One after the other, because only one process at a time may install packages.
  const { ensurePdfTools, ensurePostgres } = await import('./machine.mjs')
  const noPdfTools = wants('unit') ? await ensurePdfTools() : null
  const noPostgres = wants('postgres') ? await ensurePostgres() : 'it was not asked for'
  await together(
    async () => {
      await step('types', async () => {
        await run(bin('tsx'), ['scripts/types.ts', '--check'])
        await run(bin('tsx'), ['scripts/reference.ts', '--check'])
        for (const project of [
          'src/engine',
          'tsconfig.web.json',
          'tsconfig.node.json',
          'tsconfig.tests.json',
        ])
          await run(bin('tsc'), ['-p', project])
      })
      await step('unit', async () => {
        // Without it the tests that read files as other programs do fail, and say so.
        if (noPdfTools !== null) process.stdout.write(`  ${noPdfTools}\n`)
        await vitest(live, 'unit')
      })
      await built
      await step('dom', () => vitest(live, 'dom'))
      await step('server', () =>
        vitest(live, 'server', 'server', {
          TEST_DATABASE: 'embedded',
          // PostgreSQL has them all; the embedded database has those that show the database then.
          ...(noPostgres === null && { TEST_PART: 'database' }),
        }),
      )
    },
    async () => {
      await step('lint', async () => {
        await held(bin('oxlint'), ['--type-aware', '--deny-warnings'])
        await held(bin('oxfmt'), ['--check', 'src', 'tests', 'scripts', 'bench'])
      })
      await built
      await step('documents', () => held(process.execPath, ['dist/server/check.js']))
      await step('postgres', async () => {
        if (noPostgres !== null) {
          process.stdout.write(`SKIPPED: the same server tests on PostgreSQL (${noPostgres})\n`)
          return 'skipped'
        }
        await vitest(held, 'postgres', 'server', { TEST_DATABASE: 'postgres' })
        return 'passed'
      })
    },
  )
  await step('browser', async () => {
    const { ensureBrowser } = await import('./machine.mjs')
    const browser = await ensureBrowser()
    const file = join(reports, 'browser.json')
    const args = ['test', '-c', 'tests/e2e/playwright.config.ts', '--reporter=list,json']
    try {
      await run(bin('playwright'), args, {
        cwd: root,
        env: { ...process.env, PLAYWRIGHT_CHROMIUM: browser, PLAYWRIGHT_JSON_OUTPUT_FILE: file },
      })
    } finally {
      slowest.push(slowestOfBrowser('browser', file))
    }
  })
  for (const lines of slowest) process.stdout.write(lines)
  for (const tail of tails) process.stdout.write(tail)
  const took = ((Date.now() - began) / 1000).toFixed(0)
  const left = skipped.length > 0 ? `. Skipped: ${skipped.join(', ')}` : ''
  process.stdout.write(`\nIn ${took} s, passed: ${passed.join(', ')}${left}\n`)
  const counts = [`${passed.length} passed`, `${failed.length} failed`]
  if (skipped.length > 0) counts.push(`${skipped.length} skipped`)
  process.stdout.write(`${counts.join(', ')}\n`)
  if (failed.length > 0) throw new Error(`failed: ${failed.join('; ')}`)
} catch (error) {
  rmSync(reports, { recursive: true, force: true })
  fail(error)
}
rmSync(reports, { recursive: true, force: true })
