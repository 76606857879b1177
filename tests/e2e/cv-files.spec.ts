/**
 * What leaves the product and what comes in, as people press it: the CV printed without a signal,
 * reports and everything about a person as PDFs, a JSON Resume from a file, a link that is stopped;
 * and hostile text, which is only text wherever it is shown.
 */

import AxeBuilder from '@axe-core/playwright'
import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { linesOf } from '#engine/cv/plain.ts'
import { hostileStrings } from '#tests/support/hostilecv.ts'
import type { Learner } from './support/journey.ts'
import { expect, NO_NET, REFUSED, test, type Page } from './support/strict.ts'

async function begin(learner: Learner): Promise<Page> {
  await learner.openHome()
  await learner.onboardByCalls()
  await learner.takeWorkerTypeByCalls()
  return learner.page
}

/** Words of a PDF, each line's white space as one. */
function wordsOf(pdf: string | Buffer): string {
  const [path, input] = typeof pdf === 'string' ? [pdf, undefined] : ['-', pdf]
  return execFileSync('pdftotext', [path, '-'], { encoding: 'utf8', input }).replace(/\s+/g, ' ')
}

/** Without a violation that axe finds, in both schemes and from right to left; nothing sticks out. */
async function expectAccessible(page: Page): Promise<void> {
  for (const [colorScheme, dir, width] of [
    ['light', 'ltr', 360],
    ['dark', 'rtl', 360],
    ['dark', 'ltr', 1280],
  ] as const) {
    await page.emulateMedia({ colorScheme })
    await page.setViewportSize({ width, height: 640 })
    await page.evaluate((to) => void (document.documentElement.dir = to), dir)
    const look = `${colorScheme} ${dir} ${width}`
    expect((await new AxeBuilder({ page }).analyze()).violations, look).toEqual([])
    const wide = await page.evaluate(() => document.documentElement.scrollWidth)
    expect(wide, look).toBeLessThanOrEqual(width)
  }
}

async function download(page: Page, name: string): Promise<{ path: string; file: string }> {
  const coming = page.waitForEvent('download')
  await page.getByRole('main').getByRole('button', { name, exact: true }).first().click()
  const got = await coming
  return { path: await got.path(), file: got.suggestedFilename() }
}

test('the CV can be read and printed without a signal, and only the paper is printed', async ({
  learner,
  context,
  strict,
}) => {
  test.setTimeout(120_000)
  const page = await begin(learner)
  const { t } = learner
  await learner.call('PUT', 'users/about', { about: 'I am never late.' })
  await learner.call('POST', 'users/experiences', {
    jobTitle: 'Shop helper',
    startDate: '2024-03',
    current: true,
  })
  strict.allow(NO_NET)
  const paper = page.locator('main article').getByText('Shop helper')
  await page.goto('/cv?view=files')
  await expect(learner.button('cv.files.pdf')).toBeVisible()
  await learner.readyForOffline()
  await page.goto('/cv')
  await expect(paper).toBeVisible()
  await learner.readyForOffline()
  await context.setOffline(true)
  await test.step('printed', async () => {
    await page.goto('/cv')
    await expect(paper).toBeVisible()
    await page.emulateMedia({ media: 'print', colorScheme: 'dark' })
    const printed = await page.pdf({ format: 'A4', printBackground: true })
    await page.emulateMedia({ media: 'screen', colorScheme: null })
    const words = wordsOf(printed)
    for (const said of ['Naledi Mokoena', 'I am never late.', 'Shop helper', 'March 2024'])
      expect(words).toContain(said)
    for (const button of [
      'cv.send',
      'cv.files.pdf',
      'cv.files.text',
      'cv.link.title',
      'menu.logout',
    ])
      expect(words).not.toContain(t(button))
  })
  await test.step('a file needs a signal, and says so', async () => {
    await page.goto('/cv?view=files')
    await learner.button('cv.files.pdf').click()
    await expect(page.getByText(t('state.offlineFile'))).toBeVisible()
  })
})

test('a report is saved as a PDF from its page, and everything about a person in one', async ({
  learner,
}) => {
  test.setTimeout(120_000)
  const page = await begin(learner)
  const { t } = learner
  await learner.call('PUT', 'users/about', { about: 'I am never late.' })
  await page.goto('/reports/worker-type')
  const report = await download(page, t('worker.savePdf'))
  expect(report.file).toMatch(/Naledi-Mokoena\.pdf$/)
  for (const said of [t('type.builder.name'), t('worker.bars.title')])
    expect(wordsOf(report.path)).toContain(said)
  await page.goto('/settings/account')
  const began = Date.now()
  const all = await download(page, t('ownData.file.button'))
  console.log(`    everything about a person             ${Date.now() - began} ms`)
  const words = wordsOf(all.path)
  for (const said of ['I am never late.', t('type.builder.name'), t('worker.bars.title')])
    expect(words).toContain(said)
})

