/** A browser as the browser tests have it, and the product behind it. */

import { chromium, type Browser } from '@playwright/test'

/** The path is found, or installed, by `npm run bench`. */
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

/** The smallest phone that the product is made for. */
export const PHONE = { width: 360, height: 640 } as const
