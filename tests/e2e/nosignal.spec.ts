/** Every page of the explorers that was opened once opens again without a connection. */

import { EXPLORER_PAGES } from './support/explorerpages.ts'
import { expect, NO_NET, test } from './support/strict.ts'
import type { Page } from '@playwright/test'

test.use({ viewport: { width: 360, height: 640 } })

const PLACES = [
  ...EXPLORER_PAGES,
  { screen: 'institutions', path: '/navigators/tertiary-institutions?place=polokwane' },
]

test('every page of every explorer that was opened once opens again without signal, with all that it had', async ({
  learner,
  page,
  context,
  strict,
}) => {
  test.setTimeout(300_000)
  // Of their own: what others save on a shared account changes these pages.
  await learner.onboardByCalls()
  await learner.takeWorkerTypeByCalls()
  for (const career of ['29-1141.00', '47-2111.00'])
    await learner.call('PUT', `users/favourites/careers/${career}`)
  await learner.call('PUT', 'users/school-curriculum', { schoolCurriculum: 'nsc' })
  await page.goto('/explore')
  await learner.readyForOffline()
  const before = new Map<string, readonly string[]>()
  for (const { path } of PLACES)
    await test.step(path, async () => {
      await page.goto(path)
      await headingsOf(page)
      await learner.readyForOffline()
      // What comes last, such as a bar with what is saved, says nowhere that it is on its way.
      await page.waitForLoadState('networkidle')
      before.set(path, await headingsOf(page))
    })

  strict.allow(NO_NET)
  await context.setOffline(true)
  for (const { path } of PLACES)
    await test.step(`${path}, offline`, async () => {
      await page.goto(path)
      await expect(page.getByText(learner.t('state.offlineStrip'))).toBeVisible()
      await expect.soft
        .poll(async () => [path, await headingsOf(page)])
        .toEqual([path, before.get(path)])
    })
})

/** The headings of a page once all of its data have arrived: what it has, in short. */
async function headingsOf(page: Page): Promise<readonly string[]> {
  const main = page.getByRole('main')
  await expect(main.getByRole('heading', { level: 1 })).toBeVisible()
  await expect(main.locator('[aria-busy="true"]')).toHaveCount(0)
  return main.getByRole('heading').allInnerTexts()
}
