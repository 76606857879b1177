/**
 * Records of a type in the console: found, filtered, made, corrected, scheduled, hidden and taken
 * home as a file; and what learners see of it.
 */

import { readFileSync } from 'node:fs'
import { Editor } from './support/editor.ts'
import { Learner } from './support/journey.ts'
import { expect, REFUSED, test } from './support/strict.ts'

test.use({ viewport: { width: 1280, height: 800 } })

const RECORDS = '/admin/records/resources'

test('an editor finds, makes, corrects, schedules, hides and exports records', async ({
  page,
  product,
  browser,
  strict,
}) => {
  test.setTimeout(180_000)
  strict.allow(REFUSED(422), REFUSED(400))
  const editor = new Editor(page)
  const { t } = editor
  await editor.signIn('editor')
  await page.goto(RECORDS)
  const main = page.getByRole('main')
  const rows = main.getByRole('row').filter({ has: page.getByRole('cell') })
  const row = (title: string) => rows.filter({ hasText: title })
  const dialog = page.getByRole('dialog')
  const search = page.getByLabel(t('console.records.search'))
  const show = page.getByLabel(t('console.records.show'), { exact: true })
  await expect(rows.first()).toBeVisible()
  const all = await rows.count()

  await test.step('by a word, and by where they come from', async () => {
    await search.fill('umalusi')
    await expect(rows).toHaveCount(1)
    await expect(row('Umalusi')).toContainText(t('console.records.from.shared'))
    await show.selectOption('own')
    await expect(page.getByText(t('console.records.none'))).toBeVisible()
    await show.selectOption('all')
    await search.fill('')
    await expect(rows).toHaveCount(all)
  })

  await test.step('a new one, whose faults are said by field', async () => {
    await page.getByRole('button', { name: t('console.records.new') }).click()
    await dialog.getByRole('button', { name: t('common.save') }).click()
    await expect(dialog.getByRole('alert')).toContainText(t('console.records.needsId'))
    await dialog.getByLabel(t('console.records.id'), { exact: true }).fill('maths-club')
    await dialog.getByRole('button', { name: t('common.save') }).click()
    await expect(dialog.getByRole('alert')).toContainText(t('content.field.name'))
    await dialog.getByLabel(new RegExp(`^${t('content.field.name')}`)).fill('Maths club of Langa')
    await dialog.getByLabel(new RegExp(`^${t('content.field.website')}`)).fill('ftp://x')
    for (const select of await dialog.getByRole('combobox').all())
      await select.selectOption({ index: 1 })
    await dialog.getByRole('button', { name: t('common.save') }).click()
    await expect(dialog.getByRole('alert')).toContainText(t('content.field.website'))
    await dialog
      .getByLabel(new RegExp(`^${t('content.field.website')}`))
      .fill('https://maths.example.org')
    await dialog.getByRole('button', { name: t('common.save') }).click()
    await expect(dialog).toBeHidden()
    await expect(
      page.getByText(t('console.records.saved', { title: 'Maths club of Langa' })),
    ).toBeVisible()
    await show.selectOption('own')
    await expect(rows).toHaveCount(1)
    await expect(row('Maths club')).toContainText(t('console.records.from.own'))
  })

  await test.step('a shared one, corrected: a copy of one’s own that can be given back', async () => {
    await show.selectOption('all')
    await search.fill('umalusi')
    await row('Umalusi')
      .getByRole('button', { name: t('console.records.edit') })
      .click()
    await expect(dialog.getByText(t('console.records.becomesOwn'))).toBeVisible()
    await dialog.getByLabel(new RegExp(`^${t('content.field.name')}`)).fill('Umalusi, the council')
    await dialog.getByRole('button', { name: t('common.save') }).click()
    await expect(row('Umalusi, the council')).toContainText(t('console.records.from.replaces'))
  })

  await test.step('one that is shown from a day on, and one that is hidden', async () => {
    await search.fill('maths club')
    await row('Maths club')
      .getByRole('button', { name: t('console.records.edit') })
      .click()
    await dialog.getByLabel(t('console.records.fromDay')).fill('2090-01-01')
    await dialog.getByRole('button', { name: t('common.save') }).click()
    await show.selectOption('planned')
    await expect(row('Maths club')).toContainText('2090')
    await show.selectOption('all')
    await search.fill('national career advice portal')
    await row('National Career Advice Portal (NCAP)')
      .first()
      .getByRole('button', { name: t('console.records.hide') })
      .click()
    await show.selectOption('hidden')
    await search.fill('')
    await expect(rows).toHaveCount(1)
  })

  await test.step('learners see all of that', async () => {
    const context = await browser.newContext({ viewport: { width: 360, height: 640 } })
    const learner = new Learner(await context.newPage(), product)
    await learner.logInByCall('commit@demo.test')
    const found = async (word: string) =>
      (
        await learner.call<{ items: readonly { title: string }[] }>(
          'GET',
          `catalogue/resources?search=${encodeURIComponent(word)}`,
        )
      ).items.map(({ title }) => title)
    const councils = await found('umalusi')
    expect(councils).toContain('Umalusi, the council')
    expect(councils).not.toContain('Umalusi')
    expect(await found('maths club of langa')).not.toContain('Maths club of Langa')
    expect(await found('national career advice portal')).not.toContain(
      'National Career Advice Portal (NCAP)',
    )
    await context.close()
  })

  await test.step('a file has what an import takes', async () => {
    const download = page.waitForEvent('download')
    await page.getByRole('link', { name: t('console.records.export', { format: 'CSV' }) }).click()
    const file = await (await download).path()
    const csv = readFileSync(file, 'utf8')
    expect(csv).toContain('maths-club')
    expect(csv).toContain('Umalusi, the council')
    await page.getByRole('button', { name: t('console.records.import'), exact: true }).click()
    await dialog
      .getByLabel(t('console.records.file'), { exact: true })
      .setInputFiles({ name: 'ours.csv', mimeType: 'text/csv', buffer: Buffer.from(csv) })
    await expect(dialog.getByRole('status')).toContainText('0 new, 0 changed')
    await dialog.getByRole('button', { name: t('common.close') }).click()
    await expect(dialog).toBeHidden()
  })

  await test.step('and everything is as it was', async () => {
    await show.selectOption('hidden')
    await rows
      .first()
      .getByRole('button', { name: t('console.records.unhide') })
      .click()
    await show.selectOption('own')
    await expect(rows).toHaveCount(2)
    for (const [title, button] of [
      ['Umalusi', 'useShared'],
      ['Maths club', 'remove'],
    ] as const) {
      await row(title)
        .getByRole('button', { name: t('console.records.edit') })
        .click()
      await dialog.getByRole('button', { name: t(`console.records.${button}`) }).click()
      await expect(dialog).toBeHidden()
    }
    await expect(page.getByText(t('console.records.none'))).toBeVisible()
  })
})

