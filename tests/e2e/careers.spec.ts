/**
 * A career on a small phone: its questions in order, what to study, with which money and where, and
 * two side by side.
 */

import { expect, NO_NET, REFUSED, test } from './support/strict.ts'

const QUESTIONS = ['day', 'me', 'in', 'pay', 'where', 'next'] as const
const NURSE = '/navigators/careers/careers/registered-nurse/29-1141.00'

test.beforeEach(async ({ page, learner }) => {
  await page.setViewportSize({ width: 360, height: 640 })
  await learner.openHome()
  await learner.onboardByCalls()
  await learner.takeWorkerTypeByCalls()
})

test('a career answers six questions, and leads to money and places that fit', async ({
  page,
  learner,
}) => {
  const { t } = learner
  await page.goto(NURSE)
  const main = page.getByRole('main')
  await expect(main.getByRole('heading', { level: 1 })).toBeVisible()
  const titles = QUESTIONS.map((each) => t(`career.ask.${each}`))
  const shown = await main.getByRole('heading', { level: 2 }).allInnerTexts()
  expect(shown.filter((title) => titles.includes(title))).toEqual(titles)
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(360)

  // Long lists are collapsed.
  const skills = main.locator('details').filter({ hasText: t('career.rated.skills') })
  await expect(skills.getByRole('listitem').first()).toBeHidden()
  await skills.locator('summary').click()
  await expect(skills.getByRole('listitem').first()).toBeVisible()

  const money = main.getByRole('region', { name: t('career.joined.bursaries') })
  await expect(money.getByRole('listitem')).toHaveCount(3)
  const all = money.getByRole('link').last()
  const count = Number(/\d+/.exec(await all.innerText())![0])
  await all.click()
  await expect(page).toHaveURL(/\/navigators\/funding\/bursaries\?fits=careers/)
  const fits = page.getByRole('button', {
    name: t('catalogue.fitsOne', { title: 'Registered nurse' }),
  })
  await expect(fits).toHaveAttribute('aria-pressed', 'true')
  await expect(
    page
      .getByRole('main')
      .getByRole('listitem')
      // Those with a closing date come first, each group below a heading of its own.
      .filter({ has: page.getByRole('heading', { level: 3 }) }),
  ).toHaveCount(Math.min(20, count))

  await page.goBack()
  const places = page.getByRole('main').getByRole('region', { name: t('career.joined.places') })
  const place = places.getByRole('listitem').first().getByRole('link')
  await place.click()
  await expect(page).toHaveURL(/\/navigators\/tertiary-institutions\/institution\//)
  await expect(page.getByRole('heading', { level: 1, name: /Universit/ })).toBeVisible()
})

test('bursaries that fit the saved careers are marked, and a chip lists them alone', async ({
  page,
  learner,
}) => {
  const { t } = learner
  const chip = page.getByRole('button', { name: t('catalogue.fits.careers'), exact: true })
  await page.goto('/navigators/funding/bursaries')
  const main = page.getByRole('main')
  await expect(main.getByRole('heading', { level: 3 }).first()).toBeVisible()
  await expect(chip).toHaveCount(0)
  await learner.call('PUT', 'users/favourites/careers/29-1141.00')
  await page.reload()
  const mark = main.getByRole('listitem').getByText(t('catalogue.fits.careers'))
  await expect(mark.first()).toBeVisible()
  const { total } = await learner.call<{ total: number }>('GET', 'catalogue/bursaries?fits=careers')
  await chip.click()
  await expect(page).toHaveURL(/fits=careers/)
  await expect(page.getByText(t('content.bursaries.count', { count: total }))).toBeVisible()
  // All of them fit.
  await expect(mark).toHaveCount(0)
  await chip.click()
  await expect(page).not.toHaveURL(/fits=/)
  await expect(mark.first()).toBeVisible()
})

test('“not for me” on a career’s own page is kept', async ({ page, learner }) => {
  const { t } = learner
  await page.goto(NURSE)
  await page.getByRole('button', { name: new RegExp(`^${t('career.notForMe.text')}`) }).click()
  await expect(page.getByText(t('career.notForMe.done'))).toBeVisible()
  await page.waitForLoadState('networkidle')
  await page.reload()
  await expect(page.getByText(t('career.notForMe.done'))).toBeVisible()
  await page.getByRole('button', { name: new RegExp(`^${t('career.notForMe.undo')}`) }).click()
  await expect(page.getByText(t('career.notForMe.done'))).toBeHidden()
})

test('two careers are chosen on their cards and put side by side', async ({ page, learner }) => {
  const { t } = learner
  await page.goto('/navigators/careers/all')
  // The hidden rest of the name is placed on its own, so a browser puts a space before it: "Compare
  // : Abattoir worker".
  const choose = page.getByRole('button', {
    name: new RegExp(`^${t('career.compareThem.text')} ?:`),
  })
  await choose.nth(0).click()
  await expect(page.getByText(t('career.compareThem.one'))).toBeVisible()
  await choose.nth(1).click()
  await page.getByRole('link', { name: t('career.compareThem.go', { count: 2 }) }).click()
  await expect(page).toHaveURL(/\/navigators\/careers\/compare\?compare=/)
  const address = page.url()
  const sides = page.getByRole('main').locator('dl')
  await expect(sides).toHaveCount(2)
  await expect(sides.first()).toContainText(t('career.compareThem.road'))
  // As many stones as sides, the first filled until the phone is swiped to the other.
  const stones = page.getByRole('main').locator('ul + p[aria-hidden] > i')
  await expect(stones).toHaveCount(2)
  const filled = () =>
    stones.evaluateAll((all) => all.map((each) => 'on' in (each as HTMLElement).dataset))
  expect(await filled()).toEqual([true, false])
  await sides.nth(1).scrollIntoViewIfNeeded()
  await expect.poll(filled).toEqual([false, true])
  await page.reload()
  await expect(sides).toHaveCount(2)

  await page
    .getByRole('button', { name: new RegExp(`^${t('career.compareThem.remove')}`) })
    .first()
    .click()
  await expect(sides).toHaveCount(1)
  await page.goto(address)
  await expect(sides).toHaveCount(2)
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(360)

  // Others are offered until there is no more room for one.
  const picks = page.getByRole('heading', { name: t('career.compareThem.fromMatches') })
  await expect(picks).toBeVisible()
  await page.goto('/navigators/careers/compare?compare=29-1141.00,47-2111.00,53-6031.00')
  await expect(sides).toHaveCount(3)
  await expect(picks).toHaveCount(0)
})

test('what a career doesn’t need is said as that, and what the plan lacks as that', async ({
  page,
  learner,
}) => {
  const { t } = learner
  // A job that is learned at work.
  await page.goto('/navigators/careers/compare?compare=53-7062.00')
  const main = page.getByRole('main')
  await expect(main.getByText(t('career.compareThem.fieldsNone'))).toBeVisible()
  await expect(main.getByText(t('career.compareThem.subjectsNone'))).toBeVisible()
  await expect(main.getByText(t('upgrade.payingOnly'))).toHaveCount(0)
  await expect(main.getByText(/in your plan/)).toHaveCount(0)
})

test('one of those compared is the first choice: kept, replaced by another, offline too, and it leads to places', async ({
  page,
  context,
  learner,
  strict,
}) => {
  const { t } = learner
  strict.allow(NO_NET, REFUSED(409))
  const profile = async () =>
    (await learner.call<{ profile: Record<string, unknown> }>('GET', 'auth/get-user')).profile
  const chosen = async () => (await profile())['firstChoice'] ?? []
  await page.goto('/navigators/careers/compare?compare=29-1141.00,47-2111.00')
  const chooser = (title: string) =>
    page
      .getByRole('listitem')
      .filter({ has: page.getByRole('heading', { name: title }) })
      .locator('dl + div [aria-pressed]')
  const [nurse, electrician] = [chooser('Registered nurse'), chooser('Electrician')]
  const comes = (title: string) =>
    page.getByRole('heading', { name: t('career.compareThem.first.then.title', { title }) })
  await nurse.click()
  await expect(comes('Registered nurse')).toBeVisible()
  await expect.poll(chosen).toEqual([{ career: '29-1141.00' }])

  await context.setOffline(true)
  await electrician.click()
  await expect(page.getByText(t('lessons.kept'))).toBeVisible()
  await expect(electrician).toHaveAttribute('aria-pressed', 'true')
  await expect(nurse).toHaveAttribute('aria-pressed', 'false')
  await context.setOffline(false)
  await expect.poll(chosen, { timeout: 20_000 }).toEqual([{ career: '47-2111.00' }])
  await page.reload()
  await expect(comes('Electrician')).toBeVisible()

  // Another phone takes it back: this one asks before it replaces anything.
  await learner.call('PUT', 'users/first-choice', { firstChoice: [] })
  await nurse.click()
  await expect(page.getByText(t('career.compareThem.first.changed'))).toBeVisible()
  await nurse.click()
  await expect.poll(chosen).toEqual([{ career: '29-1141.00' }])
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(360)

  await page.getByRole('link', { name: t('career.compareThem.first.then.button') }).click()
  await expect(page).toHaveURL(/\/navigators\/tertiary-institutions\?.+/)
  await learner.call('PUT', 'users/favourites/careers/29-1141.00')
  await page.goto('/navigators/careers/favourites')
  await expect(page.getByText(t('career.compareThem.first.on'))).toBeVisible()
})

test('what is not for me keeps the focus where it was, and waits for a signal as hearts do', async ({
  learner,
  page,
  context,
  strict,
}) => {
  const { t } = learner
  await page.goto('/navigators/careers/matches?years=4')
  const out = page
    .getByRole('button', { name: new RegExp(`^${t('career.notForMe.text')}`) })
    .first()
  const undo = page.getByRole('button', { name: new RegExp(`^${t('career.notForMe.undo')}`) })
  const title = (await out.textContent())!.split(': ')[1]!
  await expect(
    page.getByRole('link', { name: t('careers.moreLikeThis_other') }).first(),
    'what was chosen goes along',
  ).toHaveAttribute('href', /years=4/)
  await page.waitForLoadState('networkidle')
  await learner.readyForOffline()
  strict.allow(NO_NET)
  await context.setOffline(true)
  await out.focus()
  await page.keyboard.press('Enter')
  await expect(undo).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(out).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(undo).toBeFocused()
  await expect(page.getByText(t('career.notForMe.failed'))).toBeHidden()

  await context.setOffline(false)
  await expect
    .poll(async () => {
      const { items } = await learner.call<{ items: { title: string }[] }>(
        'GET',
        'careers/matches?varied=true',
      )
      return items.map((item) => item.title)
    })
    .not.toContain(title)

  // It can be found again, and taken back.
  await page.goto('/navigators/careers/matches?years=4')
  await page.getByRole('button', { name: t('careers.leftOut.true'), exact: true }).click()
  await expect(page).toHaveURL(/leftOut=true/)
  await expect(page.getByText(t('careers.count.leftOut', { count: 1 }))).toBeVisible()
  await expect(undo).toHaveCount(1)
  await undo.click()
  await expect(page.getByRole('link', { name: title })).toBeVisible()
  await page.goto('/navigators/careers/matches?years=4')
  await expect(page.getByRole('main').getByRole('link', { name: title })).toBeVisible()
  await expect(
    page.getByRole('button', { name: t('careers.leftOut.true'), exact: true }),
  ).toHaveCount(0)
})
