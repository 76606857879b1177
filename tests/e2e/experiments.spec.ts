/**
 * An experiment as visitors meet it: their arm is there from the first paint, nothing on the page
 * changes afterwards, and the server hears of it once (docs/decisions/0099).
 */

import type { Browser } from '@playwright/test'
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

/** A new visitor of the home page. */
async function visit(browser: Browser, url: string) {
  const context = await browser.newContext({ viewport: { width: 360, height: 640 } })
  const page = await context.newPage()
  // Every text that the first button has ever had, from the first paint on.
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
  const seen = await page.evaluate(() => (window as unknown as { seen: string[] }).seen)
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
