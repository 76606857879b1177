/**
 * A tenant makes its own explorer in the console, step by step and from a file, and a learner finds
 * it in the menu. On a small phone too.
 */

import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { Editor } from './support/editor.ts'
import { Guided, guidedWords as words } from './support/guided.ts'
import { CSV, TEXTS } from './support/ninth.ts'
import { root } from './support/product.ts'
import { Publisher } from './support/publisher.ts'
import { expect, REFUSED, test } from './support/strict.ts'

test.describe.configure({ mode: 'serial' })
const { en, af } = TEXTS
const RECORDS = '/admin/records/driving-schools'
const PATH = '/navigators/driving-schools'

let publisher: Publisher
let before: string
test.beforeAll(async ({ product }) => {
  publisher = await Publisher.of(product)
  before = await publisher.live()
})
test.afterAll(() => publisher.leave(before))

test('an owner makes its type, its two pages, its entry of the menu and its guard', async ({
  page,
}) => {
  test.setTimeout(180_000)
  await page.setViewportSize({ width: 1280, height: 900 })
  const editor = new Editor(page)
  await editor.signIn('owner')
  const guided = new Guided(page, 'records')
  await guided.open()
  await guided.say('records.title', en.many, af.many)
  await guided.say('records.one', en.one, af.one)
  await guided.next('fields')
  for (const [row, name, type] of [
    [1, 'codes', 'choices'],
    [2, 'town', 'text'],
    [3, 'website', 'link'],
  ] as const) {
    await guided.click(page.getByRole('button', { name: words('addRow.records') }))
    const field = guided.row('fields', row, 'type')
    await expect(field).toBeVisible()
    await guided.choose(field.getByLabel(words('field.records.type')), type)
    if (type === 'choices') {
      await guided.say('records.options', en.codeList, af.codeList, field)
      await guided.click(field.getByRole('checkbox'))
    }
    await guided.say('records.label', en[name], af[name], field)
  }
  await guided.next('place')
  await page.getByRole('textbox', { name: words('field.any.path') }).fill(PATH)
  await guided.choose(page.getByLabel(new RegExp(`^${words('field.any.menu')}`)), 'navigators')
  const plans = page.getByRole('group', { name: new RegExp(`^${words('field.any.plans')}`) })
  for (const plan of ['Commit', 'Commit+'])
    await guided.click(plans.getByRole('checkbox', { name: plan, exact: true }))
  await guided.next('check')
  await guided.keep()
  await editor.publishHere('Driving schools')

  // Drawn by the widgets of every other explorer.
  const made = async (id: string) =>
    JSON.stringify((await publisher.send<object>('GET', `admin/documents/screen/${id}`)) ?? {})
  const shipped = (id: string) =>
    readFileSync(join(root, 'schemas', 'screens', `${id}.json`), 'utf8')
  const lists = [await made('driving-schools'), shipped('institutions'), shipped('careers-all')]
  const records = [await made('driving-schools-record'), shipped('institution'), shipped('career')]
  for (const list of lists) expect(list).toMatch(/"type": ?"collection"/)
  for (const record of records) {
    expect(record).toMatch(/"type": ?"record-cover"/)
    expect(record).toMatch(/"type": ?"facts"/)
  }
})

test('an editor imports the records from a file, on a phone', async ({ page }) => {
  test.setTimeout(120_000)
  await page.setViewportSize({ width: 360, height: 640 })
  const editor = new Editor(page)
  const { t } = editor
  await editor.signIn('editor')
  await page.goto(RECORDS)
  await expect(page.getByRole('link', { name: en.many })).toHaveAttribute('aria-current', 'page')
  await page.getByRole('button', { name: t('console.records.import'), exact: true }).click()
  const dialog = page.getByRole('dialog')
  const choose = (name: string, text: string | Buffer) =>
    dialog
      .getByLabel(t('console.records.file'), { exact: true })
      .setInputFiles({ name, mimeType: 'text/csv', buffer: Buffer.from(text) })
  const doIt = (count: number) =>
    dialog.getByRole('button', { name: t('console.records.importNow', { count }) })

  await choose('bad.csv', `${CSV}\r\nLast One;truck;Paarl;ftp://x`)
  await expect(dialog.getByText(t('console.records.problems', { count: 2 }))).toBeVisible()
  await expect(dialog.getByRole('row').filter({ hasText: 'ftp://x' })).toContainText('Line 5')
  await expect(doIt(4)).toBeDisabled()

  // As a spreadsheet on Windows saves it.
  await choose('schools.csv', Buffer.from(CSV, 'latin1'))
  await expect(
    dialog.getByText(t('console.records.encoding', { encoding: 'windows-1252' })),
  ).toBeVisible()
  await expect(dialog.getByRole('status')).toContainText('3 new')
  expect(await page.evaluate(() => document.documentElement.scrollWidth <= window.innerWidth)).toBe(
    true,
  )
  await doIt(3).click()
  await expect(dialog).toBeHidden()
  await expect(page.getByRole('row').filter({ hasText: 'Môreson Driving' })).toBeVisible()
  await expect(page.getByRole('row').filter({ hasText: '=Fast Lane' })).toBeVisible()
  expect(await page.evaluate(() => document.documentElement.scrollWidth <= window.innerWidth)).toBe(
    true,
  )
})

