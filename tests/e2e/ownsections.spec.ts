/**
 * A tenant's own sections of the CV, made in the form view alone: a list and a multi-select are
 * added, one is hidden, one is moved; a learner fills them in at 360 px and has them on the CV.
 */

import { execFileSync } from 'node:child_process'
import { Editor } from './support/editor.ts'
import { Learner } from './support/journey.ts'
import { expect, test } from './support/strict.ts'

/** What this file publishes, no other sees. */
test.use({ apart: 'ownsections', viewport: { width: 1280, height: 800 } })

test('sections are added, hidden and moved in the console, and are on the CV', async ({
  page,
  browser,
  product,
  strict,
}) => {
  test.setTimeout(240_000)
  const editor = new Editor(page)
  await editor.signIn('publisher')
  const context = await browser.newContext({
    baseURL: product.url,
    viewport: { width: 360, height: 640 },
    reducedMotion: 'reduce',
  })
  await strict.watch(context)
  const learner = new Learner(await context.newPage(), product, 'en')
  const phone = learner.page
  const main = phone.getByRole('main')
  /** The list that has them all is the last one of the page. */
  const openParts = () => phone.getByText(learner.t('cv.parts')).click()
  /** The parts, with their state. */
  const rows = main.locator('a[href*="section="]')

  const writeWords = async (words: Readonly<Record<string, readonly [string, string]>>) => {
    // Another page is opened by its address next, so both languages must have been saved.
    const kept = ['en', 'af'].map((language) =>
      page.waitForResponse(
        (response) =>
          response.request().method() === 'PUT' && response.url().endsWith(`/locale/${language}`),
      ),
    )
    for (const [key, [en, af]] of Object.entries(words)) {
      await page.getByRole('textbox', { name: `English: ${key}` }).fill(en)
      await page.getByRole('textbox', { name: `Afrikaans: ${key}` }).fill(af)
    }
    await page.getByRole('searchbox', { name: editor.t('console.languages.search') }).focus()
    await Promise.all(kept)
  }
  // Languages may come only now: the key is behind a button then.
  const openWords = async () => {
    const link = page.getByRole('link', { name: editor.t('console.form.writeWords') }).first()
    const others = editor.form
      .getByRole('button', {
        name: new RegExp(
          `^${editor.t('console.words.others')}\\W+${editor.t('console.form.member.label')}$`,
        ),
      })
      .last()
    await expect(async () => {
      if (!(await link.isVisible())) await others.click({ timeout: 2000 })
      await link.click({ timeout: 2000 })
    }).toPass({ timeout: 30_000 })
  }

  try {
    await learner.logInByCall('done@demo.test')
    await phone.goto('/cv')
    await openParts()
    await expect(main.getByRole('link', { name: /^Achievements/ }).last()).toBeVisible()

    await test.step('a list of records', async () => {
      await editor.make('profile-section', 'certificates', 'Certificates', 'achievements')
      await editor.pick('label', 'section.certificates.title')
      await editor.leaveOut('hint')
      await editor.addMember('printed')
      await editor.tick('printed')
      await editor.field('route', editor.group('save')).fill('certificates')
      await editor.saved()
      await page.screenshot({ path: test.info().outputPath('list.png'), fullPage: true })
      await openWords()
      await writeWords({ 'section.certificates.title': ['Certificates', 'Sertifikate'] })
    })
    await test.step('a multi-select', async () => {
      await editor.make('profile-section', 'hobbies', 'Hobbies', 'interests')
      await editor.pick('label', 'section.hobbies.title')
      await editor.leaveOut('hint')
      await editor.addMember('amount')
      await editor.field('amount').fill('2')
      await editor.field('order').fill('5')
      await editor.addMember('printed')
      await editor.tick('printed')
      await editor.field('route', editor.group('save')).fill('hobbies')
      await editor.saved()
      await openWords()
      await writeWords({ 'section.hobbies.title': ['Hobbies', 'Stokperdjies'] })
    })
    await test.step('one is hidden, one is moved', async () => {
      await editor.openDocument('profile-section', 'achievements')
      await editor.addMember('listed')
      await page
        .getByRole('checkbox', { name: editor.t('console.form.member.listed'), exact: true })
        .uncheck()
      await editor.saved()
      await editor.openDocument('profile-section', 'skills')
      await editor.field('order').fill('7')
      await editor.saved()
    })
    await test.step('a list and a multi-select are called something else, a multi-select is hidden', async () => {
      await editor.openDocument('profile-section', 'educations')
      await editor.pick('label', 'field.institution')
      await editor.saved()
      await editor.openDocument('profile-section', 'qualities')
      await editor.pick('label', 'section.referees.title')
      await editor.saved()
      await editor.openDocument('profile-section', 'interests')
      await editor.addMember('listed')
      await page
        .getByRole('checkbox', { name: editor.t('console.form.member.listed'), exact: true })
        .uncheck()
      await editor.saved()
    })
    await editor.publish('Our own sections')

    await test.step('the learner has them in that order', async () => {
      await phone.goto('/cv')
      await openParts()
      await expect(main.getByRole('link', { name: /^Hobbies/ }).last()).toBeVisible()
      await expect(main.getByRole('link', { name: /^Achievements/ })).toHaveCount(0)
      const names = (await rows.allInnerTexts()).map((text) => text.split('\n')[0]!)
      const at = (name: string) => names.findLastIndex((each) => each.startsWith(name))
      const place = ['Hobbies', learner.t('section.skills.title'), 'Certificates'].map(at)
      expect(place).toEqual([...place].sort((a, b) => a - b))
      expect(place[0]).toBeGreaterThanOrEqual(0)
      await phone.screenshot({ path: test.info().outputPath('empty.png'), fullPage: true })
      await expect(main.locator('a[href*="section=interests"]')).toHaveCount(0)
      for (const [section, name] of [
        ['educations', learner.t('field.institution')],
        ['qualities', learner.t('section.referees.title')],
      ] as const) {
        await expect(main.locator(`a[href*="section=${section}"]`).last()).toContainText(name)
        await phone.goto(`/cv?section=${section}`)
        await expect(phone.getByRole('heading', { name, exact: true })).toBeVisible()
        await phone.goto('/cv')
      }
      await phone.goto('/cv?section=interests')
      await expect(phone.getByText(learner.t('cv.noSection'))).toBeVisible()
    })
    await test.step('both are filled in', async () => {
      await phone.goto('/cv?section=certificates')
      const name = learner.t('form.addEntry', {
        entry: learner.t('section.achievements.one'),
      })
      await phone.getByRole('link', { name }).click()
      await phone.getByRole('textbox', { name: learner.t('field.achievement') }).fill('First aid')
      await phone.getByRole('textbox', { name: learner.t('field.organisation') }).fill('Red Cross')
      await learner.button('form.save').click()
      await expect(phone.getByRole('link', { name: /^First aid/ })).toBeVisible()
      await phone.screenshot({ path: test.info().outputPath('records.png'), fullPage: true })

      await phone.goto('/cv?section=hobbies')
      const options = phone.getByRole('group', { name: 'Hobbies' })
      await options.getByRole('checkbox').first().check()
      await expect(learner.button('form.save')).toBeDisabled()
      await phone.getByRole('button', { name: new RegExp(learner.t('form.own')) }).click()
      await phone.getByRole('textbox', { name: learner.t('form.own') }).fill('Beekeeping')
      await learner.button('form.ownAdd').click()
      await learner.button('form.save').click()
      await expect(phone.getByText(learner.t('form.saved'), { exact: true })).toBeVisible()
      await phone.screenshot({ path: test.info().outputPath('choices.png'), fullPage: true })
    })
    await test.step('both are on the CV and in its file', async () => {
      await phone.goto('/cv')
      const paper = main.getByRole('article')
      for (const words of ['Certificates', 'First aid', 'Red Cross', 'Hobbies', 'Beekeeping'])
        await expect(paper.getByText(words).first()).toBeVisible()
      await phone.screenshot({ path: test.info().outputPath('cv.png'), fullPage: true })
      for (const layout of ['clean', 'warm', 'compact']) {
        const file = await phone.request.get(`/api/users/cv/file?format=pdf&layout=${layout}`)
        const text = execFileSync('pdftotext', ['-', '-'], {
          input: await file.body(),
          encoding: 'utf8',
        })
        for (const words of ['First aid', 'Beekeeping']) expect(text, layout).toContain(words)
      }
    })
  } finally {
    await context.close()
  }
})
