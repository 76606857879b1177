/**
 * An instrument added in the console, as documents alone, is taken on a phone and read in its own
 * report.
 */

import type { Words } from '#engine/recipes/recipe.ts'
import { recipeOf } from '#engine/recipes/recipes.ts'
import { DOCUMENTS, ITEMS, TEXTS } from '#tests/support/growing.ts'
import { ASSESSMENT } from '#tests/support/recipes.ts'
import type { Learner } from './support/journey.ts'
import { Publisher } from './support/publisher.ts'
import { expect, test } from './support/strict.ts'

let publisher: Publisher
let before: string

test.beforeAll(async ({ product }) => {
  publisher = await Publisher.of(product)
  before = await publisher.live()
})
test.afterAll(() => publisher.leave(before))

const english = (words: Words) => words['en'] ?? ''

/** From the first page to the report: each line is seen as it is, and answered by a key. */
async function answer(
  learner: Learner,
  lines: readonly { readonly text: string; readonly key: string }[],
): Promise<void> {
  const { page } = learner
  await learner.link('intro.start').click()
  for (const [at, { text, key }] of lines.entries()) {
    await expect(
      page.getByText(learner.t('quiz.place', { at: at + 1, total: lines.length }), { exact: true }),
    ).toBeVisible()
    await expect(page.getByRole('heading', { level: 1, name: text, exact: true })).toBeVisible()
    await page.keyboard.press(key)
  }
  await learner.link('quiz.readReport').click()
}

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
  // Patience four times of four, curiosity twice.
  await answer(
    learner,
    ITEMS.map(({ id, scale }) => ({ text: `Line ${id}`, key: scale === 'patience' ? '4' : '2' })),
  )
  await expect(page.getByRole('heading', { level: 1, name: TEXTS.report.title })).toBeVisible()
  const bars = page.getByRole('region', { name: TEXTS.report.bars })
  await expect(bars).toContainText('Patience')
  await expect(bars).toContainText('Curiosity')
})

test('an assessment that a guided page has written can be taken and its report read', async ({
  learner,
  page,
}) => {
  test.setTimeout(90_000)
  await publisher.write('assessment', {
    ...recipeOf('assessment')!.empty,
    ...ASSESSMENT,
    plans: ['powerPlus'],
    countries: [],
  })
  await publisher.publish('Farm interest')
  await learner.onboardByCalls('DEMO-PLUS')
  await learner.takeWorkerTypeByCalls()

  await page.goto('/reports/farm-interest')
  await expect(
    page.getByRole('heading', { level: 1, name: english(ASSESSMENT.title) }),
  ).toBeVisible()
  const lines = ASSESSMENT.items.en.split('\n')
  // The fourth line is turned: who works outside doesn't want the office. Nothing of the market.
  const keys = ['5', '5', '5', '1', '1', '1']
  await answer(
    learner,
    lines.map((text, at) => ({ text, key: keys[at]! })),
  )
  const [field, market] = ASSESSMENT.scales
  const bars = page.getByRole('region', { name: english(ASSESSMENT.title) })
  await expect(bars).toContainText(english(field!.label))
  await expect(bars).toContainText(english(market!.label))
  await expect(page.getByText(english(field!.high))).toBeVisible()
  await expect(page.getByText(english(field!.low))).toHaveCount(0)
})
