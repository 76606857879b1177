/** What a phone keeps of the explorers: also what was saved without being opened, until one leaves. */

import { keptPaths } from './support/keptpaths.ts'
import { expect, NO_NET, test } from './support/strict.ts'

test.use({ viewport: { width: 360, height: 640 } })

test('what was saved without being opened opens offline with its details, and is gone after logging out', async ({
  learner,
  page,
  context,
  strict,
}) => {
  const { t } = learner
  const { email } = learner
  await learner.onboardByCalls()
  await learner.takeWorkerTypeByCalls()
  await page.goto('/navigators/funding/bursaries')
  const card = page
    .getByRole('main')
    .getByRole('listitem')
    .filter({ has: page.locator('h2, h3') })
    .nth(3)
  const title = await card.getByRole('heading').innerText()
  const address = (await card.getByRole('link').first().getAttribute('href'))!
  const id = address.split('/').at(-1)!
  await card.getByRole('button', { name: t('catalogue.save', { title }) }).click()
  const kept = async () => (await page.evaluate(keptPaths)).map((path) => path.split('?')[0])
  await expect.poll(kept, 'its own page is on the phone').toContain(`catalogue/bursaries/${id}`)
  await page.waitForLoadState('networkidle')
  await learner.readyForOffline()

  strict.allow(NO_NET)
  await context.setOffline(true)
  await page.goto(address)
  await expect(page.getByRole('heading', { level: 1, name: title, exact: true })).toBeVisible()
  await expect(
    page
      .getByRole('main')
      .getByRole('link', { name: new RegExp(t('catalogue.visit')) })
      .first(),
    'its details too',
  ).toBeVisible()
  const today = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'long' }).format()
  await expect(page.getByText(t('state.openedOn', { date: today }))).toBeVisible()
  // Nothing of it is in the cache that anybody who takes this phone could read.
  expect(await page.evaluate(cachedCalls)).toEqual([])

  await context.setOffline(false)
  await page.goto('/profile/home')
  await learner.logOut()
  await expect.poll(kept, { timeout: 20_000 }).toEqual([])
  expect(await page.evaluate(() => JSON.stringify({ ...localStorage }))).not.toContain(email)
})

test('a heart brings the list of what is saved at once, and without a signal it has what was saved since', async ({
  learner,
  page,
  context,
  strict,
}) => {
  const { t } = learner
  await learner.onboardByCalls()
  await learner.takeWorkerTypeByCalls()
  await page.goto('/navigators/funding/bursaries')
  const cards = page
    .getByRole('main')
    .getByRole('listitem')
    .filter({ has: page.locator('h2, h3') })
  const title = (at: number) => cards.nth(at).getByRole('heading').innerText()
  const [first, second] = [await title(2), await title(4)]
  const chip = page.getByRole('button', { name: t('catalogue.saved.true'), exact: true })
  await expect(chip).toHaveCount(0)
  const heart = (name: string) =>
    page.getByRole('button', { name: t('catalogue.save', { title: name }) })
  await heart(first).click()
  await expect(chip).toBeVisible()
  await heart(first).click()
  await expect(chip).toHaveCount(0)
  await heart(first).click()
  await chip.click()
  await expect(cards).toHaveCount(1)
  await page.goto('/profile/home')
  await expect(page.getByRole('link', { name: first })).toBeVisible()
  await page.goto('/navigators/funding/bursaries')
  await expect(heart(second)).toBeVisible()
  await page.waitForLoadState('networkidle')
  await learner.readyForOffline()

  strict.allow(NO_NET)
  await context.setOffline(true)
  await heart(second).click()
  await expect(heart(second)).toHaveAttribute('aria-pressed', 'true')
  await page.goto('/navigators/funding/bursaries?saved=true')
  await expect(cards).toHaveCount(2)
  await expect(cards.filter({ hasText: second })).toBeVisible()
  await heart(first).click()
  await expect(heart(first)).toHaveAttribute('aria-pressed', 'false')
  await page.goto('/profile/home')
  await expect(page.getByRole('link', { name: second })).toBeVisible()
  await expect(page.getByRole('link', { name: first })).toHaveCount(0)
})

test('a list that was never opened shows without a signal what is on the phone of it, with the day', async ({
  learner,
  page,
  context,
  strict,
}) => {
  const { t } = learner
  await learner.onboardByCalls()
  await learner.takeWorkerTypeByCalls()
  const main = page.getByRole('main')
  const opened = {
    '/navigators/tertiary-institutions/institution/x/university-of-limpopo':
      'University of Limpopo',
    '/navigators/careers/careers/x/29-1141.00': 'Registered nurse',
  }
  // From elsewhere, by a link: none of the lists is ever on screen.
  for (const [address, title] of Object.entries(opened)) {
    await page.goto(address)
    await expect(page.getByRole('heading', { level: 1, name: title, exact: true })).toBeVisible()
    await page.waitForResponse(/\/api\/bundles\//, { timeout: 30_000 })
    await page.waitForLoadState('networkidle')
  }
  await learner.readyForOffline()

  strict.allow(NO_NET)
  await context.setOffline(true)
  const lists = ['/navigators/tertiary-institutions', '/navigators/careers/all']
  for (const [at, title] of Object.values(opened).entries())
    await test.step(title, async () => {
      await page.goto(lists[at]!)
      const kept = main.getByRole('region', { name: t('state.onPhone.title') })
      await expect(kept.getByRole('heading', { name: title, exact: true })).toBeVisible()
      await expect(kept.getByRole('listitem')).toHaveCount(1)
      const today = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'long' }).format()
      await expect(kept.getByText(t('state.onPhone.from', { date: today }))).toBeVisible()
      await expect(main.getByText(t('state.offline.title'))).toHaveCount(0)
      await kept.getByRole('link').click()
      await expect(page.getByRole('heading', { level: 1, name: title, exact: true })).toBeVisible()
    })
  await page.goto('/navigators/resources-navigator')
  await expect(main.getByText(t('state.offline.title')), 'of this one nothing is').toBeVisible()

  await page.goto(lists[0]!)
  await context.setOffline(false)
  await expect(
    main.getByRole('listitem').filter({ has: page.locator('h2, h3') }),
    'the list itself comes by itself',
  ).not.toHaveCount(1)
})

/** Calls of one user in Cache Storage. */
async function cachedCalls(): Promise<string[]> {
  const urls: string[] = []
  for (const name of await caches.keys())
    for (const { url } of await (await caches.open(name)).keys()) urls.push(url)
  return urls.filter((url) => /\/api\/(catalogue|careers|users|auth)\b/.test(url))
}
