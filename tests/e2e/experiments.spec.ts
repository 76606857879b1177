/**
 * An experiment as visitors meet it: their arm is there from the first paint, nothing on the page
 * changes afterwards, and the server hears of it once (docs/decisions/0099).
 */

import type { Browser, Page } from '@playwright/test'
import { Visitor } from '../../bench/support/visitor.ts'
import { Learner } from './support/journey.ts'
import { Publisher } from './support/publisher.ts'
import { expect, test } from './support/strict.ts'

const WORDS = { control: /Start free, \d+ minutes/, outcome: /See what suits me/ } as const
type Arm = keyof typeof WORDS

let publisher: Publisher
let before: string

test.beforeAll(async ({ product }) => {
  publisher = await Publisher.of(product)
  before = await publisher.live()
  await publisher.publish('Which words make visitors begin?', {
    kind: 'experiment',
    id: 'home-action',
    edit: (experiment) => ({ ...experiment, state: 'running' }),
  })
})
test.afterAll(() => publisher.leave(before))

/** Remembers every text that the first button has ever had, from the first paint on. */
async function watch(page: Page): Promise<() => Promise<string[]>> {
  await page.addInitScript(() => {
    const seen: string[] = []
    Object.assign(window, { seen })
    const look = () => {
      const text = document.querySelector(
        'main a[href="/start"], main a[href="/home/start"], main a',
      )
      if (text?.textContent && seen.at(-1) !== text.textContent) seen.push(text.textContent)
      requestAnimationFrame(look)
    }
    requestAnimationFrame(look)
  })
  return () => page.evaluate(() => (window as unknown as { seen: string[] }).seen)
}

/** A new visitor of the home page. */
async function visit(browser: Browser, url: string) {
  const context = await browser.newContext({ viewport: { width: 360, height: 640 } })
  const page = await context.newPage()
  const words = await watch(page)
  const exposures: { experiment: string; variant: string }[] = []
  page.on('request', (request) => {
    if (!request.url().endsWith('/api/events')) return
    const { events } = request.postDataJSON() as {
      events: { name: string; props: { experiment: string; variant: string } }[]
    }
    exposures.push(...events.filter(({ name }) => name === 'exposure').map(({ props }) => props))
  })
  const shell = await page.goto(`${url}/home`)
  await page.waitForLoadState('networkidle')
  const markup = (await shell!.text()).replaceAll(/\s+/g, ' ')
  const arm = (Object.keys(WORDS) as Arm[]).filter((each) => WORDS[each].test(markup))
  const link = page.getByRole('link', { name: WORDS[arm[0]!] })
  await expect(link).toBeVisible()
  const seen = await words()
  const response = page.waitForResponse((each) => each.url().endsWith('/api/events'))
  // Leaving the page sends what waits.
  await page.evaluate(() => window.dispatchEvent(new Event('pagehide')))
  const told = (await (await response).json()) as { stored: number; refused: unknown[] }
  await context.close()
  return { arms: arm, seen, exposures, told }
}

test('is drawn from the first paint, in both arms, and counted once', async ({
  browser,
  product,
}) => {
  test.setTimeout(180_000)
  const met = new Set<Arm>()
  for (let visitors = 0; visitors < 12 && met.size < 2; visitors++) {
    const { arms, seen, exposures, told } = await visit(browser, product.url)
    expect(arms, 'the shell has one of the two').toHaveLength(1)
    expect(new Set(seen).size, `the first link changed: ${seen.join(' | ')}`).toBe(1)
    expect(exposures).toEqual([{ experiment: 'home-action', variant: arms[0], page: 'home' }])
    expect(told.refused).toEqual([])
    met.add(arms[0]!)
  }
  expect([...met].sort()).toEqual(['control', 'outcome'])
})

test('isn’t given by the service worker to a device with another cookie', async ({
  browser,
  product,
}) => {
  test.setTimeout(180_000)
  // A visitor of each arm, by calls.
  const cookies = new Map<string, string>()
  for (let visitors = 0; visitors < 40 && cookies.size < 2; visitors++) {
    const visitor = new Visitor(product.url)
    const arm = (await visitor.open())['home-action']!
    cookies.set(arm, visitor.cookies.get('unit')!)
  }
  expect([...cookies.keys()].sort()).toEqual(['control', 'outcome'])

  const context = await browser.newContext({ viewport: { width: 360, height: 640 } })
  const page = await context.newPage()
  const learner = new Learner(page, product, 'en')
  const words = await watch(page)
  const arms: Arm[] = ['control', 'outcome', 'control']
  for (const [round, arm] of arms.entries()) {
    await context.addCookies([{ name: 'unit', value: cookies.get(arm)!, url: product.url }])
    const shell = await page.goto(`${product.url}/home`)
    // After the first round the worker has the page and the files of another arm.
    expect(shell!.fromServiceWorker(), `round ${round}`).toBe(round > 0)
    await expect(page.getByRole('link', { name: WORDS[arm] })).toBeVisible()
    await learner.readyForOffline()
    await page.waitForLoadState('networkidle')
    for (const text of await words()) expect(text).toMatch(WORDS[arm])
    const configuration = await page.evaluate(async () => {
      const response = await fetch('/api/app-configuration')
      const { experiments } = (await response.json()) as { experiments: Record<string, string> }
      return { arm: experiments['home-action'], caching: response.headers.get('cache-control') }
    })
    expect(configuration).toEqual({ arm, caching: 'private, no-cache' })
    const kept = await page.evaluate(async () => {
      const found: [path: string, text: string][] = []
      for (const name of await caches.keys()) {
        const cache = await caches.open(name)
        for (const request of await cache.keys())
          found.push([
            new URL(request.url).pathname,
            await (await cache.match(request))!.clone().text(),
          ])
      }
      return found
    })
    // Files that are named by their content can't be mixed up; nothing else has the words of an arm.
    const named = /^\/(assets|api\/(bundles|themes|validators))\//
    expect(kept.some(([path]) => path === '/')).toBe(true)
    for (const [path, text] of kept.filter((each) => !named.test(each[0]))) {
      expect(path).not.toMatch(/^\/(api|home)/)
      for (const each of Object.values(WORDS)) expect(text, path).not.toMatch(each)
    }
  }
  await context.close()
})
