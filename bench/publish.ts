/**
 * How long a publish takes to reach people, on PostgreSQL with two servers: from an admin's request
 * to its response, until the other server serves the new release, and until the browser of a
 * learner on that server shows the new text after a navigation. Medians of several rounds;
 * everything shares the machine.
 *
 *   npm run bench -- publish     (ROUNDS, 9)
 */

import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import type { Browser, Page } from '@playwright/test'
import { postgresFolder, startPostgres } from '#tests/support/postgres.ts'
import { openBrowser, PHONE } from './support/browser.ts'
import { startProduct, type Running } from './support/processes.ts'
import { Publisher } from './support/publisher.ts'
import { median, report, round } from './support/report.ts'

const ROUNDS = Number(process.env['ROUNDS'] ?? 9)
const PORTS = { publisher: 4545, learners: 4546 }
/** Interval of polling the other server, in ms. */
const EVERY_MS = 10
const MAX_MS = 30_000

/** All in ms from the admin's request, except for the browser: from the learner's tap. */
type Round = { readonly answered: number; readonly served: number; readonly seen: number }

async function releaseOf(url: string): Promise<string> {
  const response = await fetch(`${url}/api/app-configuration`, {
    headers: { prefer: 'return=minimal' },
  })
  return ((await response.json()) as { release: string }).release
}

/** @returns when a different release is served */
async function otherThan(url: string, release: string): Promise<number> {
  const began = performance.now()
  while ((await releaseOf(url)) === release) {
    if (performance.now() - began > MAX_MS)
      throw new Error(`${url} has not changed its release for half a minute`)
    await wait(EVERY_MS)
  }
  return performance.now()
}

/** A tap on a link in the footer; a navigation within the app. */
async function go(page: Page, path: string, heading: string): Promise<void> {
  await page.locator(`footer a[href="${path}"]`).click()
  await page.getByRole('heading', { level: 1, name: heading, exact: true }).waitFor()
}

async function once(
  publisher: Publisher,
  learners: string,
  page: Page,
  words: string,
): Promise<Round> {
  await publisher.save('locale/en', (document) => {
    const { texts } = document as { texts: { page: object } }
    return { ...document, texts: { ...texts, page: { ...texts.page, terms: words } } }
  })
  const before = await releaseOf(learners)
  const began = performance.now()
  const serving = otherThan(learners, before)
  const response = await publisher.publish(words)
  const answered = performance.now() - began
  if (response.status !== 201)
    throw new Error(`a release was refused: ${response.status} ${await response.text()}`)
  const served = (await serving) - began
  const tapped = performance.now()
  await go(page, '/terms', words)
  const seen = performance.now() - tapped
  await go(page, '/privacy', 'Privacy')
  return { answered, served, seen }
}

async function measure(browser: Browser, databaseUrl: string): Promise<Round[]> {
  const dataDir = mkdtempSync(join(tmpdir(), 'tsela-publish-'))
  const running: Running[] = []
  try {
    for (const port of Object.values(PORTS))
      running.push(await startProduct({ port, dataDir, databaseUrl }))
    const [one, other] = running as [Running, Running]
    const publisher = new Publisher(one.url)
    await publisher.signIn()
    const context = await browser.newContext({ viewport: PHONE, baseURL: other.url })
    const page = await context.newPage()
    await page.goto('/privacy')
    await page.getByRole('heading', { level: 1, name: 'Privacy', exact: true }).waitFor()
    await page.waitForLoadState('networkidle')
    // The first one pays for what each server creates once, and for starting the worker process.
    await once(publisher, other.url, page, 'House rules')
    const rounds: Round[] = []
    for (let index = 1; index <= ROUNDS; index++)
      rounds.push(await once(publisher, other.url, page, `House rules ${index}`))
    await context.close()
    return rounds
  } finally {
    for (const each of running) await each.stop()
    rmSync(dataDir, { recursive: true, force: true })
  }
}

if (postgresFolder() === null)
  process.stdout.write('SKIPPED: there is no PostgreSQL on this machine, and so no second server\n')
else {
  const postgres = await startPostgres()
  const browser = await openBrowser()
  try {
    const rounds = await measure(browser, postgres.url)
    const parts: readonly (readonly [id: string, what: string, of: (round: Round) => number])[] = [
      ['answered_ms', 'the call has answered', ({ answered }) => answered],
      ['served_ms', 'another server gives it out', ({ served }) => served],
      ['behind_ms', '  behind the response', ({ answered, served }) => served - answered],
      ['seen_ms', 'tap of a learner to the new words', ({ seen }) => seen],
      [
        'altogether_ms',
        'from the call to what a learner sees',
        ({ answered, served, seen }) => Math.max(answered, served) + seen,
      ],
    ]
    report(
      `publish, ${ROUNDS} rounds`,
      parts.map(([, what, of]) => ({
        what,
        'ms, median': round(median(rounds.map(of)), 0),
        most: round(Math.max(...rounds.map(of)), 0),
      })),
      Object.fromEntries(parts.map(([id, , of]) => [id, round(median(rounds.map(of)), 0)])),
    )
  } finally {
    await browser.close()
    await postgres.stop()
  }
}
