/**
 * A second person: one asks for what they changed to be published, another sends it back with a
 * comment, then approves it. On a computer and on a phone.
 */

import type { Browser, Page } from '@playwright/test'
import AxeBuilder from '@axe-core/playwright'
import { Editor } from './support/editor.ts'
import { textsIn } from './support/journey.ts'
import type { Product } from './support/product.ts'
import { Publisher, textChange } from './support/publisher.ts'
import { expect, test, type Strict } from './support/strict.ts'

test.use({ apart: 'approval' })

const t = textsIn('en')
const PATIENCE = { timeout: 60_000 }
const SIZES = [
  { width: 1280, height: 900 },
  { width: 390, height: 844 },
] as const

type Around = { readonly browser: Browser; readonly product: Product; readonly strict: Strict }

/** Somebody of the console, in a browser of their own. */
async function deskOf(
  { browser, product, strict }: Around,
  name: string,
  viewport: (typeof SIZES)[number],
): Promise<Page> {
  const context = await browser.newContext({
    baseURL: product.url,
    viewport,
    reducedMotion: 'reduce',
  })
  await strict.watch(context)
  const page = await context.newPage()
  await new Editor(page).signIn(name)
  return page
}

async function fillAndSend(page: Page, field: string, words: string, name: string): Promise<void> {
  await page.getByRole('textbox', { name: t(field) }).fill(words)
  const button = page.getByRole('button', { name, exact: true })
  await expect(button).toBeEnabled(PATIENCE)
  await button.click()
}

async function expectAccessible(page: Page): Promise<void> {
  const { violations } = await new AxeBuilder({ page }).withTags(['wcag2a', 'wcag2aa']).analyze()
  expect(violations.map(({ id, nodes }) => [id, nodes.map(({ html }) => html)])).toEqual([])
}

for (const size of SIZES)
  test(`at ${size.width}: one asks, a colleague sends back, then approves`, async ({
    browser,
    product,
    strict,
  }) => {
    test.setTimeout(240_000)
    const owner = await deskOf({ browser, product, strict }, 'owner', size)
    const colleague = await deskOf({ browser, product, strict }, 'publisher', size)
    const calls = await Publisher.of(product)

    await owner.goto('/admin/releases')
    await owner.getByRole('button', { name: t('console.approval.turnOn') }).click()
    await new Editor(owner).publishHere('Two people look at everything')
    await expect(owner.getByText(t('console.approval.isOn'))).toBeVisible()

    await calls.draft(textChange('en', 'home.title', `Find your way ${size.width}`))
    await owner.goto('/admin')
    await owner.getByRole('link', { name: 'Ask to publish 1 change' }).click()
    const button = t('console.approval.button')
    await fillAndSend(owner, 'console.publish.message', 'A shorter title', button)
    await expect(owner.getByText(t('console.approval.waits'), { exact: true })).toBeVisible()
    await expect(owner.getByText(t('console.approval.none'))).toBeVisible(PATIENCE)

    await colleague.goto('/admin')
    const look = colleague.getByRole('link', { name: t('console.approval.look') })
    await look.click()
    await expect(colleague.getByRole('heading', { level: 1 })).toHaveText('A shorter title')
    await expect(colleague.getByText(`Find your way ${size.width}`).first()).toBeVisible(PATIENCE)
    await expectAccessible(colleague)
    await colleague.getByRole('button', { name: t('console.approval.back') }).click()
    const comment = colleague.getByRole('textbox', { name: t('console.approval.comment') })
    await comment.fill('Say who it is for.')
    await comment.press('Tab')
    await colleague.keyboard.press('Enter')
    await expect(colleague).toHaveURL(/\/admin\/publish$/)

    await calls.draft(textChange('en', 'home.title', `Find your own way ${size.width}`))
    await owner.goto('/admin/publish')
    await expect(owner.getByText('Say who it is for.')).toBeVisible()
    await fillAndSend(owner, 'console.publish.message', 'A better title', button)
    await expect(owner.getByText(t('console.approval.waits'), { exact: true })).toBeVisible()
    await expectAccessible(owner)

    await colleague.goto('/admin/publish')
    await look.click()
    const approve = colleague.getByRole('button', { name: t('console.approval.approve') })
    await expect(approve).toBeEnabled(PATIENCE)
    await approve.click()
    await expect(colleague).toHaveURL(/\/admin\/releases$/, PATIENCE)
    const made = colleague.getByRole('listitem').filter({ hasText: 'A better title' }).first()
    await expect(made).toContainText(t('console.releases.live'))
    await expect(made).toContainText('approved by publisher@demo.test')

    // As it was, for the other size: what switches it off needs a colleague too.
    await owner.goto('/admin/releases')
    await owner.getByRole('button', { name: t('console.approval.turnOff') }).click()
    await fillAndSend(owner, 'console.publish.message', 'One is enough', button)
    await colleague.goto('/admin')
    await look.click()
    await expect(approve).toBeEnabled(PATIENCE)
    await approve.click()
    await expect(colleague.getByText(t('console.approval.isOff'))).toBeVisible(PATIENCE)
    await calls.close()
    await owner.context().close()
    await colleague.context().close()
  })
