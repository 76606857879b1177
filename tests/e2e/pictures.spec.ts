/**
 * The console's screenshots in docs/images, created again with `PICTURES=1 npx playwright test -c
 * tests/e2e/playwright.config.ts pictures`. WebP, below 60 kB each.
 */

import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import { Publisher, textChange } from './support/publisher.ts'
import { expect, test } from './support/strict.ts'

test.skip(process.env['PICTURES'] === undefined, 'pictures are only made when they are asked for')

const FOLDER = join(import.meta.dirname, '..', '..', 'docs', 'images')
const MAX_BYTES = 60_000
const SIZES = [
  { width: 1280, height: 800 },
  { width: 360, height: 720 },
] as const
const REPORT = {
  event: 'report',
  type: 'bursaries',
  id: 'nsfas-bursary',
  reason: 'money',
  text: 'Someone on WhatsApp asked me for R200 to apply.',
}
const PAGES: readonly { name: string; path: string; tab?: RegExp }[] = [
  { name: 'documents', path: '/admin/documents' },
  { name: 'form', path: '/admin/document/screen/cv' },
  { name: 'changes', path: '/admin/publish' },
  { name: 'preview', path: '/admin/preview' },
  { name: 'people', path: '/admin/people' },
  { name: 'why', path: '/admin/why?path=%2Fnavigators%2Ffunding%2Fbursaries' },
  { name: 'records', path: '/admin/records/bursaries' },
  { name: 'reports', path: '/admin/records/bursaries', tab: /^Reports/ },
]

/** Playwright has no WebP of its own. */
async function webp(page: Page): Promise<Buffer> {
  const client = await page.context().newCDPSession(page)
  const { data } = await client.send('Page.captureScreenshot', { format: 'webp', quality: 55 })
  return Buffer.from(data, 'base64')
}

test('the console, wide and on a phone', async ({ learner, page, product }) => {
  test.setTimeout(600_000)
  const owner = await Publisher.of(product)
  await owner.draft(textChange('en', 'menu.cv', 'Your CV'))
  await owner.close()
  await learner.logInByCall('owner@demo.test')
  await learner.call('POST', 'users/interactions', REPORT)
  for (const size of SIZES) {
    await page.setViewportSize(size)
    for (const { name, path, tab } of PAGES) {
      await page.goto(path)
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
      if (tab !== undefined) await page.getByRole('tab', { name: tab }).click()
      await page.waitForLoadState('networkidle')
      const picture = await webp(page)
      expect(picture.length, name).toBeLessThan(MAX_BYTES)
      writeFileSync(join(FOLDER, `console-${name}-${size.width}.webp`), picture)
    }
  }
})
