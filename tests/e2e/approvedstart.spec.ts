/** An experimenter asks for a start; the colleague who approves it sees what each version changes. */

import type { Page } from '@playwright/test'
import AxeBuilder from '@axe-core/playwright'
import { Editor } from './support/editor.ts'
import { textsIn } from './support/journey.ts'
import { expect, test } from './support/strict.ts'

test.use({ apart: 'approvedstart' })

const t = textsIn('en')
const EXPERIMENT = 'home-action'

test('is asked for on a computer, and approved on a phone', async ({
  browser,
  product,
  strict,
}) => {
  test.setTimeout(180_000)
  const desk = async (name: string, width: number): Promise<Page> => {
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
  const owner = await desk('owner', 390)
  await owner.goto('/admin/releases')
  await owner.getByRole('button', { name: t('console.approval.turnOn') }).click()
  await new Editor(owner).publishHere('Two people')

  const experimenter = await desk('experimenter', 1280)
  await experimenter.goto(`/admin/experiments/${EXPERIMENT}`)
  const ask = t('console.experiments.step.ask')
  await experimenter.getByRole('button', { name: ask }).click()
  await experimenter.getByRole('dialog').getByRole('textbox').fill('Ready since Monday')
  await experimenter.getByRole('dialog').getByRole('button', { name: ask }).click()
  await expect(
    experimenter.getByRole('link', { name: t('console.experiments.step.asked') }),
  ).toBeVisible()

  await owner.goto('/admin')
  await owner
    .getByRole('listitem')
    .filter({ hasText: 'Ready since Monday' })
    .getByRole('link', { name: t('console.approval.look') })
    .click()
  await expect(owner.getByText(t('console.change.arm', { arm: 'outcome' }))).toBeVisible()
  // What the button says, not the key of its text.
  await expect(owner.getByText(t('home.startOutcome'))).toBeVisible()
  const { violations } = await new AxeBuilder({ page: owner })
    .withTags(['wcag2a', 'wcag2aa'])
    .analyze()
  expect(violations.map(({ id }) => id)).toEqual([])
  await owner.getByRole('button', { name: t('console.approval.approve') }).click()
  await expect(owner).toHaveURL(/\/admin\/releases$/, { timeout: 60_000 })

  await experimenter.reload()
  await expect(
    experimenter.getByRole('button', { name: t('console.experiments.step.pause') }),
  ).toBeVisible()
})
