/**
 * Jobs of an administrator by the keyboard alone: no mouse is used, the focus is drawn wherever it
 * is, and nothing that happens on a page loses it.
 */

import { Editor } from './support/editor.ts'
import { ONE_PIXEL, signIn } from './support/jobs.ts'
import { textsIn } from './support/journey.ts'
import { Keyboard } from './support/keyboard.ts'
import { tidyOwner } from './support/office.ts'
import { expect, test } from './support/strict.ts'

test.use({ apart: 'console-words', viewport: { width: 1280, height: 900 } })

const t = textsIn('en')
const owner = tidyOwner()

/** From the overview to another page of the console. */
async function open(keys: Keyboard, name: string): Promise<void> {
  const { page } = keys
  await page.goto('/admin')
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await keys.to(
    page
      .getByRole('link', { name: t(`console.menu.${name}`), exact: true })
      .filter({ visible: true })
      .first(),
  )
  await keys.press('Enter')
  await expect(page).not.toHaveURL(/\/admin$/)
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await keys.expectKept()
}

/** What was saved goes to learners. */
async function publish(keys: Keyboard, message: string): Promise<void> {
  const { page } = keys
  await new Editor(page).saved()
  await keys.to(page.getByRole('link', { name: /^Publish \d+ change/ }), 'back')
  await keys.press('Enter')
  const field = page.getByRole('textbox', { name: t('console.publish.message') })
  await expect(field).toBeVisible({ timeout: 60_000 })
  await keys.expectKept()
  await keys.to(field)
  await keys.type(message)
  const button = page.getByRole('button', { name: t('console.publish.button'), exact: true })
  await expect(button).toBeEnabled({ timeout: 60_000 })
  await keys.to(button)
  await keys.press('Enter')
  await expect(page).toHaveURL(/\/admin\/releases$/, { timeout: 60_000 })
  await expect(page.getByRole('listitem').filter({ hasText: message }).first()).toContainText(
    t('console.releases.live'),
  )
  await keys.expectKept()
}

test('1: the words of one button', async ({ page }) => {
  test.setTimeout(180_000)
  await signIn(page)
  const keys = new Keyboard(page)
  const editor = new Editor(page)
  await open(keys, 'documents')
  await keys.to(page.getByRole('searchbox', { name: t('console.documents.search') }))
  await keys.type(t('card.letsGo'))
  const found = page.getByRole('region', { name: t('console.documents.words') })
  await keys.to(found.getByRole('link', { name: /^Profile home/ }).first())
  await keys.press('Enter')
  const label = t('console.form.member.buttonText')
  const english = editor.form.getByLabel(`${label}: English`, { exact: true })
  await expect(english).toBeFocused()
  // The page beside the form comes later, and leaves the focus where it is.
  await expect(page.frameLocator('iframe').getByRole('heading', { level: 1 })).toBeVisible()
  await page.evaluate(() => new Promise(requestAnimationFrame))
  await expect(english).toBeFocused()
  await keys.type('Begin now')
  await keys.to(editor.form.getByLabel(`${label}: Afrikaans`, { exact: true }))
  await keys.type('Begin nou')
  await publish(keys, 'By the keyboard')
  const { effective } = await owner().send<{ effective: unknown }>(
    'GET',
    'admin/documents/locale/af',
  )
  expect(JSON.stringify(effective)).toContain('Begin nou')
})

test('8: another colour and a logo', async ({ page }) => {
  test.setTimeout(180_000)
  await signIn(page)
  const keys = new Keyboard(page)
  await open(keys, 'brand')
  await keys.to(page.getByRole('textbox', { name: t('console.brand.primary'), exact: true }))
  await keys.type('#123A24')
  // The browser asks the test for the file from here on, which it learns a moment later.
  const coming = page.waitForEvent('filechooser', { timeout: 60_000 })
  await keys.to(page.getByLabel(t('console.brand.logo'), { exact: true }))
  await keys.press('Enter')
  await (await coming).setFiles({ name: 'logo.png', mimeType: 'image/png', buffer: ONE_PIXEL })
  await keys.expectKept()
  await publish(keys, 'Green, by the keyboard')
  const { effective } = await owner().send<{
    effective: { themeLight: { colors: { primary: string } }; images: Record<string, string> }
  }>('GET', 'admin/documents/config/default')
  expect(effective.themeLight.colors.primary).toBe('#123A24')
  expect(JSON.stringify(effective.images)).toContain('/api/images/')
})

test('12: why one learner can’t open a page', async ({ page }) => {
  await signIn(page)
  const keys = new Keyboard(page)
  await open(keys, 'why')
  await keys.to(page.getByRole('combobox', { name: t('console.why.path') }))
  await keys.type('/navigators/funding/bursaries')
  await keys.choose(page.getByRole('radio', { name: t('console.why.whos.user') }))
  await keys.to(page.getByRole('textbox', { name: t('console.why.user') }))
  await keys.type('lite@demo.test')
  await keys.to(page.getByRole('button', { name: t('console.why.button') }))
  await keys.press('Enter')
  await expect(page.getByRole('list', { name: t('console.why.hops') })).toContainText(
    'worker type doesn',
  )
  await keys.expectKept()
})
