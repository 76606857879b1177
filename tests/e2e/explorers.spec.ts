/** The explorers on a small phone: searched, narrowed, opened, saved, and back at the same place. */

import type { Page } from '@playwright/test'
import { expect, NO_NET, test } from './support/strict.ts'

const PHONE = { width: 360, height: 640 }

const EXPLORERS = [
  {
    name: 'institutions',
    path: '/navigators/tertiary-institutions',
    typed: 'stelenbosh',
    found: 'Stellenbosch University',
    chip: 'list.institution.university',
    filter: { label: 'catalogue.label.province', value: 'ZA-WC', key: 'provinces' },
  },
  {
    name: 'bursaries',
    path: '/navigators/funding/bursaries',
    typed: 'nsfas',
    found: 'NSFAS Bursary',
    chip: 'list.funding.bursary',
    filter: { label: 'catalogue.label.levels', value: 'tvet', key: 'levels' },
  },
] as const

for (const { name, path, typed, found, chip, filter } of EXPLORERS)
  test(`${name} are searched, narrowed, opened and saved, and back leads to the same place`, async ({
    learner,
    page,
  }) => {
    const { t } = learner
    await page.setViewportSize(PHONE)
    await learner.logInByCall('commit@demo.test')
    await page.goto(path)
    const cards = page
      .getByRole('main')
      .getByRole('listitem')
      .filter({ has: page.getByRole('heading', { level: 2 }) })
    await expect(cards).toHaveCount(20)

    await page.getByRole('button', { name: t(chip), exact: true }).click()
    await page
      .getByRole('button', { name: t('catalogue.filters'), exact: false })
      .first()
      .click()
    await page.getByRole('dialog').getByLabel(t(filter.label)).selectOption(filter.value)
    await page.getByRole('button', { name: t('catalogue.show') }).click()
    await expect(page).toHaveURL(new RegExp(`${filter.key}=${filter.value}`))

    await page.getByRole('searchbox').fill(typed)
    const card = cards.filter({ hasText: found })
    await expect(card).toBeVisible()
    await expect(page).toHaveURL(new RegExp(`search=${typed}`))
    const address = page.url()

    await card.getByRole('link').click()
    await expect(page.getByRole('heading', { level: 1, name: found, exact: true })).toBeVisible()
    const heart = page.getByRole('button', { name: t('catalogue.save', { title: found }) })
    if ((await heart.getAttribute('aria-pressed')) === 'true') await heart.click()
    await heart.click()
    await expect(heart).toHaveAttribute('aria-pressed', 'true')

    await page.goBack()
    await expect(page).toHaveURL(address)
    await expect(card).toBeVisible()
    await page.goto(`${path}?saved=true`)
    await expect(cards.filter({ hasText: found })).toBeVisible()
  })

test('what a plan does not open is not allowed, and says which plan does', async ({
  learner,
  page,
}) => {
  await learner.logInByCall('lite@demo.test')
  await page.goto('/navigators/tertiary-institutions')
  await expect(page.getByRole('heading', { level: 1, name: /./ })).toBeVisible()
  await expect(page.getByRole('listitem').filter({ hasText: 'University of' })).toHaveCount(0)
})

const cardsOf = (page: Page) =>
  page
    .getByRole('main')
    .getByRole('listitem')
    .filter({ has: page.getByRole('heading', { level: 2 }) })

test('bursaries that close soon are a tap away, and those of unknown dates are not lost', async ({
  learner,
  page,
}) => {
  const { t } = learner
  await page.setViewportSize(PHONE)
  await learner.logInByCall('commit@demo.test')
  await page.goto('/navigators/funding/bursaries')
  await expect(page.getByText(t('catalogue.neverPay.text'))).toBeVisible()
  await expect(cardsOf(page)).toHaveCount(20)
  await page.getByRole('button', { name: t('catalogue.closing.unknown') }).click()
  await expect(page).toHaveURL(/closes=unknown/)
  await expect(cardsOf(page).first()).toContainText(t('catalogue.closesNotKnown'))
  await page.getByRole('button', { name: t('catalogue.closing.unknown') }).click()

  await page.getByRole('button', { name: /November/ }).click()
  await expect(page).toHaveURL(/closes=11/)
  await expect(cardsOf(page).first()).toContainText('November')
  await expect(page.locator('body')).not.toHaveCSS('overflow-x', 'scroll')
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(360)
})

test('funding shows all kinds of money, and says where stipends come from', async ({
  learner,
  page,
}) => {
  const { t } = learner
  await page.setViewportSize(PHONE)
  await learner.logInByCall('commit@demo.test')
  await page.goto('/navigators/funding')
  await expect(page.getByRole('heading', { level: 1, name: t('funding.title') })).toBeVisible()
  await page.getByRole('button', { name: t('list.funding.loan'), exact: true }).click()
  await expect(cardsOf(page).first()).toContainText(t('list.funding.loan'))
  await page.getByRole('button', { name: t('list.funding.stipend'), exact: true }).click()
  await expect(page.getByRole('heading', { name: t('funding.stipends.title') })).toBeVisible()
  await page.getByRole('link', { name: t('funding.stipends.button') }).click()
  await learner.expectAt('/navigators/jobs')
})

