/** Comments on a draft: an editor says something, a colleague deals with it, and it goes with the draft. */

import type { Page } from '@playwright/test'
import AxeBuilder from '@axe-core/playwright'
import { Editor } from './support/editor.ts'
import { textsIn } from './support/journey.ts'
import { Publisher, textChange } from './support/publisher.ts'
import { expect, test } from './support/strict.ts'

test.use({ apart: 'comments' })

const t = textsIn('en')
const WORDS = 'Is <b>this</b> short enough?'
const DOCUMENT = '/admin/document/locale/en'

for (const width of [1280, 390])
  test(`at ${width}: one comments on a draft, a colleague deals with it`, async ({
    browser,
    product,
    strict,
  }) => {
    test.setTimeout(180_000)
    const calls = await Publisher.of(product)
    await calls.draft(textChange('en', 'home.title', `Find your way ${width}`))
    const desk = async (name: string): Promise<Page> => {
      const context = await browser.newContext({
        baseURL: product.url,
        viewport: { width, height: 900 },
        reducedMotion: 'reduce',
      })
      await strict.watch(context)
      const page = await context.newPage()
      await new Editor(page).signIn(name)
      return page
    }
    const comments = (page: Page) => page.getByRole('region', { name: t('console.comment.title') })
    const [editor, owner] = [await desk('editor'), await desk('owner')]

    await editor.goto(DOCUMENT)
    await comments(editor)
      .getByRole('button', { name: t('console.comment.none') })
      .click()
    await comments(editor)
      .getByRole('textbox', { name: t('console.comment.label') })
      .fill(WORDS)
    await comments(editor)
      .getByRole('button', { name: t('console.comment.add') })
      .click()
    const said = comments(editor).getByRole('listitem')
    await expect(said).toContainText(WORDS)
    await expect(said).toContainText('editor@demo.test')

    await owner.goto('/admin')
    const drafts = owner.getByRole('region', { name: t('console.overview.drafts') })
    const row = drafts.getByRole('listitem').filter({ hasText: 'English' })
    await expect(row).toContainText('1 comment')
    const next = owner.getByRole('region', { name: t('console.overview.next') })
    await expect(next.getByRole('listitem')).toContainText(['1 comment'])
    await row.getByRole('link').first().click()
    await comments(owner).getByRole('button', { name: '1 comment' }).click()
    const { violations } = await new AxeBuilder({ page: owner })
      .include(`[aria-label="${t('console.comment.title')}"]`)
      .withTags(['wcag2a', 'wcag2aa'])
      .analyze()
    expect(violations.map(({ id, nodes }) => [id, nodes.map(({ html }) => html)])).toEqual([])
    await comments(owner)
      .getByRole('button', { name: t('console.comment.resolve') })
      .click()
    await expect(comments(owner).getByRole('listitem')).toContainText(
      `· ${t('console.comment.resolved')}`,
    )
    await expect(comments(owner).getByRole('button', { name: '0 comments' })).toBeVisible()

    // It belongs to the draft.
    await calls.discardAll()
    await calls.draft(textChange('en', 'home.title', 'Another'))
    await owner.goto(DOCUMENT)
    await expect(
      comments(owner).getByRole('button', { name: t('console.comment.none') }),
    ).toBeVisible()
    await calls.discardAll()
    await calls.close()
    await editor.context().close()
    await owner.context().close()
  })
