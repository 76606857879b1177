/** One search over everything in the console, by keys and by touch. */

import { signIn } from './support/jobs.ts'
import { textsIn } from './support/journey.ts'
import { expect, test } from './support/strict.ts'

test.use({ apart: 'console-search' })

const t = textsIn('en')

for (const width of [1280, 390]) {
  test.describe(`${width} pixels wide`, () => {
    test.use({ viewport: { width, height: 850 } })

    test('finds a page, words where they are shown, a record and a colleague', async ({ page }) => {
      await signIn(page)
      await page.goto('/admin')
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
      const dialog = page.getByRole('dialog', { name: t('console.search.title') })
      const field = dialog.getByRole('searchbox')
      const group = (id: string) =>
        dialog.getByRole('region', { name: t(`console.search.group.${id}`) })

      // By its first letters, and Enter.
      await page.keyboard.press('/')
      await expect(field).toBeFocused()
      await field.fill('vouch')
      await expect(group('pages').getByRole('link')).toHaveText([t('console.menu.vouchers')])
      await field.press('Enter')
      await expect(page).toHaveURL(/\/admin\/vouchers$/)
      await expect(dialog).toBeHidden()
      const heading = page.getByRole('heading', { level: 1 })
      await expect(heading).toHaveText(t('console.vouchers.title'))

      // Words of a button lead to the place that shows them.
      await page.keyboard.press('Control+k')
      await field.fill(t('card.letsGo'))
      await group('texts').getByRole('link').first().click()
      await expect(page).toHaveURL(/\/admin\/document\/.+[?&]at=/)
      await expect(heading).toBeVisible()
      await expect(heading).not.toHaveText(t('console.vouchers.title'))

      // A record leads to itself, found among the others.
      await page.getByRole('button', { name: t('console.search.open') }).click()
      await field.fill('university of cape')
      const record = group('records').getByRole('link').first()
      const name = (await record.locator('span').first().innerText()).trim()
      await record.click()
      await expect(page.getByRole('searchbox')).toHaveValue(name)
      await expect(page.getByRole('main').getByText(name).first()).toBeVisible()

      // People for an owner, and arrows from one result to the next.
      await page.keyboard.press('Control+k')
      await field.fill('owner@demo')
      await expect(group('people').getByRole('link').first()).toContainText('owner@demo.test')
      await field.press('ArrowDown')
      await expect(dialog.getByRole('link').first()).toBeFocused()
      await page.keyboard.press('Escape')
      await expect(dialog).toBeHidden()
    })
  })
}
