/**
 * Browser tests: the built product, a real server process on a fresh database, one browser at a
 * time.
 */

import { existsSync } from 'node:fs'
import { chromium, defineConfig } from '@playwright/test'

/** Playwright's own browser where it was installed, else one of the machine. */
function browserPath(): string {
  const candidates = [
    process.env['PLAYWRIGHT_CHROMIUM'],
    chromium.executablePath(),
    '/usr/bin/chromium-headless-shell',
    '/usr/bin/chromium',
    '/usr/bin/chromium-browser',
    '/usr/bin/google-chrome',
  ]
  const found = candidates.find((path) => path !== undefined && path !== '' && existsSync(path))
  if (found === undefined)
    throw new Error(
      'There is no Chromium: set PLAYWRIGHT_CHROMIUM, or run `npm test`, which installs one',
    )
  return found
}

export default defineConfig({
  testDir: '.',
  outputDir: '../../node_modules/.cache/e2e',
  globalSetup: './support/build.ts',
  // A product and a browser for each worker, because tests kill the one and cut the other's
  // network. Most of the time is spent waiting, so two workers suit two cores.
  workers: 2,
  fullyParallel: false,
  // A busy machine may be slow once; a real failure happens twice.
  retries: 1,
  forbidOnly: true,
  reporter: [['list']],
  timeout: 120_000,
  // What comes at all has come by then, however busy the machine is.
  expect: { timeout: 20_000 },
  use: {
    browserName: 'chromium',
    viewport: { width: 360, height: 640 },
    // What can't be pressed by then never can: a test should fail before it has used up its time.
    actionTimeout: 20_000,
    // The pause after an answer and the growing trail are motion; tests of them switch it on.
    reducedMotion: 'reduce',
    launchOptions: {
      executablePath: browserPath(),
      args: [
        '--no-sandbox',
        '--disable-gpu',
        '--no-first-run',
        '--disable-background-networking',
        '--disable-component-update',
        '--disable-sync',
      ],
    },
    trace: 'off',
    screenshot: 'only-on-failure',
  },
})
