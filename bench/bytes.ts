/**
 * The data that a learner pays for: every byte received, from the home page to the matching
 * careers, on a new phone and at the second visit, and for each page of the explorers after the
 * first screen. Compared with the budgets of quality.md 1. Byte counts are exact.
 *
 *   npm run bench -- bytes
 */

import { readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { expect } from '@playwright/test'
import { AIM_KB, costsOfExplorers, MUST_KB } from '#tests/e2e/support/explorerbytes.ts'
import { Learner, TOTAL, variedAnswers } from '#tests/e2e/support/journey.ts'
import { Product } from '#tests/e2e/support/product.ts'
import { openBrowser, PHONE } from './support/browser.ts'
import { Meter, type Fetched } from './support/meter.ts'
import { root, startProduct } from './support/processes.ts'
import { report, round } from './support/report.ts'

const PORT = 4540
const METER_PORT = 4541
/** No requests for this long: the page has finished loading. */
const QUIET_MS = 700

/** A learner addresses the product by its URL, which here is the meter's. */
class Metered extends Product {
  override readonly url = `http://localhost:${METER_PORT}`
}

const kinds: readonly (readonly [name: string, test: RegExp])[] = [
  ['page', /html/],
  ['scripts', /javascript/],
  ['styles', /css/],
  ['documents and calls', /json/],
  ['pictures', /^image/],
  ['fonts', /font/],
]

function byKind(fetched: readonly Fetched[]): Record<string, number> {
  const sums: Record<string, number> = {}
  for (const { type, bytes } of fetched) {
    const kind = kinds.find(([, test]) => test.test(type))?.[0] ?? 'without a body'
    sums[kind] = (sums[kind] ?? 0) + bytes
  }
  return sums
}

const kB = (bytes: number) => round(bytes / 1000, 1)

const dataDir = mkdtempSync(join(tmpdir(), 'tsela-bytes-'))
const server = await startProduct({ port: PORT, dataDir })
const meter = new Meter(new URL(server.url))
const browser = await openBrowser()
try {
  await meter.listen(METER_PORT)
  const context = await browser.newContext({
    viewport: PHONE,
    reducedMotion: 'reduce',
    baseURL: `http://localhost:${METER_PORT}`,
  })
  const strangers: string[] = []
  context.on('request', (request) => {
    const url = new URL(request.url())
    if (/^https?:$/.test(url.protocol) && url.port !== String(METER_PORT)) strangers.push(url.href)
  })
  const page = await context.newPage()
  const learner = new Learner(page, new Metered())
  const settled = async () => {
    for (let seen = -1; seen !== meter.fetched.length || !meter.quiet;) {
      seen = meter.fetched.length
      await wait(QUIET_MS)
    }
  }
  const parts: { what: string; bytes: number; requests: number; fetched: readonly Fetched[] }[] = []
  let from = 0
  const mark = async (what: string) => {
    await settled()
    const fetched = meter.fetched.slice(from)
    from = meter.fetched.length
    parts.push({
      what,
      bytes: fetched.reduce((all, { bytes }) => all + bytes, 0),
      requests: fetched.length,
      fetched,
    })
  }

  await page.goto('/home')
  await expect(learner.heading('home.title')).toBeVisible()
  await mark('first screen')
  await learner.signUp()
  await learner.consent()
  await learner.confirm()
  await learner.redeem('DEMO-COMMIT')
  await learner.fillProfile()
  await expect(learner.heading('holland_code.title')).toBeVisible()
  await mark('sign-up and onboarding')
  await learner.startQuiz()
  await learner.answerUpTo(TOTAL, variedAnswers())
  await learner.link('quiz.readReport').waitFor()
  await mark('sixty items')
  await learner.link('quiz.readReport').click()
  await learner.expectAt('/reports/worker-type')
  await mark('report')
  await learner.link('worker.careers.near.button').click()
  await expect(learner.heading('careers.matchesTitle')).toBeVisible()
  await mark('careers that fit')
  const whole = parts.reduce((all, { bytes }) => all + bytes, 0)
  const upWhole = meter.up
  // Another day: the same phone, still signed in.
  await page.close()
  const again = await context.newPage()
  await again.goto('/home')
  await expect(again.getByRole('heading', { level: 1 })).toBeVisible()
  await mark('second visit')
  const returned = new Learner(again, new Metered())
  await returned.call('PUT', 'users/school-curriculum', { schoolCurriculum: 'nsc' })
  const explorers = await costsOfExplorers(browser, returned, PORT, {})

  const first = parts[0]!
  const second = parts.at(-1)!
  const firstKinds = byKind(first.fetched)
  report(
    'bytes down the wire',
    [
      {
        what: 'first screen',
        kB: kB(first.bytes),
        requests: first.requests,
        must: 160,
        moonshot: 125,
      },
      ...Object.entries(firstKinds).map(([name, bytes]) => ({
        what: `  its ${name}`,
        kB: kB(bytes),
        requests: '',
        must: '',
        moonshot: '',
      })),
      ...parts.slice(1, -1).map(({ what, bytes, requests }) => ({
        what,
        kB: kB(bytes),
        requests,
        must: '',
        moonshot: '',
      })),
      {
        what: 'the whole main job',
        kB: kB(whole),
        requests: parts.slice(0, -1).reduce((all, { requests }) => all + requests, 0),
        must: 450,
        moonshot: 300,
      },
      {
        what: 'second visit',
        kB: kB(second.bytes),
        requests: second.requests,
        must: 30,
        moonshot: 10,
      },
      {
        what: 'up the wire, the whole main job',
        kB: kB(upWhole),
        requests: '',
        must: '',
        moonshot: '',
      },
      ...explorers.map(({ path, kB: cost }) => ({
        what: `after the first screen: ${path}`,
        kB: round(cost, 1),
        requests: '',
        must: MUST_KB,
        moonshot: AIM_KB,
      })),
      { what: 'other origins asked', kB: strangers.length, requests: '', must: 0, moonshot: 0 },
    ],
    {
      first_screen: first.bytes,
      whole,
      second_visit: second.bytes,
      up: upWhole,
      other_origins: strangers.length,
      explorers: Object.fromEntries(explorers.map(({ path, kB: cost }) => [path, cost])),
      parts: Object.fromEntries(parts.map(({ what, bytes }) => [what, bytes])),
    },
  )
  const largest = [...first.fetched].sort((a, b) => b.bytes - a.bytes).slice(0, 12)
  console.table(
    Object.fromEntries(
      largest.map(({ path, bytes }) => [`first screen: ${path}`, { kB: kB(bytes) }]),
    ),
  )
  const assets = join(root, 'dist', 'client', 'assets')
  const current = new Set(meter.fetched.map(({ path }) => path.split('/').at(-1)))
  const chunks = readdirSync(assets).filter(
    (name) => name.endsWith('.br') && current.has(name.slice(0, -3)),
  )
  console.table(
    Object.fromEntries(
      chunks
        .map((name) => ({ name: name.slice(0, -3), br: statSync(join(assets, name)).size }))
        .sort((a, b) => b.br - a.br)
        .map(({ name, br }) => [name, { 'kB br': kB(br) }]),
    ),
  )
} finally {
  await browser.close()
  await meter.close()
  await server.stop()
  rmSync(dataDir, { recursive: true, force: true })
}
