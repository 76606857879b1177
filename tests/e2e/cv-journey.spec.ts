/**
 * From an empty account to files that an employer opens, at 360 px: in few taps, with the network
 * cut, with the server killed, on two phones, and by keyboard alone.
 */

import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import AxeBuilder from '@axe-core/playwright'
import type { Locator } from '@playwright/test'
import { Learner } from './support/journey.ts'
import type { Strict } from './support/strict.ts'
import { expect, NO_NET, REFUSED, test, type Page } from './support/strict.ts'

/** This file kills its product. */
test.use({ apart: 'cv' })

/** From the profile home to a PDF and a Word file. Typing isn't counted; opening a field is. */
const MAX_TAPS = 24

type Item = Readonly<Record<string, unknown>>
type Profile = {
  readonly about?: string | null
  readonly experiences?: readonly Item[]
  readonly interests?: readonly unknown[]
  readonly achievements?: readonly unknown[]
  readonly hiddenSections?: readonly string[]
}

/** What a learner does on the page of the CV. */
class Writer {
  taps = 0
  readonly page: Page

  constructor(readonly learner: Learner) {
    this.page = learner.page
  }

  get t() {
    return this.learner.t
  }

  async tap(what: Locator): Promise<void> {
    this.taps++
    await what.click()
  }
  async type(key: string, text: string): Promise<void> {
    this.taps++
    await this.box(key).fill(text)
  }
  /** One tap opens the choices, another takes one. */
  async choose(part: 'monthOf' | 'yearOf', value: string): Promise<void> {
    this.taps += 2
    const name = this.t(`form.${part}`, { label: this.t('field.startDate') })
    await this.page.getByLabel(name).selectOption(value)
  }
  box(key: string): Locator {
    return this.page.getByRole('textbox', { name: this.t(key), exact: true })
  }
  /** The part that the page proposes, or a row of what is missing. */
  missing(part: string): Locator {
    return this.page.locator(`a[href*="section=${part}"]`).filter({ visible: true }).first()
  }
  async save(): Promise<void> {
    await this.tap(this.learner.button('form.save'))
  }
  async expectSaved(): Promise<void> {
    await expect(this.page.getByText(this.t('form.saved'), { exact: true })).toBeVisible()
  }
  record(title: string): Locator {
    return this.page.getByRole('link', { name: new RegExp(`^${title}`) })
  }
  /** On the paper of the CV. */
  paper(words: string): Locator {
    return this.page.locator('main article').getByText(words)
  }
  /** A part that is one form leads back by itself once it is saved; a list has a button. */
  async back(): Promise<void> {
    const isBack = await this.page.waitForURL(/\/cv$/, { timeout: 1500 }).then(
      () => true,
      () => false,
    )
    if (!isBack) await this.tap(this.learner.link('cv.all'))
  }
  async addExperience(title: string): Promise<void> {
    const name = this.t('form.addEntry', { entry: this.t('section.experiences.one') })
    await this.tap(this.page.getByRole('link', { name }))
    await this.type('field.experienceTitle', title)
    await this.choose('monthOf', '03')
    await this.choose('yearOf', '2024')
    await this.tap(this.page.getByRole('checkbox', { name: this.t('field.currentExperience') }))
    await this.save()
  }
  async download(key: string): Promise<string> {
    const coming = this.page.waitForEvent('download')
    await this.tap(this.learner.button(key))
    return (await coming).path()
  }
  /** Opens the page of files. @returns the words of the PDF, once both files are there */
  async bothFiles(): Promise<string> {
    await this.page.goto('/cv?view=files')
    const words = wordsOf(await this.download('cv.files.pdf'))
    const docx = readFileSync(await this.download('cv.files.word'))
    expect(docx.toString('latin1', 0, 2)).toBe('PK')
    return words
  }
  async profile(): Promise<Profile> {
    return (await this.learner.call<{ profile: Profile }>('GET', 'auth/get-user')).profile
  }
  /** Written a moment after the key was pressed: nobody reloads faster than that. */
  async drafted(text: string): Promise<void> {
    await this.page.waitForFunction(
      (typed) =>
        Object.entries({ ...localStorage }).some(
          ([key, kept]) => key.startsWith('draft/') && String(kept).includes(typed),
        ),
      text,
    )
  }
}

async function begin(learner: Learner): Promise<Writer> {
  await learner.openHome()
  await learner.onboardByCalls()
  await learner.takeWorkerTypeByCalls()
  return new Writer(learner)
}

function wordsOf(pdf: string): string {
  return execFileSync('pdftotext', ['-layout', pdf, '-'], { encoding: 'utf8' })
}

