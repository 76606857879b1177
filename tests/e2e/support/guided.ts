/** A guided page of the console as somebody sees it who has never seen a document. */

import { expect, type Locator, type Page } from '@playwright/test'
import { textsIn } from './journey.ts'

const t = textsIn('en')
/** Words of the guided pages. */
export const guidedWords = (key: string, values?: Record<string, string | number>): string =>
  t(`console.recipes.${key}`, values)
const words = guidedWords

export class Guided {
  /** Clicks and choices; a choice of a list is two. Typing isn't counted. */
  clicks = 0
  constructor(
    readonly page: Page,
    readonly recipe: string,
  ) {}

  /** From the overview. */
  async open(): Promise<void> {
    await this.page.goto('/admin')
    await this.click(this.page.getByRole('link', { name: words('make') }).first())
    await this.click(this.page.getByRole('link', { name: words(`title.${this.recipe}`) }))
  }

  async click(what: Locator): Promise<void> {
    this.clicks++
    await what.click()
  }

  async choose(list: Locator, value: string): Promise<void> {
    this.clicks += 2
    await list.selectOption(value)
  }

  /** A list that has the focus finds what is typed: one click. */
  async chooseByTyping(list: Locator, label: string): Promise<void> {
    this.clicks++
    // Long lists arrive a moment later.
    await expect(list.locator('option').filter({ hasText: label })).not.toHaveCount(0)
    await list.focus()
    await this.page.keyboard.type(label)
    await expect(list.locator('option:checked')).toHaveText(label)
  }

  /** The one of a list of small forms, which are called what was typed in them. */
  row(list: string, number: number, having: string): Locator {
    return this.page
      .getByRole('region', { name: words(`field.${this.recipe}.${list}`) })
      .getByRole('group')
      .filter({
        has: this.page.getByLabel(words(`field.${this.recipe}.${having}`), { exact: true }),
      })
      .nth(number - 1)
  }

  /** Words in both languages of the demo. */
  async say(field: string, en: string, af: string, within: Locator | Page = this.page) {
    const group = within.getByRole('group', { name: new RegExp(`^${words(`field.${field}`)}`) })
    await group.getByLabel('English', { exact: true }).fill(en)
    await group.getByLabel('Afrikaans', { exact: true }).fill(af)
  }

  async next(step: string): Promise<void> {
    const name = words('next', {
      step: (step === 'check'
        ? words('check.title')
        : words(`step.${this.recipe}.${step}`)
      ).toLowerCase(),
    })
    await this.click(this.page.getByRole('button', { name, exact: true }))
    await expect(this.page.getByRole('button', { name, exact: true })).toBeHidden()
  }

  async keep(): Promise<void> {
    await expect(this.page.getByText(words('check.sound'))).toBeVisible({ timeout: 60_000 })
    await this.click(this.page.getByRole('button', { name: words('check.write') }))
    await expect(this.page).toHaveURL(/\/admin\/publish/, { timeout: 60_000 })
    await expect(this.page.getByRole('button', { name: words('undo') })).toBeVisible()
  }
}
