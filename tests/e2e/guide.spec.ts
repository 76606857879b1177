/** Somebody who never had a job writes a CV: proposals, a start, beginnings, hints; nothing is forced. */

import AxeBuilder from '@axe-core/playwright'
import { expect, test } from './support/strict.ts'

type Profile = Readonly<Record<string, unknown>>

test('help with the CV proposes, begins and hints, and never stops anybody', async ({
  page,
  learner,
  product,
}) => {
  test.setTimeout(120_000)
  const { t } = learner
  const profile = async () =>
    (await learner.call<{ profile: Profile }>('GET', 'auth/get-user')).profile
  await learner.openHome()
  await learner.onboardByCalls()
  await learner.takeWorkerTypeByCalls()

  await test.step('qualities are proposed from the result, and none is ticked', async () => {
    await page.goto('/cv?section=qualities')
    const led = t('guide.because.helper').replace(/^\S+/, '')
    const offer = page.getByRole('group', { name: led }).first()
    await expect(offer.getByRole('checkbox')).toHaveCount(3)
    for (const at of [0, 1, 2]) await expect(offer.getByRole('checkbox').nth(at)).not.toBeChecked()
    await offer.getByRole('checkbox').first().check()
    await expect(page.getByText(t('form.moreToChoose', { count: 4 }))).toBeVisible()
    await page.getByRole('button', { name: t('guide.counts.siblings') }).click()
    const counted = page.getByRole('group', { name: t('guide.counts.siblings') })
    await expect(counted.getByRole('checkbox')).toHaveCount(4)
  })

  await test.step('what counts begins a job with the person’s own words', async () => {
    await page.goto('/cv?section=experiences')
    await page.getByRole('button', { name: t('guide.counts.spaza') }).click()
    await expect(page.getByRole('textbox', { name: t('field.experienceTitle') })).toHaveValue(
      t('guide.names.spaza'),
    )
    await expect(page.getByRole('combobox', { name: t('field.experienceKind') })).toHaveValue(
      'family',
    )
    // What one does in a shop comes first, until the role is another.
    const beginnings = page.getByRole('group', { name: t('form.starters') }).getByRole('button')
    await expect(beginnings.first()).toHaveText(`${t('guide.start.task.clean')} …`)
    await page.getByRole('textbox', { name: t('field.experienceTitle') }).fill('Tailor')
    await expect(beginnings.first()).toHaveText(`${t('guide.start.task.serve')} …`)
    await page.getByRole('button', { name: `${t('guide.start.task.count')} …` }).click()
    const box = page.getByRole('textbox', { name: t('field.description'), exact: true })
    await expect(box).toHaveValue(`${t('guide.start.task.count')} `)
    await box.pressSequentially('stock')
    await box.press('Enter')
    await box.pressSequentially('My ID: 8001015009087')
    await expect(page.getByText(t('guide.hint.idNumber'))).toBeVisible()
    const { violations } = await new AxeBuilder({ page }).include('main').analyze()
    expect(violations).toEqual([])
  })

  await test.step('a hint doesn’t stop saving, and is on the page of the CV until it’s gone', async () => {
    await page.goto('/cv?section=about')
    const box = page.getByRole('textbox', { name: t('field.about') })
    await box.fill('My ID is 8001015009087 and I like to help people in my street.')
    await expect(page.getByText(t('guide.hint.idNumber'))).toBeVisible()
    await learner.button('form.save').click()
    await expect(page.getByText(t('form.saved'), { exact: true })).toBeVisible()
    expect((await profile())['about']).toContain('8001015009087')
    await page.goto('/cv')
    const hint = page.getByRole('link', { name: new RegExp(t('guide.hint.idNumber').slice(0, 30)) })
    await hint.click()
    await box.fill('I like to help people in my street, and I want to learn more.')
    await expect(page.getByText(t('guide.hint.idNumber'))).toHaveCount(0)
    await learner.button('form.save').click()
    await expect(page.getByText(t('form.saved'), { exact: true })).toBeVisible()
    await page.goto('/cv')
    await expect(page.getByText(t('cv.parts'))).toBeVisible()
    await expect(hint).toHaveCount(0)
  })

  await test.step('the profile home says what is missing, what was seen and the last file', async () => {
    expect((await page.request.get(`${product.url}/api/users/cv/file?format=txt`)).ok()).toBe(true)
    await learner.call('POST', 'users/interactions', {
      event: 'opened',
      type: 'institutions',
      id: 'university-of-cape-town',
    })
    await page.goto('/profile/home')
    const cv = page.getByRole('region', { name: t('profileHome.cv') })
    await expect(cv.getByText(/^Last file: Text, today$/)).toBeVisible()
    await expect(cv.getByRole('link', { name: /\d minutes?$/ })).toBeVisible()
    const seen = page.getByRole('region', { name: t('profileHome.seen') })
    await expect(seen.getByRole('link', { name: /^University of Cape Town/ })).toBeVisible()
  })

  await test.step('and shows careers on a path, results, what is next, and what was saved by its kind', async () => {
    await learner.call('PUT', 'users/favourites/careers/29-1141.00')
    await learner.call('PUT', 'users/favourites/institutions/university-of-cape-town')
    await page.goto('/profile/home')
    const careers = page.getByRole('region', { name: t('profileHome.careers') })
    await expect(careers.locator('ol > li')).toHaveCount(3)
    await expect(careers.getByRole('link').last()).toHaveAttribute('href', /\/careers\/matches$/)
    const saved = page.getByRole('region', { name: t('profileHome.saved') })
    await expect(saved.getByRole('list')).toHaveCount(2)
    for (const list of await saved.getByRole('list').all()) {
      await expect(list.getByRole('link')).toHaveCount(1)
      expect(await list.getAttribute('aria-label')).toMatch(/\w/)
    }
    await expect(page.locator('main a[href="/reports/worker-type"]').first()).toBeVisible()
    await expect(page.getByText(t('profileHome.nextUp'))).toBeVisible()
    const { violations } = await new AxeBuilder({ page }).include('main').analyze()
    expect(violations).toEqual([])
    await page.screenshot({ path: test.info().outputPath('home.png'), fullPage: true })
  })
})
