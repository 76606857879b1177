/** Actions of an admin in the console, in a browser of their own, by role and name. */

import { expect, type Locator, type Page } from '@playwright/test'
import { DEMO_PASSWORD, textsIn, type Translate } from './journey.ts'

export class Editor {
  readonly t: Translate = textsIn('en')

  constructor(readonly page: Page) {}

  /** Signs the browser in without its pages. */
  async signIn(name: string): Promise<void> {
    const { request } = this.page
    await request.get('/api/auth/ping')
    const token = (await this.page.context().cookies()).find(
      (cookie) => cookie.name === 'csrf-token',
    )!.value
    const answer = await request.post('/api/auth/login', {
      headers: { 'X-CSRF-Token': token },
      data: { email: `${name}@demo.test`, password: DEMO_PASSWORD },
    })
    expect(answer.status()).toBe(200)
  }

  get form(): Locator {
    return this.page.getByRole('region', { name: this.t('console.editor.panes.form'), exact: true })
  }

  /** On a phone the page comes first, and the form is behind a switch. */
  async showForm(): Promise<void> {
    const tab = this.page.getByRole('tab', {
      name: this.t('console.editor.panes.form'),
      exact: true,
    })
    await expect(tab.or(this.form).first()).toBeVisible()
    if (await tab.isVisible()) await tab.click()
  }

  async openDocument(kind: string, id: string): Promise<void> {
    await this.page.goto(`/admin/document/${kind}/${encodeURIComponent(id)}`)
    await this.showForm()
    await expect(this.field('documentTitle')).toBeVisible()
  }

  /** Creates a document of a kind, from another one or from scratch, and opens it. */
  async make(kind: string, id: string, name: string, from?: string): Promise<void> {
    await this.page.goto(`/admin/documents/${kind}`)
    await this.page.getByRole('button', { name: this.t('console.documents.new') }).click()
    const dialog = this.page.getByRole('dialog')
    await dialog.getByRole('textbox', { name: this.t('console.new.id') }).fill(id)
    await dialog.getByRole('textbox', { name: this.t('console.new.name') }).fill(name)
    if (from !== undefined)
      await dialog.getByRole('combobox', { name: this.t('console.new.from') }).selectOption(from)
    await dialog.getByRole('button', { name: this.t('console.new.button') }).click()
    await expect(this.page).toHaveURL(new RegExp(`/admin/document/${kind}/${id}$`))
    await this.showForm()
    await expect(this.field('documentTitle')).toHaveValue(name)
  }

  /** The button that opens an entry of a list: its title, then its summary. */
  entry(title: string, within: Locator = this.form): Locator {
    return within.locator('button[aria-expanded]').filter({ hasText: new RegExp(`^${title}`) })
  }

  async openEntry(title: string, within: Locator = this.form): Promise<void> {
    const entry = this.entry(title, within).first()
    if ((await entry.getAttribute('aria-expanded')) !== 'true') await entry.click()
    await expect(entry).toHaveAttribute('aria-expanded', 'true')
  }

  /** A group of fields or entries by its label. */
  group(member: string, within: Locator = this.form): Locator {
    return within.getByRole('group', { name: this.t(`console.form.member.${member}`), exact: true })
  }

  async add(member: string, within: Locator = this.form): Promise<void> {
    await within
      .getByRole('button', {
        name: this.t('console.form.addTo', { label: this.t(`console.form.member.${member}`) }),
        exact: true,
      })
      .last()
      .click()
  }

  /** Adds an optional member. */
  async addMember(member: string, within: Locator = this.form): Promise<void> {
    const button = within.getByRole('button', {
      name: this.t(`console.form.member.${member}`),
      exact: true,
    })
    // If there are many, they are collapsed.
    const more = within
      .locator('summary')
      .filter({ hasText: this.t('console.form.addMore', { count: 2 }).split(' (')[0]! })
    await expect(button.or(more).last()).toBeVisible()
    if (!(await button.last().isVisible())) await more.last().click()
    await button.last().click()
  }

  field(member: string, within: Locator = this.form): Locator {
    return within.getByRole('textbox', {
      name: this.t(`console.form.member.${member}`),
      exact: true,
    })
  }

  /** Removes an optional member. */
  async leaveOut(member: string, within: Locator = this.form): Promise<void> {
    const button = within.getByRole('button', {
      name: this.t('console.form.leaveOut', { label: this.t(`console.form.member.${member}`) }),
      exact: true,
    })
    await button.last().click()
  }

  async tick(member: string, within: Locator = this.form): Promise<void> {
    await within
      .getByRole('checkbox', { name: this.t(`console.form.member.${member}`), exact: true })
      .check()
  }

