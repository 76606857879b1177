/** The explorers on a small phone: searched, narrowed, opened, saved, and back at the same place. */

import { expect, test } from './support/strict.ts'

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
