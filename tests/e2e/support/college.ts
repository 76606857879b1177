/**
 * A site of its own, made in the operator's console, with an owner who was invited; and how its owner
 * and its learners come to it.
 */

import { expect, type Browser, type BrowserContext, type Page } from '@playwright/test'
import { Editor } from './editor.ts'
import type { Guided } from './guided.ts'
import { guidedWords as words } from './guided.ts'
import { Learner, PASSWORD, textsIn } from './journey.ts'
import type { Product } from './product.ts'
import type { Strict } from './strict.ts'

const t = textsIn('en')
const SIZE = { width: 1280, height: 900 }

export class College {
  #signedIn: Awaited<ReturnType<BrowserContext['storageState']>> | undefined
  readonly url: string
  readonly owner: string

  constructor(
    readonly product: Product,
    readonly browser: Browser,
    readonly slug: string,
  ) {
    this.url = `http://${slug}.localhost:${product.port}`
    this.owner = `head@${slug}.test`
  }

  /** Made by an operator; its owner chooses a password by the link of the invitation. */
  async make(): Promise<void> {
    const context = await this.browser.newContext({ baseURL: this.product.url, viewport: SIZE })
    const page = await context.newPage()
    await new Editor(page).signIn('operator')
    await page.goto('/admin/tenants')
    await page.getByRole('button', { name: t('console.tenants.make') }).click()
    await page.getByRole('textbox', { name: t('console.tenants.name') }).fill(this.slug)
    await page
      .getByRole('textbox', { name: t('console.tenants.host'), exact: true })
      .fill(`${this.slug}.localhost`)
    await page.getByRole('textbox', { name: t('console.tenants.owner') }).fill(this.owner)
    await page.getByRole('button', { name: t('console.tenants.makeButton') }).click()
    await expect(page.getByText(t('console.tenants.made', { slug: this.slug }))).toBeVisible({
      timeout: 60_000,
    })
    const link = /\/recover\?token=[\w-]+/.exec(await this.invitation(page))
    await context.close()
    expect(link, 'the invitation has a link').not.toBeNull()

    const office = await this.browser.newContext({ baseURL: this.url, viewport: SIZE })
    const desk = await office.newPage()
    await desk.goto(link![0])
    await desk.getByLabel(t('recover.password'), { exact: true }).fill(PASSWORD)
    await desk.getByRole('button', { name: t('recover.confirm'), exact: true }).click()
    await desk.getByLabel(t('login.email'), { exact: true }).fill(this.owner)
    await desk.getByLabel(t('login.password'), { exact: true }).fill(PASSWORD)
    await desk.getByRole('button', { name: t('login.button'), exact: true }).click()
    await expect(desk).not.toHaveURL(/\/login/)
    this.#signedIn = await office.storageState()
    await office.close()
  }

  /** By mail, or handed on where no mail is sent. */
  private async invitation(page: Page): Promise<string> {
    const answer = await page.request.get(
      `${this.product.url}/api/demo/outbox?to=${encodeURIComponent(this.owner)}`,
      { headers: { 'X-Tenant': this.slug } },
    )
    const { items = [] } = (await answer.json()) as { items?: { text: string }[] }
    return `${items.map(({ text }) => text).join('\n')}\n${await page.getByRole('main').innerText()}`
  }

  /** The owner's own browser, at the college's own address. */
  async office(strict: Strict): Promise<Page> {
    strict.admit(this.url)
    const context = await this.browser.newContext({
      baseURL: this.url,
      viewport: SIZE,
      reducedMotion: 'reduce',
      storageState: this.#signedIn!,
    })
    await strict.watch(context)
    return context.newPage()
  }

  /** A learner's phone. Only browsers know the college's address, so calls name it in a header. */
  async phone(strict: Strict): Promise<Learner> {
    const context = await this.browser.newContext({
      baseURL: this.product.url,
      viewport: { width: 360, height: 640 },
      reducedMotion: 'reduce',
      extraHTTPHeaders: { 'X-Tenant': this.slug },
      serviceWorkers: 'block',
    })
    await strict.watch(context)
    return new Learner(await context.newPage(), this.product, 'en')
  }
}

/** Words in English, and in Swahili where there are any; other languages repeat the English ones. */
export async function say(
  { page, recipe }: Guided,
  field: string,
  english: string,
  { swahili = '', row = '' }: { swahili?: string; row?: string } = {},
): Promise<void> {
  const within = row === '' ? page : page.getByRole('group', { name: row, exact: true })
  const group = within.getByRole('group', {
    name: new RegExp(`^${words(`field.${recipe}.${field}`)}`),
  })
  await expect(group).toBeVisible()
  // A row is called what is typed in it: its fields are found before anything is.
  for (const box of await group.getByRole('textbox').elementHandles()) {
    const label = await box.evaluate(
      (element) => (element as HTMLInputElement).labels?.[0]?.textContent ?? '',
    )
    const typed = /Kiswahili/.test(label) ? swahili : english
    if (typed !== '') await box.fill(typed)
  }
}
