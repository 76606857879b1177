/** How an instrument works, in the console: each figure with its interval and its meaning, and the file. */

import { readFileSync } from 'node:fs'
import type { InstrumentView } from '#engine/contract/instruments.ts'
import { healthOf, LOW_FIT } from '#engine/psychometrics/health.ts'
import { FROM } from '#engine/psychometrics/groups.ts'
import { countedItems } from '#engine/psychometrics/sums.ts'
import { instrument, peopleOf, sumsOf } from '#tests/support/simulatedsums.ts'
import { phoneOf } from './support/office.ts'
import { Publisher } from './support/publisher.ts'
import { expect, test } from './support/strict.ts'

const PEOPLE = 320
const EXPERTS = 14

/** Counting takes ten minutes: the server's answer is made here, by the same engine. */
function view(id: 'big_5' | 'holland_code'): InstrumentView {
  const { key, document } = instrument(id)
  const people = peopleOf(id, PEOPLE)
  const items = countedItems(key)
  const rows: Record<string, number[]> = { 'minutes//9': [200], 'minutes//10': [120] }
  for (const { item } of items) {
    for (const { answers } of people) {
      const row = (rows[`value/${item}/${String(answers[item])}`] ??= [0])
      row[0]!++
    }
    rows[`time/${item}/24`] = [200]
    rows[`time/${item}/26`] = [120]
  }
  const health = healthOf({
    id,
    version: '1.0',
    versions: ['1.0'],
    language: null,
    items,
    options: new Map(items.map(({ item }) => [item, ['1', '2', '3', '4', '5']])),
    promised: document.minutes,
    backgrounds: [],
    languages: [
      {
        language: 'en',
        people: PEOPLE,
        attempts: PEOPLE + 4,
        careless: 4,
        sums: { ...sumsOf(id, people), ...rows },
        stopped: new Map([
          [4, 6],
          [9, 30],
          [20, 7],
        ]),
      },
    ],
  })
  return {
    ...health,
    title: 'Personality',
    names: Object.fromEntries(items.map(({ item }) => [item, item])),
    groupNames: {},
    scaleNames: {},
    options: {},
    from: FROM,
    lowFit: LOW_FIT,
  }
}

for (const language of ['en', 'af'] as const)
  test(`is told and saved as a file (${language})`, async ({ page, learner }, { outputDir }) => {
    const health = view('big_5')
    await page.goto('/')
    if (language === 'af') await learner.choose('af')
    await learner.logInByCall('owner@demo.test')
    await page.route(/\/api\/admin\/instruments\/[^/]+\/health/, (route) =>
      route.fulfill({ json: health }),
    )
    await page.goto('/admin/instruments')
    await expect(page.getByRole('button', { name: 'CSV' })).toBeEnabled()
    // Fewer than ten were careless; more than ten stopped.
    const facts = page.locator('dl').first()
    await expect(facts.getByText(/, n = 367/).first()).toBeVisible()
    const spread = health.scales[0]!.spread
    if (language === 'en') {
      await expect(facts.getByText('fewer than 10, not shown')).toHaveCount(1)
      await expect(
        page.getByText(`${spread.low.toFixed(1)} to ${spread.high.toFixed(1)}`).first(),
      ).toBeVisible()
    }
    for (const [width, scheme] of [
      [360, 'light'],
      [1280, 'dark'],
    ] as const) {
      await page.setViewportSize({ width, height: 900 })
      await page.emulateMedia({ colorScheme: scheme })
      await page.screenshot({
        path: `${outputDir}/health-${language}-${width}.png`,
        fullPage: true,
      })
      expect(
        await page.evaluate(() => document.documentElement.scrollWidth - innerWidth),
      ).toBeLessThanOrEqual(0)
    }
    const saving = page.waitForEvent('download')
    await page.getByRole('button', { name: 'CSV' }).click()
    const download = await saving
    expect(download.suggestedFilename()).toBe('big_5-1.0-health.csv')
    const lines = readFileSync(await download.path(), 'utf8')
      .trim()
      .split('\r\n')
    expect(lines[0]).toBe('instrument,version,language,about,id,figure,value,low,high,n')
    const cells = lines.map((line) => line.split(','))
    const of = (id: string, figure: string) =>
      cells.find((line) => line[4] === id && line[5] === figure)
    const scale = health.scales[0]!.id
    expect(of(scale, 'sd')!.slice(6).map(Number)).toEqual([
      spread.value,
      spread.low,
      spread.high,
      PEOPLE,
    ])
    expect(of('big_5', 'careless')!.slice(6)).toEqual(['', '', '', ''])
    // Whatever has a value has an interval.
    for (const line of cells.slice(1))
      if (line[6] !== '' && line[5] !== 'people')
        expect([line[7], line[8]], line.join(',')).not.toContain('')
  })