test('columns with other names are matched to fields by hand, and learners then filter by field of study', async ({
  page,
  product,
  browser,
}) => {
  test.setTimeout(120_000)
  const editor = new Editor(page)
  const { t } = editor
  await editor.signIn('editor')
  await page.goto('/admin/records/institutions')
  await page.getByRole('button', { name: t('console.records.import'), exact: true }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel(t('console.records.file'), { exact: true }).setInputFiles({
    name: 'ons.csv',
    mimeType: 'text/csv',
    buffer: Buffer.from(
      'Skool;Soort;Land;Rigtings;Nota\nKaroo Institute;college;ZA;08|09;x\nNamib Institute;college;ZA;12;y',
    ),
  })
  await expect(
    dialog.getByText(
      t('console.records.unknownColumns', { names: 'Skool, Soort, Land, Rigtings, Nota' }),
    ),
  ).toBeVisible()
  const doIt = dialog.getByRole('button', { name: t('console.records.importNow', { count: 2 }) })
  await expect(doIt).toBeDisabled()
  for (const [column, field] of [
    ['Skool', 'name'],
    ['Soort', 'type'],
    ['Land', 'country'],
    ['Rigtings', 'studyFields'],
  ] as const) {
    const columns = dialog.getByText(t('console.records.columns'), { exact: true })
    const select = dialog.getByLabel(column, { exact: true })
    if (!(await select.isVisible())) await columns.click()
    await select.selectOption(field)
    await expect(select).toHaveValue(field)
  }
  await expect(
    dialog.getByText(t('console.records.unknownColumns', { names: 'Nota' })),
  ).toBeVisible()
  await expect(dialog.getByRole('status')).toContainText('2 new')
  await doIt.click()
  await expect(dialog).toBeHidden()

  const context = await browser.newContext({ viewport: { width: 1280, height: 800 } })
  const learner = new Learner(await context.newPage(), product)
  await learner.logInByCall('commit@demo.test')
  await learner.page.goto('/navigators/tertiary-institutions')
  const filter = learner.page.getByLabel(t('catalogue.label.field'), { exact: true })
  await filter.selectOption('12')
  await expect(learner.page).toHaveURL(/studyFields=12/)
  await expect(learner.page.getByRole('link', { name: 'Namib Institute' })).toBeVisible()
  await expect(learner.page.getByRole('link', { name: 'Karoo Institute' })).toHaveCount(0)
  await context.close()

  await page.getByRole('button', { name: t('console.records.undo') }).click()
  await dialog.getByRole('button', { name: t('console.records.undo') }).click()
  await expect(dialog).toBeHidden()
})