test('an empty account has a PDF and a Word file after few taps', async ({ learner }) => {
  const writer = await begin(learner)
  const { page, t } = writer
  await page.goto('/profile/home')
  await writer.tap(page.locator('main a[href^="/cv"]').first())
  await test.step('a phone number, which is asked for first', async () => {
    await expect(page).toHaveURL(/\/cv\?section=basicInfo&field=phone$/)
    // What the row names is what opens: one field, ready to be typed in.
    await expect(learner.heading('field.phone')).toBeVisible()
    await expect(writer.box('field.phone')).toBeFocused()
    await expect(writer.box('field.email')).toBeHidden()
    await writer.type('field.phone', '071 555 0148')
    await writer.save()
    await writer.expectSaved()
    await writer.back()
  })
  await test.step('about', async () => {
    await writer.tap(writer.missing('about'))
    await writer.type('field.about', 'I like to help people, and I am never late.')
    await writer.save()
    await writer.expectSaved()
    await writer.back()
  })
  await test.step('what was done so far', async () => {
    await writer.tap(writer.missing('experiences'))
    await writer.addExperience('Shop helper')
    await expect(writer.record('Shop helper')).toBeVisible()
    await writer.back()
  })
  await test.step('an interest', async () => {
    await writer.tap(writer.missing('interests'))
    const list = page.getByRole('group', { name: t('section.interests.title') })
    await writer.tap(list.getByRole('checkbox').first())
    await writer.save()
    await writer.expectSaved()
    await writer.back()
  })
  await test.step('the files', async () => {
    await expect(writer.paper('Shop helper')).toBeVisible()
    await page.screenshot({ path: test.info().outputPath('cv.png'), fullPage: true })
    await writer.tap(learner.link('cv.send'))
    const words = wordsOf(await writer.download('cv.files.pdf'))
    for (const written of ['Naledi Mokoena', 'I like to help people', 'Shop helper', 'March 2024'])
      expect(words).toContain(written)
    const docx = readFileSync(await writer.download('cv.files.word'))
    expect(docx.toString('latin1', 0, 2)).toBe('PK')
  })
  console.log(`    taps from an empty CV to both files   ${writer.taps}`)
  expect(writer.taps).toBeLessThanOrEqual(MAX_TAPS)
})

test('with the network cut in the middle, everything typed is there and is sent', async ({
  learner,
  context,
  strict,
}) => {
  test.setTimeout(120_000)
  const writer = await begin(learner)
  const { page, t } = writer
  strict.allow(NO_NET)
  for (const path of ['/cv?section=about', '/cv?section=experiences&item=new', '/cv']) {
    await page.goto(path)
    await expect(page.locator('main form, main article').first()).toBeVisible()
    await learner.readyForOffline()
  }
  await test.step('what is typed is there after a reload, and says so', async () => {
    await page.goto('/cv?section=about')
    await writer.type('field.about', 'I look after my sisters')
    await writer.drafted('I look after my sisters')
    await context.setOffline(true)
    await page.reload()
    await expect(writer.box('field.about')).toHaveValue('I look after my sisters')
    await expect(page.getByText(t('form.draft'))).toBeVisible()
    await page.screenshot({ path: test.info().outputPath('draft.png'), fullPage: true })
  })
  await test.step('saved without a signal', async () => {
    await writer.save()
    await expect(page.getByText(t('form.kept'))).toBeVisible()
    await expect(page.getByText(t('form.draft'))).toHaveCount(0)
    await writer.back()
    await writer.tap(writer.missing('experiences'))
    await writer.addExperience('Shop helper')
    await expect(writer.record('Shop helper')).toBeVisible()
    await expect(page.getByText(t('form.waits'))).toBeVisible()
    await page.reload()
    await expect(writer.record('Shop helper')).toBeVisible()
  })
  await test.step('sent once there is a signal', async () => {
    await context.setOffline(false)
    await expect(page.getByText(t('form.waits'))).toHaveCount(0, { timeout: 30_000 })
    await expect
      .poll(async () => (await writer.profile()).about, { timeout: 20_000 })
      .toBe('I look after my sisters')
    expect((await writer.profile()).experiences).toHaveLength(1)
    const words = await writer.bothFiles()
    expect(words).toContain('Shop helper')
    expect(words).toContain('I look after my sisters')
  })
})

test('with the server killed while saving, nothing is lost and nothing is there twice', async ({
  learner,
  product,
  strict,
}) => {
  test.setTimeout(180_000)
  const writer = await begin(learner)
  const { page, t } = writer
  strict.allow(NO_NET, REFUSED(503))
  await page.goto('/cv?section=about')
  await learner.readyForOffline()
  await writer.type('field.about', 'Typed before the power cut')
  await test.step('killed before the text arrives', async () => {
    await page.route('**/api/users/about', async (route) => {
      await product.kill()
      await route.continue()
    })
    await writer.save()
    await expect(page.getByText(t('form.kept'))).toBeVisible()
    await page.unroute('**/api/users/about')
    await product.start()
    await expect
      .poll(async () => (await writer.profile()).about, { timeout: 45_000 })
      .toBe('Typed before the power cut')
    await writer.expectSaved()
  })
  await test.step('typed on, it is no conflict with what was sent in the meantime', async () => {
    await writer.type('field.about', 'Typed after the power cut')
    await writer.save()
    await writer.expectSaved()
    expect((await writer.profile()).about).toBe('Typed after the power cut')
  })
  await test.step('killed after a record is stored, before the response arrives', async () => {
    await page.goto('/cv?section=experiences')
    await page.route('**/api/users/experiences', async (route) => {
      await route.fetch()
      await product.kill()
      await route.abort('connectionreset')
    })
    await writer.addExperience('Shop helper')
    await expect(writer.record('Shop helper')).toBeVisible()
    await expect(page.getByText(t('form.waits'))).toBeVisible()
    await page.unroute('**/api/users/experiences')
    await product.start()
    await expect(page.getByText(t('form.waits'))).toHaveCount(0, { timeout: 45_000 })
    await expect(writer.record('Shop helper')).toHaveCount(1)
    expect((await writer.profile()).experiences).toHaveLength(1)
    const words = await writer.bothFiles()
    expect(words).toContain('Typed after the power cut')
    expect(words.split('Shop helper')).toHaveLength(2)
  })
})