test('tells how alike the six types are, with intervals', async ({ page, learner }, {
  outputDir,
}) => {
  const { circle, ...health } = view('holland_code')
  await learner.logInByCall('owner@demo.test')
  await page.route(/\/api\/admin\/instruments\/[^/]+\/health/, (route) =>
    route.fulfill({ json: { ...health, circle } }),
  )
  await page.setViewportSize({ width: 360, height: 640 })
  await page.goto('/admin/instruments')
  const { near } = circle!
  const two = (value: number) => value.toFixed(2)
  await expect(
    page.getByText(`neighbours ${two(near.value)} (${two(near.low)} to ${two(near.high)})`),
  ).toBeVisible()
  await page.screenshot({ path: `${outputDir}/circle-360.png`, fullPage: true })
  await page.setViewportSize({ width: 1280, height: 900 })
  await page.screenshot({ path: `${outputDir}/circle-1280.png` })
})

test('shows what a panel of experts chose, beside the key, and saves it', async ({
  page,
  browser,
  product,
  strict,
  learner,
}, { outputDir }) => {
  test.setTimeout(240_000)
  const owner = await Publisher.of(product)
  const id = 'managing_emotion'
  const { key } = instrument(id)
  for (let at = 0; at < EXPERTS; at++) {
    const rater = await phoneOf({ browser, product, strict })
    await rater.onboardByCalls('DEMO-PLUS')
    const { _id } = await rater.call<{ _id: string }>('GET', 'auth/get-user')
    await owner.send('PUT', `admin/users/${_id}/cohort`, {
      cohort: { institution: 'A clinic', name: 'Experts', assessments: [id] },
    })
    // All but two choose what the key counts most.
    const best = Object.fromEntries(
      key.items.map((item) => {
        const order = item.weights!.toSorted((a, b) => b.weight - a.weight)
        return [item.id, order[at < 2 ? 1 : 0]!.id]
      }),
    )
    await rater.answerByCalls(id, best)
    await rater.page.context().close()
  }
  await owner.close()
  await learner.logInByCall('owner@demo.test')
  await page.goto('/admin/instruments')
  await page.getByLabel(learner.t('console.instruments.instrument')).selectOption(id)
  const panel = page.getByRole('region', {
    name: learner.t('console.instruments.panel.title'),
    exact: true,
  })
  await panel
    .first()
    .getByLabel(learner.t('console.instruments.panel.cohort'))
    .selectOption('Experts')
  const rows = panel.first().getByRole('row')
  await expect(rows).toHaveCount(1 + key.items.length)
  // Answers happen to follow a pattern in one of forty orders of the questions.
  await expect(rows.nth(1)).toContainText(/: [89]\d% .*, in the key 90%/)
  await expect(rows.nth(1)).toContainText(/: (7|8|1\d)% .*, in the key 25%/)
  for (const [width, scheme] of [
    [360, 'light'],
    [360, 'dark'],
    [1280, 'light'],
    [1280, 'dark'],
  ] as const) {
    await page.setViewportSize({ width, height: 900 })
    await page.emulateMedia({ colorScheme: scheme })
    await panel.first().screenshot({ path: `${outputDir}/panel-${width}-${scheme}.png` })
    expect(
      await page.evaluate(() => document.documentElement.scrollWidth - innerWidth),
    ).toBeLessThanOrEqual(0)
  }
  const saving = page.waitForEvent('download')
  await panel.first().getByRole('button', { name: /^CSV/ }).click()
  const lines = readFileSync(await (await saving).path(), 'utf8')
    .trim()
    .split('\r\n')
  expect(lines).toHaveLength(1 + key.items.flatMap((item) => item.weights!).length)
  expect(lines[2]).toMatch(
    /^managing_emotion,Experts,managing_emotion_1,b,0\.9,0\.[89]\d*,0\.\d*,0\.9\d*,1[0-4],$/,
  )
})
