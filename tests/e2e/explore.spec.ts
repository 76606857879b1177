/** The page of all explorers on a small phone: one search over everything, and its words. */

import { expect, NO_NET, REFUSED, test } from './support/strict.ts'

test.use({ viewport: { width: 360, height: 640 } })

test('one search finds careers, places and money, leads to each, and is still there on the way back', async ({
  learner,
  page,
  context,
  strict,
}) => {
  const { t } = learner
  await learner.logInByCall('commit@demo.test')
  await page.goto('/explore')
  const search = page.getByRole('searchbox', { name: t('explore.search.label') })
  const stops = page.getByRole('link', { name: new RegExp(t('menu.subjectChoices')) })
  const group = (kind: string) => page.getByRole('region', { name: t(`content.${kind}.many`) })
  await expect(stops.last()).toBeVisible()

  await search.fill('stelenbosh')
  await expect(group('institutions').getByText('Stellenbosch University')).toBeVisible()
  await expect(page, 'it is in the address').toHaveURL(/search=stelenbosh/)
  await search.fill('footballer')
  await expect(group('careers').getByText('Professional sportsperson')).toBeVisible()
  await search.fill('xqzvkwj')
  await expect(page.getByText(t('explore.search.none', { search: 'xqzvkwj' }))).toBeVisible()

  await search.fill('teacher')
  const careers = group('careers')
  await expect(careers.getByRole('listitem')).toHaveCount(3)
  await expect(page.getByRole('list').filter({ has: page.locator('svg .pa') })).toHaveCount(0)
  const first = careers.getByRole('link').first()
  const title = await first.getByRole('heading').innerText()
  await first.click()
  await expect(page.getByRole('heading', { level: 1, name: title, exact: true })).toBeVisible()
  await page.goBack()
  await expect(search).toHaveValue('teacher')
  await expect(careers.getByRole('listitem')).toHaveCount(3)
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(360)

  await learner.readyForOffline()
  strict.allow(NO_NET)
  await context.setOffline(true)
  await page.reload()
  await expect(careers.getByRole('listitem'), 'without signal too').toHaveCount(3)
  await context.setOffline(false)

  await careers.getByRole('link').last().click()
  await expect(page).toHaveURL(/\/navigators\/careers\/all\?search=teacher/)
  await expect(page.getByRole('searchbox')).toHaveValue('teacher')
})

test('somebody in onboarding sees no search, because nothing is open to them', async ({
  learner,
  page,
}) => {
  await learner.onboardByCalls()
  await page.goto('/explore')
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await expect(page.getByRole('searchbox')).toHaveCount(0)
})

test('what a learner can use comes first among bursaries, and everything is a tap away', async ({
  learner,
  page,
}) => {
  const { t } = learner
  await learner.logInByCall('commit@demo.test')
  await page.goto('/navigators/funding/bursaries')
  const rows = page
    .getByRole('main')
    .getByRole('listitem')
    .filter({ has: page.locator('h3') })
  const chip = (name: string) => page.getByRole('button', { name, exact: true })
  const shown = async () => Number(/\d+/.exec(await page.locator('#list-count').innerText())?.[0])
  await expect(rows.first()).toContainText('NSFAS Bursary')
  await expect(chip('South Africa')).toHaveAttribute('aria-pressed', 'true')
  await expect(chip(t('list.fundingLevel.start'))).toHaveAttribute('aria-pressed', 'true')
  await expect(chip(t('list.funding.loan'))).toHaveCount(0)
  await expect(rows.filter({ hasText: 'Chevening' })).toHaveCount(0)
  const first = await shown()

  // Each fact has a line of its own.
  const lines = await rows
    .first()
    .locator('p')
    .evaluateAll((all) =>
      all
        .filter((each) => each.getAttribute('aria-hidden') === null)
        .map((each) => Math.round(each.getBoundingClientRect().top)),
    )
  expect(lines.length).toBeGreaterThan(2)
  expect(new Set(lines).size).toBe(lines.length)

  await chip(t('catalogue.all')).click()
  await expect.poll(shown).toBeGreaterThan(first)
  await expect(rows.filter({ hasText: 'Chevening' }).first()).toContainText(t('list.region.AFRICA'))
  await page.getByRole('link', { name: t('funding.invite.button') }).click()
  await learner.expectAt('/navigators/funding')
  await chip(t('list.funding.loan')).click()
  await expect(rows.first()).toContainText(t('bursary.payBack'))
})

test('places to study: the town is on the page, and choosing one keeps the country', async ({
  learner,
  page,
}) => {
  const { t } = learner
  await learner.logInByCall('commit@demo.test')
  await page.goto('/navigators/tertiary-institutions')
  const rows = page
    .getByRole('main')
    .getByRole('listitem')
    .filter({ has: page.locator('h2, h3') })
  await expect(rows.first()).toBeVisible()
  await expect(rows.filter({ hasText: t('list.institution.private-college') })).toHaveCount(0)
  await expect(rows.first(), 'not said on each row').not.toContainText('South Africa')
  await page.getByLabel(t('catalogue.near'), { exact: true }).selectOption('polokwane')
  await expect(page).toHaveURL(/place=polokwane/)
  await expect(page.getByRole('figure')).toBeVisible()
  await expect(page.getByText(t('content.institutions.count', { count: 177 }))).toBeVisible()
  const chip = page.getByRole('button', { name: 'South Africa', exact: true })
  await expect(chip).toHaveAttribute('aria-pressed', 'true')
  await chip.click()
  await expect(page.getByText(t('content.institutions.count', { count: 787 }))).toBeVisible()
})