test('a JSON Resume is chosen from the phone: what is wrong is said, what fits comes in', async ({
  learner,
  strict,
}) => {
  test.setTimeout(120_000)
  const page = await begin(learner)
  const { t } = learner
  strict.allow(REFUSED(422))
  await page.goto('/settings/account')
  const choose = async (text: string) =>
    page.getByLabel(t('bringIn.file')).setInputFiles({
      name: 'resume.json',
      mimeType: 'application/json',
      buffer: Buffer.from(text),
    })
  const told = page.getByRole('alert').filter({ hasText: /\w/ })
  await test.step('refused, with what and where', async () => {
    await choose('{\n"basics": {\n"name": oops }}')
    await expect(told).toContainText(t('bringIn.brokenAt', { line: 3 }))
    await choose('[1, 2]')
    await expect(told).toContainText(t('bringIn.noResume'))
    await choose(JSON.stringify({ basics: { summary: 'x'.repeat(300_000) } }))
    await expect(told).toContainText(t('bringIn.large'))
    await choose(JSON.stringify({ work: [{ name: 'Shop', startDate: 'soon' }] }))
    await expect(told).toContainText(t('bringIn.wrong'))
    await expect(told).toContainText('Experience 1, start date: soon')
    await page.screenshot({ path: test.info().outputPath('refused.png'), fullPage: true })
  })
  await test.step('what fits comes in, and what doesn’t is listed', async () => {
    await choose(
      JSON.stringify({
        basics: { summary: 'I like order.', url: 'https://anna.test' },
        work: [
          { name: 'Corner Shop', position: 'Helper', startDate: '2020-01', endDate: '2021-02' },
        ],
      }),
    )
    await expect(page.getByText('Corner Shop')).toBeVisible()
    const homeless = page.getByText(t('bringIn.noPlace', { count: 1 }))
    await expect(page.getByText('https://anna.test')).toBeHidden()
    await homeless.click()
    await expect(page.getByText('https://anna.test')).toBeVisible()
    await page.screenshot({ path: test.info().outputPath('looked.png'), fullPage: true })
    await learner.button('bringIn.save', { count: 2 }).click()
    await expect(page.getByText(t('bringIn.done', { count: 2 }))).toBeVisible()
    await learner.link('cv.import.see').click()
    await expect(page.locator('main article').getByText('Corner Shop')).toBeVisible()
  })
  await test.step('and goes out again as one', async () => {
    await page.goto('/cv?view=files')
    const { path } = await download(page, t('cv.files.json'))
    expect(JSON.parse(readFileSync(path, 'utf8'))).toMatchObject({
      basics: { summary: 'I like order.' },
      work: [{ name: 'Corner Shop', position: 'Helper' }],
    })
  })
})

/** What a form takes: characters that can't be seen are refused there. */
// oxlint-disable-next-line no-control-regex -- they are what is looked for
const SAVED = /^[^\u0000-\u0008\u000B\u000C\u000E-\u001F\u007F-\u009F\p{Surrogate}]*$/u

test('hostile text is only text: on the page, printed, and behind a link that is then stopped', async ({
  learner,
  context,
  strict,
}) => {
  test.setTimeout(180_000)
  const page = await begin(learner)
  const { t } = learner
  const strings = hostileStrings(60).filter((text) => SAVED.test(text) && text.length < 110)
  const half = Math.ceil(strings.length / 2)
  await learner.call('PATCH', 'users/profile', { phone: '+27715550148' })
  await learner.call('POST', 'users/cv/import', {
    resume: {
      basics: { summary: '</title><svg onload=alert(1)>\n<script>alert(1)</script>' },
      work: strings.slice(0, half).map((text) => ({
        position: text,
        name: text,
        summary: text,
        startDate: '2020-01',
        endDate: '2020-02',
      })),
      awards: strings.slice(half).map((text) => ({ title: text, summary: text, date: '2020-01' })),
    },
  })
  const lines = strings.flatMap((text) => linesOf(text))
  expect(lines.length).toBeGreaterThan(40)
  const expectAll = async (shown: Page) => {
    const said = (await shown.locator('main').first().innerText()).replace(/\s+/g, ' ')
    for (const line of lines) expect(said).toContain(line.replace(/\s+/g, ' '))
    expect(
      await shown.evaluate(
        () => document.querySelectorAll('main :is(script, img, b, iframe)').length,
      ),
    ).toBe(0)
  }
  const dialogs: string[] = []
  const watch = (shown: Page) =>
    shown.on('dialog', (dialog) => {
      dialogs.push(dialog.message())
      void dialog.dismiss()
    })
  watch(page)
  await test.step('on the page of the CV, and printed', async () => {
    await page.goto('/cv')
    await expect(
      page.locator('main article').getByText('<script>alert(1)</script>').first(),
    ).toBeVisible()
    await expectAll(page)
    await page.emulateMedia({ media: 'print' })
    const words = wordsOf(await page.pdf({ format: 'A4' })).replace(/[ -]/g, '')
    // pdftotext takes a hyphen at the end of a line as part of a divided word.
    for (const line of lines.filter((each) => /^[ -~]+$/.test(each)))
      expect(words).toContain(line.replace(/[ -]/g, ''))
    await page.emulateMedia({ media: 'screen' })
  })
  await test.step('behind a link, without the phone', async () => {
    await page.goto('/cv?view=files')
    await learner.button('share.make').click()
    const link = page.getByRole('listitem').filter({ hasText: t('share.works') })
    // The server calls itself by another name of this machine.
    const shown = link.locator('bdi')
    await expect(shown).toContainText(/\/shared\/.{4}….{4}$/)
    const address = new URL((await shown.getAttribute('title'))!).pathname
    const reader = await context.newPage()
    watch(reader)
    await reader.goto(address)
    await expectAll(reader)
    expect(await reader.content()).not.toContain('715550148')
    expect(await reader.content(), 'nor the address of the account').not.toContain(learner.email)
    await expect(reader.locator('meta[name=robots]')).toHaveAttribute('content', /noindex/)
    await reader.screenshot({ path: test.info().outputPath('shared.png'), fullPage: true })
    await expectAccessible(reader)
    await learner.button('share.stop').click()
    await expect(page.getByText(t('share.stopped'))).toBeVisible()
    strict.allow(REFUSED(410))
    expect((await reader.goto(address))?.status()).toBe(410)
    await expect(reader.getByRole('heading', { name: t('share.endedTitle') })).toBeVisible()
    await expectAccessible(reader)
  })
  expect(dialogs).toEqual([])
})