test('two phones at once overwrite nothing silently, and both see what became of it', async ({
  learner,
  browser,
  product,
  strict,
}) => {
  test.setTimeout(120_000)
  const one = await begin(learner)
  const { t } = one
  const two = await otherPhone(one, browser, product, strict)
  strict.allow(REFUSED(409))
  try {
    for (const writer of [one, two]) await writer.page.goto('/cv?section=experiences')
    await one.addExperience('Shop helper')
    await two.addExperience('Choir leader')
    for (const writer of [one, two]) {
      await writer.page.goto('/cv')
      for (const title of ['Shop helper', 'Choir leader'])
        await expect(writer.paper(title)).toBeVisible()
    }
    await test.step('the same record on both: the second is told, and chooses', async () => {
      for (const writer of [one, two]) {
        await writer.page.goto('/cv?section=experiences')
        await writer.record('Shop helper').click()
        await expect(writer.box('field.employer')).toBeVisible()
      }
      await two.type('field.place', 'Maseru')
      await two.drafted('Maseru')
      await one.type('field.employer', 'Thabo’s Spaza')
      await one.save()
      await expect(one.record('Shop helper')).toBeVisible()
      // The phone was away for a while: what was typed was typed over what was there before.
      await two.page.reload()
      await expect(two.box('field.place')).toHaveValue('Maseru')
      await two.save()
      await expect(two.page.getByRole('status').filter({ hasText: /\w/ }).first()).toBeVisible()
      expect((await one.profile()).experiences?.map(({ employer }) => employer)).toContain(
        'Thabo’s Spaza',
      )
      await two.page.screenshot({ path: test.info().outputPath('told.png'), fullPage: true })
      await two.learner.button('form.keepTheirs').first().click()
      await expect(two.box('field.employer')).toHaveValue('Thabo’s Spaza')
      await two.type('field.place', 'Maseru')
      await two.save()
      await expect(two.record('Shop helper')).toBeVisible()
      const [shop] = (await one.profile()).experiences ?? []
      expect(shop).toMatchObject({ employer: 'Thabo’s Spaza', place: 'Maseru' })
    })
    await test.step('the same text on both', async () => {
      for (const writer of [one, two]) {
        await writer.page.goto('/cv?section=about')
        await expect(writer.box('field.about')).toBeVisible()
      }
      await one.type('field.about', 'From the first phone')
      await one.save()
      await one.expectSaved()
      await two.type('field.about', 'From the second phone')
      await two.save()
      await expect(two.learner.button('form.keepTheirs')).toBeVisible()
      await expect(two.page.getByText(t('form.theirs'))).toBeVisible()
      await expect(two.page.getByText('From the first phone', { exact: true })).toBeVisible()
      expect((await one.profile()).about).toBe('From the first phone')
      await two.learner.button('form.keepTheirs').click()
      await expect(two.box('field.about')).toHaveValue('From the first phone')
    })
    await test.step('both have the same files', async () => {
      const words = await one.bothFiles()
      for (const said of ['Thabo’s Spaza', 'Choir leader', 'From the first phone'])
        expect(words).toContain(said)
      expect(await two.bothFiles()).toBe(words)
    })
  } finally {
    await two.page.context().close()
  }
})

test('what was saved without a signal and meets another phone’s words is said on the CV, with both to choose from', async ({
  learner,
  browser,
  product,
  context,
  strict,
}) => {
  test.setTimeout(120_000)
  const one = await begin(learner)
  const { page, t } = one
  const two = await otherPhone(one, browser, product, strict)
  strict.allow(REFUSED(409), NO_NET)
  try {
    await page.goto('/cv')
    await expect(page.locator('main article')).toBeVisible()
    await page.goto('/cv?section=about')
    await expect(one.box('field.about')).toBeVisible()
    await learner.readyForOffline()
    await context.setOffline(true)
    await one.type('field.about', 'Typed without a signal')
    await one.save()
    // In sight, not below the button that is always in reach.
    await expect(page.getByText(t('form.kept'))).toBeInViewport()
    await two.page.goto('/cv?section=about')
    await two.type('field.about', 'Typed on the other phone')
    await two.save()
    await two.expectSaved()
    await one.back()
    await context.setOffline(false)
    const part = t('cv.part.about')
    await expect(page.getByText(t('cv.refused', { part }))).toBeVisible({ timeout: 30_000 })
    expect((await two.profile()).about).toBe('Typed on the other phone')
    await page
      .getByRole('main')
      .getByRole('link', { name: t('cv.change', { part }) })
      .first()
      .click()
    await expect(one.box('field.about')).toHaveValue('Typed without a signal')
    await expect(page.getByText('Typed on the other phone', { exact: true })).toBeInViewport()
    await learner.button('form.keepMine').click()
    await one.expectSaved()
    expect((await one.profile()).about).toBe('Typed without a signal')
    await expect(page.getByText(t('cv.refused', { part }))).toHaveCount(0)
  } finally {
    await two.page.context().close()
  }
})