test('a bursary says what one gets and gives, and when it closes, in Afrikaans too', async ({
  learner,
  page,
}) => {
  const { t } = learner
  await learner.logInByCall('commit@demo.test')
  await page.goto('/navigators/funding/bursaries')
  const dated = page.getByRole('region', { name: t('catalogue.split.dated') })
  const nsfas = dated.getByRole('listitem').filter({ hasText: 'NSFAS Bursary' })
  await expect(nsfas.getByText(t('catalogue.tile.closes'), { exact: true })).toBeVisible()
  const unknown = page.getByRole('region', { name: t('catalogue.split.undated') })
  await expect(unknown.getByText(t('catalogue.tile.ask'), { exact: true }).first()).toBeVisible()

  await nsfas.getByRole('link').click()
  const deal = page.getByRole('region', { name: t('bursary.deal') })
  await expect(deal.getByText(t('bursary.get.bursary'))).toBeVisible()
  // What it says of itself is there instead of what bursaries in general ask for.
  await expect(deal.getByText(/families that earn up to R350 000/)).toBeVisible()
  await expect(page.getByText(t('bursary.give.bursary'))).toBeHidden()
  const closing = page.getByRole('region', { name: t('catalogue.calendar.one') })
  await expect(closing.getByText(/November.*December.*January|January.*November/)).toBeVisible()

  await learner.call('PUT', 'users/school-curriculum', { schoolCurriculum: 'nsc' })
  await page.evaluate(() => localStorage.setItem('language', 'af'))
  await page.reload()
  await expect(page.getByText('Vir gesinne wat tot R350 000 per jaar verdien')).toBeVisible()
  await page.goto('/navigators/jobs')
  await expect(page.getByText('Leerderskap: kleuteronderwys')).toBeVisible()
  await page.goto('/navigators/subject-choices/subjects')
  const titles = async () =>
    (await page.getByRole('main').getByRole('listitem').locator('h2, h3').allInnerTexts()).map(
      (each) => each.replaceAll('\u00ad', ''),
    )
  await expect.poll(titles).toContain('Afrikaans Eerste Addisionele Taal')
  const shown = await titles()
  expect(shown).toEqual(shown.toSorted(new Intl.Collator('af').compare))
})

test('a link with a mistake says so, and leads to the whole list', async ({
  learner,
  page,
  strict,
}) => {
  const { t } = learner
  await learner.onboardByCalls()
  await learner.takeWorkerTypeByCalls()
  strict.allow(REFUSED(422))
  await page.goto('/navigators/tertiary-institutions?place=atlantis-x&page=-1')
  await expect(page.getByRole('heading', { name: t('state.address.title') })).toBeVisible()
  await page.getByRole('button', { name: t('state.address.all') }).click()
  await expect(page).toHaveURL(/tertiary-institutions$/)
  await expect(page.getByRole('link', { name: 'Boland TVET College' })).toBeVisible()
})

test('places remember the town that was chosen last, until all are asked for', async ({
  learner,
  page,
}) => {
  const { t } = learner
  await learner.onboardByCalls()
  await learner.takeWorkerTypeByCalls()
  const list = '/navigators/tertiary-institutions'
  await page.goto(list)
  const near = page.getByLabel(t('catalogue.near'), { exact: true })
  const told = page.waitForResponse(/users\/interactions/)
  await near.selectOption('polokwane')
  await told
  await page.goto('/explore')
  await page.goto(list)
  await expect(near).toHaveValue('polokwane')
  const cards = page
    .getByRole('main')
    .getByRole('listitem')
    .filter({ has: page.locator('h2, h3') })
  await expect(cards.first(), 'before the private ones of the town').toContainText('Capricorn')
  await near.selectOption('')
  await expect(page).toHaveURL(/place=all/)
  await expect(near).toHaveValue('')
})

test('nothing that is in sight moves when the data of a page come', async ({
  learner,
  page,
  context,
}) => {
  await learner.onboardByCalls()
  await learner.takeWorkerTypeByCalls()
  await page.addInitScript(() => {
    const shifts: [value: number, what: string][] = []
    Object.assign(window, { shifts })
    type Shift = PerformanceEntry & {
      readonly value: number
      readonly hadRecentInput: boolean
      readonly sources: readonly { readonly node?: Node | null }[]
    }
    new PerformanceObserver((list) => {
      for (const { value, hadRecentInput, sources } of list.getEntries() as Shift[]) {
        const nodes = sources.map(({ node }) => (node as Element | null)?.className)
        if (!hadRecentInput) shifts.push([value, nodes.join(' | ')])
      }
    }).observe({ type: 'layout-shift', buffered: true })
  })
  const network = await context.newCDPSession(page)
  const slow = { offline: false, latency: 300, downloadThroughput: 2e5, uploadThroughput: 9e4 }
  await network.send('Network.emulateNetworkConditions', slow)
  for (const path of [
    '/profile/home',
    '/navigators/careers/careers/x/29-1141.00',
    '/navigators/funding/bursaries',
    '/navigators/funding/bursaries/x/nsfas-bursary',
    '/navigators/tertiary-institutions/institution/x/stellenbosch-university',
    '/navigators/jobs',
  ])
    await test.step(path, async () => {
      await page.goto(path)
      await expect(page.getByRole('main').locator('[aria-busy="true"]')).toHaveCount(0)
      await expect(page.getByRole('main').locator('h2').first()).toBeVisible()
      await page.waitForTimeout(500)
      const shifts = await page.evaluate(
        () => (window as unknown as { shifts: [number, string][] }).shifts,
      )
      const sum = shifts.reduce((all, [value]) => all + value, 0)
      // From 0.1 on, people notice (web.dev, Cumulative Layout Shift).
      expect(sum, JSON.stringify(shifts)).toBeLessThan(0.1)
    })
})
