/**
 * How fast a page appears and responds on a cheap phone: the largest contentful paint of the home
 * page (LCP) on a fresh profile over slow 4G, and the time from a tap to the next paint (INP) while
 * items are answered, both with a processor four times as slow. Medians, compared with the budgets
 * of quality.md 1.
 *
 *   npm run bench -- paint     (RUNS of each, 5)
 */

import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, type Browser, type Page } from '@playwright/test'
import { Learner, variedAnswers } from '#tests/e2e/support/journey.ts'
import { Product } from '#tests/e2e/support/product.ts'
import { openBrowser, PHONE } from './support/browser.ts'
import { startProduct } from './support/processes.ts'
import { median, percentile, report, round } from './support/report.ts'

const RUNS = Number(process.env['RUNS'] ?? 5)
const PORT = 4542
const SLOWER = 4
const ITEMS = 40

type Signal = {
  readonly name: string
  readonly latency: number
  readonly downKbps: number
  readonly upKbps: number
}

const SIGNALS: readonly Signal[] = [
  { name: 'slow 4G, 150 ms a request', latency: 150, downKbps: 1600, upKbps: 750 },
  // Browsers delay a whole request, not each round trip; Lighthouse compensates: 3.75 times the
  // latency, 0.9 times the bandwidth.
  { name: 'slow 4G as Lighthouse applies it', latency: 562.5, downKbps: 1440, upKbps: 675 },
]

class Served extends Product {
  override readonly url = `http://localhost:${PORT}`
}

async function slowDown(page: Page, signal: Signal | null): Promise<void> {
  const client = await page.context().newCDPSession(page)
  await client.send('Emulation.setCPUThrottlingRate', { rate: SLOWER })
  if (signal === null) return
  await client.send('Network.enable')
  await client.send('Network.emulateNetworkConditions', {
    offline: false,
    latency: signal.latency,
    downloadThroughput: (signal.downKbps * 1000) / 8,
    uploadThroughput: (signal.upKbps * 1000) / 8,
  })
}

/** Milliseconds from the navigation to the first and to the largest paint, on a fresh profile. */
async function paintOf(
  browser: Browser,
  signal: Signal,
): Promise<{ first: number; largest: number }> {
  const context = await browser.newContext({
    viewport: PHONE,
    isMobile: true,
    hasTouch: true,
    deviceScaleFactor: 2,
    baseURL: `http://localhost:${PORT}`,
  })
  try {
    const page = await context.newPage()
    await slowDown(page, signal)
    await page.addInitScript(() => {
      const largest: number[] = []
      Object.assign(globalThis, { largest })
      new PerformanceObserver((list) =>
        largest.push(...list.getEntries().map(({ startTime }) => startTime)),
      ).observe({ type: 'largest-contentful-paint', buffered: true })
    })
    await page.goto('/home', { waitUntil: 'load' })
    // The app has hydrated the page and requested everything it needs.
    await page.waitForLoadState('networkidle')
    const largest = (await page.evaluate('globalThis.largest')) as number[]
    const first = await page.evaluate(
      () => performance.getEntriesByName('first-contentful-paint')[0]!.startTime,
    )
    return { first, largest: largest.at(-1)! }
  } finally {
    await context.close()
  }
}

/** Milliseconds from a tap to the next paint, for each of a run of answers. */
async function tapsOf(browser: Browser, url: string): Promise<number[]> {
  const context = await browser.newContext({ viewport: PHONE, baseURL: `http://localhost:${PORT}` })
  try {
    const page = await context.newPage()
    const learner = new Learner(page, new Served())
    await page.goto('/home')
    await learner.onboardByCalls()
    await page.goto('/reports/worker-type')
    await expect(learner.heading('holland_code.title')).toBeVisible()
    await learner.startQuiz()
    await slowDown(page, null)
    await page.evaluate(() => {
      const taps = new Map<number, number>()
      Object.assign(globalThis, { taps })
      new PerformanceObserver((list) => {
        for (const entry of list.getEntries() as (PerformanceEntry & { interactionId: number })[]) {
          if (entry.interactionId > 0)
            taps.set(
              entry.interactionId,
              Math.max(taps.get(entry.interactionId) ?? 0, entry.duration),
            )
        }
      }).observe({
        type: 'event',
        buffered: false,
        durationThreshold: 16,
      } as PerformanceObserverInit)
    })
    await learner.answerUpTo(ITEMS, variedAnswers())
    const taps = (await page.evaluate('[...globalThis.taps.values()]')) as number[]
    if (taps.length === 0) throw new Error(`no tap was noticed at ${url}`)
    // An interaction painted within one frame is not reported: it took less than 16 ms.
    return [...taps, ...Array.from({ length: Math.max(0, ITEMS - taps.length) }, () => 16)]
  } finally {
    await context.close()
  }
}

const dataDir = mkdtempSync(join(tmpdir(), 'tsela-paint-'))
const server = await startProduct({ port: PORT, dataDir })
const browser = await openBrowser()
try {
  const paints = []
  for (const signal of SIGNALS) {
    // The first visit pays for what the server creates once.
    await paintOf(browser, signal)
    const runs = []
    for (let run = 0; run < RUNS; run++) runs.push(await paintOf(browser, signal))
    paints.push({
      signal,
      first: median(runs.map(({ first }) => first)),
      largest: median(runs.map(({ largest }) => largest)),
      most: Math.max(...runs.map(({ largest }) => largest)),
    })
  }
  const taps = await tapsOf(browser, server.url)
  // The INP of a page is the 98th percentile of its interactions; with so few it is the slowest.
  const inp = percentile(taps, 98)
  report(
    `paint, processor ${SLOWER} times as slow, ${RUNS} runs`,
    [
      ...paints.flatMap(({ signal, first, largest, most }) => [
        {
          what: `first paint, ${signal.name}`,
          ms: round(first, 0),
          most: '',
          must: '',
          moonshot: '',
        },
        {
          what: `largest paint, ${signal.name}`,
          ms: round(largest, 0),
          most: round(most, 0),
          must: 2000,
          moonshot: 1300,
        },
      ]),
      {
        what: `tap to paint while answering, ${ITEMS} taps, median`,
        ms: round(median(taps), 0),
        most: '',
        must: '',
        moonshot: '',
      },
      {
        what: 'the same, INP',
        ms: round(inp, 0),
        most: round(Math.max(...taps), 0),
        must: 100,
        moonshot: 50,
      },
    ],
    {
      lcp_ms: round(paints[0]!.largest, 0),
      lcp_lighthouse_ms: round(paints[1]!.largest, 0),
      fcp_ms: round(paints[0]!.first, 0),
      inp_ms: round(inp, 0),
      tap_median_ms: round(median(taps), 0),
      taps: taps.length,
    },
  )
} finally {
  await browser.close()
  await server.stop()
  rmSync(dataDir, { recursive: true, force: true })
}
