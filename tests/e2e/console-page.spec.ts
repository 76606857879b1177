/**
 * A page is edited on the page itself: it is live while somebody types, a click leads to the fields
 * of a part, and parts are moved, copied and hidden where they are. A learner sees what came of it.
 */

import type { FrameLocator, Locator, Page } from '@playwright/test'
import { Editor } from './support/editor.ts'
import { textsIn } from './support/journey.ts'
import { phoneOf, tidyOwner } from './support/office.ts'
import { expect, test } from './support/strict.ts'

test.use({ apart: 'console-page', viewport: { width: 1280, height: 900 } })

const t = textsIn('en')
tidyOwner()

class OnThePage {
  readonly editor: Editor
  readonly frame: FrameLocator
  /** Of the part that is edited. */
  readonly handle: Locator
  readonly parts: Locator

  constructor(
    readonly page: Page,
    readonly isPhone: boolean,
  ) {
    this.editor = new Editor(page)
    this.frame = page.frameLocator(`iframe[title="${t('console.preview.frame')}"]`)
    this.handle = this.frame.getByRole('button').filter({ hasText: '⠿' })
    this.parts = page.getByRole('group', { name: t('console.parts.title') })
  }

  heading(name: string, level = 2): Locator {
    return this.frame.getByRole('heading', { name, level, exact: true })
  }

  headings(): Promise<string[]> {
    return this.frame.getByRole('heading', { level: 2 }).allInnerTexts()
  }

  /** The field that has the words of a part, beside the page or behind the switch below it. */
  async wordsOf(heading: string): Promise<Locator> {
    await this.heading(heading).click()
    if (this.isPhone) await this.do('edit')
    const field = this.editor.form.getByLabel(`${t('console.form.member.title')}: English`, {
      exact: true,
    })
    await expect(field).toHaveValue(heading)
    return field
  }

  async look(): Promise<void> {
    if (this.isPhone)
      await this.page.getByRole('tab', { name: t('console.editor.panes.preview') }).click()
  }

  async do(deed: 'up' | 'down' | 'duplicate' | 'hide' | 'show' | 'edit'): Promise<void> {
    await this.parts.getByRole('button', { name: t(`console.parts.${deed}`), exact: true }).click()
  }

  async undo(): Promise<void> {
    await this.page.getByRole('button', { name: t('console.editor.undo'), exact: true }).click()
  }
}

for (const width of [1280, 390]) {
  test.describe(`${width} pixels wide`, () => {
    test.use({ viewport: { width, height: 860 } })

    test('a page is written, put in order and published on the page itself', async ({
      page,
      browser,
      product,
      strict,
    }) => {
      test.setTimeout(240_000)
      const on = new OnThePage(page, width < 500)
      await on.editor.signIn('owner')
      await page.goto('/admin/document/screen/terms')
      const [service, account, results, careers] = ['service', 'account', 'results', 'careers'].map(
        (part) => t(`legal.terms.${part}.title`),
      ) as [string, string, string, string]
      // The page comes first: nothing was clicked.
      await expect(on.heading(service)).toBeVisible({ timeout: 60_000 })
      await expect(page.getByRole('textbox', { name: 'The document as JSON' })).toHaveCount(0)

      await test.step('a word is typed, and is on the page; its place stays', async () => {
        const frame = page.frames().at(-1)!
        await frame.evaluate(() => Object.assign(window, { samePage: true }))
        const words = await on.wordsOf(careers)
        await words.fill('Careers and choices')
        await on.look()
        await expect(on.heading('Careers and choices')).toBeVisible()
        expect(await frame.evaluate(() => 'samePage' in window), 'nothing was loaded again').toBe(
          true,
        )
        await expect(on.heading('Careers and choices')).toBeInViewport()
      })

      await test.step('another part is chosen by a click, and says something else', async () => {
        await on.look()
        const words = await on.wordsOf(account)
        if (!on.isPhone) await expect(words.or(on.editor.form).first()).toBeVisible()
        await words.fill('One account each')
        await on.look()
        await expect(on.heading('One account each')).toBeVisible()
      })

      await test.step('it moves, is copied and hidden; each step is undone apart', async () => {
        const before = await on.headings()
        expect(before.slice(0, 3)).toEqual([service, 'One account each', results])
        await on.do('up')
        await expect
          .poll(() => on.headings())
          .toEqual(['One account each', service, ...before.slice(2)])
        await on.do('duplicate')
        await expect
          .poll(() => on.headings())
          .toEqual(['One account each', 'One account each', service, ...before.slice(2)])
        await on.do('hide')
        await expect
          .poll(() => on.headings())
          .toEqual(['One account each', service, ...before.slice(2)])
        await expect(on.parts.getByRole('button', { name: t('console.parts.show') })).toBeVisible()
        await on.undo()
        await expect
          .poll(() => on.headings())
          .toEqual(['One account each', 'One account each', service, ...before.slice(2)])
        await on.undo()
        await expect
          .poll(() => on.headings())
          .toEqual(['One account each', service, ...before.slice(2)])
      })

      await test.step('it is dragged below the next one by its handle, and back by undoing', async () => {
        const before = await on.headings()
        expect(before.slice(0, 2)).toEqual(['One account each', service])
        await on.heading('One account each').click()
        const from = (await on.handle.boundingBox())!
        const to = (await on.heading(results).boundingBox())!
        await page.mouse.move(from.x + from.width / 2, from.y + from.height / 2)
        await page.mouse.down()
        // Above the part behind the next one.
        await page.mouse.move(to.x + 20, to.y + 2, { steps: 8 })
        await page.mouse.up()
        await expect
          .poll(() => on.headings())
          .toEqual([service, 'One account each', ...before.slice(2)])
        await on.undo()
        await expect.poll(() => on.headings()).toEqual(before)
      })

      await on.editor.saved()
      await on.editor.publish('Terms in another order')
      const learner = await phoneOf({ browser, product, strict })
      await learner.page.goto('/terms')
      await expect(
        learner.page.getByRole('heading', { level: 2, name: 'Careers and choices', exact: true }),
      ).toBeVisible()
      expect(
        (await learner.page.getByRole('heading', { level: 2 }).allInnerTexts()).slice(0, 2),
      ).toEqual(['One account each', service])
      await learner.page.context().close()
    })
  })
}
