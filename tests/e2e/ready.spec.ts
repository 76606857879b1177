/** What a learner does with what they found: their own country, a bursary's papers and dates, a career's parts. */

import { readFile } from 'node:fs/promises'
import { expect, NO_NET, test } from './support/strict.ts'

const PHONE = { width: 360, height: 640 }
const FUNZA = '/navigators/funding/bursaries/funza/funza-lushaka-bursary-programme'
const NSFAS = '/navigators/funding/bursaries/nsfas/nsfas-bursary'

test('places to study are those of one’s own country until one asks for others', async ({
  learner,
  page,
}) => {
  const { t } = learner
  await page.setViewportSize({ width: 1280, height: 800 })
  await learner.logInByCall('commit@demo.test')
  await page.goto('/navigators/tertiary-institutions')
  const country = page.getByRole('combobox', { name: t('catalogue.label.country'), exact: true })
  const count = page.getByRole('status').filter({ hasText: /places/ })
  await expect(country).toHaveValue('ZA')
  await expect(count).toContainText(t('content.institutions.count', { count: 177 }))

  await country.selectOption('')
  await expect(page).toHaveURL(/country=all/)
  await expect(count).toContainText(t('content.institutions.count', { count: 787 }))
  await page.reload()
  await expect(count, 'as the address says').toContainText('787')
  await country.selectOption('ZA')
  await expect(count).toContainText('177')
  await page.getByRole('button', { name: t('catalogue.all'), exact: true }).click()
  await expect(count, 'all is all, one’s own country taken back as well').toContainText('787')

  // Whoever searches means all of them.
  await page.getByRole('searchbox').fill('nairobi')
  await expect(
    page.getByRole('main').getByText('University of Nairobi', { exact: true }).first(),
  ).toBeVisible()
  await expect(country).toHaveValue('')
})

test('a bursary leads to careers, its papers are ticked once for all, and a reminder is a file', async ({
  learner,
  page,
  context,
  strict,
}) => {
  const { t } = learner
  strict.allow(NO_NET)
  await page.setViewportSize(PHONE)
  await page.clock.setFixedTime(new Date('2026-11-27T08:00:00'))
  await learner.logInByCall('commit@demo.test')
  await learner.call('PUT', 'users/papers-ready', { papersReady: [] })
  await page.goto(FUNZA)
  const box = (key: string) => page.getByRole('checkbox', { name: t(key) })
  await box('bursary.ready.id').check()
  await expect(box('bursary.ready.marks')).not.toBeChecked()
  await expect
    .poll(
      async () =>
        (await learner.call<{ profile: Record<string, unknown> }>('GET', 'auth/get-user')).profile[
          'papersReady'
        ],
    )
    .toEqual([{ paper: 'id' }])

  const [file] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: t('bursary.remind.text', { day: '1 December' }) }).click(),
  ])
  expect(file.suggestedFilename()).toBe('reminder.ics')
  const content = (await readFile(await file.path(), 'utf8')).replaceAll('\r\n ', '')
  expect(content).toContain('DTSTART;VALUE=DATE:20261201')
  expect(content).toContain(
    `SUMMARY:${t('bursary.remind.title', { title: 'Funza Lushaka Bursary Programme' })}`,
  )
  expect(content).toContain(new URL(FUNZA, page.url()).href)

  await page.goto(NSFAS)
  await expect(box('bursary.ready.id'), 'the same papers').toBeChecked()
  await expect(
    page.getByRole('button', { name: /1 (December|November)/ }),
    'it closes this month',
  ).toHaveCount(0)
  await expect(page.getByRole('region', { name: t('bursary.careers') })).toHaveCount(0)

  await page.goto(FUNZA)
  const careers = page.getByRole('region', { name: t('bursary.careers') })
  await expect(careers.getByRole('listitem')).toHaveCount(3)
  await context.setOffline(true)
  await box('bursary.ready.letter').check()
  await expect(page.getByText(t('lessons.kept'))).toBeVisible()
  await context.setOffline(false)
  await careers.getByRole('link').first().click()
  await expect(
    page.getByRole('heading', { level: 1, name: 'Primary school teacher' }),
  ).toBeVisible()
})

test('the parts of a career are a tap away, and the way back is one step', async ({
  learner,
  page,
}) => {
  const { t } = learner
  await page.setViewportSize(PHONE)
  await learner.logInByCall('commit@demo.test')
  await page.goto('/navigators/careers/all?search=civil+engineer')
  await page.getByRole('heading', { name: 'Civil engineer', exact: true }).click()
  const parts = page.getByRole('navigation', { name: t('career.parts.label') })
  for (const part of ['next', 'in'] as const) {
    await parts.getByRole('link', { name: t(`career.parts.${part}`), exact: true }).click()
    const heading = page.getByRole('heading', { level: 2, name: t(`career.ask.${part}`) })
    await expect(heading).toBeInViewport()
    await expect(heading).toBeFocused()
  }
  const subjects = page.getByRole('region', { name: t('career.joined.subjects') })
  await expect(subjects.getByRole('listitem')).toHaveText([
    'Mathematics',
    'Physical Sciences',
    'Engineering Graphics and Design',
  ])
  const related = page.getByRole('region', { name: t('career.related') })
  await expect(related.getByText(t('career.way.shorter'))).toBeVisible()
  await page.goBack()
  await expect(page).toHaveURL(/search=civil/)
})

test('four questions say whether NSFAS may pay: each has its own page, and no answer is kept', async ({
  learner,
  page,
}) => {
  const { t } = learner
  await page.setViewportSize(PHONE)
  await learner.logInByCall('commit@demo.test')
  const told: string[] = []
  page.on('request', (request) => {
    if (/\/api\/(?:users\/interactions|events)/.test(request.url()))
      told.push(request.postData() ?? '')
  })
  const says = (part: string) =>
    expect(
      page.getByRole('heading', { level: 1, name: t(`bursary.check.${part}.title`) }),
    ).toBeVisible()
  const answer = (word: 'yes' | 'no') =>
    page.getByRole('link', { name: t(`bursary.check.${word}`), exact: true }).click()
  await page.goto(NSFAS)
  await page.getByRole('link', { name: t('bursary.check.button') }).click()
  await says('from')
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused()
  await answer('yes')
  await says('study')
  await answer('yes')
  await says('income')
  await expect(page.getByText(/R600 000 if you have a disability/), 'the rule itself').toBeVisible()
  await answer('no')
  await says('disability')
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused()
  await answer('no')
  await says('over')
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(360)
  await expect(page.getByRole('link', { name: t('bursary.check.over.button') })).toBeVisible()
  // Each question is a step back.
  await page.goBack()
  await says('disability')
  await answer('yes')
  await says('likely')
  await page.getByRole('link', { name: t('bursary.check.apply') }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'NSFAS Bursary' })).toBeVisible()
  await page.goto('/navigators/funding/bursaries?check=from')
  await answer('no')
  await says('abroad')
  await page.getByRole('link', { name: t('bursary.check.all') }).click()
  await expect(page.getByRole('searchbox')).toBeVisible()
  expect(told.filter((body) => /disability|income|likely|over|abroad/.test(body))).toEqual([])
})
