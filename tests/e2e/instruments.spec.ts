/**
 * Every questionnaire, from its card to its report on a small phone: driven by its documents,
 * because the test knows only an instrument's id. One loses its connection in the middle, one its
 * tab.
 */

import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import { formatOf, optionsOf } from '#engine/scoring/answervalue.ts'
import type { DocumentOf } from '#engine/documents/kinds.ts'
import { Learner } from './support/journey.ts'
import { root } from './support/product.ts'
import { Publisher } from './support/publisher.ts'
import { expect, NO_NET, test } from './support/strict.ts'

type Assessment = DocumentOf<'assessment'>

const documentOf = (id: string) =>
  JSON.parse(readFileSync(join(root, 'schemas', 'assessments', `${id}.json`), 'utf8')) as Assessment
const PATHS: Readonly<Record<string, { start: string; report: string }>> = {
  entrepreneurial_intent: {
    start: '/reports/entrepreneurship',
    report: '/reports/entrepreneurship',
  },
  value_scales: { start: '/reports/value-scales', report: '/reports/value-scales' },
  big_5: { start: '/reports/personality-guide', report: '/reports/personality-guide' },
  learning_styles: { start: '/reports/learning-styles', report: '/reports/learning-styles' },
  perceiving_emotion: {
    start: '/reports/emotional-intelligence/perceiving-emotions',
    report: '/reports/emotional-intelligence',
  },
  understanding_emotion: {
    start: '/reports/emotional-intelligence/understanding-emotions',
    report: '/reports/emotional-intelligence',
  },
  managing_emotion: {
    start: '/reports/emotional-intelligence/managing-emotions',
    report: '/reports/emotional-intelligence',
  },
}
/** After this many lines something happens to these. */
const OFFLINE = 'value_scales'
const KILLED = 'understanding_emotion'
const MIDDLE = 9

for (const [id, { start, report }] of Object.entries(PATHS)) {
  test(`${id} is taken from its card to its report`, async ({
    learner,
    page,
    context,
    strict,
    product,
  }) => {
    test.setTimeout(120_000)
    await learner.onboardByCalls('DEMO-PLUS')
    await learner.takeWorkerTypeByCalls()
    const instrument = documentOf(id)
    const { t } = learner
    await page.goto('/profile/home')
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()

    await page.goto(start)
    await learner.link('intro.start').click()
    await answerUpTo(learner, page, instrument, MIDDLE)
    let last = page
    if (id === OFFLINE) {
      strict.allow(NO_NET)
      await learner.readyForOffline()
      await expect(learner.saved('sent')).toBeVisible()
      await context.setOffline(true)
      await expect(page.getByText(t('quiz.offline'))).toBeVisible()
      await answerUpTo(learner, page, instrument, MIDDLE + 8)
      await page.reload()
      await expectPlace(learner, page, MIDDLE + 9, instrument)
      await context.setOffline(false)
      await expect(page.getByText(t('quiz.offline'))).toBeHidden()
    }
    if (id === KILLED) {
      // Closed abruptly in the middle: what is on the phone counts, sent or not.
      await page.close({ runBeforeUnload: false })
      last = await context.newPage()
      await last.goto(`${product.url}${start}/quiz`)
      await expectPlace(learner, last, MIDDLE + 1, instrument)
    }
    await answerUpTo(learner, last, instrument, instrument.items!.length)

    await last.getByRole('link', { name: t('quiz.readReport') }).click()
    await expect(last).toHaveURL(product.url + report)
    await expect(last.getByRole('heading', { level: 1 })).toBeVisible()
    await expect(last.getByText(t('built.title'))).toHaveCount(0)
    const { metrics, items } = await result(new Learner(last, product), id)
    expect(items).toBe(instrument.items!.length)
    expect(Object.keys(metrics).length).toBeGreaterThan(0)
    await expect
      .poll(() => last.evaluate(() => document.documentElement.scrollWidth - innerWidth))
      .toBeLessThanOrEqual(0)
  })
}

const RESEARCH = ['interests', 'ipip', 'stem_b', 'steu_b'] as const

test('a user in a cohort takes what the cohort asks for, and the list shows it', async ({
  learner,
  page,
  product,
}) => {
  test.setTimeout(120_000)
  await learner.onboardByCalls('DEMO-PLUS')
  const { _id } = await learner.call<{ _id: string }>('GET', 'auth/get-user')
  const owner = await Publisher.of(product)
  await owner.send('PUT', `admin/users/${_id}/cohort`, {
    cohort: {
      institution: 'A school',
      name: 'Grade 11',
      assessments: ['holland_code', 'big_5', 'managing_emotion'],
    },
  })
  await owner.close()
  await page.goto('/profile/home')
  await learner.expectAt('/research')
  for (const id of RESEARCH) {
    const instrument = documentOf(id)
    await page.goto(`/research/assessments/${id}`)
    await learner.link('intro.start').click()
    await answerUpTo(learner, page, instrument, instrument.items!.length)
    // A finished one no longer has a page: it redirects to the list.
    await learner.expectAt('/research')
    expect((await result(learner, id)).items).toBe(instrument.items!.length)
  }
})

async function expectPlace(
  learner: Learner,
  page: Page,
  at: number,
  { items }: Assessment,
): Promise<void> {
  await expect(
    page.getByText(learner.t('quiz.place', { at, total: items!.length }), { exact: true }),
  ).toBeVisible()
}

/** With the keyboard, as fast as the page accepts it: each line in a different way. */
async function answerUpTo(
  learner: Learner,
  page: Page,
  document: Assessment,
  last: number,
): Promise<void> {
  const items = document.items!
  const shown = page.getByText(
    new RegExp(`^${learner.t('quiz.place', { at: '(\\d+)', total: items.length })}$`),
  )
  for (let at = Number(/\d+/.exec(await shown.innerText())![0]); at <= last; at++) {
    await expectPlace(learner, page, at, document)
    const options = optionsOf(document, items[at - 1]!.id)
    if (formatOf(document) === 'rank') {
      for (let place = 0; place < options.length - 1; place++)
        await page.keyboard.press(String(((at + place) % options.length) + 1))
      await page.getByRole('button', { name: learner.t('quiz.rank.done') }).click()
    } else {
      const count =
        formatOf(document) === 'scale' ? document.responseScale!.options.length : options.length
      await page.keyboard.press(String(((at * 2) % count) + 1))
    }
  }
  // The next line is shown, so the last answer is on the phone.
  if (last < items.length) await expectPlace(learner, page, last + 1, document)
}

async function result(
  learner: Learner,
  id: string,
): Promise<{ metrics: Record<string, unknown>; items: number }> {
  const user = await learner.call<{
    assessments: Record<string, { metrics: Record<string, unknown> }>
  }>('GET', 'auth/get-user')
  const { items } = await learner.call<{ items: { id: string; state: string; items: number }[] }>(
    'GET',
    'assessments',
  )
  const listed = items.find((each) => each.id === id)!
  expect(listed.state).toBe('complete')
  return { metrics: user.assessments[id]!.metrics, items: listed.items }
}
