/**
 * What the page of a CV, the page of its files and a file cost on the wire, on a new phone, beside
 * what drawing the PDF in the browser would add.
 */

import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { expect, type Locator, type Page } from '@playwright/test'
import { Learner } from '#tests/e2e/support/journey.ts'
import { Product } from '#tests/e2e/support/product.ts'
import { openBrowser, PHONE } from './browser.ts'
import { Meter } from './meter.ts'
import { startProduct } from './processes.ts'

const PORT = 4313
const METER_PORT = 4314
const QUIET_MS = 700

/**
 * Bytes of scripts with gzip -9, measured once (2026-11): a module that makes a PDF of one line,
 * bundled for browsers and minified by esbuild 0.28.2, without React. To repeat it: `npm install
 * @react-pdf/renderer@4.9.0 pdf-lib@1.17.1 esbuild react` in an empty folder, and bundle
 * `pdf(<Document><Page><Text>x</Text></Page></Document>).toBlob()` or `PDFDocument.create()` with
 * one page and `drawText`. Fonts come on top: neither has letters beyond Latin-1 without them.
 */
export const PEERS = { '@react-pdf/renderer 4.9.0': 452_067, 'pdf-lib 1.17.1': 179_507 } as const

class Metered extends Product {
  override readonly url = `http://localhost:${METER_PORT}`
}

type Opened = { readonly all: number; readonly scripts: number }

/** Bytes on a phone that has nothing yet: each page with all that it loads, and one PDF. */
export async function cvBytes(): Promise<{
  cv: Opened
  files: Opened
  /** With what saves it. */
  pdf: number
}> {
  const dataDir = mkdtempSync(join(tmpdir(), 'tsela-cv-bytes-'))
  const server = await startProduct({ port: PORT, dataDir })
  const meter = new Meter(new URL(server.url))
  const browser = await openBrowser()
  const sum = (all: readonly { readonly bytes: number }[]) =>
    all.reduce((total, { bytes }) => total + bytes, 0)
  const settled = async () => {
    for (let seen = -1; seen !== meter.fetched.length || !meter.quiet;) {
      seen = meter.fetched.length
      await wait(QUIET_MS)
    }
    return meter.fetched
  }
  /** @param there what says that the page is there */
  const open = async (path: string, there: (page: Page) => Locator) => {
    const context = await browser.newContext({
      viewport: PHONE,
      baseURL: `http://localhost:${METER_PORT}`,
    })
    const page = await context.newPage()
    const learner = new Learner(page, new Metered())
    await learner.logInByCall('done@demo.test')
    await learner.call('PUT', 'users/about', { about: 'I like things that work.' })
    const before = meter.fetched.length
    await page.goto(path)
    await expect(there(page)).toBeVisible()
    const fetched = (await settled()).slice(before)
    const scripts = sum(fetched.filter(({ type }) => /javascript/.test(type)))
    return { page, opened: { all: sum(fetched), scripts } }
  }
  try {
    await meter.listen(METER_PORT)
    const cv = await open('/cv', (page) => page.locator('main article h3').first())
    await cv.page.context().close()
    const button = (page: Page) => page.getByRole('button', { name: 'Download PDF' })
    const files = await open('/cv?view=files', button)
    const before = meter.fetched.length
    const download = files.page.waitForEvent('download')
    await button(files.page).click()
    await download
    return { cv: cv.opened, files: files.opened, pdf: sum((await settled()).slice(before)) }
  } finally {
    await browser.close()
    await meter.close()
    await server.stop()
    rmSync(dataDir, { recursive: true, force: true })
  }
}
