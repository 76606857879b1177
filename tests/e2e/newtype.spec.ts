/**
 * A type of records made from a blank document in the form alone, without the guided page: it's
 * published, filled in the console, and read by its call.
 */

import { Editor } from './support/editor.ts'
import { Publisher } from './support/publisher.ts'
import { expect, test } from './support/strict.ts'

let publisher: Publisher
let before: string
test.beforeAll(async ({ product }) => {
  publisher = await Publisher.of(product)
  before = await publisher.live()
})
test.afterAll(() => publisher.leave(before))

test('a new type of records is made in the form of a blank document, and can be filled and read', async ({
  page,
}) => {
  test.setTimeout(180_000)
  await page.setViewportSize({ width: 1280, height: 900 })
  const editor = new Editor(page)
  const { t } = editor
  await editor.signIn('owner')
  await editor.make('content-type', 'clinics', 'Clinics')

  await test.step('the form says what is missing, and has a place for all of it', async () => {
    await editor.pick('label', 'content.resources.many')
    await editor.pick('one', 'content.resources.one')
    await editor.field('licence').fill('Our own list')
    await editor.field('title', editor.group('record')).fill('name')
    const fields = editor.group('fields')
    await fields.locator('button[aria-expanded]').first().click()
    await editor.rename('name')
    await editor.addMember('required', fields)
    await editor.tick('required', fields)
    await editor.addMember('search', fields)
    await editor.add('fields')
    await editor.rename('phone')
    const sorts = editor.group('sorts')
    await sorts.locator('button[aria-expanded]').first().click()
    await editor.rename('name')
    await sorts.getByRole('textbox').last().fill('name')
    await editor.saved()
  })
  await editor.publish('A type made in the form')

  await test.step('its records are made in the console and found by their words', async () => {
    await page.goto('/admin/records/clinics')
    await page.getByRole('button', { name: t('console.records.new') }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel(t('console.records.id'), { exact: true }).fill('mankweng')
    await dialog.getByRole('textbox').nth(1).fill('Clinic of Mankweng')
    await dialog.getByRole('button', { name: t('common.save') }).click()
    await expect(page.getByRole('row').filter({ hasText: 'Clinic of Mankweng' })).toBeVisible()
    const { items } = await publisher.send<{ items: readonly object[] }>(
      'GET',
      'catalogue/clinics?search=mankweng',
    )
    expect(items).toMatchObject([{ id: 'mankweng', title: 'Clinic of Mankweng' }])
  })
})
