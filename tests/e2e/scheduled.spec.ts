/**
 * A release at its time: an administrator chooses a day and an hour in their own time zone, and what
 * they scheduled goes live by itself.
 */

import AxeBuilder from '@axe-core/playwright'
import { Editor } from './support/editor.ts'
import { textsIn } from './support/journey.ts'
import { Publisher, textChange } from './support/publisher.ts'
import { expect, test } from './support/strict.ts'

test.use({ apart: 'scheduled', viewport: { width: 1280, height: 900 } })

const t = textsIn('en')
const PATIENCE = { timeout: 60_000 }
/** Moved into the past, it's found by the next look of a minute; the check takes seconds. */
const DUE = { timeout: 120_000 }
const TITLE = 'Find your way, term 1'

test('what is scheduled goes live at its time, for learners', async ({
  browser,
  product,
  strict,
}) => {
  test.setTimeout(300_000)
  const calls = await Publisher.of(product)
  await calls.draft(textChange('en', 'home.title', TITLE))
  const context = await browser.newContext({
    baseURL: product.url,
    viewport: { width: 1280, height: 900 },
    reducedMotion: 'reduce',
    timezoneId: 'Africa/Johannesburg',
  })
  await strict.watch(context)
  const page = await context.newPage()
  await new Editor(page).signIn('owner')

  await page.goto('/admin/publish')
  await page.getByRole('textbox', { name: t('console.publish.message') }).fill('Term 1')
  await page.getByRole('radio', { name: t('console.schedule.later') }).check()
  const day = new Date(Date.now() + 7 * 86_400_000).toISOString().slice(0, 10)
  await page.getByLabel(t('console.schedule.date'), { exact: true }).fill(day)
  await page.getByLabel(t('console.schedule.time'), { exact: true }).fill('07:30')
  await expect(page.getByText(/at 07:30, South Africa Standard Time\./)).toBeVisible()
  await expectAccessible()
  const button = page.getByRole('button', { name: t('console.schedule.button'), exact: true })
  await expect(button).toBeEnabled(PATIENCE)
  await button.click()

  const row = page
    .getByRole('region', { name: t('console.schedule.title') })
    .getByRole('listitem')
    .filter({ hasText: 'Term 1' })
  await expect(row).toContainText(t('console.schedule.waits'))
  await expect(row.locator('time')).toHaveAttribute('datetime', `${day}T05:30:00.000Z`)
  await expect(page.getByText(t('console.approval.none'))).toBeVisible(PATIENCE)
  await expectAccessible()
  await page.goto('/admin')
  await expect(row).toContainText(t('console.schedule.waits'))
  await page.goto('/admin/document/locale/en')
  await expect(page.getByText(/^Scheduled for /)).toBeVisible(PATIENCE)

  const learner = await browser.newContext({ baseURL: product.url })
  await strict.watch(learner)
  const home = await learner.newPage()
  const title = home.getByRole('heading', { level: 1 })
  await home.goto('/')
  await expect(title).toBeVisible()
  await expect(title).not.toHaveText(TITLE)
  // Its time has come.
  await product.rows(`UPDATE scheduled_releases SET publish_at = now() - interval '1 second'`)
  await expect(async () => {
    await home.goto('/')
    await expect(title).toHaveText(TITLE, { timeout: 2000 })
  }).toPass(DUE)

  await page.goto('/admin/releases')
  const made = page.getByRole('listitem').filter({ hasText: 'Term 1' }).first()
  await expect(made).toContainText(t('console.releases.live'))
  await expect(made).toContainText('owner@demo.test')
  await page.goto('/admin')
  await expect(page.getByText(t('console.audit.action.schedule-publish')).first()).toBeVisible()
  await expect(page.getByText(t('console.schedule.title'))).toBeHidden()
  await calls.close()
  await learner.close()
  await context.close()

  async function expectAccessible(): Promise<void> {
    const { violations } = await new AxeBuilder({ page }).withTags(['wcag2a', 'wcag2aa']).analyze()
    expect(violations.map(({ id, nodes }) => [id, nodes.map(({ html }) => html)])).toEqual([])
  }
})
