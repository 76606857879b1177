/**
 * The JSON view of a document, in the product and under its content security policy: every
 * violation fails these tests (support/strict.ts).
 */

import type { Locator } from '@playwright/test'
import { expect, test, type Page } from './support/strict.ts'

test.use({ viewport: { width: 1280, height: 800 } })

class Json {
  readonly text: Locator
  readonly options: Locator
  readonly faults: Locator
  constructor(readonly page: Page) {
    this.text = page.getByRole('textbox', { name: 'The document as JSON' })
    this.options = page.getByRole('option')
    this.faults = page.locator('.cm-lintRange-error')
  }

  /** Selects the first occurrence of a text, with the editor's own search. */
  async find(words: string): Promise<void> {
    await this.text.click()
    await this.page.keyboard.press('Control+f')
    await expect(this.page.getByRole('textbox', { name: 'Find', exact: true })).toBeFocused()
    await this.page.keyboard.press('Control+a')
    await this.page.keyboard.type(words)
    await this.page.keyboard.press('Enter')
    await this.page.keyboard.press('Escape')
  }
}

test.beforeEach(async ({ learner, page }) => {
  await learner.logInByCall('owner@demo.test')
  // What is typed here is half wrong on purpose, and other tests publish the drafts of the same
  // product.
  const saved = {
    draft: { revision: 1, by: 'owner@demo.test', at: '2026-11-21T10:00:00.000Z' },
    overlay: [],
    problems: [],
  }
  await page.route('**/api/admin/drafts/**', (route) =>
    route.fulfill({ json: saved, headers: { etag: '"1"' } }),
  )
  await page.goto('/admin/document/menu/main')
  const tab = page.getByRole('tab', { name: 'JSON' })
  if ((await tab.getAttribute('aria-selected')) !== 'true') await tab.click()
})

test('offers what fits, with its description, and inserts it', async ({ page }) => {
  const json = new Json(page)
  await json.find('menu.reports')
  await page.keyboard.type('menu.hom')
  await expect(json.options.first()).toHaveText('menu.homeHome')
  // Enter inserts a line while the list has only just appeared: the user can't have meant an option
  // that they haven't seen yet.
  await page.waitForTimeout(100)
  await page.keyboard.press('Enter')
  await expect(json.text).toContainText('"id": "reports", "label": "menu.home", "hint"')
})

test('names a misspelt page at its line, and applies the suggestion', async ({ page }) => {
  const json = new Json(page)
  await json.find('hollandCodeReportPage')
  await page.keyboard.type('hollandCodeReprtPage')
  await page.keyboard.press('Escape')
  await expect(json.faults).toHaveText('"hollandCodeReprtPage"')
  const use = page.getByRole('button', { name: 'Use hollandCodeReportPage' }).first()
  // A check that ends just now redraws its diagnostics, and closes their open tooltips.
  await expect(async () => {
    await page.keyboard.press('F8')
    await expect(use).toBeVisible({ timeout: 1000 })
  }).toPass()
  // The only problem can be shown again once its explanation was closed.
  await page.keyboard.press('Escape')
  await expect(use).toBeHidden()
  await expect(async () => {
    await page.keyboard.press('F8')
    await use.click({ timeout: 1000 })
  }).toPass()
  await expect(json.faults).toHaveCount(0)
  await expect(json.text).toContainText('"to": "hollandCodeReportPage"')
})

test('explains what the pointer hovers over', async ({ page }) => {
  // The tooltip is ready a moment after the text; a user whose pointer is already there would move
  // it a little.
  await expect(async () => {
    await page.mouse.move(0, 0)
    await page.getByText('"icon"').first().hover()
    await expect(page.getByText('Name of a drawn icon.')).toBeVisible({ timeout: 2000 })
  }).toPass()
})

test('lets Tab leave the editor, until Ctrl M makes it indent', async ({ page }) => {
  const json = new Json(page)
  await json.text.focus()
  await page.keyboard.press('Tab')
  await expect(json.text).not.toBeFocused()
  await json.text.focus()
  await page.keyboard.press('Control+m')
  await page.keyboard.press('Tab')
  await expect(json.text).toBeFocused()
})

test('tidies up JSON that parses, and says where it doesn’t', async ({ page }) => {
  const json = new Json(page)
  await json.find('"v": 1,')
  await page.keyboard.type('"v":1 ,')
  await page.keyboard.press('Shift+Alt+f')
  await expect(json.text).toContainText('"v": 1, "title"')
  await json.find('"v": 1,')
  await page.keyboard.type('"v": ,')
  await page.getByRole('button', { name: 'Tidy up' }).click()
  await expect(page.getByRole('alert')).toContainText('can’t be tidied up yet')
  await expect(json.faults.first()).toBeVisible()
})
