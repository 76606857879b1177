/**
 * Actions of a learner, by role and name. Names come from the locale files by their key, so that a
 * test works in every language of the product.
 */

import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import {
  expect,
  request as playwright,
  type APIResponse,
  type Locator,
  type Page,
} from '@playwright/test'
import { root, type Product } from './product.ts'

export type Language = 'en' | 'af'
export type Translate = (key: string, values?: Readonly<Record<string, string | number>>) => string
type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
export type Credentials = { readonly email: string; readonly password: string }

export const PASSWORD = 'Thaba2024'
/** Every demo account has it. */
export const DEMO_PASSWORD = 'Demo1234'
export const TOTAL = 60

type Texts = { readonly [key: string]: string | Texts }

function readJson<T>(...path: string[]): T {
  return JSON.parse(readFileSync(join(root, ...path), 'utf8')) as T
}

function flatten(texts: Texts, prefix = ''): [string, string][] {
  return Object.entries(texts).flatMap(([key, value]) =>
    typeof value === 'string'
      ? [[prefix + key, value] as [string, string]]
      : flatten(value, `${prefix}${key}.`),
  )
}

const locales = new Map<
  Language,
  { readonly name: string; readonly texts: ReadonlyMap<string, string> }
>()

function localeOf(language: Language) {
  let locale = locales.get(language)
  if (locale === undefined) {
    const document = readJson<{ name: string; texts: Texts }>(
      'schemas',
      'locales',
      `${language}.json`,
    )
    locale = { name: document.name, texts: new Map(flatten(document.texts)) }
    locales.set(language, locale)
  }
  return locale
}

/** The product's texts in a language. An unknown key is an error in the test. */
export function textsIn(language: Language): Translate {
  const { texts } = localeOf(language)
  return (key, values = {}) => {
    const count = values['count']
    const plural =
      typeof count === 'number' ? `${key}_${new Intl.PluralRules(language).select(count)}` : key
    const text = texts.get(plural) ?? texts.get(key)
    if (text === undefined) throw new Error(`${language} has no text "${key}"`)
    return withFigures(text).replace(/\{\{(\w+)\}\}/g, (_whole, name: string) =>
      String(values[name] ?? `{{${name}}}`),
    )
  }
}

/** A release fills in figures of assessments: `{{holland_code.minutes}}`. */
function withFigures(text: string): string {
  return text.replace(/\{\{(\w+)\.(\w+)\}\}/g, (_whole, id: string, figure: string) => {
    const assessment = readJson<{ minutes: number; items: readonly unknown[] }>(
      'schemas',
      'assessments',
      `${id}.json`,
    )
    return String(figure === 'minutes' ? assessment.minutes : assessment.items.length)
  })
}

export function nameOf(language: Language): string {
  return localeOf(language).name
}

/** The ids of the sixty lines, in the order of the instrument. */
export const ITEMS: readonly string[] = readJson<{ items: { id: string }[] }>(
  'schemas',
  'assessments',
  'holland_code.json',
).items.map(({ id }) => id)

/**
 * Answers of one particular learner: no two types get the same sum, and one answer lost, doubled or
 * swapped with its neighbour changes a sum. Builder, Thinker, Creator in that order.
 */
export function variedAnswers(): Readonly<Record<string, number>> {
  const rows: Readonly<Record<string, string>> = {
    R: '5545354554',
    I: '4534445354',
    A: '4334243433',
    S: '2331324233',
    E: '2213213122',
    C: '1121211112',
  }
  return Object.fromEntries(
    ITEMS.map((item) => [item, Number(rows[item[0]!]![Number(item.slice(2)) - 1])]),
  )
}

/** What the scorer makes of them: each answer counts from 0 to 4. */
export function sumsOf(answers: Readonly<Record<string, number>>): Record<string, number> {
  const sums: Record<string, number> = { R: 0, I: 0, A: 0, S: 0, E: 0, C: 0 }
  for (const [item, value] of Object.entries(answers)) sums[item[0]!]! += value - 1
  return sums
}

let people = 0

/** An unused address, in this run and earlier ones on the same database. */
export function newAddress(): string {
  return `learner${++people}.${Date.now().toString(36)}@school.test`
}

export type StoredAnswer = { readonly item: string; readonly value: number; readonly late: boolean }

export class Learner {
  readonly t: Translate
  email = newAddress()
  password = PASSWORD

