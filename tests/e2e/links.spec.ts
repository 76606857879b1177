/**
 * No link of ours leads to a refusal: whatever plan people have and however far they are, every
 * link that a page shows them opens.
 */

import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import { root } from './support/product.ts'
import { expect, test } from './support/strict.ts'

// Accounts of the demo take the first assessment here, and others need them without.
test.use({ apart: 'links' })
test.describe.configure({ mode: 'parallel' })

type Route = { readonly id: string; readonly path: string }

const folder = join(root, 'schemas', 'routes')
const ROUTES = readdirSync(folder)
  .flatMap(
    (file) => (JSON.parse(readFileSync(join(folder, file), 'utf8')) as { routes: Route[] }).routes,
  )
  .map(({ id, path }) => ({
    id,
    pattern: new RegExp(`^${path.replace(/:\w+\??/g, '[^/]+').replace(/\*/g, '.*')}/?$`),
    // The page of unknown addresses matches every one.
    open: path.includes('*') ? 99 : (path.match(/:/g) ?? []).length,
  }))
  .sort((a, b) => a.open - b.open)

/** Pages that refuse: of people who may not go there at all, and of a plan that lacks it. */
const REFUSALS: readonly string[] = ['403', 'lockedPage']

function routeOf(address: string): string {
  const { pathname } = new URL(address)
  return ROUTES.find(({ pattern }) => pattern.test(pathname))?.id ?? pathname
}

/** The app itself has drawn the page, not just the server its first view, and nothing is loading. */
async function untilDrawn(page: Page): Promise<void> {
  // `/` leads on, and menus come with who is signed in.
  await page.waitForLoadState('networkidle')
  await page.waitForFunction(() => {
    const heading = document.querySelector('h1')
    return (
      heading !== null &&
      Object.keys(heading).some((key) => key.startsWith('__reactFiber')) &&
      document.querySelector('main [aria-busy="true"]') === null
    )
  })
}

/** Addresses of this product that the page shows; on request those of its menus' sheets, too. */
async function linksOf(page: Page, home: string, menus: boolean): Promise<string[]> {
  const hrefs = await page
    .locator('a[href]:not([download])')
    .evaluateAll((all) => all.map((link) => (link as HTMLAnchorElement).href))
  if (menus) hrefs.push(...(await linksOfSheets(page)))
  return hrefs.filter((href) => {
    const { origin, pathname } = new URL(href)
    return origin === home && !pathname.startsWith('/api/') && pathname !== '/logout'
  })
}

/** Sheets of the menu are in the page only while they're open. */
async function linksOfSheets(page: Page): Promise<string[]> {
  const hrefs: string[] = []
  const sheet = page.locator('nav [aria-haspopup="dialog"]:visible')
  for (let at = 0; at < (await sheet.count()); at++) {
    await sheet.nth(at).click()
    hrefs.push(
      ...(await page
        .getByRole('dialog')
        .locator('a[href]')
        .evaluateAll((all) => all.map((link) => (link as HTMLAnchorElement).href))),
    )
    await page.keyboard.press('Escape')
    await expect(page.getByRole('dialog')).toBeHidden()
    // Its entry of the history is left a moment later: on a page that was opened by then, that
    // would be going back.
    await page.waitForFunction(() => (history.state as { sheet?: true } | null)?.sheet !== true)
  }
  return hrefs
}

/**
 * Every demo account of a learner, so every plan, and a visitor. The number is how many kinds of
 * pages the walk comes to at least: a walk that is stopped early would find nothing.
 */
const PEOPLE: readonly (readonly [who: string, least: number])[] = [
  ['a visitor', 6],
  ['new', 3],
  ['free', 6],
  ['lite', 4],
  ['commit', 45],
  ['plus', 4],
  ['only', 3],
  ['behaviour', 25],
  ['behaviourplus', 30],
  ['research', 6],
  ['done', 35],
  // The same once they have taken the first assessment, which opens the rest of their plan.
  ['lite after the worker type', 15],
  ['plus after the worker type', 45],
  ['only after the worker type', 15],
]

for (const [person, least] of PEOPLE) {
  test(`every link that ${person} is shown opens`, async ({ page, learner, product }) => {
    test.setTimeout(300_000)
    const [account, ...later] = person.split(' ')
    if (person !== 'a visitor') {
      await learner.logInByCall(`${account}@demo.test`)
      if (later.length > 0) await learner.takeWorkerTypeByCalls()
    }
    const refused: string[] = []
    let menusSeen = 0
    const seen = new Set<string>()
    const waiting = [{ address: `${product.url}/`, from: 'the address bar' }]
    page.on('response', (response) => {
      if (response.status() === 403) refused.push(`${response.url()} on ${page.url()}`)
    })
    for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) {
      const { address, from } = next
      await page.goto(address)
      await untilDrawn(page)
      const landed = routeOf(page.url())
      if (REFUSALS.includes(landed)) refused.push(`${address}, linked on ${from}: ${page.url()}`)
      // The menus are the same on every page; the first one may be without.
      const menus = menusSeen++ < 3
      for (const href of await linksOf(page, new URL(product.url).origin, menus)) {
        // One of each route stands for all its records.
        const route = routeOf(href)
        if (seen.has(route)) continue
        seen.add(route)
        waiting.push({ address: href, from: page.url() })
      }
    }
    expect(refused).toEqual([])
    expect(seen.size, 'the walk went somewhere').toBeGreaterThanOrEqual(least)
  })
}