test('by keyboard alone: edited, moved, left out, taken back, downloaded', async ({ learner }) => {
  test.setTimeout(120_000)
  const writer = await begin(learner)
  const { page, t } = writer
  for (const jobTitle of ['Shop helper', 'Choir leader'])
    await learner.call('POST', 'users/experiences', {
      jobTitle,
      startDate: '2024-03',
      current: true,
    })
  await learner.call('PUT', 'users/about', { about: 'I am never late.' })
  await page.goto('/cv')
  await expect(writer.paper('Shop helper')).toBeVisible()
  const partsOnPaper = () => page.locator('main article h3').allInnerTexts()

  await test.step('a part is moved, and the focus stays on the button', async () => {
    const before = await partsOnPaper()
    const down = learner.button('cv.order.down', { part: t('cv.part.about') })
    await tabTo(page, down)
    await page.keyboard.press('Enter')
    await expect.poll(partsOnPaper).toEqual([before[1], before[0], ...before.slice(2)])
    await expect(down).toBeFocused()
  })
  await test.step('a part is left out, and both are taken back', async () => {
    const hide = learner.button('cv.hide', { part: t('cv.part.experiences') }).last()
    await tabTo(page, hide)
    await page.keyboard.press('Enter')
    await expect(writer.paper('Shop helper')).toHaveCount(0)
    await expect(page.getByText(t('cv.leftOut', { part: t('cv.part.experiences') }))).toBeVisible()
    const undo = page.getByRole('button', { name: t('cv.undo'), exact: true }).last()
    await tabTo(page, undo)
    await page.keyboard.press('Enter')
    await expect(writer.paper('Shop helper')).toBeVisible()
    await expect(undo).toBeFocused()
    await page.keyboard.press('Enter')
    await expect.poll(async () => (await partsOnPaper())[0]).toBe(t('cv.part.about'))
    const redo = learner.button('cv.redo')
    await tabTo(page, redo)
    await page.keyboard.press('Enter')
    await expect.poll(async () => (await partsOnPaper())[0]).toBe(t('cv.part.experiences'))
  })
  await test.step('a part is edited', async () => {
    await tabTo(page, learner.link('cv.change', { part: t('cv.part.about') }))
    await page.keyboard.press('Enter')
    await expect(writer.box('field.about')).toBeVisible()
    await tabTo(page, writer.box('field.about'))
    await page.keyboard.press('ControlOrMeta+A')
    await page.keyboard.type('I am always early.')
    await tabTo(page, learner.button('form.save'))
    await page.keyboard.press('Enter')
    await writer.expectSaved()
    await expect(writer.paper('I am always early.')).toBeVisible()
    // A text is a step like any other.
    await tabTo(page, learner.button('cv.undo'))
    await page.keyboard.press('Enter')
    await expect(writer.paper('I am never late.')).toBeVisible()
  })
  await test.step('the file', async () => {
    await tabTo(page, learner.link('cv.send'))
    await page.keyboard.press('Enter')
    await tabTo(page, learner.button('cv.files.pdf'))
    const coming = page.waitForEvent('download')
    await page.keyboard.press('Enter')
    expect(wordsOf(await (await coming).path())).toContain('I am never late.')
  })
})

