/** A browser set up as in the browser tests, and the product to open in it. */

import { chromium, type Browser } from '@playwright/test'

/** `npm run bench` finds or installs the browser. */
export function openBrowser(): Promise<Browser> {
  return chromium.launch({
    executablePath: process.env['PLAYWRIGHT_CHROMIUM'] ?? '/usr/bin/chromium',
    args: [
      '--no-sandbox',
      '--disable-gpu',
      '--no-first-run',
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-sync',
    ],
  })
}

/** The smallest phone that the product supports. */
export const PHONE = { width: 360, height: 640 } as const