  constructor(
    readonly page: Page,
    readonly product: Product,
    readonly language: Language = 'en',
  ) {
    this.t = textsIn(language)
  }

  heading(key: string, values?: Parameters<Translate>[1]): Locator {
    return this.page.getByRole('heading', { level: 1, name: this.t(key, values), exact: true })
  }
  button(key: string, values?: Parameters<Translate>[1]): Locator {
    return this.page.getByRole('button', { name: this.t(key, values), exact: true })
  }
  link(key: string, values?: Parameters<Translate>[1]): Locator {
    return this.page.getByRole('link', { name: this.t(key, values), exact: true })
  }
  field(key: string): Locator {
    return this.page.getByRole('textbox', { name: this.t(key), exact: true })
  }
  async expectAt(path: string, origin = this.product.url): Promise<void> {
    await expect(this.page).toHaveURL(origin + path)
  }

  /** Opens the front page, in the learner's own language. */
  async openHome(path = '/'): Promise<void> {
    await this.page.goto(path)
    if (this.language !== 'en') await this.choose(this.language)
    await expect(this.heading('home.title')).toBeVisible()
  }

  /** The language is chosen by its own name, wherever the switcher is. */
  async choose(language: Language): Promise<void> {
    const switcher = this.page.getByRole('combobox')
    await switcher.selectOption({ label: nameOf(language) })
    await expect(this.page.locator('html')).toHaveAttribute('lang', language)
  }

  async signUp(email = this.email, password = this.password): Promise<void> {
    await this.field('signup.email').fill(email)
    await this.field('signup.password').fill(password)
    await this.button('signup.button').click()
  }

  async consent(): Promise<void> {
    await expect(this.heading('onboarding.consent.title')).toBeVisible()
    await this.page.getByRole('checkbox', { name: this.t('consent.terms.title') }).check()
    await this.page.getByRole('checkbox', { name: this.t('consent.research.title') }).check()
    await this.button('onboarding.consent.button').click()
  }

  /** The last message to an address, as the demo's outbox keeps it. */
  async lastMessage(to = this.email): Promise<{ readonly subject: string; readonly text: string }> {
    // Browsers resolve *.localhost by themselves, but the system used by this call may not.
    const tenant = this.page.url().startsWith(this.product.pluggedin)
      ? { 'X-Tenant': 'pluggedin' }
      : {}
    const answer = await this.page.request.get(
      `${this.product.url}/api/demo/outbox?to=${encodeURIComponent(to)}`,
      { headers: tenant },
    )
    const { items } = (await answer.json()) as { items: { subject: string; text: string }[] }
    const last = items.at(-1)
    if (last === undefined) throw new Error(`nothing was sent to ${to}`)
    return last
  }

  async confirm(): Promise<void> {
    await expect(this.heading('onboarding.confirm.title')).toBeVisible()
    const code = /\d{6}/.exec((await this.lastMessage()).text)![0]
    // The sixth digit sends it.
    await this.field('onboarding.confirm.code').fill(code)
  }

  async redeem(voucher: string): Promise<void> {
    // The worker type comes before the plan, except for a user who has a code.
    const code = this.link('visitor.code')
    await expect(code.or(this.heading('onboarding.plan.title'))).toBeVisible()
    if (await code.isVisible()) await code.click()
    await expect(this.heading('onboarding.plan.title')).toBeVisible()
    await this.field('onboarding.plan.code').fill(voucher)
    await this.button('onboarding.plan.button').click()
  }

  async fillProfile(): Promise<void> {
    await expect(this.heading('onboarding.profile.title')).toBeVisible()
    await this.page.getByRole('textbox', { name: this.t('field.birthDate') }).fill('2008-04-17')
    await this.page.getByRole('textbox', { name: this.t('field.firstName') }).fill('Naledi')
    await this.page.getByRole('textbox', { name: this.t('field.lastName') }).fill('Mokoena')
    await this.button('onboarding.profile.button').click()
  }

  /** From the front page to the introduction of the sixty lines. */
  async onboard(voucher = 'DEMO-COMMIT'): Promise<void> {
    await this.openHome()
    await this.signUp()
    await this.consent()
    await this.confirm()
    await this.redeem(voucher)
    await this.fillProfile()
    await expect(this.heading('holland_code.title')).toBeVisible()
  }

