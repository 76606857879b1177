/**
 * New things made step by step, in words alone: a page, a list to explore and a consent, published
 * together, and met by a learner.
 */

import type { Page } from '@playwright/test'
import { Editor } from './support/editor.ts'
import { Guided, guidedWords as words } from './support/guided.ts'
import { Learner } from './support/journey.ts'
import { Publisher } from './support/publisher.ts'
import { expect, test } from './support/strict.ts'

test.use({ apart: 'recipes', viewport: { width: 1280, height: 900 } })

test('a page, a list and a consent are made step by step, and learners meet them', async ({
  page,
  product,
  browser,
}) => {
  test.setTimeout(300_000)
  const editor = new Editor(page)
  await editor.signIn('owner')

  await test.step('a page, which can be left half-way', async () => {
    const guided = new Guided(page, 'page')
    await guided.open()
    await page.getByRole('button', { name: /^Next/ }).click()
    await expect(page.getByText(words('fault.missing')).first()).toBeVisible()
    await guided.say('page.title', 'Start here', 'Begin hier')
    await guided.say('page.text', 'Read this first.', 'Lees dit eerste.')
    await expect(
      page.getByRole('region', { name: words('preview') }).getByText('Read this first.'),
    ).toBeVisible()
    await page.reload()
    await expect(page.getByLabel('English', { exact: true }).first()).toHaveValue('Start here')
    await shot(page, 'page')
    await guided.next('place')
    await guided.choose(page.getByLabel(new RegExp(`^${words('field.any.menu')}`)), 'navigators')
    await guided.next('people')
    await guided.next('check')
    await guided.keep()
    expect(guided.clicks, 'clicks beside typing').toBeLessThanOrEqual(12)
  })

  await test.step('a list to explore', async () => {
    const guided = new Guided(page, 'records')
    await guided.open()
    await guided.say('records.title', 'Driving schools', 'Bestuurskole')
    await guided.say('records.one', 'Driving school', 'Bestuurskool')
    await guided.next('fields')
    for (const [row, en, af, type] of [
      [1, 'Town', 'Dorp', 'text'],
      [2, 'Licence code', 'Lisensiekode', 'choice'],
    ] as const) {
      await guided.click(page.getByRole('button', { name: words('addRow.records') }))
      const fieldset = guided.row('fields', row, 'type')
      await expect(fieldset).toBeVisible()
      await fieldset.getByLabel(words('field.records.type')).selectOption(type)
      if (type === 'choice') {
        await guided.say('records.options', 'Code 8\nCode 10', 'Kode 8\nKode 10', fieldset)
        await guided.click(fieldset.getByRole('checkbox'))
      }
      await guided.say('records.label', en, af, fieldset)
    }
    await shot(page, 'records')
    await guided.next('place')
    await guided.choose(page.getByLabel(new RegExp(`^${words('field.any.menu')}`)), 'navigators')
    await guided.next('check')
    await guided.keep()
    expect(guided.clicks).toBeLessThanOrEqual(16)
  })

  await test.step('a consent', async () => {
    const guided = new Guided(page, 'consent')
    await guided.open()
    await guided.say('consent.title', 'I allow my school to see my results', 'Ek laat my skool toe')
    await guided.say(
      'consent.text',
      'Your counsellor sees your report.',
      'Jou voorligter sien dit.',
    )
    await guided.next('people')
    await shot(page, 'consent')
    await guided.next('check')
    await guided.keep()
    expect(guided.clicks).toBeLessThanOrEqual(8)
    await shot(page, 'publish')
  })

  const owner = await Publisher.of(product)
  await owner.publish('Three new things')
  await owner.close()
  const context = await browser.newContext({ viewport: { width: 360, height: 640 } })
  const phone = await context.newPage()
  const learner = new Learner(phone, product, 'en')
  await learner.logInByCall('commit@demo.test')
  await phone.goto('/start-here')
  // Everybody is asked once, and may say no.
  await expect(phone.getByText('Your counsellor sees your report.')).toBeVisible()
  await learner.button('onboarding.consent.button').click()
  await expect(phone.getByRole('main')).not.toContainText('Your counsellor')
  await phone.goto('/start-here')
  await expect(phone.getByRole('heading', { level: 1, name: 'Start here' })).toBeVisible()
  await expect(phone.getByText('Read this first.')).toBeVisible()
  await phone.goto('/driving-schools')
  await expect(phone.getByRole('heading', { level: 1, name: 'Driving schools' })).toBeVisible()
  await expect(phone.getByLabel('Search driving schools')).toBeVisible()
  await shot(phone, 'list')
  await phone.goto('/settings/account')
  await expect(phone.getByText('I allow my school to see my results')).toBeVisible()
  await context.close()
})

/** Pictures to look at, where a folder for them is given. */
async function shot(page: Page, name: string): Promise<void> {
  const folder = process.env['SHOTS']
  if (folder !== undefined) await page.screenshot({ path: `${folder}/${name}.png`, fullPage: true })
}
