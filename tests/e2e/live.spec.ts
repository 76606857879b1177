/**
 * What a tenant publishes is there at a learner's next navigation, without a reload, and never
 * inside an assessment; previews are visible only with their link.
 */

import { expect, test } from './support/strict.ts'
import { ITEMS } from './support/journey.ts'
import { Publisher, textChange } from './support/publisher.ts'

let publisher: Publisher
let before: string

test.describe.configure({ mode: 'serial' })
test.beforeAll(async ({ product }) => {
  publisher = await Publisher.of(product)
  before = await publisher.live()
})
test.afterAll(() => publisher.leave(before))

test.describe('a release', () => {
  test('takes effect at the next navigation without a reload, and so does its rollback', async ({
    page,
    learner,
  }) => {
    await page.goto('/terms')
    await expect(learner.heading('page.terms')).toBeVisible()
    await page.evaluate(() => Object.assign(window, { samePage: true }))
    const to = async (path: string) => {
      await page.locator(`footer a[href="${path}"]`).click()
      await learner.expectAt(path)
    }
    const corner = () =>
      page.evaluate(() =>
        getComputedStyle(document.documentElement).getPropertyValue('--r1').trim(),
      )
    await publisher.publish('other words', textChange('en', 'page.terms', 'House rules'), {
      kind: 'config',
      id: 'default',
      edit: (config) => ({ ...config, cssVariables: { r1: '3px' } }),
    })
    await expect(learner.heading('page.terms'), 'nothing changes under somebody').toBeVisible()
    await to('/privacy')
    await to('/terms')
    await expect(
      page.getByRole('heading', { level: 1, name: 'House rules', exact: true }),
    ).toBeVisible()
    await expect.poll(corner, 'the theme follows the texts').toBe('3px')
    await publisher.takeBack(before)
    await to('/privacy')
    await to('/terms')
    await expect(learner.heading('page.terms')).toBeVisible()
    await expect.poll(corner).not.toBe('3px')
    expect(await page.evaluate(() => 'samePage' in window)).toBe(true)
  })

  test('leaves an assessment in progress as it began', async ({ page, learner }) => {
    await learner.logInByCall('plus@demo.test')
    await page.goto('/reports/worker-type')
    await learner.startQuiz()
    const answers = Object.fromEntries(ITEMS.map((item) => [item, 4]))
    await learner.answerUpTo(2, answers)
    await learner.expectPlace(3)
    const item = await learner.currentItem()
    await publisher.publish(
      'another line',
      textChange('en', `holland_code.item.${item}`, 'Something quite different'),
    )
    await page.goto('/terms')
    await expect(learner.heading('page.terms')).toBeVisible()
    await page.goto('/reports/worker-type/quiz')
    await learner.expectPlace(3)
    expect(await learner.currentItem(), 'in the words that it began with').toBe(item)
    await learner.answer(answers)
    await learner.expectPlace(4)
  })
})

test.describe('a preview', () => {
  const persona = { plan: 'power', stage: 'fullAccess', country: 'ZA', language: 'en' }
  const open = async () =>
    (await publisher.send<{ url: string }>('POST', 'admin/previews', { persona, path: '/terms' }))
      .url

  test('shows drafts as the imagined user would see them, says so, and keeps nothing', async ({
    page,
    learner,
    strict,
  }) => {
    strict.allow(/the server responded with a status of 403/)
    await publisher.draft(textChange('en', 'page.terms', 'Rules in the making'))
    await page.goto(await open())
    await expect(
      page.getByRole('heading', { level: 1, name: 'Rules in the making', exact: true }),
    ).toBeVisible()
    const ribbon = page.getByRole('note').filter({ hasText: learner.t('preview.title') })
    await expect(ribbon).toContainText(learner.t('plan.power'))
    await expect(ribbon).toContainText(learner.t('preview.stage.fullAccess'))
    await page.locator('a[href$="/profile/home"]').first().click()
    await expect(page).toHaveURL(/\/preview\/[\w-]+\/profile\/home$/)
    expect(await page.evaluate(() => Object.keys(localStorage))).toEqual([])
    expect(
      await page.evaluate(async () => (await indexedDB.databases()).map(({ name }) => name)),
    ).toEqual([])
    expect(
      await page.evaluate(async () => (await navigator.serviceWorker.getRegistrations()).length),
    ).toBe(0)
    await page.goto('/terms')
    await expect(learner.heading('page.terms'), 'nobody else sees it').toBeVisible()
  })

  test('talks to the page around it', async ({ page }) => {
    await page.goto('/terms')
    const url = await open()
    await page.evaluate((src) => {
      const frame = document.body.appendChild(document.createElement('iframe'))
      Object.assign(window, { said: [], frame })
      window.addEventListener('message', ({ origin, source, data }) => {
        if (origin === location.origin && source === frame.contentWindow)
          (window as unknown as { said: unknown[] }).said.push(data)
      })
      frame.width = '400'
      frame.height = '600'
      frame.src = src
    }, url)
    const said = () => page.evaluate(() => (window as unknown as { said: unknown[] }).said)
    const say = (message: object) =>
      page.evaluate(
        (data) =>
          (window as unknown as { frame: HTMLIFrameElement }).frame.contentWindow!.postMessage(
            data,
            location.origin,
          ),
        message,
      )
    await expect.poll(said).toContainEqual({ type: 'tsela:at', path: '/terms', route: 'termsPage' })
    await say({ type: 'tsela:navigate', path: '/privacy' })
    await expect
      .poll(said)
      .toContainEqual({ type: 'tsela:at', path: '/privacy', route: 'privacyPage' })
    await say({ type: 'tsela:select', on: true })
    await page.frameLocator('iframe').getByRole('heading', { level: 1 }).click()
    await expect.poll(said).toContainEqual({
      type: 'tsela:node',
      screen: 'privacy',
      pointer: expect.stringMatching(/^\/children\//),
    })
  })
})
