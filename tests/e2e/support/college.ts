/**
 * A site of its own, made in the operator's console, with an owner who was invited; and how its owner
 * and its learners come to it.
 */

import { readFileSync } from 'node:fs'
import { expect, type Browser, type BrowserContext, type Page } from '@playwright/test'
import { Editor } from './editor.ts'
import type { Guided } from './guided.ts'
import { guidedWords as words } from './guided.ts'
import { Learner, PASSWORD, textsIn } from './journey.ts'
import type { Product } from './product.ts'
import type { Publisher } from './publisher.ts'
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

  /** Someone who signs up, up to the step after the consents. */
  async signUp(learner: Learner): Promise<void> {
    await learner.page.goto('/')
    await learner.call('POST', 'auth/signup', { email: learner.email, password: learner.password })
  }

  /** Someone who has done the worker type; by calls, for tests of what comes after. */
  async student(
    owner: Publisher,
    strict: Strict,
    { nationality = 'KE', birthDate = '2008-04-17' } = {},
  ): Promise<Learner> {
    const { codes } = await owner.send<{ codes: { code: string }[] }>('POST', 'admin/vouchers', {
      plan: 'power',
      count: 1,
      uses: 1,
    })
    const learner = await this.phone(strict)
    await this.signUp(learner)
    const { effective } = await owner.send<{ effective: { items: { id: string }[] } }>(
      'GET',
      'admin/documents/consent-list/main',
    )
    // Everybody is asked about each of them, except about those that the college has switched off.
    const asked = effective.items.flatMap(({ id }) =>
      ['parent', 'internalMarketingSharing'].includes(id) ? [] : id,
    )
    await learner.call(
      'PUT',
      'users/consents',
      Object.fromEntries(asked.map((id) => [id, id === 'terms'])),
    )
    await learner.call('POST', 'auth/verify', {
      code: /\d{6}/.exec((await learner.lastMessage()).text)![0],
    })
    await learner.call('POST', 'plans/redeem', codes[0])
    await learner.call('PATCH', 'users/profile', {
      firstName: 'Naledi',
      lastName: 'Wanjiru',
      birthDate,
      nationality,
    })
    await learner.takeWorkerTypeByCalls()
    return learner
  }

  /** Its work, as an operator saves it into a file. */
  async save(): Promise<Work> {
    const page = await this.asOperator()
    const downloads = page.waitForEvent('download')
    await page.getByRole('link', { name: t('console.tenants.fileSave') }).click()
    const file = readFileSync(await (await downloads).path())
    await page.context().close()
    return { file, ...(JSON.parse(file.toString()) as Omit<Work, 'file'>) }
  }

  /** Brings a file in whose sender this server doesn't know yet. */
  async bringIn({ file }: Work): Promise<void> {
    const page = await this.asOperator()
    await page.getByLabel(t('console.tenants.fileIn')).setInputFiles({
      name: `${this.slug}.tsela.json`,
      mimeType: 'application/json',
      buffer: file,
    })
    const trust = page.getByRole('checkbox', { name: /[0-9a-f]{4}-[0-9a-f]{4}/i })
    await expect(trust, 'the sender is not known here').toBeVisible({ timeout: 60_000 })
    const bring = page.getByRole('button', { name: t('console.tenants.bring') })
    await expect(bring).toBeDisabled()
    await trust.check()
    await bring.click()
    await expect(page.getByText(/is published here\.$/)).toBeVisible({ timeout: 60_000 })
    await page.context().close()
  }

  /** The page of this site in the operator's console. */
  private async asOperator(): Promise<Page> {
    const context = await this.browser.newContext({ baseURL: this.product.url, viewport: SIZE })
    const page = await context.newPage()
    await new Editor(page).signIn('operator')
    await page.goto(`/admin/tenants/${this.slug}`)
    return page
  }
}

/** A site's work as a file. */
export type Work = {
  readonly file: Buffer
  /** Of the documents: the same on every server. */
  readonly release: string
  readonly documents: Readonly<Record<string, unknown>>
  readonly images: readonly unknown[]
  readonly records: Readonly<Record<string, unknown>>
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
