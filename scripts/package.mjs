/**
 * `npm run package -- FOLDER`: everything needed to run a server, without build tools, in a new
 * folder. Used for the image, and for installations without one (docs/deploy.md).
 */

import { cpSync, existsSync, mkdirSync, readdirSync, rmSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { readableByAll } from './readable.mjs'
import { ensureBuilt, ensureInstalled, fail, root, run } from './tools.mjs'

const PARTS = [
  'dist/server',
  'dist/client',
  'dist/prerender',
  'dist/checked.txt',
  'schemas',
  // Files for the operator; listed by name, because certificates may be next to them.
  'docs/deploy.md',
  'deploy/alerts.yaml',
  'deploy/dashboard.json',
  'deploy/nginx.conf',
  'deploy/roles.sql',
  'deploy/tsela.service',
  'content',
  'scripts/operate.mjs',
  'scripts/start.mjs',
  'scripts/tools.mjs',
  'scripts/withnpm.mjs',
  'package.json',
  'package-lock.json',
  '.npmrc',
  'THIRD-PARTY-NOTICES.md',
]
/** Peers of packages that only their types need. */
const TYPES_ONLY = ['typescript', '@typescript']
/** Not needed at run time; licences stay. */
const DEAD_WEIGHT = /\.(?:map|d\.[cm]?ts|tsbuildinfo)$/

try {
  const [folder, ...others] = process.argv.slice(2)
  if (folder === undefined || others.length > 0) throw new Error('usage: npm run package -- FOLDER')
  const target = resolve(process.env.INIT_CWD ?? process.cwd(), folder)
  if (existsSync(target) && readdirSync(target).length > 0)
    throw new Error(`${target} is not empty: name a folder that does not exist yet.`)
  await ensureInstalled()
  await ensureBuilt()
  for (const part of PARTS) {
    const to = join(target, part)
    mkdirSync(dirname(to), { recursive: true })
    cpSync(join(root, part), to, { recursive: true })
  }
  process.stdout.write('  Installing the packages that it runs with\n')
  await run(
    'npm',
    ['ci', '--omit=dev', '--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error'],
    { cwd: target },
  )
  for (const name of TYPES_ONLY)
    rmSync(join(target, 'node_modules', name), { recursive: true, force: true })
  for (const name of readdirSync(join(target, 'node_modules'), {
    recursive: true,
    encoding: 'utf8',
  }))
    if (DEAD_WEIGHT.test(name)) rmSync(join(target, 'node_modules', name), { force: true })
  readableByAll(target)
  process.stdout.write(`  ${target} is ready: node dist/server/main.js\n`)
} catch (error) {
  fail(error)
}
