/**
 * What each page of the explorers costs: opened as the first one after the first screen, on a phone
 * that was never here.
 */

import {
  expect,
  type Browser,
  type BrowserContext,
  type BrowserContextOptions,
} from '@playwright/test'
import type { Learner } from './journey.ts'
import { Meter } from './meter.ts'

/** In kB, of every list and every page of a record. */
export const MUST_KB = 60
export const AIM_KB = 30

type Page = {
  readonly path: string
  /** Call whose first record `{id}` stands for. */
  readonly call?: string
}

const PAGES: readonly Page[] = [
  { path: '/explore' },
  { path: '/navigators/careers/all' },
  { path: '/navigators/careers/matches' },
  { path: '/navigators/careers/favourites' },
  { path: '/navigators/careers/compare?compare=29-1141.00,47-2111.00' },
  { path: '/navigators/careers/careers/registered-nurse/29-1141.00' },
  { path: '/navigators/tertiary-institutions' },
  { path: '/navigators/tertiary-institutions?place=polokwane' },
  { path: '/navigators/tertiary-institutions/institution/x/{id}', call: 'catalogue/institutions' },
  { path: '/navigators/tertiary-institutions/explore' },
  { path: '/navigators/tertiary-institutions/explore/x/{id}', call: 'catalogue/study-fields' },
  { path: '/navigators/skillsets/courses' },
  { path: '/navigators/skillsets/courses/x/{id}', call: 'catalogue/courses' },
  { path: '/navigators/skillsets/skill-providers' },
  { path: '/navigators/skillsets/skill-providers/x/{id}', call: 'catalogue/skill-providers' },
  { path: '/navigators/funding' },
  { path: '/navigators/funding/kinds/x/{id}', call: 'catalogue/bursaries' },
  { path: '/navigators/funding/bursaries' },
  { path: '/navigators/funding/bursaries/x/{id}', call: 'catalogue/bursaries' },
  { path: '/navigators/resources-navigator' },
  { path: '/navigators/resources-navigator/x/{id}', call: 'catalogue/resources' },
  { path: '/navigators/upliftment-providers' },
  { path: '/navigators/upliftment-providers/x/{id}', call: 'catalogue/upliftment-providers' },
  { path: '/navigators/jobs' },
  { path: '/navigators/jobs/x/{id}', call: 'catalogue/opportunities' },
  { path: '/navigators/subject-choices/home' },
  { path: '/navigators/subject-choices/subjects' },
  { path: '/navigators/subject-choices/subjects/{id}', call: 'catalogue/subjects' },
  { path: '/navigators/subject-choices/careers' },
  { path: '/navigators/subject-choices/lessons' },
  { path: '/navigators/subject-choices/lessons/{id}', call: 'catalogue/lessons' },
]

/** Mostly waiting, so several at once. */
const AT_ONCE = 4

export type Cost = { readonly path: string; readonly kB: number }

/**
 * @param learner signed in, with a worker type and a curriculum
 * @param watch a context before anything is opened in it, by the address that it uses
 */
export async function costsOfExplorers(
  browser: Browser,
  learner: Learner,
  port: number,
  options: BrowserContextOptions,
  watch: (context: BrowserContext, door: string) => Promise<unknown> = () => Promise.resolve(),
): Promise<Cost[]> {
  const cookies = await learner.page.context().cookies()
  const costOf = async (path: string): Promise<Cost> => {
    const meter = new Meter(port)
    const door = await meter.listen()
    const context = await browser.newContext({
      ...options,
      viewport: { width: 360, height: 640 },
      reducedMotion: 'reduce',
      baseURL: door,
    })
    try {
      await watch(context, door)
      await context.addCookies(cookies)
      const page = await context.newPage()
      const main = page.getByRole('main')
      await page.goto('/')
      await expect(main.getByRole('heading', { level: 1 })).toBeVisible()
      const first = await meter.settled(30_000)
      await page.goto(path)
      await expect(main.getByRole('heading', { level: 1 })).toBeVisible()
      await expect(main.locator('[aria-busy="true"]')).toHaveCount(0)
      return { path, kB: ((await meter.settled(30_000)) - first) / 1000 }
    } finally {
      await context.close()
      await meter.close()
    }
  }

  // What is sent often is pressed harder once it was asked for (asset.ts).
  await costOf('/explore')
  const waiting = await Promise.all(
    PAGES.map(async ({ path, call }) => {
      if (call === undefined) return path
      const { items } = await learner.call<{ items: readonly [{ id: string }] }>(
        'GET',
        `${call}?pageSize=1`,
      )
      return path.replace('{id}', items[0].id)
    }),
  )
  const costs = new Map<string, Cost>()
  const addresses = [...waiting]
  const work = async () => {
    for (let next = waiting.shift(); next !== undefined; next = waiting.shift())
      costs.set(next, await costOf(next))
  }
  await Promise.all(Array.from({ length: AT_ONCE }, work))
  return addresses.map((address) => costs.get(address)!)
}
