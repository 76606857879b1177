/**
 * The base test of all browser tests: one product for many files, and no failure goes unnoticed. A
 * page error, anything on console.error (a missing text is one), a violation of the content
 * security policy, a request to another origin, an error in the server's log: each fails the test
 * that caused it.
 */

import {
  test as base,
  expect,
  type BrowserContext,
  type Page,
  type Request,
} from '@playwright/test'
import { Learner, type Language } from './journey.ts'
import { Product } from './product.ts'

/** The browser's own console messages about a response that isn't 2xx, or a missing one. */
export const REFUSED = (status: number) =>
  new RegExp(`the server responded with a status of ${status}`)
export const NO_NET =
  /net::ERR_(INTERNET_DISCONNECTED|CONNECTION_REFUSED|CONNECTION_RESET|FAILED|EMPTY_RESPONSE|NETWORK_CHANGED)/

export class Strict {
  readonly #complaints: string[] = []
  /**
   * Calls in order: whether they sent the anti-forgery cookie, and whether their header had its
   * value.
   */
  readonly #calls = new Map<
    number,
    { readonly name: string; readonly hasCookie: boolean; readonly hasValue: boolean }
  >()
  readonly #allowed: RegExp[] = []
  readonly #origins: Set<string>
  /** Every other origin that received a request. */
  readonly strangers: string[] = []

  constructor(...origins: readonly string[]) {
    this.#origins = new Set(origins)
  }

  /** For a test that causes a failure on purpose: this message is allowed on the console. */
  allow(...patterns: readonly RegExp[]): void {
    this.#allowed.push(...patterns)
  }

  /** Another address of the product, such as that of a tenant that a test makes. */
  admit(...origins: readonly string[]): void {
    for (const origin of origins) this.#origins.add(origin)
  }

  /** Messages so far that weren't allowed. */
  complaints(): string[] {
    const silent = [...this.#calls].flatMap(([at, { name }]) =>
      this.#isSilent(at) && !this.#wasOnItsWay(at) ? [`no anti-forgery value: ${name}`] : [],
    )
    return [...this.#complaints, ...silent].filter(
      (text) => !this.#allowed.some((pattern) => pattern.test(text)),
    )
  }

  #isSilent(at: number): boolean {
    const call = this.#calls.get(at)
    return call !== undefined && call.hasCookie && !call.hasValue
  }

  /**
   * Was the call sent before the page could know the cookie? A page starts with two calls at once;
   * the browser adds the cookie to either if the response that sets it arrives just then.
   */
  #wasOnItsWay(at: number): boolean {
    const first = this.#isSilent(at - 1) ? at - 1 : at
    return this.#calls.get(first - 1)?.hasCookie !== true
  }

  /**
   * A call that sends the anti-forgery cookie has its value in the header too, including reads
   * (spec 7).
   */
  async #noteValue(request: Request, at: number): Promise<void> {
    const { cookie = '', 'x-csrf-token': value } = await request
      .allHeaders()
      .catch((): Record<string, string> => ({}))
    this.#calls.set(at, {
      name: `${request.method()} ${request.url()}`,
      hasCookie: cookie.includes('csrf-token='),
      hasValue: value !== undefined,
    })
  }

  async watch(context: BrowserContext): Promise<void> {
    let seen = 0
    context.on('console', (message) => {
      if (message.type() === 'error')
        this.#complaints.push(
          `console: ${message.text()} (${message.location().url}, on ${message.page()?.url() ?? 'worker'})`,
        )
    })
    context.on('weberror', (error) =>
      this.#complaints.push(`page error: ${error.error().stack ?? error.error().message}`),
    )
    context.on('request', (request) => {
      const url = new URL(request.url())
      if (CALLS.test(url.pathname)) void this.#noteValue(request, ++seen)
      if (url.pathname === '/api/csp-reports')
        this.#complaints.push(`policy violation reported: ${request.postData() ?? ''}`)
      if (/^https?:$/.test(url.protocol) && !this.#origins.has(url.origin)) {
        this.strangers.push(url.href)
        this.#complaints.push(`request to another origin: ${url.href}`)
      }
    })
    await context.exposeBinding(
      'reportViolation',
      (_source, text: string) => void this.#complaints.push(`policy violation: ${text}`),
    )
    await context.addInitScript(() => {
      document.addEventListener(
        'securitypolicyviolation',
        ({ effectiveDirective, blockedURI, sample }) => {
          void (window as unknown as { reportViolation: (text: string) => void }).reportViolation(
            `${effectiveDirective} ${blockedURI} ${sample}`,
          )
        },
      )
    })
  }
}

/** Calls of the API; content by its hash is the same for all users. */
const CALLS = /^\/api\/(?!bundles|documents|images|validators|themes|csp-reports)/

type TestFixtures = {
  strict: Strict
  language: Language
  /** A learner with a phone. */
  learner: Learner
}

type WorkerFixtures = {
  /**
   * A test file that leaves a product in a state unfit for others sets its own name: another name
   * means another worker, with a product of its own.
   */
  apart: string
  product: Product
}

export const test = base.extend<TestFixtures, WorkerFixtures>({
  apart: ['', { option: true, scope: 'worker' }],
  product: [
    // Playwright reads from this pattern what a fixture needs.
    async ({ apart: _apart }, use) => {
      const product = new Product()
      try {
        await product.start()
        await use(product)
      } finally {
        await product.stop()
      }
    },
    { scope: 'worker', timeout: 120_000 },
  ],
  baseURL: async ({ product }, use) => use(product.url),
  language: ['en', { option: true }],
  strict: [
    async ({ product, context }, use) => {
      const strict = new Strict(product.url, product.pluggedin)
      await strict.watch(context)
      await use(strict)
      expect(strict.complaints(), 'nothing was complained of').toEqual([])
      expect(product.takeErrors(), 'the server logged no error').toEqual([])
    },
    { auto: true },
  ],
  learner: async ({ page, product, language }, use) => use(new Learner(page, product, language)),
})

export { expect, type Page }
