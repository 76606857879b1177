/** Back and Forward: to the user's previous position, and out of a sheet before out of the page. */

import { expect, test } from './support/strict.ts'

test.describe('for a learner with careers', () => {
  test.beforeEach(async ({ learner }) => {
    await learner.openHome()
    await learner.onboardByCalls()
    await learner.takeWorkerTypeByCalls()
  })

  test('back from a career leads to the place in the list where it was opened', async ({
    page,
  }) => {
    await page.goto('/navigators/careers/all')
    const careers = page.locator('main a[href*="/navigators/careers/careers/"]')
    await careers.nth(9).scrollIntoViewIfNeeded()
    const before = await page.evaluate(() => scrollY)
    expect(before).toBeGreaterThan(300)
    await careers.nth(9).click()
    await expect(page).toHaveURL(/\/navigators\/careers\/careers\/.+\/.+/)
    await expect
      .poll(() => page.evaluate(() => scrollY), 'a new page is shown from its top')
      .toBe(0)
    await page.goBack()
    await expect(page).toHaveURL(/\/navigators\/careers\/all$/)
    await expect.poll(() => page.evaluate((at) => Math.abs(scrollY - at), before)).toBeLessThan(80)
    await expect(careers.nth(9), 'with the focus where it was').toBeFocused()
    await page.reload()
    await expect.poll(() => page.evaluate((at) => Math.abs(scrollY - at), before)).toBeLessThan(80)
    await page.goForward()
    await expect(page).toHaveURL(/\/navigators\/careers\/careers\/.+\/.+/)
    await expect.poll(() => page.evaluate(() => scrollY)).toBe(0)
  })

  test('back closes a sheet first, and a link in it adds no extra history entry', async ({
    page,
    learner,
  }) => {
    await page.goto('/profile/home')
    await expect(page.getByRole('navigation').first()).toBeVisible()
    const home = page.url()
    const entries = () => page.evaluate(() => history.length)
    const start = await entries()
    const sheet = page.locator('dialog[open]')
    const explore = page
      .getByRole('navigation')
      .getByRole('button', { name: learner.t('menu.navigators') })
    await explore.click()
    await expect(sheet).toBeVisible()
    await page.goBack()
    await expect(sheet).toBeHidden()
    expect(page.url()).toBe(home)

    // Closed with its cross, it removes its history entry.
    await explore.click()
    await sheet.getByRole('button', { name: learner.t('common.close') }).click()
    await expect(sheet).toBeHidden()
    await expect
      .poll(() => page.evaluate(() => (history.state as { sheet?: true }).sheet ?? false))
      .toBe(false)

    await explore.click()
    await sheet.getByRole('link').first().click()
    await expect(page).not.toHaveURL(home)
    expect(await entries()).toBe(start + 1)
    await page.goBack()
    await expect(page).toHaveURL(home)
    await expect(sheet).toBeHidden()
  })
})

test('what is saved offline waits on the phone, and is sent once there is a connection', async ({
  page,
  learner,
  context,
  strict,
}) => {
  await learner.openHome()
  await learner.onboardByCalls()
  await learner.takeWorkerTypeByCalls()
  await page.goto('/cv?section=names')
  await expect(page.getByRole('textbox', { name: learner.t('field.firstName') })).toHaveValue(
    'Naledi',
  )
  await learner.readyForOffline()
  strict.allow(/net::ERR_/)
  await context.setOffline(true)
  await page.getByRole('textbox', { name: learner.t('field.firstName') }).fill('Palesa')
  await learner.button('form.save').click()
  await expect(page.getByText(learner.t('form.kept'))).toBeVisible()
  await page.reload()
  await expect(page.getByRole('textbox', { name: learner.t('field.firstName') })).toHaveValue(
    'Palesa',
  )
  await expect(page.getByText(learner.t('form.kept'))).toBeVisible()
  await expect(page.getByText(learner.t('state.offlineStrip'))).toBeVisible()

  await context.setOffline(false)
  await expect(page.getByText(learner.t('form.saved'), { exact: true })).toBeVisible({
    timeout: 20_000,
  })
  const user = await learner.call<{ profile: { firstName: string } }>('GET', 'auth/get-user')
  expect(user.profile.firstName).toBe('Palesa')
})
