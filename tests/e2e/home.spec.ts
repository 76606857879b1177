/** The home page of somebody with a result: careers and what was saved lead, whatever the width. */

import { expect, test } from './support/strict.ts'

const SAVED = [
  'careers/29-1141.00',
  'careers/17-2051.00',
  'institutions/university-of-cape-town',
  'institutions/university-of-limpopo',
  'bursaries/chevening-scholarship',
  'careers/25-2031.00',
]

test('careers come first and what was saved right after; on a desktop they are side by side', async ({
  learner,
  page,
}) => {
  const { t } = learner
  await page.setViewportSize({ width: 360, height: 640 })
  await learner.onboardByCalls()
  await learner.takeWorkerTypeByCalls()
  for (const each of SAVED) await learner.call('PUT', `users/favourites/${each}`)
  await page.goto('/profile/home')
  const part = (title: string) => page.getByRole('region', { name: t(`profileHome.${title}`) })
  const next = page.getByText(t('profileHome.nextUp'), { exact: true })
  const saved = part('saved')
  const inOrder = [part('careers'), saved, next, part('results'), part('cv'), part('seen')]
  await expect(saved.getByRole('link')).toHaveCount(4)
  const boxes = async () => Promise.all(inOrder.map(async (each) => (await each.boundingBox())!))

  await test.step('on a phone, in this order', async () => {
    const tops = (await boxes()).map(({ y }) => y)
    expect(tops).toEqual(tops.toSorted((a, b) => a - b))
    const lefts = new Set((await boxes()).filter((_box, at) => at !== 2).map(({ x }) => x))
    expect(lefts.size, 'below each other').toBe(1)
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(360)
  })

  await test.step('of many that were saved the first few, and the others with a tap', async () => {
    await saved
      .getByRole('button', { name: t('profileHome.savedMore', { count: 2 }), expanded: false })
      .click()
    await expect(saved.getByRole('link')).toHaveCount(SAVED.length)
    await saved.getByRole('button', { name: t('profileHome.savedLess'), expanded: true }).click()
    await expect(saved.getByRole('link')).toHaveCount(4)
  })

  await test.step('on a desktop in two columns, neither with a hole', async () => {
    await page.setViewportSize({ width: 1280, height: 900 })
    const [careers, kept, , , cv] = (await boxes()) as [Box, Box, Box, Box, Box]
    expect(kept.x).toBeGreaterThan(careers.x + careers.width)
    expect(Math.abs(kept.y - careers.y)).toBeLessThan(2)
    expect(cv.x).toBe(kept.x)
    expect(cv.y - (kept.y + kept.height), 'the CV follows what was saved').toBeLessThan(40)
  })
})

type Box = { x: number; y: number; width: number; height: number }
