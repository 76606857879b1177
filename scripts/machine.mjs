/** What tests need on the machine beyond Node: a browser and PostgreSQL, installed if possible. */

import { spawnSync } from 'node:child_process'
import { existsSync, readdirSync } from 'node:fs'
import { run } from './tools.mjs'

function found(command) {
  const result = spawnSync('sh', ['-c', `command -v ${command}`], { encoding: 'utf8' })
  return result.status === 0 ? result.stdout.trim() : null
}

/** Installs Debian packages, on Debian and with the necessary rights. */
async function install(...packages) {
  if (found('apt-get') === null || process.getuid?.() !== 0) return false
  const quiet = {
    stdio: ['ignore', 'ignore', 'inherit'],
    env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
  }
  process.stdout.write(`  Installing ${packages.join(' and ')}\n`)
  try {
    await run('apt-get', ['update', '-qq'], quiet)
    await run('apt-get', ['install', '-y', '-qq', '--no-install-recommends', ...packages], quiet)
    return true
  } catch {
    return false
  }
}

function browserHere() {
  if (process.env.PLAYWRIGHT_CHROMIUM && existsSync(process.env.PLAYWRIGHT_CHROMIUM))
    return process.env.PLAYWRIGHT_CHROMIUM
  // The shell is the same engine without a browser's window, and takes a quarter less of a processor.
  for (const name of [
    'chromium-headless-shell',
    'chromium',
    'chromium-browser',
    'google-chrome',
    'google-chrome-stable',
  ]) {
    const path = found(name)
    if (path !== null) return path
  }
  return null
}

/** @returns path of a Chromium: Playwright's own if available, else the machine's, else Debian's */
export async function ensureBrowser() {
  const { chromium } = await import('@playwright/test')
  if (existsSync(chromium.executablePath())) return chromium.executablePath()
  const here = browserHere()
  if (here?.endsWith('headless-shell')) return here
  if (await install('chromium-headless-shell', 'fonts-noto-core')) return browserHere()
  // An older Debian has no such package.
  if (here !== null) return here
  if (await install('chromium', 'fonts-noto-core')) return browserHere()
  process.stdout.write('  Installing a browser\n')
  await run('npx', ['playwright', 'install', 'chromium'])
  return chromium.executablePath()
}

function postgresHere() {
  const debian =
    existsSync('/usr/lib/postgresql') &&
    readdirSync('/usr/lib/postgresql').some(
      (version) => Number(version) >= 15 && existsSync(`/usr/lib/postgresql/${version}/bin/initdb`),
    )
  return debian || found('initdb') !== null
}

/** @returns null if PostgreSQL is available; otherwise the reason */
export async function ensurePostgres() {
  if (postgresHere()) return null
  if (await install('postgresql')) return postgresHere() ? null : 'its package holds no server'
  return 'there is none on this machine, and it may not be installed here'
}

/** @returns null if `pdftotext` is available; otherwise the reason */
export async function ensurePdfTools() {
  if (found('pdftotext') !== null) return null
  if (await install('poppler-utils'))
    return found('pdftotext') === null ? 'its package holds no pdftotext' : null
  return 'pdftotext (poppler-utils) is not on this machine, and may not be installed here'
}