test('by keyboard alone: chosen from a list, shown by a link, and brought in from a file', async ({
  learner,
}) => {
  test.setTimeout(120_000)
  const writer = await begin(learner)
  const { page, t } = writer
  await test.step('two are chosen, and one of them is left out again', async () => {
    await page.goto('/cv?section=interests')
    const list = page.getByRole('group', { name: t('section.interests.title') })
    const [first, second] = [list.getByRole('checkbox').nth(0), list.getByRole('checkbox').nth(1)]
    for (const box of [first, second]) {
      await tabTo(page, box)
      await page.keyboard.press('Space')
      await expect(box).toBeChecked()
      await expect(box).toBeFocused()
    }
    await page.keyboard.press('Space')
    await expect(second).not.toBeChecked()
    await tabTo(page, learner.button('form.save'))
    await page.keyboard.press('Enter')
    await writer.expectSaved()
    expect((await writer.profile()).interests).toHaveLength(1)
  })
  await test.step('a link is made for seven days with the phone number, and stopped', async () => {
    await page.goto('/cv?view=files')
    await tabTo(page, page.getByRole('radio', { name: t('share.days', { count: 30 }) }))
    await page.keyboard.press('ArrowUp')
    await expect(page.getByRole('radio', { name: t('share.days', { count: 7 }) })).toBeChecked()
    await tabTo(page, page.getByRole('checkbox', { name: t('cv.link.phone') }))
    await page.keyboard.press('Space')
    await tabTo(page, learner.button('share.make'))
    await page.keyboard.press('Enter')
    await expect(page.getByText(t('share.works'))).toBeVisible()
    type Links = { items: { hide: string[] }[] }
    const links = async () => (await learner.call<Links>('GET', 'users/cv/shares')).items
    expect(await links()).toMatchObject([{ hide: ['email', 'address', 'references'] }])
    await tabTo(page, learner.button('share.stop'))
    await page.keyboard.press('Enter')
    await expect(page.getByText(t('share.stopped'))).toBeVisible()
    expect(await links()).toEqual([])
  })
  await test.step('a file is chosen, looked through and brought in', async () => {
    await page.goto('/cv?view=import')
    const file = page.getByLabel(t('bringIn.file'))
    await tabTo(page, file)
    const choosing = page.waitForEvent('filechooser')
    await page.keyboard.press('Enter')
    await (
      await choosing
    ).setFiles({
      name: 'cv.json',
      mimeType: 'application/json',
      buffer: Buffer.from(
        JSON.stringify({ awards: [{ title: 'Best choir', date: '2020-01-01' }] }),
      ),
    })
    await tabTo(page, learner.button('bringIn.save', { count: 1 }))
    await page.keyboard.press('Enter')
    await expect
      .poll(async () => (await writer.profile()).achievements)
      .toMatchObject([{ title: 'Best choir' }])
  })
})

test('records are dragged, one is removed, and one press takes it back', async ({ learner }) => {
  test.setTimeout(120_000)
  const writer = await begin(learner)
  const { page, t } = writer
  const titles = ['Shop helper', 'Choir leader', 'Coach']
  for (const jobTitle of titles)
    await learner.call('POST', 'users/experiences', {
      jobTitle,
      startDate: '2024-03',
      current: true,
    })
  const kept = async () => (await writer.profile()).experiences?.map(({ jobTitle }) => jobTitle)
  await page.goto('/cv?section=experiences')
  const rows = page
    .getByRole('main')
    .getByRole('listitem')
    .filter({ hasText: /^(Shop|Choir|Coach)/ })
  await expect(rows).toHaveCount(3)
  await page.screenshot({ path: test.info().outputPath('rows.png'), fullPage: true })

  await test.step('dragged to the end', async () => {
    // All of them are between the bars at the top and at the bottom.
    await rows.nth(1).evaluate((row) => row.scrollIntoView({ block: 'center' }))
    const from = (await rows.first().locator('[aria-hidden="true"]').first().boundingBox())!
    const to = (await rows.last().boundingBox())!
    await page.mouse.move(from.x + from.width / 2, from.y + from.height / 2)
    await page.mouse.down()
    await page.mouse.move(from.x + from.width / 2, to.y + to.height - 2, { steps: 8 })
    await page.mouse.up()
    await expect.poll(kept).toEqual(['Choir leader', 'Coach', 'Shop helper'])
  })
  await test.step('removed, and taken back to its place by one press', async () => {
    await page.getByRole('button', { name: `${t('form.removeEntry')} Coach` }).click()
    await expect.poll(kept).toEqual(['Choir leader', 'Shop helper'])
    await page
      .getByRole('status')
      .getByRole('button', { name: t('form.undo') })
      .click()
    await expect.poll(kept).toEqual(['Choir leader', 'Coach', 'Shop helper'])
    await expect(writer.record('Coach')).toBeVisible()
  })
  await test.step('the page of the CV takes back the drag next, not the removal again', async () => {
    await writer.back()
    await page.getByRole('button', { name: t('cv.undo'), exact: true }).click()
    await expect.poll(kept).toEqual(titles)
    await page.getByRole('button', { name: t('cv.redo'), exact: true }).click()
    await expect.poll(kept).toEqual(['Choir leader', 'Coach', 'Shop helper'])
  })
  await test.step('choices are taken back, too', async () => {
    await page.goto('/cv?section=interests')
    const list = page.getByRole('group', { name: t('section.interests.title') })
    await list.getByRole('checkbox').first().check()
    await writer.save()
    await writer.expectSaved()
    await writer.back()
    const interests = page
      .locator('main article')
      .getByRole('heading', { name: t('cv.part.interests') })
    await expect(interests).toBeVisible()
    await page.getByRole('button', { name: t('cv.undo'), exact: true }).click()
    await expect(interests).toHaveCount(0)
  })
})