test('a learner finds it in the menu, searches, filters, opens and saves', async ({
  learner,
  page,
}) => {
  await page.setViewportSize({ width: 360, height: 640 })
  await learner.logInByCall('commit@demo.test')
  await page.goto(PATH)
  await expect(page.getByRole('heading', { level: 1, name: en.many })).toBeVisible()
  const cards = page
    .getByRole('main')
    .getByRole('listitem')
    .filter({ has: page.getByRole('heading', { level: 2 }) })
  await expect(cards).toHaveCount(3)
  await page.getByRole('searchbox', { name: en.search }).fill('moresen')
  await expect(cards).toHaveCount(1)
  await cards.getByRole('link').click()
  await expect(page.getByRole('heading', { level: 1, name: 'Môreson Driving' })).toBeVisible()
  await expect(page.getByText('Code 10').first()).toBeVisible()
  await page
    .getByRole('button', { name: learner.t('catalogue.save', { title: 'Môreson Driving' }) })
    .click()
  await page.goto(`${PATH}?saved=true`)
  await expect(cards).toHaveCount(1)
  await page.goto(`${PATH}?licenceCodes=code-10`)
  await expect(cards).toHaveCount(1)
  // On a desktop the menu is next to the page.
  await page.setViewportSize({ width: 1280, height: 800 })
  await page.goto('/profile/home')
  const nav = page.getByRole('navigation')
  const entry = nav.getByRole('link', { name: en.many }).first()
  if (!(await entry.isVisible()))
    await nav
      .getByRole('button', { name: learner.t('menu.navigators') })
      .first()
      .click()
  await entry.click()
  await expect(page).toHaveURL(/driving-schools$/)
})

test('a plan without it is offered the one that has it, and not let in', async ({
  learner,
  page,
  strict,
}) => {
  strict.allow(REFUSED(403))
  await learner.onboardByCalls('DEMO-LITE')
  await learner.takeWorkerTypeByCalls()
  expect((await learner.refused('GET', 'catalogue/driving-schools')).status).toBe(403)
  await page.goto(PATH)
  await learner.expectAt('/locked/drivingSchools')
  await expect(page.getByText(learner.t('upgrade.payingOnly'))).toBeVisible()
  await expect(page.getByRole('main')).toContainText(en.many)
})

test('an editor hides one, shows another for a while, and undoes the import', async ({ page }) => {
  test.setTimeout(120_000)
  await page.setViewportSize({ width: 1280, height: 800 })
  const editor = new Editor(page)
  const { t } = editor
  await editor.signIn('editor')
  await page.goto(RECORDS)
  const row = (title: string) => page.getByRole('row').filter({ hasText: title })
  await row('Fast Lane')
    .getByRole('button', { name: t('console.records.hide') })
    .click()
  await expect(row('Fast Lane')).toContainText(t('console.records.hidden'))
  await row('Môreson')
    .getByRole('button', { name: t('console.records.edit') })
    .click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('textbox', { name: 'Town' }).fill('Wellington')
  await dialog.getByLabel(t('console.records.fromDay')).fill('2090-01-01')
  await dialog.getByRole('button', { name: t('common.save') }).click()
  await expect(dialog).toBeHidden()
  await expect(row('Môreson')).toContainText('2090')
  const { total } = await publisher.send<{ total: number }>(
    'GET',
    'admin/content/driving-schools?show=planned',
  )
  expect(total).toBe(1)
  await page.getByRole('button', { name: t('console.records.undo') }).click()
  await expect(dialog).toContainText(t('console.records.undoEdits', { count: 2 }))
  await dialog.getByRole('button', { name: t('console.records.undo') }).click()
  await expect(page.getByText(t('console.records.none'))).toBeVisible()
})
