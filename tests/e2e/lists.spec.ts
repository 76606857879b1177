/** Lists of the profile at 360 px: typed, cut off, reloaded, on two phones, and never lost. */

import AxeBuilder from '@axe-core/playwright'
import { expect, test } from './support/strict.ts'

type Profile = Readonly<Record<string, readonly Readonly<Record<string, unknown>>[]>>

test('experience and tasks survive a reload, a lost signal and another phone', async ({
  page,
  learner,
  context,
  strict,
}) => {
  test.setTimeout(120_000)
  const { t } = learner
  const profile = async () =>
    (await learner.call<{ profile: Profile }>('GET', 'auth/get-user')).profile
  const titles = async () => (await profile())['experiences']?.map((each) => each['jobTitle'])
  const box = (key: string) => page.getByRole('textbox', { name: t(key) })
  /** Written a moment after the key was pressed: nobody reloads faster than that. */
  const drafted = (text: string) =>
    page.waitForFunction(
      (typed) => Object.values({ ...localStorage }).some((kept) => String(kept).includes(typed)),
      text,
    )
  await learner.openHome()
  await learner.onboardByCalls()
  await learner.takeWorkerTypeByCalls()

  await test.step('what is typed is still there after a reload', async () => {
    await page.goto('/cv?section=experiences')
    await page.getByRole('link', { name: t('form.addEntry', { entry: 'experience' }) }).click()
    await box('field.experienceTitle').fill('Shop helper')
    await drafted('Shop helper')
    await page.reload()
    await expect(box('field.experienceTitle')).toHaveValue('Shop helper')
    await expect(page.getByText(t('form.draft'))).toBeVisible()
    await learner.button('form.save').click()
    await expect(page.getByText('End Date is required').first()).toBeVisible()
    const month = (label: string, part: string) =>
      page.getByLabel(t(`form.${part}`, { label: t(label) }))
    await month('field.startDate', 'monthOf').selectOption('03')
    await month('field.startDate', 'yearOf').selectOption('2024')
    await month('field.endDate', 'monthOf').selectOption('01')
    await month('field.endDate', 'yearOf').selectOption('2024')
    await learner.button('form.save').click()
    await expect(page.getByText('End Date must be after Start Date').first()).toBeVisible()
    await page.screenshot({ path: test.info().outputPath('record.png'), fullPage: true })
    await page.getByRole('checkbox', { name: t('field.currentExperience') }).check()
    await learner.button('form.save').click()
    await expect(page).toHaveURL(/section=experiences$/)
    await expect(page.getByRole('link', { name: /^Shop helper/ })).toBeVisible()
    expect(await titles()).toEqual(['Shop helper'])
  })

  await test.step('five tasks are found by typing, and saved only as five', async () => {
    await page.goto('/cv?section=jobTasks')
    await expect(page.getByText(t('form.moreToChoose', { count: 5 }))).toBeVisible()
    await expect(learner.button('form.save')).toBeDisabled()
    const search = page.getByRole('searchbox')
    const options = page.getByRole('group', { name: t('section.jobTasks.title') })
    await search.fill('costumers')
    await expect(options.getByText(/customer/i).first()).toBeVisible()
    await options.getByRole('checkbox').nth(0).check()
    await options.getByRole('checkbox').nth(1).check()
    await search.fill('')
    for (const at of [0, 1]) await options.getByRole('checkbox').nth(at).check()
    await page.getByRole('button', { name: new RegExp(t('form.own')) }).click()
    await box('form.own').fill('Serve tea at funerals')
    await drafted('Serve tea at funerals')
    await page.reload()
    await expect(page.getByText(t('form.moreToChoose', { count: 1 }))).toBeVisible()
    // What is being typed is there, too.
    await expect(box('form.own')).toHaveValue('Serve tea at funerals')
    await box('form.own').fill('')
    await page.getByRole('button', { name: `${t('guide.start.verb.serve')} …` }).click()
    await expect(box('form.own')).toBeFocused()
    await box('form.own').pressSequentially('tea at funerals')
    await expect(box('form.own')).toHaveValue('Serve tea at funerals')
    await page.screenshot({ path: test.info().outputPath('starters.png'), fullPage: true })
    await learner.button('form.ownAdd').click()
    await page.screenshot({ path: test.info().outputPath('choices.png'), fullPage: true })
    const { violations } = await new AxeBuilder({ page }).include('main').analyze()
    expect(violations).toEqual([])
    await learner.button('form.save').click()
    await expect(page.getByText(t('form.saved'), { exact: true })).toBeVisible()
    expect((await profile())['jobTasks']).toHaveLength(5)
  })

  await test.step('without a signal a record waits, and another phone loses nothing', async () => {
    await page.goto('/cv?section=experiences')
    await expect(page.getByRole('link', { name: /^Shop helper/ })).toBeVisible()
    await learner.readyForOffline()
    strict.allow(/net::ERR_/)
    await context.setOffline(true)
    await page.getByRole('link', { name: /^Shop helper/ }).click()
    await box('field.experienceTitle').fill('Shop assistant')
    await learner.button('form.save').click()
    await expect(page.getByRole('link', { name: /^Shop assistant/ })).toBeVisible()
    await expect(page.getByText(t('form.waits'))).toBeVisible()
    await page.reload()
    await expect(page.getByRole('link', { name: /^Shop assistant/ })).toBeVisible()
    // Another phone, meanwhile.
    await context.setOffline(false)
    await learner.call('POST', 'users/experiences', {
      jobTitle: 'Choir leader',
      startDate: '2023-01',
      current: true,
    })
    await expect.poll(titles, { timeout: 20_000 }).toEqual(['Shop assistant', 'Choir leader'])
    await expect(page.getByText(t('form.waits'))).toHaveCount(0)
    await page.reload()
    await expect(page.getByRole('link', { name: /^Choir leader/ })).toBeVisible()
    await page.screenshot({ path: test.info().outputPath('records.png'), fullPage: true })
  })
})