test('parts and choices are dragged, past the edge of the screen too', async ({ learner }) => {
  test.setTimeout(120_000)
  const writer = await begin(learner)
  const { page, t } = writer
  await learner.call('POST', 'users/interests/replace', {
    interests: ['One', 'Two', 'Three', 'Four', 'Five', 'Six', 'Seven', 'Eight', 'Nine', 'Ten'].map(
      (text) => ({ text }),
    ),
  })
  const kept = async () =>
    (
      await learner.call<{ profile: Record<string, readonly { text?: string }[]> }>(
        'GET',
        'auth/get-user',
      )
    ).profile
  /** With a finger's speed; held near an edge until the page has moved there. */
  const drag = async (row: Locator, toEdge: boolean, rows = 1) => {
    const handle = row.locator('[aria-hidden="true"]').first()
    await row.evaluate((element) => element.scrollIntoView({ block: 'center' }))
    const from = (await handle.boundingBox())!
    const x = from.x + from.width / 2
    const y = from.y + from.height / 2
    await page.mouse.move(x, y)
    await page.mouse.down()
    const { height } = page.viewportSize()!
    await page.mouse.move(x, toEdge ? height - 12 : y + from.height * rows, { steps: 8 })
    if (toEdge) {
      const list = row.locator('xpath=..')
      await expect
        .poll(() =>
          list.evaluate((element) => element.getBoundingClientRect().bottom < innerHeight - 20),
        )
        .toBe(true)
    }
    await page.mouse.up()
  }

  await test.step('a choice from the top to behind the last, which wasn’t on the screen', async () => {
    await page.goto('/cv?section=interests')
    const row = page.getByRole('main').getByRole('listitem').filter({ hasText: /^One/ })
    // On a phone what is chosen is one line until it is opened.
    await page
      .getByRole('main')
      .getByRole('button', { name: new RegExp(`^${t('form.yours')}`) })
      .click()
    await expect(row).toBeVisible()
    await drag(row, true)
    await writer.save()
    await writer.expectSaved()
    await expect
      .poll(async () => (await kept())['interests']?.map(({ text }) => text))
      .toEqual(['Two', 'Three', 'Four', 'Five', 'Six', 'Seven', 'Eight', 'Nine', 'Ten', 'One'])
  })
  await test.step('a part of the CV', async () => {
    await page.goto('/cv')
    const rows = page.getByRole('main').locator('ol').getByRole('listitem')
    const about = rows.filter({ hasText: t('cv.part.about') }).first()
    await expect(about).toBeVisible()
    const count = await about.locator('xpath=../li').count()
    await drag(about, true)
    await expect
      .poll(async () => (await kept())['cvOrder']?.indexOf('about' as never))
      .toBe(count - 1)
    await expect(about.locator('xpath=../li').last()).toContainText(t('cv.part.about'))
  })
})

test('the order of parts that is made without a signal is shown, kept and sent', async ({
  learner,
  context,
  strict,
}) => {
  test.setTimeout(120_000)
  const writer = await begin(learner)
  const { page, t } = writer
  strict.allow(NO_NET)
  await learner.call('PUT', 'users/about', { about: 'I am never late.' })
  await learner.call('POST', 'users/experiences', {
    jobTitle: 'Shop helper',
    startDate: '2024-03',
    current: true,
  })
  await page.goto('/cv')
  await expect(writer.paper('Shop helper')).toBeVisible()
  await learner.readyForOffline()
  const partsOnPaper = () => page.locator('main article h3').allInnerTexts()
  const [about, experiences] = [t('cv.part.about'), t('cv.part.experiences')]
  expect((await partsOnPaper()).slice(0, 2)).toEqual([about, experiences])
  await context.setOffline(true)
  await learner.button('cv.order.down', { part: about }).click()
  await expect(page.getByText(t('form.kept'))).toBeVisible()
  await expect.poll(async () => (await partsOnPaper()).slice(0, 2)).toEqual([experiences, about])
  await test.step('it is there after a reload', async () => {
    await page.reload()
    await expect.poll(async () => (await partsOnPaper()).slice(0, 2)).toEqual([experiences, about])
    await expect(page.getByText(t('form.kept'))).toBeVisible()
  })
  await test.step('it is sent once there is a signal', async () => {
    await context.setOffline(false)
    const kept = async () =>
      (await learner.call<{ profile: { cvOrder?: string[] } }>('GET', 'auth/get-user')).profile
        .cvOrder
    await expect
      .poll(async () => (await kept())?.slice(0, 2), { timeout: 30_000 })
      .toEqual(['experiences', 'about'])
    await expect(page.getByText(t('form.kept'))).toHaveCount(0)
    await expect.poll(async () => (await partsOnPaper()).slice(0, 2)).toEqual([experiences, about])
  })
})