  /** The same by calls, for tests that are about what comes after. Leaves the browser signed in. */
  async onboardByCalls(voucher = 'DEMO-COMMIT', withProfile = true): Promise<void> {
    await this.call('POST', 'auth/signup', { email: this.email, password: this.password })
    await this.call('PUT', 'users/consents', {
      terms: true,
      marketing: false,
      researchContact: true,
    })
    await this.call('POST', 'auth/verify', {
      code: /\d{6}/.exec((await this.lastMessage()).text)![0],
    })
    await this.call('POST', 'plans/redeem', { code: voucher })
    if (withProfile)
      await this.call('PATCH', 'users/profile', {
        firstName: 'Naledi',
        lastName: 'Mokoena',
        birthDate: '2008-04-17',
      })
  }

  /** All sixty lines by calls. @returns the attempt's id */
  takeWorkerTypeByCalls(
    answers: Readonly<Record<string, number>> = variedAnswers(),
  ): Promise<string> {
    return this.answerByCalls('holland_code', answers)
  }

  /** @returns the attempt's id */
  async answerByCalls(
    assessment: string,
    answers: Readonly<Record<string, unknown>>,
  ): Promise<string> {
    const { id, items } = await this.call<{ id: string; items: string[] }>(
      'POST',
      `assessments/${assessment}/attempts`,
    )
    const rows = items.map((item, index) => ({
      item,
      value: answers[item],
      ms: 4000,
      at: new Date(Date.UTC(2026, 0, 1, 8, 0, index)).toISOString(),
      seq: index + 1,
    }))
    await this.call('PUT', `attempts/${id}/answers`, { answers: rows })
    await this.call('POST', `attempts/${id}/complete`)
    return id
  }

  async logIn({ email, password }: Credentials): Promise<void> {
    // The previous page may have an email field too: it must be gone before anything is typed.
    await expect(this.heading('login.title')).toBeVisible()
    await this.field('login.email').fill(email)
    await this.field('login.password').fill(password)
    await this.button('login.button').click()
  }

  /** Signs the browser in without its pages. */
  async logInByCall(email: string, password = DEMO_PASSWORD): Promise<void> {
    this.email = email
    this.password = password
    await this.call('POST', 'auth/login', { email, password })
  }

  /** Logs out in the user dropdown. */
  async logOut(): Promise<void> {
    await this.openUserMenu()
    await this.page
      .getByRole('dialog')
      .getByRole('button', { name: this.t('menu.logout') })
      .click()
  }

  async openUserMenu(): Promise<void> {
    await this.page
      .getByRole('banner')
      .getByRole('button', { name: this.t('frame.userMenu', { name: '' }) })
      .click()
    await expect(this.page.getByRole('dialog')).toBeVisible()
  }

  /**
   * The password is changed on another device: every session but that one ends, this browser's too.
   */
  async endSessionsElsewhere(next: string): Promise<void> {
    const elsewhere = await playwright.newContext({ baseURL: this.product.url })
    try {
      await elsewhere.get('/api/auth/ping')
      const csrf = async () => ({
        'X-CSRF-Token': (await elsewhere.storageState()).cookies.find(
          ({ name }) => name === 'csrf-token',
        )!.value,
      })
      const login = await elsewhere.post('/api/auth/login', {
        headers: await csrf(),
        data: { email: this.email, password: this.password },
      })
      expect(login.status()).toBe(200)
      const changed = await elsewhere.post('/api/auth/password', {
        headers: await csrf(),
        data: { current: this.password, next },
      })
      expect(changed.status()).toBe(204)
      this.password = next
    } finally {
      await elsewhere.dispose()
    }
  }

  /** A call of this browser's session. @throws if the server refuses */
  async call<T>(method: Method, path: string, data?: unknown): Promise<T> {
    const answer = await this.ask(method, path, data)
    if (!answer.ok())
      throw new Error(`${method} ${path} answered ${answer.status()}: ${await answer.text()}`)
    return (answer.status() === 204 ? undefined : await answer.json()) as T
  }

  /** The same for a call that the server should refuse. */
  async refused(
    method: Method,
    path: string,
    data?: unknown,
  ): Promise<{ status: number; body: unknown }> {
    const answer = await this.ask(method, path, data)
    return { status: answer.status(), body: await answer.json() }
  }

