/**
 * Shared by start, build and test. Plain JavaScript on Node's own modules: it runs before anything
 * is installed.
 */

import { spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

export const root = fileURLToPath(new URL('..', import.meta.url))

/** An image or a package is complete: there is nothing to install or build. */
const isMade = !existsSync(join(root, 'src'))

/** How much of a program's output an error carries: enough for the failures of a test run. */
const TAIL_BYTES = 6_000

/** Runs a program with our output streams. Rejects with its exit code. */
export function run(command, args, options = {}) {
  return new Promise((resolve, reject) => {
    const child = spawn(command, args, { cwd: root, stdio: 'inherit', ...options })
    child.on('error', reject)
    child.on('exit', (code, signal) =>
      code === 0
        ? resolve()
        : reject(
            Object.assign(new Error(`${command} ${args.join(' ')} ended with ${signal ?? code}`), {
              code: code ?? 1,
            }),
          ),
    )
  })
}

/**
 * Runs a program in parallel with another; its output is held back and shown when it has ended, or
 * as it comes if it is `live`. Rejects as {@link run} does, with the end of the output as `tail`.
 */
export function held(command, args, { live = false, ...options } = {}) {
  return new Promise((resolve, reject) => {
    const child = spawn(command, args, { cwd: root, ...options, stdio: ['ignore', 'pipe', 'pipe'] })
    const printed = []
    for (const stream of [child.stdout, child.stderr])
      stream.on('data', (bytes) => {
        printed.push(bytes)
        if (live) process.stdout.write(bytes)
      })
    child.on('error', reject)
    child.on('close', (code, signal) => {
      const all = Buffer.concat(printed)
      if (!live) process.stdout.write(all)
      if (code === 0) resolve()
      else
        reject(
          Object.assign(new Error(`${command} ${args.join(' ')} ended with ${signal ?? code}`), {
            code: code ?? 1,
            tail: all.subarray(-TAIL_BYTES).toString('utf8'),
          }),
        )
    })
  })
}

export function bin(name) {
  return join(root, 'node_modules', '.bin', process.platform === 'win32' ? `${name}.cmd` : name)
}

/** Hash of the names and contents of all files in some folders. */
export function hashOf(...paths) {
  const hash = createHash('sha256').update(process.version)
  const visit = (path) => {
    const full = join(root, path)
    if (!existsSync(full)) return
    if (statSync(full).isDirectory())
      for (const name of readdirSync(full).sort()) visit(join(path, name))
    else hash.update(path).update(readFileSync(full))
  }
  paths.forEach(visit)
  return hash.digest('hex')
}

/** Everything that the check of documents runs; a test compares it with what the check imports. */
export const CHECK_CODE = [
  'src/engine',
  'src/server/release',
  'src/server/base/asset.ts',
  'package-lock.json',
]

/** Runs a step only if its inputs have changed since the last time. */
export async function whenStale(name, paths, work) {
  const stamp = join(root, 'dist', '.stamps', name)
  const hash = hashOf(...paths)
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === hash) return false
  await work()
  mkdirSync(dirname(stamp), { recursive: true })
  writeFileSync(stamp, hash)
  return true
}

/** Installs the packages of the lock file if they are missing or outdated. */
export async function ensureInstalled() {
  const [major, minor] = process.versions.node.split('.').map(Number)
  if (major < 20 || (major === 20 && minor < 19)) {
    process.stderr.write(`Node ${process.versions.node} is too old: 20.19 or newer is needed.\n`)
    process.exit(1)
  }
  if (isMade) return
  const installed = join(root, 'node_modules', '.tsela-installed')
  const hash = hashOf('package-lock.json')
  if (existsSync(installed) && readFileSync(installed, 'utf8') === hash) return
  process.stdout.write('  Installing packages, once\n')
  // No dependency needs an install script.
  await run('npm', ['ci', '--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error'])
  writeFileSync(installed, hash)
}

export async function ensureBuilt() {
  if (isMade) return
  const { build } = await import('./build.mjs')
  const { NODE_ENV } = process.env
  await build({ log: (text) => process.stdout.write(`  ${text}\n`) })
  // The bundler sets NODE_ENV to "production" for child processes; tests don't want that.
  if (NODE_ENV === undefined) delete process.env.NODE_ENV
}

export function fail(error) {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`)
  process.exit(typeof error?.code === 'number' ? error.code : 1)
}