test('a part that is left out without a signal is off the paper, kept and sent', async ({
  learner,
  context,
  strict,
}) => {
  test.setTimeout(120_000)
  const writer = await begin(learner)
  const { page, t } = writer
  strict.allow(NO_NET)
  await learner.call('PUT', 'users/about', { about: 'I am never late.' })
  await page.goto('/cv')
  await expect(writer.paper('I am never late.')).toBeVisible()
  await learner.readyForOffline()
  const about = t('cv.part.about')
  await context.setOffline(true)
  await page
    .getByRole('listitem')
    .getByRole('button', { name: t('cv.hide', { part: about }) })
    .click()
  await expect(page.getByText(t('form.kept'))).toBeVisible()
  await expect(writer.paper('I am never late.')).toBeHidden()
  await test.step('it is so after a reload', async () => {
    await page.reload()
    await expect(page.getByText(t('form.kept'))).toBeVisible()
    await expect(writer.paper('I am never late.')).toBeHidden()
  })
  await test.step('it is sent once there is a signal', async () => {
    await context.setOffline(false)
    await expect
      .poll(async () => (await writer.profile()).hiddenSections, { timeout: 30_000 })
      .toEqual(['about'])
    await expect(page.getByText(t('form.kept'))).toHaveCount(0)
    await expect(writer.paper('I am never late.')).toBeHidden()
  })
})

test('quick taps on a slow line are one order, and what is tapped next is done too', async ({
  learner,
  context,
}) => {
  test.setTimeout(120_000)
  const writer = await begin(learner)
  const { page, t } = writer
  await learner.call('PUT', 'users/about', { about: 'I am never late.' })
  await page.goto('/cv')
  const orders: number[] = []
  page.on('response', (response) => {
    if (response.url().endsWith('/users/cv/order')) orders.push(response.status())
  })
  await context.route('**/api/users/cv/order', async (route) => {
    await new Promise((resolve) => setTimeout(resolve, 600))
    await route.continue()
  })
  const about = t('cv.part.about')
  const down = learner.button('cv.order.down', { part: about })
  for (let tap = 0; tap < 4; tap++) await down.click()
  await page
    .getByRole('listitem')
    .getByRole('button', { name: t('cv.hide', { part: about }) })
    .click()
  const kept = async () =>
    (
      await learner.call<{ profile: { cvOrder?: string[]; hiddenSections?: string[] } }>(
        'GET',
        'auth/get-user',
      )
    ).profile
  await expect.poll(async () => (await kept()).cvOrder?.indexOf('about')).toBe(4)
  await expect.poll(async () => (await kept()).hiddenSections).toEqual(['about'])
  expect(orders.every((status) => status === 200)).toBe(true)
  expect(orders.length).toBeLessThan(4)
  await expect(page.getByText(t('cv.elsewhere'))).toHaveCount(0)
})

test('an idea that was only looked at makes way for the next one', async ({ learner }) => {
  const writer = await begin(learner)
  const { page, t } = writer
  await page.goto('/cv?section=experiences')
  const [church, team] = [t('guide.counts.church'), t('guide.counts.sport')]
  const title = page.getByRole('textbox', { name: t('field.experienceTitle') })
  await page.getByRole('button', { name: church }).click()
  await expect(title).toHaveValue(t('guide.names.church'))
  await expect(page.getByText(t('form.draft'))).toBeHidden()
  await page.getByRole('link', { name: t('frame.leave') }).click()
  await page.getByRole('button', { name: team }).click()
  await expect(title).toHaveValue(t('guide.names.sport'))
  await title.fill('Captain of our team')
  await page.getByRole('link', { name: t('frame.leave') }).click()
  await test.step('what was typed is kept beside what is begun next', async () => {
    await page.getByRole('button', { name: church }).click()
    await expect(title).toHaveValue(t('guide.names.church'))
    await title.fill('Usher at church')
    await expect(page.getByRole('banner').getByRole('status')).toContainText(t('form.onPhone'))
    await page.reload()
    await expect(title).toHaveValue('Usher at church')
    await page.getByRole('link', { name: t('frame.leave') }).click()
    await page
      .getByRole('link', { name: t('form.begun', { title: 'Captain of our team' }) })
      .click()
    await expect(title).toHaveValue('Captain of our team')
    await expect(page.getByText(t('form.draft'))).toBeVisible()
    await page.getByRole('link', { name: t('frame.leave') }).click()
    await expect(
      page.getByRole('link', { name: t('form.begun', { title: 'Usher at church' }) }),
    ).toBeVisible()
  })
})