test('jobs of the demo say that they are samples, and a wrong one is reported', async ({
  learner,
  page,
}) => {
  const { t } = learner
  await page.setViewportSize(PHONE)
  await learner.logInByCall('commit@demo.test')
  await page.goto('/navigators/jobs')
  await expect(page.getByText(t('jobs.samples.title'))).toBeVisible()
  await expect(cardsOf(page)).toHaveCount(5)
  await page.getByRole('button', { name: t('jobs.matric.true'), exact: true }).click()
  await expect(cardsOf(page)).toHaveCount(2)
  await cardsOf(page).first().getByRole('link').click()
  await expect(page.getByText(t('jobs.neverPay'))).toBeVisible()
  await page.getByRole('button', { name: t('catalogue.report.button') }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('button', { name: t('catalogue.report.send') }).click()
  await expect(dialog.getByRole('alert')).toContainText(t('catalogue.report.choose'))
  await dialog.getByLabel(t('catalogue.report.reasons.money')).check()
  await dialog.getByRole('button', { name: t('catalogue.report.send') }).click()
  await expect(page.getByText(t('catalogue.report.done'))).toBeVisible()
})

test('places to study come nearest first once a town is chosen', async ({ learner, page }) => {
  const { t } = learner
  await page.setViewportSize({ width: 1280, height: 800 })
  await learner.logInByCall('commit@demo.test')
  await page.goto('/navigators/tertiary-institutions?type=university')
  const before = page.getByRole('searchbox')
  await page.getByLabel(t('catalogue.near'), { exact: true }).selectOption('polokwane')
  await expect(page).toHaveURL(/place=polokwane/)
  await expect(cardsOf(page).first()).toContainText(/km|In your town/)
  // The search has a row of its own: no list of choices is squeezed in beside it.
  const [search, near] = await Promise.all([
    before.boundingBox(),
    page.getByLabel(t('catalogue.near'), { exact: true }).boundingBox(),
  ])
  expect(near!.y).toBeGreaterThan(search!.y + search!.height - 1)
  await expect(page.getByLabel(t('catalogue.label.field'), { exact: true })).toHaveCount(0)
  await cardsOf(page).first().getByRole('link').click()
  await expect(page.getByText(t('list.basis.public'))).toBeVisible()
})

/** The calls whose responses this browser has stored. */
async function keptAnswers(): Promise<string[]> {
  const names = (await indexedDB.databases()).map(({ name }) => name)
  // Opening one that doesn't exist would create it, empty.
  if (!names.includes('tsela-pages')) return []
  const result = <T>(request: IDBRequest<T>) =>
    new Promise<T>((resolve, reject) => {
      request.onsuccess = () => resolve(request.result)
      request.onerror = () => reject(request.error!)
    })
  const pages = await result(indexedDB.open('tsela-pages'))
  const keys = await result(pages.transaction('answers').objectStore('answers').getAllKeys())
  pages.close()
  return keys.map((key) => String(key).split('/').slice(2).join('/'))
}

test('what was opened once opens without a signal, and a heart pressed there is sent later', async ({
  learner,
  page,
  context,
  strict,
}) => {
  test.setTimeout(120_000)
  const { t } = learner
  await page.setViewportSize(PHONE)
  await learner.logInByCall('commit@demo.test')
  const pages = [
    '/navigators/funding/bursaries?type=loan',
    '/navigators/funding/bursaries/x/chevening-scholarship',
    '/navigators/funding',
    '/navigators/jobs',
    '/navigators/tertiary-institutions?type=university',
    '/navigators/skillsets/courses',
    '/navigators/skillsets/skill-providers',
    '/navigators/resources-navigator',
    '/navigators/upliftment-providers',
  ]
  const shown = () => page.getByRole('main').getByRole('listitem').first()
  for (const path of pages) {
    const answered = page.waitForResponse((response) => response.url().includes('/api/catalogue/'))
    await page.goto(path)
    await expect(shown()).toBeVisible()
    const asked = (await answered).url().replace(/^.*\/api\//, '')
    // A page that is left the moment it appears need not be on the phone yet.
    await expect.poll(() => page.evaluate(keptAnswers)).toContainEqual(asked)
  }
  await learner.readyForOffline()
  strict.allow(NO_NET)
  await context.setOffline(true)
  for (const path of pages) {
    await page.goto(path)
    await expect(shown(), path).toBeVisible()
  }
  await page.goto('/navigators/funding/bursaries/x/chevening-scholarship')
  const heart = page.getByRole('button', {
    name: t('catalogue.save', { title: 'Chevening Scholarship' }),
  })
  await heart.click()
  await expect(heart).toHaveAttribute('aria-pressed', 'true')
  await context.setOffline(false)
  await page.goto('/navigators/funding/bursaries?saved=true')
  await expect(cardsOf(page).filter({ hasText: 'Chevening' })).toBeVisible({ timeout: 20_000 })
})
