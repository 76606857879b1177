/** What every job of an administrator begins and ends with, clicks counted. */

import { expect, type Locator, type Page } from '@playwright/test'
import { Editor } from './editor.ts'
import type { Guided } from './guided.ts'
import { textsIn } from './journey.ts'

const t = textsIn('en')
export const ONE_PIXEL = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8BQDwAEhQGAhKmMIQAAAABJRU5ErkJggg==',
  'base64',
)

/** Publishes what was written; a message, and a button. */
export async function publish(guided: Guided, message: string): Promise<void> {
  const { page } = guided
  const field = page.getByRole('textbox', { name: t('console.publish.message') })
  await expect(field).toBeVisible({ timeout: 60_000 })
  await field.fill(message)
  // Once everything has been checked.
  const button = page.getByRole('button', { name: t('console.publish.button'), exact: true })
  await expect(button).toBeEnabled({ timeout: 60_000 })
  await guided.click(button)
  await expect(page).toHaveURL(/\/admin\/releases$/, { timeout: 60_000 })
}

export function counted(job: number, { clicks }: Guided, most: number): void {
  process.stdout.write(`    job ${job}: ${clicks} clicks of ${most}\n`)
  expect(clicks, `clicks of job ${job}`).toBeLessThanOrEqual(most)
}

export async function signIn(page: Page): Promise<void> {
  await new Editor(page).signIn('owner')
}

/** An entry of the console's menu, which a phone opens first. */
export async function entry(guided: Guided, name: string): Promise<Locator> {
  const { page } = guided
  const menu = page.getByRole('button', { name: t('console.frame.menu'), exact: true })
  const link = page
    .getByRole('link', { name: t(`console.menu.${name}`), exact: true })
    .filter({ visible: true })
    .first()
  await expect(menu.or(link).first()).toBeVisible()
  if (await menu.isVisible()) await guided.click(menu)
  return link
}