test('records are put in order by keyboard alone, and one is shown while it is typed', async ({
  learner,
}) => {
  test.setTimeout(120_000)
  const writer = await begin(learner)
  const { page, t } = writer
  for (const jobTitle of ['Shop helper', 'Choir leader'])
    await learner.call('POST', 'users/experiences', {
      jobTitle,
      startDate: '2024-03',
      current: true,
    })
  const kept = async () => (await writer.profile()).experiences?.map(({ jobTitle }) => jobTitle)
  await page.goto('/cv?section=experiences')
  await expect(writer.record('Shop helper')).toBeVisible()
  await test.step('moved, and the focus stays', async () => {
    const down = page.getByRole('button', { name: `${t('form.moveDown')} Shop helper` })
    await tabTo(page, down)
    await page.keyboard.press('Enter')
    await expect.poll(kept).toEqual(['Choir leader', 'Shop helper'])
    await expect(down).toBeFocused()
  })
  await test.step('opened and changed: the preview follows every key', async () => {
    await tabTo(page, writer.record('Shop helper'))
    await page.keyboard.press('Enter')
    const preview = page.getByRole('region', { name: t('form.preview') })
    await expect(preview.getByText('Shop helper')).toBeVisible()
    await expect(preview.getByText('March 2024 to now')).toBeVisible()
    await tabTo(page, writer.box('field.employer'))
    await page.keyboard.type('Thabo’s Spaza')
    await expect(preview.getByText('Thabo’s Spaza')).toBeVisible()
    await page.screenshot({ path: test.info().outputPath('preview.png'), fullPage: true })
  })
  await test.step('the button is in reach, whatever is in focus, and hides nothing that is', async () => {
    const save = learner.button('form.save')
    await expect(save).toBeInViewport({ ratio: 1 })
    await tabTo(page, writer.box('field.description'))
    await expect(save).toBeInViewport({ ratio: 1 })
    const [field, bar] = await Promise.all([
      writer.box('field.description').boundingBox(),
      save.boundingBox(),
    ])
    expect(field!.y).toBeLessThan(bar!.y)
    await tabTo(page, save)
    await page.keyboard.press('Enter')
    await expect(writer.record('Shop helper')).toBeVisible()
  })
})

test('a list to choose from begins with its search, and what is found is below it', async ({
  learner,
}) => {
  const writer = await begin(learner)
  const { page, t } = writer
  await learner.call('POST', 'users/skills', { skills: [{ text: 'Beekeeping' }] })
  await page.goto('/cv?section=skills')
  const search = page.getByRole('searchbox')
  await expect(search).toBeInViewport()
  const yours = page.getByRole('button', { name: t('form.yours') })
  await expect(yours).toBeVisible()
  await search.fill('excell')
  await expect(yours).toBeHidden()
  const found = page.getByRole('group', { name: t('section.skills.title') }).getByRole('checkbox')
  await expect(found.first()).toBeInViewport()
  await expect(page.getByText(t('form.searchMeant', { count: 1, meant: 'excel' }))).toBeVisible()
  await expect(page.locator('mark').filter({ hasText: 'Excel' })).toBeVisible()
  await found.first().check()
  await test.step('how well is asked below what was ticked', async () => {
    const level = page.getByRole('combobox', { name: `Microsoft Excel: ${t('field.skillLevel')}` })
    await expect(level).toBeInViewport()
    await level.selectOption('skillful')
    const { violations } = await new AxeBuilder({ page }).include('main').analyze()
    expect(violations).toEqual([])
  })
  await search.fill('')
  // What is in one's own words isn't in the list.
  await expect(page.getByRole('combobox', { name: /^Beekeeping: / })).toBeVisible()
  await yours.click()
  const row = page.getByRole('listitem').filter({ hasText: 'Excel' })
  await expect(row.getByRole('combobox')).toHaveValue('skillful')
})

test('a dead battery loses nothing that was typed', async ({ learner, product }) => {
  test.setTimeout(120_000)
  const writer = await begin(learner)
  const { page, t } = writer
  await page.goto('/cv?section=about')
  await writer.box('field.about').pressSequentially('I look after my sist')
  await writer.drafted('I look after my sist')
  await test.step('the page ends without an event, while it is typed in', async () => {
    const other = await page.context().newPage()
    const cdp = await page.context().newCDPSession(page)
    const crashed = page.waitForEvent('crash')
    void cdp.send('Page.crash').catch(() => undefined)
    await crashed
    const again = new Writer(new Learner(other, product, learner.language))
    await other.goto('/cv?section=about')
    await expect(again.box('field.about')).toHaveValue('I look after my sist')
    await expect(other.getByText(t('form.draft'))).toBeVisible()
    await again.box('field.about').press('End')
    await again.box('field.about').pressSequentially('ers')
    await again.save()
    await again.expectSaved()
    expect((await writer.profile()).about).toBe('I look after my sisters')
  })
})

/** Reaches it as people do who have no mouse; a page has fewer stops than that. */
async function tabTo(page: Page, what: Locator): Promise<void> {
  await expect(what).toBeVisible()
  for (let stops = 0; stops < 120; stops++) {
    if (await what.evaluate((element) => element === document.activeElement)) return
    await page.keyboard.press('Tab')
  }
  throw new Error(`${String(what)} can't be reached with the Tab key`)
}

type Fixtures = Parameters<Parameters<typeof test>[2]>[0]

/** The same person on another phone. */
async function otherPhone(
  { learner, page }: Writer,
  browser: Fixtures['browser'],
  product: Fixtures['product'],
  strict: Strict,
): Promise<Writer> {
  const context = await browser.newContext({
    baseURL: product.url,
    viewport: { width: 360, height: 640 },
    reducedMotion: 'reduce',
  })
  await strict.watch(context)
  const other = new Learner(await context.newPage(), product, learner.language)
  await other.logInByCall(learner.email, learner.password)
  await page.bringToFront()
  return new Writer(other)
}