  /** Moves an entry of a list by one position: the first, if several have the same name. */
  async move(way: 'up' | 'downward', title: string): Promise<void> {
    await this.form
      .getByRole('button', { name: this.t(`console.form.${way}`, { label: title }), exact: true })
      .first()
      .click()
  }

  /**
   * Chooses one of many by typing. The names may still be on their way: without them there is no
   * list to choose from.
   */
  async pick(member: string, search: string, within: Locator = this.form): Promise<void> {
    const label = this.t(`console.form.member.${member}`)
    const combo = within.getByRole('combobox', { name: label, exact: true }).last()
    // Words are typed in place once the languages are there; others are looked for behind a button.
    if (/^[a-z]\w*(?:\.\w+)+$/.test(search)) {
      const others = within
        .getByRole('button', {
          name: new RegExp(`^${this.t('console.words.others')}\\W+${label}$`),
        })
        .last()
      await others.waitFor({ timeout: 10_000 }).catch(() => undefined)
      await expect(async () => {
        if (await others.isVisible()) await others.click()
        await combo.click({ timeout: 2000 })
      }).toPass()
    }
    await this.take(combo, search)
  }

  private async take(combo: Locator, search: string): Promise<void> {
    await combo.click()
    await combo.fill(search)
    await combo.press('Enter')
    await expect(combo).toHaveAttribute('aria-expanded', 'false')
  }

  /** Enters a rule by hand, with its variable, comparison and value. */
  async onlyWhen(
    member: string,
    ...conditions: readonly (readonly [variable: string, value: string])[]
  ): Promise<void> {
    const rule = this.group(member)
    // A rule that was just added is open, and its first condition is there.
    const change = rule.getByRole('button', {
      name: new RegExp(`^${this.t('console.form.change')}`),
    })
    const blank = rule.getByText(this.t('console.rule.unfinished'))
    await expect(change.or(blank).first()).toBeVisible()
    if (await change.isVisible()) await change.click()
    for (const [index, [variable, value]] of conditions.entries()) {
      if (index > 0 || !(await blank.isVisible()))
        await rule
          .getByRole('button', { name: this.t('console.rule.addCondition'), exact: true })
          .click()
      const condition = rule
        .getByRole('group', { name: this.t('console.rule.group'), exact: true })
        .getByRole('listitem')
        .nth(index)
      await this.take(
        condition.getByRole('combobox', { name: this.t('console.rule.variable'), exact: true }),
        variable,
      )
      const said = condition.getByLabel(this.t('console.rule.value'), { exact: true })
      if (await said.evaluate((element) => element instanceof HTMLSelectElement))
        await said.selectOption(value)
      else await said.fill(value)
    }
  }

  async choose(member: string, value: string, within: Locator = this.form): Promise<void> {
    await within
      .getByRole('combobox', { name: this.t(`console.form.member.${member}`), exact: true })
      .selectOption(value)
  }

  /** Names the new entry of a list. */
  async rename(id: string, within: Locator = this.form): Promise<void> {
    const field = this.field('id', within).last()
    await field.fill(id)
    await field.press('Enter')
    await expect(this.field('id', within).last()).toHaveValue(id)
  }

  /** The change has been saved automatically. */
  async saved(): Promise<void> {
    await expect(
      this.page.getByRole('status').filter({ hasText: /^Saved \d\d:\d\d/ }),
    ).toBeVisible()
  }

  /**
   * Publishes all drafts, as people do: what the page has not saved yet is saved when they leave
   * it.
   */
  async publish(message: string): Promise<void> {
    await this.page.getByRole('link', { name: /^Publish \d+ change/ }).click()
    await this.publishHere(message)
  }

  /** The same where the page of what is published is open already. */
  async publishHere(message: string): Promise<void> {
    const words = this.page.getByRole('textbox', { name: this.t('console.publish.message') })
    // What changes is known after the check of the edit before.
    await expect(words).toBeVisible({ timeout: 60_000 })
    await words.fill(message)
    const button = this.page.getByRole('button', {
      name: this.t('console.publish.button'),
      exact: true,
    })
    await expect(button).toBeEnabled({ timeout: 60_000 })
    await button.click()
    await expect(this.page).toHaveURL(/\/admin\/releases$/, { timeout: 60_000 })
    await expect(
      this.page.getByRole('listitem').filter({ hasText: message }).first(),
    ).toContainText(this.t('console.releases.live'))
  }

  /** Back to what was live before a release: one click. */
  async goBackTo(title: string): Promise<void> {
    await this.page.goto('/admin/releases')
    await this.page
      .getByRole('listitem')
      .filter({ hasText: title })
      .last()
      .getByRole('button', { name: this.t('console.releases.goBack') })
      .click()
    await expect(
      this.page.getByRole('status').filter({
        hasText: this.t('console.releases.wentBack', { to: title, as: '' }).slice(0, 12),
      }),
    ).toBeVisible({ timeout: 60_000 })
  }
}
