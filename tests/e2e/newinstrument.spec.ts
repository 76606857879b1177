/**
 * An instrument added in the console, as documents alone, is taken on a phone and read in its own
 * report.
 */

import { DOCUMENTS, ITEMS, TEXTS } from '#tests/support/growing.ts'
import { Publisher } from './support/publisher.ts'
import { expect, test } from './support/strict.ts'

let publisher: Publisher
let before: string

test.beforeAll(async ({ product }) => {
  publisher = await Publisher.of(product)
  before = await publisher.live()
})
test.afterAll(() => publisher.leave(before))

test('an instrument made of documents alone can be taken and its report read', async ({
  learner,
  page,
}) => {
  test.setTimeout(90_000)
  const texts = ['en', 'af'].map((id) => ({
    kind: 'locale',
    id,
    edit: (document: object) => ({
      ...document,
      texts: { ...(document as { texts: object }).texts, growing: TEXTS },
    }),
  }))
  const documents = Object.entries(DOCUMENTS).map(([name, document]) => ({
    kind: name.slice(0, name.indexOf('/')),
    id: name.slice(name.indexOf('/') + 1),
    edit: () => document as Record<string, unknown>,
  }))
  await publisher.publish('A new instrument', ...texts, ...documents)
  await learner.onboardByCalls('DEMO-PLUS')
  await learner.takeWorkerTypeByCalls()

  await page.goto('/reports/growing')
  await expect(page.getByRole('heading', { level: 1, name: TEXTS.title })).toBeVisible()
  await learner.link('intro.start').click()
  for (let at = 1; at <= ITEMS.length; at++) {
    await expect(
      page.getByText(learner.t('quiz.place', { at, total: ITEMS.length }), { exact: true }),
    ).toBeVisible()
    await expect(
      page.getByRole('heading', { level: 1, name: `Line ${ITEMS[at - 1]!.id}`, exact: true }),
    ).toBeVisible()
    // Patience four times of four, curiosity twice.
    await page.keyboard.press(ITEMS[at - 1]!.scale === 'patience' ? '4' : '2')
  }
  await learner.link('quiz.readReport').click()
  await expect(page.getByRole('heading', { level: 1, name: TEXTS.report.title })).toBeVisible()
  const bars = page.getByRole('region', { name: TEXTS.report.bars })
  await expect(bars).toContainText('Patience')
  await expect(bars).toContainText('Curiosity')
})