  private async ask(method: Method, path: string, data: unknown): Promise<APIResponse> {
    const { request } = this.page
    const token = async () =>
      (await this.page.context().cookies(this.product.url)).find(
        ({ name }) => name === 'csrf-token',
      )?.value
    if ((await token()) === undefined) await request.get('/api/auth/ping')
    const send = async () =>
      request.fetch(`/api/${path}`, {
        method,
        headers: { 'X-CSRF-Token': (await token()) ?? '' },
        ...(data !== undefined && { data }),
      })
    const answer = await send()
    // The first response to the page itself may have brought another token meanwhile.
    return answer.status() === 403 && (await answer.text()).includes('"csrf/missing"')
      ? send()
      : answer
  }

  async startQuiz(): Promise<void> {
    await this.link('intro.start').click()
    await this.expectPlace(1)
  }

  async expectPlace(at: number): Promise<void> {
    await expect(
      this.page.getByText(this.t('quiz.place', { at, total: TOTAL }), { exact: true }),
    ).toBeVisible()
  }

  /** The id of the current line. */
  async currentItem(): Promise<string> {
    const statement = await this.page.getByRole('radiogroup').getAttribute('aria-labelledby')
    const text = await this.page.locator(`[id="${statement}"]`).innerText()
    const item = ITEMS.find((id) => this.t(`holland_code.item.${id}`) === text)
    if (item === undefined)
      throw new Error(`"${text}" is none of the sixty lines in ${this.language}`)
    return item
  }

  option(value: number): Locator {
    return this.page.getByRole('radio', { name: this.t(`scale.like.${value}`), exact: true })
  }

  /** Answers the current line, and waits until it has gone. @returns its id */
  async answer(answers: Readonly<Record<string, number>>): Promise<string> {
    const item = await this.currentItem()
    await this.option(answers[item]!).click()
    await expect(
      this.page.getByRole('heading', {
        level: 1,
        name: this.t(`holland_code.item.${item}`),
        exact: true,
      }),
    ).toHaveCount(0)
    return item
  }

  /** Answers lines until this many are done, and checks the progress on the way. */
  async answerUpTo(last: number, answers: Readonly<Record<string, number>>): Promise<void> {
    const first = await this.place()
    for (let at = first; at <= last; at++) {
      await this.expectPlace(at)
      await this.answer(answers)
    }
  }

  /** The number of the current line, from 1. */
  async place(): Promise<number> {
    const text = await this.page
      .getByText(new RegExp(`^${this.t('quiz.place', { at: '(\\d+)', total: TOTAL })}$`))
      .innerText()
    return Number(/\d+/.exec(text)![0])
  }

  /** The chip below a line. */
  saved(where: 'phone' | 'sent' | 'memory'): Locator {
    // Screen readers get it a little later from a separate status; this one is visible.
    const chip = this.page.locator('span[aria-hidden="true"]')
    if (where !== 'phone')
      return chip.filter({ hasText: new RegExp(`^${this.t(`quiz.saved.${where}`)}$`) })
    // Online it says how many have arrived.
    return chip.filter({
      hasText: new RegExp(
        `^(${this.t('quiz.saved.phone')}|${this.t('quiz.saved.some', { sent: '\\d+', here: '\\d+' })})$`,
      ),
    })
  }

  /** Every file of this page is in the service worker's cache: from here on it needs no network. */
  async readyForOffline(): Promise<void> {
    await expect
      .poll(
        () =>
          this.page.evaluate(async () => {
            if (navigator.serviceWorker.controller === null) return 'no worker yet'
            const files = performance.getEntriesByType('resource').map(({ name }) => name)
            const needed = [...files.filter((name) => /\/(assets|api\/bundles)\//.test(name)), '/']
            for (const name of needed)
              if ((await caches.match(name)) === undefined) return `${name} is not kept yet`
            return 'ready'
          }),
        { message: 'everything that the page needs is kept on the phone', timeout: 20_000 },
      )
      .toBe('ready')
  }

  /** The contents of the database about this learner's attempts. */
  async storedAnswers(): Promise<StoredAnswer[]> {
    return this.product.rows<StoredAnswer>(
      `SELECT a.item, a.value, a.late FROM answers a
       JOIN attempts t ON t.tenant_id = a.tenant_id AND t.id = a.attempt_id
       JOIN users u ON u.tenant_id = t.tenant_id AND u.id = t.user_id
       WHERE u.email = $1 ORDER BY a.received, a.seq`,
      [this.email],
    )
  }

  async attempts(): Promise<{ id: string; state: string }[]> {
    return this.product.rows(
      'SELECT t.id, t.state FROM attempts t JOIN users u ON u.tenant_id = t.tenant_id AND u.id = t.user_id WHERE u.email = $1',
      [this.email],
    )
  }
}
